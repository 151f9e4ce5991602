import Foundation
import Readers
import Support
import Testing
import Validator
import Writers

/// A movie that was changed, and what it was, as files of a folder.
private struct ChangedMovie {
  let name: String
  let old: URL
  let new: URL
  /// The moment that was written, in seconds.
  let seconds: Double
}

/// A folder of changed movies, which is removed with it.
private final class ChangedMovies {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private(set) var movies: [ChangedMovie] = []

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Changes a movie in all that can be changed, with its mark in the middle of what is shown, and
  /// looks at what came of it.
  func add(_ old: URL) throws {
    let name = old.lastPathComponent
    let source = try FileSource(FilePath(old.path))
    let before = try facts(source)
    let shown = try #require(before.videoTrack.value?.presentation, "\(name)")
    var changes = MovieChanges.all
    changes.stillTime = MediaTime(
      Int64(((shown.lowerBound + shown.upperBound) / 2 * 600).rounded(.down)), scale: 600)
    let file = try RewrittenFile(source, MovieRewriter.replacements(changes, in: source))
    let new = folder.appending(path: "\(movies.count)-\(name)")
    let bytes = try file.bytes(at: 0, count: Int(file.size))
    try Data(bytes).write(to: new)
    let after = try facts(bytes)
    #expect(after.identifier.value == StoredIdentifier(text: newIdentifier), "\(name)")
    #expect(after.strayIdentifiers.isEmpty && after.otherIdentifiers.isEmpty, "\(name)")
    #expect(after.majorBrand.value == "qt  ", "\(name)")
    let mark = try #require(after.stillTimes.value?.first?.presentationTime?.seconds, "\(name)")
    let wanted = try #require(changes.stillTime?.seconds)
    #expect((mark - wanted).magnitude < 0.002 && after.stillTimes.value?.count == 1, "\(name)")
    #expect(unchangeableFacts(after) == unchangeableFacts(before), "\(name)")
    if let matrix = before.stillImageTransform.value {
      #expect(after.stillImageTransform.value == matrix, "\(name)")
    }
    try expectSameSamples(file, source)
    try expectSettled(bytes, changes)
    movies.append(ChangedMovie(name: name, old: old, new: new, seconds: mark))
  }

  // MARK: Other readers

  /// Whether ffmpeg copies the same packets out of the movies, each batch in one process.
  func expectSamePackets() throws {
    func hashes(_ files: [URL]) throws -> String {
      let inputs = files.flatMap { ["-i", $0.path] }
      let maps = files.indices.flatMap { ["-map", "\($0):v?", "-map", "\($0):a?"] }
      // Blanked pictures are no coded ones: it has much to say of them.
      return try OtherReader.ffmpeg.output(
        ["-v", "fatal", "-nostdin"] + inputs + maps + ["-c", "copy", "-f", "streamhash", "-"])
    }
    let old = try hashes(movies.map(\.old))
    #expect(old.split(separator: "\n").count >= movies.count)
    #expect(try old == hashes(movies.map(\.new)))
  }

  /// Whether ffprobe says the same of all streams but for that of the mark, and finds its moment.
  func expectSameStreams() throws {
    for movie in movies {
      let before = try streams(of: movie.old)
      let after = try streams(of: movie.new)
      #expect(after.shown == before.shown, "\(movie.name)")
      let moved = after.starts.contains { ($0 - movie.seconds).magnitude < 0.002 }
      #expect(moved, "\(movie.name): \(after.starts), not \(movie.seconds)")
    }
  }

  private func streams(of file: URL) throws -> (shown: [String], starts: [Double]) {
    let text = try OtherReader.ffprobe.output(
      "-v", "quiet", "-of", "json", "-show_streams", file.path)
    let found = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let streams = found["streams"] as? [[String: Any]] ?? []
    let (data, shown) = (
      streams.filter { $0["codec_type"] as? String == "data" },
      streams.filter { $0["codec_type"] as? String != "data" }
    )
    return (
      try shown.map { stream in
        let kept = stream.filter { $0.key != "index" }
        let text = try JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys])
        return String(decoding: text, as: UTF8.self)
      },
      data.compactMap { ($0["start_time"] as? String).flatMap(Double.init) }
    )
  }

  /// Whether exiftool finds the identifier once and the mark.
  func expectReadByExiftool() throws {
    let text = try OtherReader.exiftool.output(
      ["-j", "-n", "-a", "-G1", "-ee", "-ContentIdentifier", "-StillImageTime", "-Warning"]
        + movies.map(\.new.path), allowsFailure: true)
    let entries = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]] ?? []
    #expect(entries.count == movies.count)
    for (movie, entry) in zip(movies, entries) {
      #expect(entry["Keys:ContentIdentifier"] as? String == newIdentifier, "\(movie.name)")
      let marks = entry.filter { $0.key.hasSuffix(":StillImageTime") && $0.key.hasPrefix("Track") }
      #expect(marks.count == 1, "\(movie.name): \(entry)")
    }
  }
}

@Suite(
  .enabled(if: DeviceMovies.exist, "the device files are not beside the package"))
struct `A changed movie of a device` {
  @Test func `is what it was but for the changes`() throws {
    let changed = try ChangedMovies()
    for file in DeviceMovies.whole { try changed.add(file) }
    #expect(changed.movies.count >= 15)
    if OtherReader.ffmpeg.isInstalled { try changed.expectSamePackets() }
    if OtherReader.ffprobe.isInstalled { try changed.expectSameStreams() }
    if OtherReader.exiftool.isInstalled { try changed.expectReadByExiftool() }
  }

  @Test func `is refused with a place, or whole`() throws {
    for file in DeviceMovies.all {
      let source = try FileSource(FilePath(file.path))
      guard let before = try? facts(source), before.file.type?.half == .movie else { continue }
      do {
        let replacements = try MovieRewriter.replacements(.all, in: source)
        #expect(try facts(RewrittenFile(source, replacements)).damages.allSatisfy(\.isMinor))
      } catch let error as RewriteError {
        #expect(error.place != nil, "\(file.lastPathComponent): \(error.reason)")
      }
    }
  }
}

private enum DeviceMovies {
  static let root = URL(filePath: Corpus.path).appending(path: "../../shared/real")
    .standardizedFileURL
  static let exist = FileManager.default.fileExists(atPath: root.path)

  /// All movies, sorted.
  static var all: [URL] {
    ["pairs", "tool_pairs", "broken_pairs", "singles", "edited", "malformed"].flatMap { folder in
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)) ?? []
      return names.filter { name in
        [".mov", ".mp4"].contains { name.lowercased().hasSuffix($0) }
      }.sorted().map { root.appending(path: "\(folder)/\($0)") }
    }
  }

  /// Those of devices and apps that show a video.
  static var whole: [URL] {
    all.filter { file in
      guard !file.path.contains("/malformed/"), let source = try? FileSource(FilePath(file.path)),
        let movie = try? facts(source)
      else { return false }
      return movie.videoTrack.value != nil && movie.damages.allSatisfy(\.isMinor)
    }
  }
}

@Suite(
  .enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct `A changed movie of ffmpeg` {
  private static let picture = [
    "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=15:duration=2",
  ]
  private static let sound = [
    "-f", "lavfi", "-i", "sine=frequency=440:duration=2", "-c:a", "aac", "-shortest",
  ]
  private static let codec = ["-c:v", "mpeg4", "-q:v", "10"]

  /// Names with the arguments that are special about them.
  private static let recipes: [(name: String, arguments: [String])] = [
    ("last.mp4", codec), ("first.mp4", codec + ["-movflags", "+faststart"]),
    ("plain.mov", codec), ("sound.mp4", sound + codec),
    ("sound.mov", sound + codec + ["-movflags", "+faststart"]),
    ("turned.mp4", codec + ["-metadata:s:v", "rotate=90", "-movflags", "+faststart"]),
    ("tags.mp4", codec + ["-metadata", "title=A dog", "-metadata", "comment=good"]),
    (
      "stray.mp4",
      codec + [
        "-movflags", "+use_metadata_tags+faststart", "-metadata",
        "com.apple.quicktime.content.identifier=C07D5E21-38AB-4B9F-A6D4-7E1F02B8953C",
      ]
    ),
    ("timescale.mov", codec + ["-movie_timescale", "90000"]),
    ("coarse.mov", codec + ["-movie_timescale", "600"]),
    ("chapters.mov", codec + ["-timecode", "00:00:00:00"]),
  ]

  @Test func `is what it was but for the changes`() throws {
    let changed = try ChangedMovies()
    for recipe in Self.recipes {
      let file = changed.folder.appending(path: recipe.name)
      _ = try OtherReader.ffmpeg.output(Self.picture + recipe.arguments + [file.path])
      try changed.add(file)
    }
    #expect(changed.movies.count == Self.recipes.count)
    try changed.expectSamePackets()
    if OtherReader.ffprobe.isInstalled { try changed.expectSameStreams() }
    if OtherReader.exiftool.isInstalled { try changed.expectReadByExiftool() }
  }

  @Test(arguments: ["+frag_keyframe+empty_moov", "+dash", "+frag_keyframe"])
  func `is refused where it is in fragments`(flags: String) throws {
    let folder = try ChangedMovies()
    let file = folder.folder.appending(path: "fragments.mp4")
    _ = try OtherReader.ffmpeg.output(
      Self.picture + Self.codec + ["-movflags", flags, file.path])
    let source = try FileSource(FilePath(file.path))
    let error = #expect(throws: RewriteError.self) {
      try MovieRewriter.replacements(.all, in: source)
    }
    #expect(error?.place != nil)
  }
}
