import Foundation
import Readers
import Rules
import Support
import Testing
import Validator
import Writers

@testable import Command

@Suite struct `A .livp archive` {
  private let still: [UInt8]
  private let movie: [UInt8]
  private let judge = Judge(
    reader: MediaReader(plan: ReadingPlan()),
    engine: Engine(rules: Catalogue.rules, profile: .photos))

  init() throws {
    let specimens = Specimen.all(try Media(in: Corpus.mediaPath))
    let pair = try #require(specimens.first { $0.name == "pair-bundle-invalid-pass-pvt" })
    still = try #require(pair.files.first { $0.name.hasSuffix("JPG") }).bytes
    movie = try #require(pair.files.first { $0.name.hasSuffix("MOV") }).bytes
  }

  private var whole: ZipArchive {
    ZipArchive(
      ZipArchive.Member("IMG_0001.JPG", still), ZipArchive.Member("IMG_0001.MOV", movie))
  }

  /// What is said of a file with these bytes.
  private func judge(_ bytes: [UInt8]) throws -> SubjectReport {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).livp")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return judge.archive(FilePath(file.path)).report
  }

  private func judge(_ change: (inout ZipArchive) -> Void) throws -> SubjectReport {
    var archive = whole
    change(&archive)
    return try judge(archive.bytes)
  }

  @Test func `is a pair by construction`() throws {
    let report = try judge(whole.bytes)
    #expect(report.bond == .bundle)
    #expect(report.results.isEmpty)
    #expect(report.verdict?.pairs == .yes)
    let names = report.files.map { $0.file.path.description.split(separator: ".livp!").last }
    #expect(names == ["IMG_0001.JPG", "IMG_0001.MOV"])
    #expect(report.files.map(\.file.size) == [UInt64(still.count), UInt64(movie.count)])
  }

  @Test func `may hold what the packing system left in it`() throws {
    let report = try judge {
      $0.members += ["__MACOSX/._IMG_0001.JPG", ".DS_Store", "IMG_0001/"].map {
        ZipArchive.Member($0, [])
      }
      $0.members.append(ZipArchive.Member("readme.txt", Array("hello".utf8)))
    }
    #expect(report.results.isEmpty)
  }

  @Test func `holds one still and one movie`() throws {
    let without = try judge { $0.members.removeLast() }.failure
    #expect(without?.message.hasSuffix("holds no movie") == true)
    let twice = try judge { $0.members.append(ZipArchive.Member("B.MOV", movie)) }.failure
    #expect(twice?.message.contains("holds 2 movies") == true)
  }

  @Test func `is a whole zip archive`() throws {
    let cut = try judge(Array(whole.bytes.prefix(4_000)))
    #expect(cut.failure?.message.contains("ends without the directory") == true)
    #expect(cut.files.count == 2)
    #expect(cut.verdict?.pairs == .no)
    let other = try judge(still)
    #expect(other.failure?.message.contains("the bytes are jpeg data") == true)
    // The archive itself is listed, once.
    #expect(other.files.count == 1)
    #expect(try judge([]).failure?.message.contains("the file is empty") == true)
  }

  @Test func `does not lead out of its folder`() throws {
    let report = try judge { $0.members[0].name = Array("../IMG_0001.JPG".utf8) }
    #expect(report.failure?.message.contains("../IMG_0001.JPG, which leads out") == true)
  }

  @Test func `lies about no size`() throws {
    let report = try judge { $0.members[1].size += 1 }
    #expect(report.failure?.message.contains("IMG_0001.MOV") == true)
    #expect(report.results.contains { $0.state == .unreadable })
  }

  @Test func `cannot be judged where it is encrypted`() throws {
    let report = try judge { $0.members[1].flags = 1 }
    #expect(report.failure == nil)
    #expect(report.verdict?.pairs == .unknown)
    #expect(report.results.first { $0.rule.id == "pair/bundle-invalid" }?.state == .unreadable)
  }

  @Test func `never stops the tool`() throws {
    var random = Seeded(state: 0x11F7)
    let bytes = whole.bytes
    for _ in 0..<300 {
      var mutant = bytes
      for _ in 0...Int.random(in: 0...4, using: &random) {
        // Half of the changes go where the archive's own structures are.
        let place =
          Bool.random(using: &random)
          ? mutant.indices.suffix(200).randomElement(using: &random)
          : mutant.indices.randomElement(using: &random)
        if let place { mutant[place] = .random(in: 0...255, using: &random) }
      }
      if Int.random(in: 0..<8, using: &random) == 0 {
        mutant.removeLast(Int.random(in: 0..<mutant.count, using: &random))
      }
      #expect(try judge(mutant).kind == .pair)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: caseFile)))
  func `as an app exported it is a pair`() {
    let report = judge.archive(FilePath(caseFile)).report
    #expect(report.verdict?.pairs == .yes)
    #expect(report.failure == nil)
  }
}

/// A reproduction of a public report, where it is at hand.
private let caseFile = Corpus.path + "/../../shared/cases/livp/IMG_0001.livp"

extension SubjectReport {
  /// What `pair/bundle-invalid` says where it fails.
  fileprivate var failure: RuleResult? {
    results.first { $0.rule.id == "pair/bundle-invalid" && $0.state == .fail }
  }
}

/// Numbers that look random and are the same in every run (SplitMix64).
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
