import DecoderProtocol
import Foundation
import Support
import Validator

@testable import Command

/// A folder with movies and stills that ffmpeg makes, and the decoder to try on them.
struct Workshop {
  let folder: URL
  var decoder: DecoderProcess

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "livephotolint-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    decoder = DecoderProcess(program: Workshop.program)
  }

  /// The decoder that was built with the tests: beside the bundle, else beside its executable.
  private static var program: FilePath {
    let folders = [
      Bundle.main.bundleURL.deletingLastPathComponent(),
      Bundle.main.executableURL?.deletingLastPathComponent(),
    ]
    let places = folders.compactMap { $0?.appending(path: "livephotolint-decode").path }
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
    return FilePath(found ?? "livephotolint-decode")
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> FilePath { FilePath(folder.appending(path: name).path) }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: name).path)
  }

  /// The names of all files in the folder.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: folder.appending(path: name)))
  }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  // MARK: Movies

  /// Ten frames a second, each of another brightness than its neighbours and smooth in itself.
  static let source =
    "nullsrc=s=64x48:r=10:d=2,geq=lum='16+mod(N*37,150)+X/2+Y/3':cb='96+X':cr='160-Y'"
  static let tone = "sine=d=2:r=44100"

  /// Has ffmpeg make a file.
  func make(_ name: String, _ arguments: String...) throws {
    _ = try OtherReader.ffmpeg.output(
      ["-v", "error", "-y"] + arguments + [folder.appending(path: name).path])
  }

  /// Has ffmpeg make a movie of the source, a key frame each second, without sound.
  func makeMovie(_ name: String, _ coding: [String], filter: String = "null") throws {
    _ = try OtherReader.ffmpeg.output(
      ["-v", "error", "-y", "-f", "lavfi", "-i", "\(Workshop.source),\(filter)"]
        + ["-pix_fmt", "yuv420p", "-g", "10"] + coding + [folder.appending(path: name).path])
  }

  /// Has ffmpeg make a movie of the source and a tone.
  func makeMovieWithSound(_ name: String, _ coding: [String]) throws {
    _ = try OtherReader.ffmpeg.output(
      ["-v", "error", "-y", "-f", "lavfi", "-i", Workshop.source, "-f", "lavfi", "-i"]
        + [Workshop.tone, "-pix_fmt", "yuv420p", "-g", "10"] + coding
        + [folder.appending(path: name).path])
  }

  static let h264 = ["-c:v", "libx264", "-bf", "2", "-sc_threshold", "0"]
  static let hevc = ["-c:v", "libx265", "-x265-params", "log-level=error:keyint=10:min-keyint=10"]

  static let mpeg4 = ["-c:v", "mpeg4", "-sc_threshold", "1000000000"]

  // MARK: What others see

  /// What ffprobe shows of a file, a line each; its warnings come as the lines `WARNING`.
  func probe(_ name: String, _ entries: String, stream: String = "v") throws -> [String] {
    try OtherReader.ffprobe.output(
      "-v", "error", "-select_streams", stream, "-show_entries", entries, "-of",
      "default=noprint_wrappers=1", folder.appending(path: name).path
    ).split(separator: "\n").map(String.init)
  }

  /// The MD5 of every coded sample of a track, as ffmpeg tells it.
  func sampleHashes(_ name: String, stream: String = "v") throws -> [String] {
    try OtherReader.ffmpeg.output(
      "-v", "error", "-i", folder.appending(path: name).path, "-map", "0:\(stream)", "-c", "copy",
      "-f", "framemd5", "-"
    ).split(separator: "\n").filter { !$0.hasPrefix("#") }
      // The sixth of its columns; hashes of what goes with a sample may follow.
      .compactMap {
        $0.split(separator: ",").dropFirst(5).first?.trimmingCharacters(in: .whitespaces)
      }
  }

  /// The pixels of a picture or of one frame of a movie, as ffmpeg sees them: turned, RGB.
  func pixels(_ name: String, frame: Int = 0) throws -> [UInt8] {
    try make(
      "pixels.rgb", "-i", folder.appending(path: name).path, "-vf", "select=eq(n\\,\(frame))",
      "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24")
    return try bytes("pixels.rgb")
  }

  /// How far two pictures are apart on average, in steps of 255; 255 where the sizes differ.
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Double {
    guard left.count == right.count, !left.isEmpty else { return 255 }
    return Double(zip(left, right).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
      / Double(left.count)
  }
}

/// The error that a task ends with; nil where it ends well.
func failure<Reply>(_ body: () throws(DecoderError) -> Reply) -> DecoderError? {
  do throws(DecoderError) {
    _ = try body()
    return nil
  } catch { return error }
}
