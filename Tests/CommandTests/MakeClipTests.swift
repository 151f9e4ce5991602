import Foundation
import Support
import Testing

@testable import Command

/// Clips whose times and tracks are out of the ordinary.
@Suite(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct `make of a clip` {
  private let folder: TemporaryFolder
  private let tool: Tool

  init() throws {
    folder = try TemporaryFolder()
    tool = Tool(folder: folder.path)
  }

  /// Writes `clip.mp4`, two seconds with pictures that are shown late after they are decoded, and
  /// its frame at 1 s as `still.jpg`.
  private func makeClip() throws {
    try ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=2", "-c:v", "libx264", "-pix_fmt",
      "yuv420p", "-bf", "2", "clip.mp4")
    try ffmpeg("-ss", "1", "-i", "clip.mp4", "-frames:v", "1", "-q:v", "2", "still.jpg")
  }

  private func ffmpeg(_ words: String...) throws { try ffmpeg(words) }

  /// Runs ffmpeg; files lie in the folder.
  private func ffmpeg(_ words: [String]) throws {
    _ = try OtherReader.ffmpeg.output(
      ["-v", "error", "-nostdin"]
        + words.map { $0.hasSuffix(".mp4") || $0.hasSuffix(".jpg") ? "\(folder.path)/\($0)" : $0 })
  }

  /// Where the mark stands, in seconds, as inspect tells it.
  private func mark(in movie: String) throws -> Double? {
    let output = try tool("inspect", movie).output
    return output.firstMatch(of: /still-image-time +track .*, at ([0-9.]+) s/)
      .flatMap { Double($0.1) }
  }

  @Test(arguments: [
    // As muxers without edit lists write it: the first picture is shown two frames late.
    (["-i", "clip.mp4", "-c", "copy", "-use_editlist", "0"], 1.067),
    (["-itsoffset", "0.7", "-i", "clip.mp4", "-c", "copy"], 1.7),
  ])
  func `marks the key photo in the movie's time where the first picture comes late`(
    words: [String], time: Double
  ) throws {
    defer { folder.remove() }
    try makeClip()
    try ffmpeg(words + ["late.mp4"])
    let answer = try tool("make", "still.jpg", "late.mp4", "-o", "out")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(answer.output.contains("kept bit for bit"))
    #expect(try mark(in: "out/still.mov") == time)
    // The cover is taken at a time at which there is a picture.
    #expect(try tool("make", "late.mp4", "-o", "cover").code == 0)
  }

  @Test func `cuts away what comes long before the first picture or after the last`() throws {
    defer { folder.remove() }
    try makeClip()
    try ffmpeg("-itsoffset", "5", "-i", "clip.mp4", "-c", "copy", "late.mp4")
    try ffmpeg(
      "-i", "clip.mp4", "-f", "lavfi", "-i", "sine=duration=9", "-c:v", "copy", "-c:a", "aac",
      "sound.mp4")
    for clip in ["late", "sound"] {
      let answer = try tool("make", "still.jpg", "\(clip).mp4", "-o", clip)
      #expect(answer.code == 0, "\(answer.errors)")
      #expect(answer.output.contains("key photo   at 1.00 s of 2.00 s"), "\(answer.output)")
      #expect(answer.output.contains("s long"))
      #expect(try tool("check", "--fail-on", "warning", clip).code == 0)
    }
    let early = try tool("make", "still.jpg", "late.mp4", "--still-time", "1", "-o", "early")
    #expect(early.errors.contains("shows pictures from 5.0 s to 7.0 s"))
  }

  @Test func `says of fragments nothing but that they are`() throws {
    defer { folder.remove() }
    try makeClip()
    try ffmpeg(
      "-i", "clip.mp4", "-c", "copy", "-movflags", "frag_keyframe+empty_moov", "parts.mp4")
    let answer = try tool("make", "still.jpg", "parts.mp4", "-o", "out")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(answer.output.contains("in a new file: its samples lie in fragments\n"))
  }

  @Test func `says of a still that is cut off that it is the still`() throws {
    defer { folder.remove() }
    try makeClip()
    let still = folder.url.appending(path: "still.jpg")
    let bytes = try Data(contentsOf: still)
    try bytes.prefix(bytes.count / 2).write(to: still)
    let answer = try tool("make", "still.jpg", "clip.mp4", "-o", "out", "--still-time", "1")
    #expect(answer.code == 1)
    #expect(answer.errors.hasPrefix("livephotolint: still.jpg: what would be made fails still/"))
  }
}
