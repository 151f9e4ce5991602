import DecoderProtocol
import Foundation
import Support
import Testing
import Validator

@testable import Command

@Suite(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct `The decoder finds and writes frames` {
  @Test(arguments: [0, 7, 13, 19]) func `the frame that a still shows`(frame: Int) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("a.mov", Workshop.h264)
    try workshop.make(
      "still.png", "-i", workshop.path("a.mov").description, "-vf", "select=eq(n\\,\(frame))",
      "-frames:v", "1")
    let match = try workshop.decoder.run(
      MatchFrame(movie: workshop.path("a.mov"), still: workshop.path("still.png")))
    #expect(abs(match.time - Double(frame) / 10) < 0.001)
    #expect(match.score > 0.95 && match.score <= 1)
    #expect(match.medianScore < match.score - 0.03)
    #expect(match.frameCount == 20)
  }

  /// The movie is 4:3; the stills are the middle of a frame, wider and higher than it.
  @Test(arguments: ["crop=64:36", "crop=36:48", "scale=640:480"])
  func `a still of another shape or size`(change: String) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("a.mov", Workshop.h264)
    try workshop.make(
      "still.jpg", "-i", workshop.path("a.mov").description, "-vf",
      "select=eq(n\\,11),\(change)", "-frames:v", "1", "-q:v", "2")
    let match = try workshop.decoder.run(
      MatchFrame(movie: workshop.path("a.mov"), still: workshop.path("still.jpg")))
    #expect(abs(match.time - 1.1) < 0.001)
    #expect(match.score > 0.97)
  }

  @Test func `frames outside the window are not looked at`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("a.mov", Workshop.h264)
    try workshop.make(
      "still.png", "-i", workshop.path("a.mov").description, "-vf", "select=eq(n\\,2)",
      "-frames:v", "1")
    let match = try workshop.decoder.run(
      MatchFrame(
        movie: workshop.path("a.mov"), still: workshop.path("still.png"), start: 0.95, window: 0.5))
    #expect(match.frameCount == 5)
    #expect((0.999..<1.5).contains(match.time))
  }

  /// Neighbours differ by far more than a cover may.
  @Test(arguments: ["a.mov", "a.mkv"]) func `the frame that is shown at a time`(name: String) throws
  {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie(name, Workshop.h264)
    try workshop.make(
      "all.rgb", "-i", workshop.path(name).description, "-f", "rawvideo", "-pix_fmt", "rgb24")
    let all = try workshop.bytes("all.rgb")
    let length = 64 * 48 * 3
    try #require(all.count == 20 * length)
    for (time, frame) in [(0.0, 0), (0.34, 3), (1.0, 10), (1.2, 12), (1.99, 19)] {
      let cover = try workshop.decoder.run(
        WriteCover(
          movie: workshop.path(name), time: time, output: workshop.path("cover.jpg"), format: .jpeg)
      )
      #expect(cover.width == 64 && cover.height == 48)
      #expect(abs((cover.time ?? -1) - Double(frame) / 10) < 0.001)
      let expected = Array(all[(frame * length)..<((frame + 1) * length)])
      #expect(Workshop.distance(try workshop.pixels("cover.jpg"), expected) < 2)
      #expect(try workshop.bytes("cover.jpg").starts(with: [0xFF, 0xD8, 0xFF, 0xE0]))
    }
    #expect(try workshop.names() == [name, "all.rgb", "cover.jpg", "pixels.rgb"])
  }

  @Test(arguments: [90, 180, 270]) func `a cover stands upright`(tag: Int) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("upright.mov", Workshop.h264)
    try workshop.make(
      "a.mov", "-i", workshop.path("upright.mov").description, "-c", "copy", "-metadata:s:v:0",
      "rotate=\(tag)")
    let cover = try workshop.decoder.run(
      WriteCover(
        movie: workshop.path("a.mov"), time: 0.5, output: workshop.path("cover.jpg"), format: .jpeg)
    )
    #expect(cover.width == (tag == 180 ? 64 : 48))
    // ffmpeg turns the frame by itself.
    let distance = Workshop.distance(
      try workshop.pixels("cover.jpg"), try workshop.pixels("a.mov", frame: 5))
    #expect(distance < 2)
  }

  @Test(.enabled(if: OtherReader.heifConvert.isInstalled, "heif-convert is not installed"))
  func `a cover in HEIC names its colours`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie(
      "a.mov",
      Workshop.h264 + [
        "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
      ])
    let cover = try workshop.decoder.run(
      WriteCover(
        movie: workshop.path("a.mov"), time: 0.4, output: workshop.path("cover.heic"), format: .heic
      ))
    #expect(cover.colour.primaries == "bt709")
    _ = try OtherReader.heifConvert.output(
      workshop.path("cover.heic").description, workshop.path("cover.png").description)
    let distance = Workshop.distance(
      try workshop.pixels("cover.png"), try workshop.pixels("a.mov", frame: 4))
    #expect(distance < 3)
    let nclx: [UInt8] = Array("colrnclx".utf8) + [0, 1, 0, 1, 0, 6, 0x80]
    #expect(try workshop.bytes("cover.heic").contains(nclx))
  }

  @Test(arguments: ["still.png", "still.webp", "still.tiff", "still.jpg", "still.heic"])
  func `stills of every format are converted`(name: String) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.make(
      "still.png", "-f", "lavfi", "-i", Workshop.source, "-frames:v", "1", "-pix_fmt", "rgb24")
    if name == "still.heic" {
      _ = try workshop.decoder.run(
        ConvertStill(
          still: workshop.path("still.png"), output: workshop.path(name), format: .heic))
    } else if name != "still.png" {
      try workshop.make(name, "-i", workshop.path("still.png").description)
    }
    let written = try workshop.decoder.run(
      ConvertStill(still: workshop.path(name), output: workshop.path("out.jpg"), format: .jpeg))
    #expect(written.width == 64 && written.height == 48 && written.time == nil)
    let distance = Workshop.distance(
      try workshop.pixels("out.jpg"), try workshop.pixels("still.png"))
    #expect(distance < 3)
  }

  @Test(.enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"))
  func `the profile of the colours comes along`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.make(
      "still.jpg", "-f", "lavfi", "-i", Workshop.source, "-frames:v", "1", "-q:v", "1")
    var profile = [UInt8](repeating: 0, count: 70_000)
    profile.replaceSubrange(0..<4, with: [0, 1, 0x11, 0x70])
    profile.replaceSubrange(12..<24, with: "mntrRGB XYZ ".utf8)
    profile.replaceSubrange(36..<40, with: "acsp".utf8)
    try Data(profile).write(to: workshop.folder.appending(path: "colours.icc"))
    _ = try OtherReader.exiftool.output(
      "-overwrite_original", "-ICC_Profile<=\(workshop.path("colours.icc"))",
      workshop.path("still.jpg").description)
    for (name, format) in [("out.jpg", StillFormat.jpeg), ("out.heic", .heic)] {
      _ = try workshop.decoder.run(
        ConvertStill(
          still: workshop.path("still.jpg"), output: workshop.path(name), format: format))
      let kept = try OtherReader.exiftool.output(
        "-b", "-ICC_Profile", workshop.path(name).description)
      #expect(Array(kept.utf8) == profile)
    }
  }

  @Test func `transparent parts are white`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.make(
      "still.png", "-f", "lavfi", "-i", "color=black@0.0:s=32x32,format=rgba", "-frames:v", "1")
    _ = try workshop.decoder.run(
      ConvertStill(
        still: workshop.path("still.png"), output: workshop.path("out.jpg"), format: .jpeg))
    #expect(try workshop.pixels("out.jpg").allSatisfy { $0 > 250 })
  }

  @Test(
    .enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"),
    arguments: [2, 3, 5, 6, 7, 8])
  func `a still that Exif turns is written upright`(orientation: Int) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.make(
      "still.jpg", "-f", "lavfi", "-i", Workshop.source, "-frames:v", "1", "-q:v", "1", "-pix_fmt",
      "yuvj444p")
    _ = try OtherReader.exiftool.output(
      "-n", "-overwrite_original", "-Orientation=\(orientation)",
      workshop.path("still.jpg").description)
    _ = try workshop.decoder.run(
      ConvertStill(
        still: workshop.path("still.jpg"), output: workshop.path("out.jpg"), format: .jpeg))
    // What Exif 2.32 says of each value, in ffmpeg's words.
    let turns = [
      2: "hflip", 3: "hflip,vflip", 5: "transpose=0", 6: "transpose=1", 7: "transpose=3",
      8: "transpose=2",
    ]
    try workshop.make(
      "expected.png", "-f", "lavfi", "-i", "\(Workshop.source),\(try #require(turns[orientation]))",
      "-frames:v", "1")
    let distance = Workshop.distance(
      try workshop.pixels("out.jpg"), try workshop.pixels("expected.png"))
    #expect(distance < 3)
  }
}
