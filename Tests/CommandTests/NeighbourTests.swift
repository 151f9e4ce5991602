import Foundation
import Readers
import Rules
import Testing
import Validator

@testable import Command

/// Folders of specimens under other names, judged as a run judges them.
@Suite struct `What files of one run say of each other` {
  private static let corpus = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Corpus")

  /// The failures of a run as `file: rule severity`, each by the name of the subject's still or,
  /// without one, of its movie.
  ///
  /// - Parameter files: paths below the folder of the run, each with the bytes it gets.
  private func failures(_ files: [String: Data]) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, bytes) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: file)
    }
    let run = CheckRun(
      paths: [FilePath(folder.path)], namedPairs: [],
      judge: Judge(
        reader: MediaReader(plan: ReadingPlan()),
        engine: Engine(rules: Catalogue.rules, profile: .photos)),
      jobs: 2, progress: Progress(nil) { _ in })
    let sink = CollectingSink()
    _ = try await run(sink)
    return sink.reports.flatMap { subject in
      let file = subject.files.first?.file.path.description.dropFirst(folder.path.count + 1) ?? ""
      return subject.results.filter { $0.state == .fail }.map {
        "\(file): \($0.rule.id) \($0.severity?.name ?? "")"
      }
    }
  }

  private func specimen(_ path: String) throws -> Data {
    try Data(contentsOf: Self.corpus.appending(path: path))
  }

  private var still: Data {
    get throws { try specimen("identifier-mismatch-pass-jpeg-and-h264/IMG_0001.JPG") }
  }
  private var movie: Data {
    get throws { try specimen("identifier-mismatch-pass-jpeg-and-h264/IMG_0001.MOV") }
  }

  @Test func `a second version of the still beside a copy of the movie is no other shot`()
    async throws
  {
    // Zeros behind the picture are harmless and make other bytes of the same shot.
    let other = try still + Data(count: 16)
    #expect(
      try await failures([
        "a/IMG_1.JPG": still, "a/IMG_1.MOV": movie, "b/IMG_1.JPG": other, "b/IMG_1.MOV": movie,
      ]) == [
        "a/IMG_1.JPG: pair/duplicate-copy warning", "a/IMG_1.JPG: pair/ambiguous warning",
        "b/IMG_1.JPG: pair/duplicate-copy warning", "b/IMG_1.JPG: pair/ambiguous warning",
      ])
  }

  @Test func `two versions of both halves share an identifier`() async throws {
    let files = try [
      "a/IMG_1.JPG": still, "a/IMG_1.MOV": movie, "b/IMG_1.JPG": still + Data(count: 16),
      "b/IMG_1.MOV": movie + Data(count: 16),
    ]
    #expect(
      try await failures(files) == [
        "a/IMG_1.JPG: identifier/reused error", "b/IMG_1.JPG: identifier/reused error",
      ])
  }

  @Test func `another still of the name does not cross a pair of one name`() async throws {
    let stranger = try specimen("pair-crossed-fail-movies-swapped/IMG_0002.JPG")
    #expect(
      try await failures(["IMG_1.JPG": still, "IMG_1.MOV": movie, "IMG_1.jpeg": stranger])
        == ["IMG_1.jpeg: pair/missing-movie error"])
  }

  @Test func `orphans with different copy numbers are no pair`() async throws {
    let stranger = try specimen("pair-crossed-fail-movies-swapped/IMG_0001.MOV")
    #expect(
      try await failures(["IMG_1.JPG": still, "IMG_1(1).MOV": stranger]).sorted()
        == ["IMG_1(1).MOV: pair/missing-still error", "IMG_1.JPG: pair/missing-movie error"])
  }
}
