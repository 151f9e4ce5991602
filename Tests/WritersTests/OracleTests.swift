import Foundation
import Readers
import Support
import Testing
import Validator
import Writers

/// A reading of other software that is known to differ from ours, and why.
private struct KnownDefect: Sendable {
  let reader: OtherReader
  /// What the path of the file begins with.
  let file: String
  let fact: String
  let reason: String
}

private let knownDefects = [
  KnownDefect(
    reader: .exiftool, file: "identifier-missing-in-movie-fail-transcoded/", fact: "videoTracks",
    reason: "without further handlers it names that of the data (alis) in place of the track's"),
  KnownDefect(
    reader: .exiftool, file: "identifier-misplaced-fail-user-data/", fact: "identifier",
    reason: "it reads the keys of moov/udta/meta too, where Photos does not look"),
  KnownDefect(
    reader: .exiftool, file: "identifier-multiple-fail-second-key/", fact: "identifier",
    reason: "of several values it keeps the last, we name the first and report the other"),
  KnownDefect(
    reader: .ffprobe, file: "identifier-misplaced-fail-user-data/", fact: "identifier",
    reason: "libavformat looks up the values of one meta box in the keys of another"),
  KnownDefect(
    reader: .ffprobe, file: "identifier-misplaced-fail-full-box/", fact: "identifier",
    reason: "libavformat passes over version and flags where Apple's meta has none"),
  KnownDefect(
    reader: .ffprobe, file: "identifier-multiple-fail-second-key/", fact: "identifier",
    reason: "of several values it keeps the last, we name the first and report the other"),
  KnownDefect(
    reader: .ffprobe, file: "movie-fragmented-fail-last-frame/", fact: "duration",
    reason: "it adds the fragments; the header, which we quote, does not count them"),
  KnownDefect(
    reader: .ffprobe, file: "movie-no-video-pass-auxiliary-track/", fact: "videoTracks",
    reason: "libavformat takes auxiliary pictures (auxv) for video"),
]

/// One file of the corpus with our reading of it.
private struct ReadFile: Sendable {
  let path: String
  let reading: FileReading
  /// The same for files that differ in nothing but the identifier.
  let kind: Data

  /// All files of the corpus that a reader of pictures and movies is asked for.
  static let all: [ReadFile] = {
    guard let media = try? Media(in: Corpus.mediaPath) else { return [] }
    return Specimen.all(media).flatMap { specimen in
      specimen.files.compactMap { file in
        let bytes = file.bytes
        guard let reading = try? FileReading(bytes, name: file.name), reading.facts["type"] != nil,
          !file.name.hasSuffix(".livp")
        else { return nil }
        let identifier = Array(specimen.identifier.utf8)
        return ReadFile(
          path: "\(specimen.name)/\(file.name)", reading: reading,
          kind: Data(bytes.replacing(identifier, with: [])))
      }
    }
  }()

  var isMovie: Bool { ["quicktime", "mp4"].contains { reading.facts["type"] == .text($0) } }
}

/// Whether another reader's facts are ours, but for what is known.
private func expectAgreement(
  of reader: OtherReader, on facts: [String], with others: [(ReadFile, [String: FileReading.Fact])]
) {
  var used: Set<String> = []
  for (file, other) in others {
    for fact in facts {
      guard let own = file.reading.facts[fact] else { continue }
      let found = other[fact] ?? .nothing
      if isSame(own, found) { continue }
      let defect = knownDefects.first {
        $0.reader == reader && $0.fact == fact && file.path.hasPrefix($0.file)
      }
      #expect(defect != nil, "\(file.path): we read \(fact) as \(own), \(reader) as \(found)")
      if let defect { used.insert(defect.file + defect.fact) }
    }
  }
  for defect in knownDefects where defect.reader == reader {
    #expect(
      used.contains(defect.file + defect.fact),
      "\(reader) no longer differs on \(defect.file): \(defect.reason)")
  }
}

/// Times are shown with six decimals at most, ours with three.
private func isSame(_ own: FileReading.Fact, _ other: FileReading.Fact) -> Bool {
  if case .number(let left) = own, case .number(let right) = other {
    return (left - right).magnitude < 0.002
  }
  return own == other
}

@Suite struct `Our reading of every specimen` {
  @Test(.enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"))
  func `is that of exiftool`() throws {
    let files = ReadFile.all
    #expect(files.count > 250)
    let found = try Exiftool.readings(of: files.map { "\(Corpus.path)/\($0.path)" })
    expectAgreement(
      of: .exiftool,
      on: [
        "identifier", "width", "height", "orientation", "duration", "codec", "rotation",
        "videoTracks", "stillTrack",
      ],
      with: files.map { ($0, found["\(Corpus.path)/\($0.path)"] ?? [:]) })
  }

  // It is one process a movie, so movies that differ in their identifiers alone are asked for once.
  @Test(.enabled(if: OtherReader.ffprobe.isInstalled, "ffprobe is not installed"))
  func `is that of ffprobe`() async throws {
    var kinds: Set<Data> = []
    let movies = ReadFile.all.filter { $0.isMovie && kinds.insert($0.kind).inserted }
    #expect(movies.count > 50)
    let found = await withTaskGroup(of: (Int, [String: FileReading.Fact]).self) { group in
      for index in movies.indices {
        let file = movies[index]
        group.addTask { (index, (try? FFprobe.reading(of: file)) ?? [:]) }
      }
      return await group.reduce(into: [Int: [String: FileReading.Fact]]()) { $0[$1.0] = $1.1 }
    }
    expectAgreement(
      of: .ffprobe,
      on: [
        "identifier", "width", "height", "duration", "codec", "rotation", "videoTracks",
        "stillTime",
      ],
      with: movies.indices.map { (movies[$0], found[$0] ?? [:]) })
  }
}

@Suite(
  .enabled(if: DeviceFiles.exist, "the device files are not beside the package"),
  .enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"))
struct `Our reading of device files` {
  @Test func `finds the identifiers that exiftool finds`() throws {
    let paths = DeviceFiles.paths
    #expect(paths.count > 20)
    let found = try Exiftool.readings(of: paths)
    for path in paths {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      guard let own = try FileReading(bytes, name: path).facts["identifier"] else { continue }
      #expect(own == found[path]?["identifier"] ?? .nothing, "\(path)")
    }
  }
}

private enum DeviceFiles {
  static let root = "\(Corpus.path)/../../shared/real"
  static let exist = FileManager.default.fileExists(atPath: root)

  /// The halves of pairs and lone files, sorted.
  static var paths: [String] {
    ["pairs", "tool_pairs", "broken_pairs", "singles", "edited"].flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
      return names.filter { name in
        [".jpg", ".jpeg", ".heic", ".mov"].contains { name.lowercased().hasSuffix($0) }
      }.sorted().map { "\(root)/\(folder)/\($0)" }
    }
  }
}

/// What exiftool says, in our terms.
private enum Exiftool {
  static func readings(of paths: [String]) throws -> [String: [String: FileReading.Fact]] {
    // It ends with 1 where one of the files is damaged, and tells of the others all the same.
    let text = try OtherReader.exiftool.output(
      [
        "-j", "-n", "-G1", "-ee", "-ImageWidth", "-ImageHeight", "-Orientation",
        "-ContentIdentifier", "-MediaGroupUUID", "-Duration", "-CompressorID", "-Rotation",
        "-HandlerType", "-StillImageTime",
      ] + paths, allowsFailure: true)
    let entries = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
    var readings: [String: [String: FileReading.Fact]] = [:]
    for entry in entries {
      if let path = entry["SourceFile"] as? String { readings[path] = facts(of: entry) }
    }
    return readings
  }

  private static func facts(of entry: [String: Any]) -> [String: FileReading.Fact] {
    let picture =
      (1...9).map { "Track\($0)" }.first { entry["\($0):CompressorID"] != nil } ?? "Track1"
    func first(_ names: String...) -> FileReading.Fact {
      names.lazy.compactMap { entry[$0] }.first.map { FileReading.Fact(json: $0) } ?? .nothing
    }
    let stillTracks = (1...9).filter { entry["Track\($0):StillImageTime"] != nil }
    let videoTracks = entry.filter {
      $0.key.hasSuffix(":HandlerType") && $0.value as? String == "vide"
    }
    return [
      "identifier": first(
        "Apple:MediaGroupUUID", "Apple:ContentIdentifier", "Keys:ContentIdentifier"),
      "width": first("\(picture):ImageWidth", "File:ImageWidth", "PNG:ImageWidth"),
      "height": first("\(picture):ImageHeight", "File:ImageHeight", "PNG:ImageHeight"),
      "orientation": first("IFD0:Orientation"), "duration": first("QuickTime:Duration"),
      "codec": first("\(picture):CompressorID"), "rotation": first("Composite:Rotation"),
      "videoTracks": .number(Double(videoTracks.count)),
      "stillTrack": stillTracks.first.map { .number(Double($0)) } ?? .nothing,
    ]
  }
}

/// What ffprobe says, in our terms.
private enum FFprobe {
  static func reading(of file: ReadFile) throws -> [String: FileReading.Fact] {
    let text = try OtherReader.ffprobe.output(
      [
        "-v", "quiet", "-of", "json", "-show_format", "-show_streams",
        "\(Corpus.path)/\(file.path)",
      ], allowsFailure: true)
    let found = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let format = found["format"] as? [String: Any] ?? [:]
    let streams = found["streams"] as? [[String: Any]] ?? []
    let videos = streams.filter { $0["codec_type"] as? String == "video" }
    let video = videos.first ?? [:]
    func fact(_ value: Any?) -> FileReading.Fact {
      value.map { FileReading.Fact(json: $0) } ?? .nothing
    }
    let sideData = video["side_data_list"] as? [[String: Any]] ?? []
    let turn = sideData.lazy.compactMap { $0["rotation"] as? Int }.first ?? 0
    var facts: [String: FileReading.Fact] = [
      "identifier": fact(
        (format["tags"] as? [String: Any])?["com.apple.quicktime.content.identifier"]),
      "width": fact(video["width"]), "height": fact(video["height"]),
      "codec": fact(video["codec_tag_string"]), "duration": seconds(format["duration"]),
      "videoTracks": .number(Double(videos.count)),
      // It counts anticlockwise.
      "rotation": .number(Double(((360 - turn) % 360 + 360) % 360)), "stillTime": .nothing,
    ]
    // It does not name the keys of timed metadata: which track it is, is our reading.
    if case .number(let track)? = file.reading.facts["stillTrack"] {
      let stream = streams.first { $0["index"] as? Int == Int(track) - 1 }
      facts["stillTime"] = seconds(stream?["start_time"])
    }
    return facts
  }

  private static func seconds(_ value: Any?) -> FileReading.Fact {
    (value as? String).flatMap { Double($0) }.map { .number($0) } ?? .nothing
  }
}

extension FileReading.Fact {
  fileprivate init(json value: Any) {
    self =
      switch value {
      case let number as NSNumber: .number(number.doubleValue)
      default: .text("\(value)")
      }
  }
}
