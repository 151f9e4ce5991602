import Foundation
import Rules
import Support
import Testing
import Validator

@testable import Command

@Suite struct `Mending a folder` {
  /// Notes that a mend rightly brings: a MakerNote with nothing but the identifier in it is one that
  /// a tool has made, and a mark that a tool has made up does not say how the still lies over the
  /// frame.
  private static let rightlyNew: Set<String> = ["capture/synthetic", "wallpaper/no-transform"]

  /// Mends what is in a folder, and holds the result against all that is promised of it.
  ///
  /// - Returns: the rules that were mended.
  private func mend(_ folder: String, profile: String = "photos") async throws -> Set<String> {
    let output = try TemporaryFolder()
    defer { output.remove() }
    let sources = try contents(of: folder)
    let before = try await Mending.failures("--profile", profile, folder)

    let outcome = try await Mending.run(
      "--profile", profile, "-o", output.url.appending(path: "new").path, folder)
    #expect(outcome.failureCode == nil, "\(outcome.reports.compactMap(\.problem))")
    #expect(outcome.reports.allSatisfy { $0.state == .mended || $0.state == .left })
    for file in outcome.reports.filter({ $0.state == .mended }).flatMap(\.files)
    where !file.path.isInArchive {
      #expect(try Mending.difference(in: file) == nil)
    }
    #expect(try contents(of: folder) == sources, "the sources were touched")

    let mended = Set(
      outcome.reports.flatMap(\.faults).filter(\.isMended).map(\.result.rule.id))
    guard outcome.reports.contains(where: { $0.state == .mended }) else {
      #expect(mended.isEmpty && (try? contents(of: output.path)) == [:])
      return mended
    }
    let new = output.url.appending(path: "new").path
    let after = try await Mending.failures("--profile", profile, new)
    let known = before.values.reduce(Set()) { $0.union($1) }
    for (name, failures) in after {
      #expect(failures.isDisjoint(with: mended), "\(name)")
      let isNew = failures.subtracting(known).subtracting(Self.rightlyNew)
      #expect(isNew.isEmpty, "\(name)")
    }
    let again = try await Mending.run("--profile", profile, new)
    #expect(again.reports.allSatisfy { $0.state == .left }, "a second mend finds something to do")
    return mended
  }

  @Test(arguments: FaultyFolders.specimens)
  func `specimens mends what can be mended, and nothing else changes`(name: String) async throws {
    let folder = "\(Corpus.path)/\(name)"
    let command = CheckCommand(options: try CheckOptions(["--quiet", folder]))
    let (report, _) = try await command.judge(try command.roots)
    let mendable = Set(
      report.subjects.flatMap(\.results).filter { $0.mend != nil }.map(\.rule.id))
    #expect(try await mend(folder) == mendable)
  }

  @Test(
    arguments: [
      "still-time-missing-fail-no-track", "still-time-multiple-fail-two-tracks",
      "still-time-encoding-fail-text-type", "still-time-outside-movie-fail-after-end",
      "identifier-missing-in-still-fail-makernote-stripped", "identifier-mismatch-fail-two-shots",
      "movie-container-fail-mp42",
    ], ["wallpaper", "camera"])
  func `specimens breaks nothing that other profiles ask for`(name: String, profile: String)
    async throws
  {
    _ = try await mend("\(Corpus.path)/\(name)", profile: profile)
  }

  @Test(arguments: [
    ("identifier-mismatch-fail-two-shots", "identifier"),
    ("still-time-missing-fail-no-track", "still-time"), ("movie-container-fail-mp42", "container"),
    ("pair-name-differs-fail-hevc-suffix", "names"),
    ("pair-extension-mismatch-fail-jpeg-in-heic", "extensions"),
    ("geometry-orientation-conflict-fail-exif-six", "orientation"),
    ("geometry-exif-size-stale-fail-before-crop", "pixel-size"),
    ("still-exif-prefix-fail-four-bytes-more", "exif-prefix"),
    ("pair-bundle-invalid-fail-no-metadata", "bundle-metadata"),
  ])
  func `does what each kind of fault asks for`(name: String, mend: String) async throws {
    let plan = try await Mending.run("\(Corpus.path)/\(name)")
    #expect(
      plan.reports.flatMap(\.faults).contains {
        $0.isMended && $0.result.mend?.rawValue == mend
      })
  }

  @Test(
    .enabled(if: FaultyFolders.casesExist, "the cases are not beside the package"),
    arguments: FaultyFolders.cases)
  func `public reports mends what can be mended, and nothing else changes`(name: String)
    async throws
  {
    let expected = try JSONDecoder().decode(
      [ExpectedCase].self,
      from: Data(contentsOf: URL(filePath: "\(FaultyFolders.casesRoot)/expected.json")))
    let wanted = try #require(expected.first { $0.name == name })
    let mended = try await mend("\(FaultyFolders.casesRoot)/\(name)")
    let mendable = wanted.fails.filter { id in
      Catalogue.rules.contains { $0.id == id && $0.mend != nil }
    }
    #expect(mended.isSuperset(of: mendable), "\(name)")
  }

  private struct ExpectedCase: Decodable {
    let name: String
    let fails: [String]
  }

  @Test func `says why of everything that it leaves`() async throws {
    for name in FaultyFolders.specimens {
      let plan = try await Mending.run("\(Corpus.path)/\(name)")
      for fault in plan.reports.flatMap(\.faults) {
        #expect(fault.isMended || (fault.reason ?? "").count > 20, "\(fault.result.rule.id)")
        #expect(
          fault.reason?.contains("no change to it that is safe") != true,
          "\(fault.result.rule.id) has no reason of its own")
      }
    }
  }
}

@Suite(.enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"))
struct `Mended files` {
  /// Old and new files of all specimens and cases that can be mended.
  private func mended(into folder: String) async throws -> [MendedFile] {
    let cases = FaultyFolders.casesExist ? FaultyFolders.cases : []
    let folders =
      FaultyFolders.specimens.map { "\(Corpus.path)/\($0)" }
      + cases.map { "\(FaultyFolders.casesRoot)/\($0)" }
    var files: [MendedFile] = []
    for (index, source) in folders.enumerated() {
      let outcome = try await Mending.run("-o", "\(folder)/\(index)", source)
      files += outcome.reports.filter { $0.state == .mended }.flatMap(\.files).filter {
        $0.role != .metadata && !$0.changes.isEmpty
      }
    }
    return files
  }

  @Test func `are read by exiftool without a new complaint`() async throws {
    let output = try TemporaryFolder()
    defer { output.remove() }
    let files = try await mended(into: output.path)
    #expect(files.count > 25)
    let old = try complaints(about: files.map(\.path.description))
    let new = try complaints(about: files.map(\.newPath.description))
    for file in files {
      let found = try #require(new[file.newPath.description], "\(file.newPath) was not read")
      let known = old[file.path.description] ?? []
      #expect(found.subtracting(known).isEmpty, "\(file.path)")
    }
  }

  private func complaints(about paths: [String]) throws -> [String: Set<String>] {
    let text = try OtherReader.exiftool.output(
      ["-j", "-a", "-ee", "-validate", "-Warning", "-Error", "-FileType"] + paths,
      allowsFailure: true)
    let entries = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
    return entries.reduce(into: [:]) { complaints, entry in
      guard let path = entry["SourceFile"] as? String, entry["FileType"] != nil else { return }
      complaints[path] = Set(
        ["Warning", "Error"].flatMap { key in
          (entry[key] as? [String]) ?? (entry[key] as? String).map { [$0] } ?? []
        })
    }
  }

  @Test(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `give ffmpeg the same frames and sound`() async throws {
    let output = try TemporaryFolder()
    defer { output.remove() }
    let movies = try await mended(into: output.path).filter { $0.role == .movie }
    #expect(movies.count > 10)
    let differing = try await withThrowingTaskGroup(of: String?.self) { group in
      for movie in movies {
        group.addTask {
          let streams = try [movie.path, movie.newPath].map { path in
            try OtherReader.ffmpeg.output(
              [
                "-v", "error", "-i", path.description, "-map", "0:v?", "-map", "0:a?", "-c", "copy",
                "-f", "streamhash", "-",
              ], allowsFailure: true)
          }
          let isSame = streams[0] == streams[1] && streams[0].contains("SHA256=")
          return isSame ? nil : movie.path.description
        }
      }
      return try await group.reduce(into: [String]()) { $0 += [$1].compactMap { $0 } }
    }
    #expect(differing.isEmpty)
  }
}
