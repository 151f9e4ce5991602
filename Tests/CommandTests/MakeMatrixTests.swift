import Foundation
import Readers
import Support
import Testing

/// A clip as somebody may have it: a coding in a container.
struct ClipForm: Sendable, CustomTestStringConvertible {
  let codec: String
  let container: String
  /// Whether Photos plays the coding, so that the coded samples stay.
  let isPlayed: Bool

  var testDescription: String { "\(codec) in .\(container)" }

  /// All that ffmpeg writes: WebM takes VP9 only, MOV does not.
  static let all: [ClipForm] = ["h264", "hevc", "mpeg4", "vp9"].flatMap { codec in
    ["mov", "mp4", "mkv", "webm"].compactMap { container in
      if container == "webm", codec != "vp9" { return nil }
      if container == "mov", codec == "vp9" { return nil }
      return ClipForm(
        codec: codec, container: container, isPlayed: codec == "h264" || codec == "hevc")
    }
  }

  /// What ffmpeg must be told to code it.
  var coding: [String] {
    switch codec {
    case "h264": ["-c:v", "libx264", "-preset", "ultrafast"]
    case "hevc":
      [
        "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params",
        "log-level=none",
      ]
    case "mpeg4": ["-c:v", "mpeg4", "-q:v", "2"]
    default: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]
    }
  }
}

@Suite(
  .enabled(
    if: [OtherReader.ffmpeg, .ffprobe, .exiftool, .heifConvert].allSatisfy(\.isInstalled),
    "ffmpeg, ffprobe, exiftool or heif-convert is not installed"))
struct `A Live Photo made of any still and clip` {
  /// Frames last a tenth of a second, so that no two are alike.
  private static let frameOfStill = 7
  private static let turns = [0, 90, 180, 270]

  @Test(arguments: ClipForm.all)
  func `passes the check, reads alike elsewhere and shows the clip's frame`(form: ClipForm) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let names = try sources(form, in: folder)
    try #require(!names.isEmpty)
    let tool = Tool(folder: folder.path)
    let rows = names.flatMap { clip in
      ["jpg", "heic", "png"].map { "\(clip).\(form.container),\(clip).\($0),\(clip)-\($0)" }
    }
    try Data(("movie,still,name\n" + rows.joined(separator: "\n") + "\n").utf8)
      .write(to: folder.url.appending(path: "list.csv"))
    let answer = try tool("make", "--pairs", "list.csv", "-o", "out", "--format", "json")
    #expect(answer.code == 0, "\(answer.errors)")
    let made = try MadeList(answer.output)
    #expect(made.pairs.count == rows.count)

    let check = try tool("check", "--fail-on", "warning", "out")
    #expect(check.code == 0, "\(check.output)")
    for pair in made.pairs {
      #expect(form.isPlayed ? pair.video != "encoded" : pair.video == "encoded", "\(pair)")
    }
    try expectEqualReadings(made, in: folder)
    try expectSamePictures(made, in: folder)
    if form.isPlayed { try expectSameSamples(made, form, in: folder) }
  }

  // MARK: What they are made of

  /// Makes the clips, turned by their metadata and with sound or none, and a still of each.
  ///
  /// - Returns: the names of the clips without extension.
  private func sources(_ form: ClipForm, in folder: TemporaryFolder) throws -> [String] {
    let upright = "\(folder.path)/upright"
    try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=10:duration=2", "-pix_fmt", "yuv420p"]
        + form.coding + ["\(upright).\(form.container)"])
    let sound = ["-f", "lavfi", "-i", "sine=frequency=440:duration=2"]
    let soundCoding =
      form.container == "webm"
      ? ["-c:a", "libopus"] : ["-c:a", "aac"]
    var names: [String] = []
    for turn in Self.turns {
      for hasSound in [true, false] {
        let name = "clip\(turn)\(hasSound ? "s" : "")"
        try ffmpeg(
          ["-i", "\(upright).\(form.container)"] + (hasSound ? sound : [])
            + ["-map", "0:v"] + (hasSound ? ["-map", "1:a"] + soundCoding : [])
            + ["-c:v", "copy", "-metadata:s:v:0", "rotate=\(turn)"]
            + (form.codec == "hevc" && form.container != "mkv" ? ["-tag:v", "hvc1"] : [])
            + ["\(folder.path)/\(name).\(form.container)"])
        names.append(name)
      }
      let frame = "\(folder.path)/frame\(turn)"
      // ffmpeg turns the picture upright as it decodes.
      try ffmpeg([
        "-i", "\(folder.path)/clip\(turn).\(form.container)", "-vf",
        "select=eq(n\\,\(Self.frameOfStill))", "-frames:v", "1", "\(frame).png",
      ])
      try ffmpeg(["-i", "\(frame).png", "-q:v", "2", "-pix_fmt", "yuvj420p", "\(frame).jpg"])
      _ = try OtherReader.heifEncode.output("-q", "90", "\(frame).png", "-o", "\(frame).heic")
      for name in names.suffix(2) {
        for still in ["jpg", "heic", "png"] {
          try FileManager.default.copyItem(
            atPath: "\(frame).\(still)", toPath: "\(folder.path)/\(name).\(still)")
        }
      }
    }
    return names
  }

  private func ffmpeg(_ arguments: [String]) throws {
    _ = try OtherReader.ffmpeg.output(["-v", "error", "-nostdin", "-y"] + arguments)
  }

  // MARK: What came of it

  /// exiftool finds the identifier in both halves and the key photo's track; ffprobe reads the
  /// movie without a complaint.
  private func expectEqualReadings(_ made: MadeList, in folder: TemporaryFolder) throws {
    // exiftool calls the still's tag by another name than the movie's key.
    let text = try OtherReader.exiftool.output(
      ["-ee", "-m", "-q", "-p", "$Directory/$FileName|${ContentIdentifier;}${MediaGroupUUID;}|"]
        + made.pairs.flatMap(\.files).map { "\(folder.path)/\($0)" })
    for pair in made.pairs {
      for file in pair.files {
        #expect(text.contains("\(file)|\(pair.identifier)|"), "\(file): \(text)")
      }
      let complaints = try OtherReader.ffprobe.output([
        "-v", "warning", "-show_entries",
        "stream=codec_type:stream_side_data=rotation:format=format_name",
        "-of", "compact", "\(folder.path)/\(pair.files[1])",
      ])
      #expect(complaints.contains("format_name=mov"))
      #expect(complaints.contains("codec_type=data"), "\(complaints)")
    }
  }

  /// The still shows, upright, what the movie shows at the key photo time.
  private func expectSamePictures(_ made: MadeList, in folder: TemporaryFolder) throws {
    for pair in made.pairs {
      let movie = "\(folder.path)/\(pair.files[1])"
      let still = "\(folder.path)/\(pair.files[0])"
      var picture = still
      if still.hasSuffix(".heic") {
        picture = still + ".png"
        _ = try OtherReader.heifConvert.output(still, picture)
      }
      let frame = try pixels(
        ["-i", movie], frame: Int((pair.stillTime * 10 + 0.001).rounded(.down)))
      let shown = try pixels(["-i", picture], frame: 0)
      #expect(frame.count == 40 * 40 && shown.count == frame.count, "\(pair.files)")
      let difference = zip(frame, shown).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      // The next frame is 8 away, the same one, coded twice, 1 or 2.
      #expect(difference / max(1, frame.count) < 5, "\(pair.files) at \(pair.stillTime)")
    }
  }

  /// A frame as 40 × 40 grey pixels.
  private func pixels(_ input: [String], frame: Int) throws -> [UInt8] {
    let output = "\(FileManager.default.temporaryDirectory.path)/\(UUID()).gray"
    defer { try? FileManager.default.removeItem(atPath: output) }
    try ffmpeg(
      input + [
        "-frames:v", "1", "-vf", "select=eq(n\\,\(frame)),scale=40:40", "-pix_fmt", "gray", "-f",
        "rawvideo", output,
      ])
    return try Array(Data(contentsOf: URL(filePath: output)))
  }

  /// The coded video of a clip that Photos plays is in the movie bit for bit.
  private func expectSameSamples(_ made: MadeList, _ form: ClipForm, in folder: TemporaryFolder)
    throws
  {
    for pair in made.pairs {
      let hashes = try [pair.clip, pair.files[1]].map { file in
        try OtherReader.ffmpeg.output(
          [
            "-v", "error", "-i", "\(folder.path)/\(file)", "-map", "0:v:0", "-c", "copy", "-bsf:v",
            form.codec == "h264" ? "h264_mp4toannexb" : "hevc_mp4toannexb", "-f", "streamhash", "-",
          ])
      }
      #expect(hashes[0] == hashes[1], "\(pair.clip) \(pair.files[1])")
    }
  }
}

/// What `make --format json` tells.
private struct MadeList: Decodable {
  struct Pair: Decodable {
    let files: [String]
    let clip: String
    let identifier: String
    let stillTime: Double
    let video: String
  }

  let pairs: [Pair]

  private enum CodingKeys: String, CodingKey { case pairs = "made" }

  init(_ json: String) throws {
    self = try JSONDecoder().decode(MadeList.self, from: Data(json.utf8))
  }
}
