import DecoderProtocol
import Foundation
import Support
import Testing
import Validator

@testable import Command

@Suite(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct `The decoder probes movies` {
  @Test(arguments: [
    ("a.mov", "h264", Workshop.h264, "mov,mp4,m4a,3gp,3g2,mj2"),
    ("a.mp4", "hevc", Workshop.hevc, "mov,mp4,m4a,3gp,3g2,mj2"),
    ("a.mkv", "h264", Workshop.h264, "matroska,webm"),
    ("a.webm", "vp9", ["-c:v", "libvpx-vp9"], "matroska,webm"),
    ("a.avi", "mpeg4", Workshop.mpeg4, "avi"),
  ])
  func `container, coding, size, times`(
    name: String, codec: String, coding: [String], container: String
  ) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie(name, coding)
    let probe = try workshop.decoder.run(ProbeMovie(movie: workshop.path(name)))
    #expect(probe.container == container)
    #expect(abs((probe.duration ?? 0) - 2) < 0.02)
    #expect(probe.audioStreams.isEmpty)
    let video = try #require(probe.videoStreams.first)
    #expect(probe.videoStreams.count == 1)
    #expect(video.codec == codec)
    #expect(video.codedWidth == 64 && video.codedHeight == 48)
    #expect(video.displayWidth == 64 && video.displayHeight == 48)
    #expect(video.pixelFormat == "yuv420p")
    #expect(video.orientation == .upright)
    #expect(video.sampleAspect == Ratio(1, 1))
    #expect(video.frameRate?.value == 10)
    #expect(video.frameCount == 20)
    #expect(video.startTime == 0)
    #expect(abs((video.duration ?? 0) - 2) < 0.02)
    let keys = video.keyFrameTimes.map { ($0 * 1000).rounded() / 1000 }
    #expect(codec == "vp9" ? keys.first == 0 : keys == [0, 1])
  }

  /// The degrees are those that ffmpeg 5.1 writes for `rotate`, as exiftool reads them.
  @Test(arguments: [(0, 0), (90, 270), (180, 180), (270, 90)])
  func `how the picture is turned`(tag: Int, degrees: Int) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("upright.mov", Workshop.h264)
    try workshop.make(
      "turned.mov", "-i", workshop.path("upright.mov").description, "-c", "copy",
      "-metadata:s:v:0", "rotate=\(tag)")
    let video = try #require(
      try workshop.decoder.run(ProbeMovie(movie: workshop.path("turned.mov"))).videoStreams.first)
    #expect(video.orientation == Orientation(degreesClockwise: degrees, isMirrored: false))
    let isOnItsSide = degrees % 180 != 0
    #expect(video.displayWidth == (isOnItsSide ? 48 : 64))
    #expect(video.displayHeight == (isOnItsSide ? 64 : 48))
  }

  @Test func `sound, colours, pixels' shape and metadata`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovieWithSound(
      "a.mov",
      Workshop.h264 + [
        "-vf", "setsar=4/3", "-c:a", "aac", "-ac", "2", "-color_primaries", "bt709", "-color_trc",
        "bt709", "-colorspace", "bt709", "-color_range", "tv", "-metadata",
        "creation_time=2024-05-06T07:08:09Z",
      ])
    let probe = try workshop.decoder.run(ProbeMovie(movie: workshop.path("a.mov")))
    #expect(
      probe.audioStreams == [AudioStream(index: 1, codec: "aac", channels: 2, sampleRate: 44_100)])
    let video = try #require(probe.videoStreams.first)
    #expect(
      video.colour
        == ColourTags(primaries: "bt709", transfer: "bt709", matrix: "bt709", range: "tv"))
    #expect(!video.colour.isHighDynamicRange)
    #expect(video.sampleAspect == Ratio(4, 3))
    #expect(video.displayWidth == 85 && video.displayHeight == 48)
    #expect(probe.metadata["creation_time"] == "2024-05-06T07:08:09.000000Z")
  }

  @Test func `a path that is not UTF-8`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("a.mov", Workshop.h264)
    let odd = FilePath(bytes: Array(workshop.folder.path.utf8) + [0x2F, 0x61, 0xFF])
    try unsafe #require(
      link(
        workshop.path("a.mov").bytes.map { CChar(bitPattern: $0) } + [0],
        odd.bytes.map { CChar(bitPattern: $0) } + [0]) == 0)
    #expect(try workshop.decoder.run(ProbeMovie(movie: odd)).videoStreams.count == 1)
  }

  @Test func `progress grows to the end`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("a.mov", Workshop.h264)
    var parts: [Double] = []
    _ = try workshop.decoder.run(ProbeMovie(movie: workshop.path("a.mov"))) { parts.append($0) }
    #expect(parts.count > 5 && parts == parts.sorted())
    #expect(parts.allSatisfy { (0...1).contains($0) })
  }
}
