import Foundation
import Readers
import Support
import Testing
import Validator
import Writers

@testable import Command

@Suite struct `The command line of compare` {
  @Test func `takes a path or two files for each side`() throws {
    #expect(try CompareOptions(["a", "b"]).reference == ["a"])
    let files = try CompareOptions(["a.heic", "a.mov", "--all", "b.heic", "b.mov"])
    #expect(files.candidate == ["b.heic", "b.mov"])
    #expect(files.showsAll)
    for words in [[], ["a"], ["a", "b", "c"], ["a", ""]] {
      #expect(throws: UsageError.self) { try CompareOptions(words) }
    }
  }
}

@Suite struct `Comparing` {
  private static let good = "identifier-mismatch-pass-jpeg-and-h264"
  private static let goodHEIC = "identifier-mismatch-pass-heic-and-hevc"

  @Test func `tells differences only where it is asked to be quiet`() throws {
    let same = try Tool()("compare", "--quiet", Self.good, Self.good)
    #expect(same.code == 0 && same.output == "" && same.errors == "")
    let other = "identifier-mismatch-fail-two-shots"
    let loud = try Tool()("compare", Self.good, other)
    let quiet = try Tool()("compare", "-q", Self.good, other)
    #expect(quiet.code == 1 && quiet.output.contains("identifier/mismatch"))
    #expect(loud.output.hasPrefix(quiet.output) && loud.output.contains("(profile photos)."))
    #expect(!quiet.output.contains("(profile photos)."))
  }

  private func json(_ answer: Tool.Answer) throws -> [String: Any] {
    try #require(
      JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
  }

  private func verdicts(_ document: [String: Any]) -> [String] {
    (document["halves"] as? [[String: Any]] ?? []).compactMap { $0["verdict"] as? String }
  }

  /// The differences as `changed still Exif/…`.
  private func differences(_ document: [String: Any]) -> [String] {
    (document["groups"] as? [[String: Any]] ?? []).flatMap { group in
      (group["differences"] as? [[String: Any]] ?? []).map { difference in
        ["change", "half", "key"].map { difference[$0] as? String ?? "" }.joined(separator: " ")
      }
    }
  }

  @Test(arguments: [
    "identifier-mismatch-fail-two-shots", "identifier-encoding-fail-closing-nul",
    "identifier-case-differs-fail-movie-in-lower-case",
    "identifier-missing-in-movie-fail-key-lost",
  ])
  func `a pair that works with a mended one finds what is another shot's only`(specimen: String)
    throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    #expect(try Tool()("fix", specimen, "-o", "\(folder.path)/out").code == 0)
    let answer = try Tool()("compare", Self.good, "\(folder.path)/out", "--format", "json")
    #expect(
      try differences(json(answer)) == [
        "changed still Exif/MakerNote/0x0011 ContentIdentifier",
        "changed movie moov/meta/com.apple.quicktime.content.identifier",
      ])
  }

  // MARK: Inputs

  @Test(arguments: [good, goodHEIC])
  func `a pair with itself finds nothing`(pair: String) throws {
    let answer = try Tool()("compare", pair, pair)
    #expect(answer.code == 0)
    #expect(answer.output.hasSuffix("Nothing differs.\n"))
    #expect(answer.errors.isEmpty)
  }

  @Test func `finds a pair by folder, base name, files in any order, bundle and archive`() throws {
    let folder = try Tool()("compare", Self.good, Self.good).output
    let base = "\(Self.good)/IMG_0001"
    #expect(try Tool()("compare", base, Self.good).output == folder)
    let files = [base + ".MOV", base + ".JPG"]
    #expect(try Tool()("compare", files[0], files[1], files[1], files[0]).output == folder)
    for bundle in [
      "pair-bundle-invalid-pass-pvt/IMG_0001.pvt", "pair-bundle-invalid-pass-livp/IMG_0001.livp",
      "pair-bundle-invalid-pass-livp",
    ] {
      let answer = try Tool()("compare", "--format", "json", bundle, bundle)
      #expect(answer.code == 0, "\(bundle): \(answer.errors)")
      #expect(verdicts(try json(answer)) == ["identical", "identical"])
    }
  }

  @Test func `of two stills compares these alone, and of a pair what the other side has`() throws {
    let still = "\(Self.good)/IMG_0001.JPG"
    let alone = try Tool()("compare", still, still)
    #expect(alone.code == 0)
    #expect(!alone.output.contains("movie"))
    let half = try Tool()("compare", Self.good, still)
    #expect(half.code == 0)
    #expect(half.errors.contains("IMG_0001.MOV: not compared, as the candidate has no movie"))
  }

  @Test(arguments: [
    (["compare", good], "2 or 4 paths, not 1"),
    (["compare", "\(good)/IMG_0001.JPG", "\(good)/IMG_0001.MOV"], "name two stills"),
    (["compare", good, "identifier-reused-fail-two-shots"], "such as identifier-reused"),
    (["compare", good, "README.md"], "is neither a still nor a movie"),
    (["compare", good, "animation-area-fail-over-limit"], "holds no still and no movie"),
    (["compare", "--format", "yaml", good, good], "unknown format 'yaml'"),
  ])
  func `says in one line what was typed wrong`(words: [String], complaint: String) throws {
    let answer = try call(words)
    #expect(answer.code == 2)
    #expect(answer.errors.contains(complaint), "\(answer.errors)")
    #expect(answer.errors.split(separator: "\n").count == 1)
  }

  @Test func `says what could not be opened`() throws {
    let answer = try Tool()("compare", Self.good, "nowhere/IMG_0009")
    #expect(answer.code == 3)
    #expect(answer.errors.contains("nowhere/IMG_0009: "))
  }

  private func call(_ words: [String]) throws -> Tool.Answer {
    switch words.count {
    case 2: try Tool()(words[0], words[1])
    case 3: try Tool()(words[0], words[1], words[2])
    default: try Tool()(words[0], words[1], words[2], words[3], words[4])
    }
  }

  // MARK: Copies

  @Test func `of a copy with another identifier finds the identifier alone`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["IMG_0001.JPG", "IMG_0001.MOV"] {
      let path = "\(Corpus.path)/\(Self.good)/\(name)"
      let source = try FileSource(FilePath(path))
      let bytes = try source.bytes(at: 0, count: Int(source.size))
      let old = Array("BC9ADA38-8A39-4596-83FE-25C30D84964F".utf8)
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
      let new = Array("6F9619FF-8B86-4D01-B42D-00CF4FC964FF".utf8)
      let range = UInt64(start)..<UInt64(start + new.count)
      let copy = try RewrittenFile(
        source, [Replacement(range, with: new, in: "file", purpose: "writes the identifier")])
      try Data(copy.bytes(at: 0, count: Int(copy.size)))
        .write(to: folder.url.appending(path: name))
    }
    let document = try json(try Tool()("compare", "--format", "json", Self.good, folder.path))
    #expect(verdicts(document) == ["same-media", "same-media"])
    #expect(
      differences(document) == [
        "changed still Exif/MakerNote/0x0011 ContentIdentifier",
        "changed movie moov/meta/com.apple.quicktime.content.identifier",
      ])
  }

  @Test func `of a damaged copy says what is not compared`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let movie = "\(Self.goodHEIC)/IMG_0001.MOV"
    let bytes = try Data(contentsOf: URL(filePath: "\(Corpus.path)/\(movie)"))
    try bytes.prefix(bytes.count / 2).write(to: folder.url.appending(path: "cut.mov"))
    let answer = try Tool()("compare", movie, folder.path + "/cut.mov")
    #expect(answer.code == 1)
    #expect(answer.output.contains("whether the coded video is the same could not be told"))
    #expect(answer.output.contains("not compared: of the candidate no samples are known"))
    #expect(answer.output.contains("error movie/truncated"))
  }

  @Test(
    .enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [
      (["-c", "copy"], "same-media"),
      (["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0"], "re-encoded"),
    ])
  func `tells a movie that was packed anew from one that was coded anew`(
    options: [String], verdict: String
  ) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let movie = "\(Corpus.path)/\(Self.good)/IMG_0001.MOV"
    _ = try OtherReader.ffmpeg.output(
      ["-v", "error", "-i", movie, "-map", "0:v"] + options + [folder.path + "/copy.mov"])
    let answer = try Tool()("compare", "--format", "json", movie, folder.path + "/copy.mov")
    let document = try json(answer)
    #expect(verdicts(document) == [verdict])
    #expect(differences(document).contains("lost movie moov/track still-image-time"))
    let movieHalf = (document["halves"] as? [[String: Any]])?.first
    let video = (movieHalf?["coded"] as? [[String: Any]])?.first
    #expect(video?["equal"] as? Int == (verdict == "same-media" ? 60 : 0))
  }

  @Test(
    .enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"),
    arguments: ["\(good)/IMG_0001.JPG", "\(goodHEIC)/IMG_0001.HEIC"])
  func `of a still with other metadata names the tags`(still: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let copy = folder.path + "/copy." + (still.split(separator: ".").last ?? "")
    try FileManager.default.copyItem(atPath: "\(Corpus.path)/\(still)", toPath: copy)
    _ = try OtherReader.exiftool.output(
      "-q", "-overwrite_original", "-Artist=Ada", "-Model=Other", "-GPS:all=", copy)
    let document = try json(try Tool()("compare", "--format", "json", still, copy))
    #expect(verdicts(document) == ["same-media"])
    #expect(
      Set(differences(document)) == [
        "changed still Exif/IFD0/Model", "added still Exif/IFD0/Artist", "lost still Exif/GPS",
      ])
  }

  // MARK: Specimens

  /// Specimens that break one thing, with where the difference is that the rule fails over.
  @Test(arguments: [
    (
      "identifier-missing-in-movie-fail-key-lost", "photos",
      "lost movie moov/meta/com.apple.quicktime.content.identifier"
    ),
    (
      "identifier-encoding-fail-closing-nul", "photos",
      "changed movie moov/meta/com.apple.quicktime.content.identifier"
    ),
    (
      "geometry-exif-size-stale-fail-before-crop", "photos",
      "changed still Exif/ExifIFD/PixelXDimension"
    ),
    (
      "geometry-mirror-differs-fail-front-camera", "photos",
      "changed movie moov/track video/tkhd/matrix"
    ),
    ("still-time-missing-fail-no-track", "photos", "lost movie moov/track still-image-time"),
    ("movie-no-ftyp-fail-export", "photos", "lost movie ftyp"),
    ("movie-no-video-fail-track-disabled", "photos", "changed movie moov/track video/tkhd/flags"),
    ("movie-too-long-fail-four-seconds", "photos", "changed movie moov/mvhd/duration"),
    (
      "capture-device-differs-fail-other-model", "camera",
      "changed movie moov/meta/com.apple.quicktime.model"
    ),
    (
      "capture-time-differs-fail-ten-minutes", "camera",
      "changed movie moov/meta/com.apple.quicktime.creationdate"
    ),
    (
      "wallpaper-no-live-photo-info-fail-no-track", "wallpaper",
      "lost movie moov/track live-photo-info"
    ),
    ("wallpaper-segments-fail-two", "wallpaper", "changed movie moov/track video/edts/elst"),
    (
      "wallpaper-unlinked-track-fail-no-reference", "wallpaper",
      "lost movie moov/track live-photo-info/tref"
    ),
  ])
  func `shows first what breaks a specimen`(
    specimen: String, profile: String, difference: String
  ) throws {
    let answer = try Tool()(
      "compare", "--format=json", "--profile", profile, Self.good, specimen)
    #expect(answer.code == 1)
    let document = try json(answer)
    let groups = document["groups"] as? [[String: Any]] ?? []
    #expect(groups.first?["rank"] as? String == "fault")
    let rule = (groups.first?["rule"] as? String ?? "?").replacing("/", with: "-")
    #expect(specimen.hasPrefix(rule))
    #expect(differences(document).first == difference)
  }

  @Test func `survives every pair of media in the corpus`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Corpus.path).sorted()
    let stills = names.map { "\($0)/IMG_0001.JPG" }.filter {
      FileManager.default.fileExists(atPath: "\(Corpus.path)/\($0)")
    }
    // Every tenth: each is a process of its own.
    for still in stills.enumerated().filter({ $0.offset.isMultiple(of: 10) }).map(\.element) {
      let answer = try Tool()("compare", "\(Self.goodHEIC)/IMG_0001.HEIC", still)
      #expect(answer.code == 1, "\(still): \(answer.errors)")
    }
  }
}

@Suite(.enabled(if: DevicePairs.exist, "the device files are not beside the package"))
struct `Comparing pairs of devices` {
  @Test(arguments: ["p01", "p04", "p05", "p06", "p07"])
  func `with themselves finds nothing`(name: String) throws {
    let pair = try DevicePairs.path(of: name)
    let answer = try Tool()("compare", pair, pair)
    #expect(answer.code == 0)
    // Not because the bytes are equal: part by part.
    for type in ["heic", "jpg", "mov"] {
      guard let source = try? FileSource(FilePath("\(pair).\(type)")) else { continue }
      let file = try PartReader.read(source)
      #expect(file.notRead.isEmpty)
      #expect(
        PartComparison.differences(in: .still, reference: file.file, candidate: file.file).isEmpty)
      let coded = try CodedDataReader.read(source)
      #expect(!coded.isEmpty && coded.allSatisfy { $0.problem == nil }, "\(coded.map(\.problem))")
    }
  }

  @Test func `with another shot of the same maker folds what every shot has`() throws {
    let answer = try Tool()(
      "compare", try DevicePairs.path(of: "p04"), try DevicePairs.path(of: "p01"))
    #expect(answer.code == 1)
    #expect(answer.output.contains("→ another shot: the coded picture differs"))
    #expect(answer.output.contains("Differs from shot to shot"))
    #expect(answer.output.contains("no rule fails on the candidate alone"))
  }
}

/// Device pairs beside the package, where they exist.
private enum DevicePairs {
  /// The folder that holds the package.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let folders = [root, root.deletingLastPathComponent()].map {
    $0.appending(path: "shared/real/pairs").path
  }
  static let folder = folders.first { FileManager.default.fileExists(atPath: $0) }
  static let exist = folder != nil

  /// The path of a pair without its extension.
  static func path(of prefix: String) throws -> String {
    let folder = try #require(folder)
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: folder).sorted().first {
        $0.hasPrefix(prefix)
      })
    return folder + "/" + name.split(separator: ".").dropLast().joined(separator: ".")
  }
}
