import DecoderProtocol
import Foundation
import Support
import Testing
import Validator

@testable import Command

@Suite(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct `The decoder cuts clips` {
  @Test(arguments: [
    ("a.mov", Workshop.h264), ("a.mp4", Workshop.hevc), ("a.mkv", Workshop.h264),
    ("a.mkv", Workshop.hevc), ("a.avi", Workshop.mpeg4),
  ])
  func `samples are taken over bit for bit`(name: String, coding: [String]) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovieWithSound(name, coding + ["-c:a", "aac"])
    // Matroska's times have the sound's lead before them.
    let probe = try workshop.decoder.run(ProbeMovie(movie: workshop.path(name)))
    let start = try #require(probe.videoStreams.first?.keyFrameTimes.last)
    let clip = try workshop.decoder.run(
      CutClip(
        movie: workshop.path(name), start: start, duration: 1, output: workshop.path("clip.mov"),
        video: .copy, audio: .copy))
    #expect(!clip.video.isEncoded && clip.video.sampleCount == 10)
    #expect(abs(clip.sourceStart - start) < 0.001 && abs(clip.duration - 1) < 0.03)
    let samples = try workshop.sampleHashes(name)
    #expect(try workshop.sampleHashes("clip.mov") == Array(samples.suffix(10)))
    let sound = try workshop.sampleHashes("clip.mov", stream: "a")
    let allSound = try workshop.sampleHashes(name, stream: "a")
    #expect(sound.count == clip.audio?.sampleCount && Set(sound).isSubset(of: allSound))
    try expectSoundMovie(workshop, "clip.mov")
    let facts = try workshop.probe("clip.mov", "stream=codec_tag_string,start_time,nb_frames")
    #expect(facts.contains("start_time=0.000000") && facts.contains("nb_frames=10"))
    if coding == Workshop.hevc { #expect(facts.contains("codec_tag_string=hvc1")) }
  }

  @Test func `a start between key frames goes back to one`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("a.mov", Workshop.h264)
    let clip = try workshop.decoder.run(
      CutClip(
        movie: workshop.path("a.mov"), start: 0.5, duration: 0.5, output: workshop.path("clip.mov"),
        video: .copy, audio: .copy))
    #expect(clip.sourceStart == 0 && clip.audio == nil)
    #expect(clip.video.sampleCount >= 10 && clip.duration >= 0.99)
    #expect(
      try workshop.sampleHashes("clip.mov")
        == Array(workshop.sampleHashes("a.mov").prefix(clip.video.sampleCount)))
  }

  /// An edit list may begin the movie between key frames.
  @Test func `a hidden key frame is not brought to light`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovie("whole.mov", Workshop.h264)
    try workshop.make(
      "a.mov", "-ss", "0.5", "-i", workshop.path("whole.mov").description, "-c", "copy")
    let video = try #require(
      try workshop.decoder.run(ProbeMovie(movie: workshop.path("a.mov"))).videoStreams.first)
    #expect(video.startTime == 0 && video.keyFrameTimes == [0.5])
    var task = CutClip(
      movie: workshop.path("a.mov"), start: 0, duration: 1, output: workshop.path("clip.mov"),
      video: .copy, audio: .none)
    let error = failure { () throws(DecoderError) in try workshop.decoder.run(task) }
    #expect(error?.kind == .failed(.needsEncoding) && !workshop.exists("clip.mov"))
    task.video = .h264
    let clip = try workshop.decoder.run(task)
    #expect(clip.sourceStart == 0 && clip.video.sampleCount == 10)
  }

  /// A transport stream has start codes and no times that begin at 0.
  @Test func `a clip of a transport stream is a proper movie`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovieWithSound("a.ts", Workshop.h264 + ["-c:a", "aac"])
    let probe = try workshop.decoder.run(ProbeMovie(movie: workshop.path("a.ts")))
    let keys = try #require(probe.videoStreams.first?.keyFrameTimes)
    #expect(keys.count == 2 && keys[0] > 1)
    let clip = try workshop.decoder.run(
      CutClip(
        movie: workshop.path("a.ts"), start: keys[1], duration: 1,
        output: workshop.path("clip.mov"),
        video: .copy, audio: .copy))
    #expect(clip.video.sampleCount == 10 && clip.audio?.isEncoded == false)
    try expectSoundMovie(workshop, "clip.mov")
    for (frame, source) in [(0, 10), (9, 19)] {
      let distance = Workshop.distance(
        try workshop.pixels("clip.mov", frame: frame), try workshop.pixels("a.ts", frame: source))
      #expect(distance < 0.01)
    }
  }

  @Test(arguments: [(CutClip.Video.h264, "h264", "avc1"), (.hevc, "hevc", "hvc1")])
  func `encoding keeps times, turn, colours and date`(
    video: CutClip.Video, codec: String, tag: String
  ) throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    // Frames of many lengths: a quarter of them is left out.
    try workshop.makeMovie(
      "upright.mov",
      Workshop.h264 + [
        "-vsync", "vfr", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709",
      ], filter: "select='mod(n\\,4)'")
    try workshop.make(
      "a.mov", "-i", workshop.path("upright.mov").description, "-c", "copy", "-metadata:s:v:0",
      "rotate=90", "-metadata", "creation_time=2024-05-06T07:08:09Z")
    let clip = try workshop.decoder.run(
      CutClip(
        movie: workshop.path("a.mov"), start: 0.5, duration: 1, output: workshop.path("clip.mov"),
        video: video, audio: .copy))
    #expect(clip.video == WrittenClip.Track(codec: codec, isEncoded: true, sampleCount: 8))
    let all = try workshop.probe("a.mov", "frame=pkt_pts_time,pts_time").compactMap(Self.time)
    let kept = all.filter { $0 >= 0.499 && $0 < 1.499 }.map { $0 - clip.sourceStart }
    let shown = try workshop.probe("clip.mov", "frame=pkt_pts_time,pts_time").compactMap(Self.time)
    #expect(shown.count == 8 && zip(shown, kept).allSatisfy { abs($0 - $1) < 0.001 })
    let facts = try workshop.probe(
      "clip.mov",
      "stream=codec_tag_string,pix_fmt,color_space,color_primaries,color_transfer,start_time")
    #expect(facts.contains("codec_tag_string=\(tag)") && facts.contains("pix_fmt=yuv420p"))
    #expect(facts.contains("color_space=bt709") && facts.contains("color_primaries=bt709"))
    #expect(facts.contains("color_transfer=bt709") && facts.contains("start_time=0.000000"))
    let probe = try workshop.decoder.run(ProbeMovie(movie: workshop.path("clip.mov")))
    #expect(probe.videoStreams.first?.orientation.degreesClockwise == 270)
    #expect(probe.videoStreams.first?.codedWidth == 64)
    #expect(probe.metadata["creation_time"] == "2024-05-06T07:08:09.000000Z")
    let distance = Workshop.distance(
      try workshop.pixels("clip.mov", frame: 3),
      try workshop.pixels("a.mov", frame: all.count { $0 < 0.499 } + 3))
    #expect(distance < 3)
    try expectSoundMovie(workshop, "clip.mov")
  }

  private static func time(_ line: String) -> Double? {
    line.hasPrefix("pts_time=") ? Double(line.dropFirst(9)) : nil
  }

  @Test func `sound that QuickTime does not play is encoded`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovieWithSound("a.mkv", Workshop.h264 + ["-c:a", "libopus"])
    let clip = try workshop.decoder.run(
      CutClip(
        movie: workshop.path("a.mkv"), start: 0, duration: 2, output: workshop.path("clip.mov"),
        video: .copy, audio: .copy))
    #expect(clip.audio?.codec == "aac" && clip.audio?.isEncoded == true)
    let lines = try workshop.probe("clip.mov", "stream=start_time,duration", stream: "a")
    #expect(lines.first == "start_time=0.000000")
    let duration = try #require(lines.last.flatMap { Double($0.dropFirst("duration=".count)) })
    #expect(abs(duration - 2) < 0.03)
    try expectSoundMovie(workshop, "clip.mov")
  }

  @Test func `sound may be left out, and PCM is taken over`() throws {
    let workshop = try Workshop()
    defer { workshop.remove() }
    try workshop.makeMovieWithSound("a.mov", Workshop.h264 + ["-c:a", "pcm_s16le"])
    let silent = try workshop.decoder.run(
      CutClip(
        movie: workshop.path("a.mov"), start: 0, duration: 1, output: workshop.path("silent.mov"),
        video: .copy, audio: .none))
    #expect(silent.audio == nil)
    #expect(try workshop.probe("silent.mov", "stream=codec_name", stream: "a").isEmpty)
    let sounding = try workshop.decoder.run(
      CutClip(
        movie: workshop.path("a.mov"), start: 1, duration: 1, output: workshop.path("b.mov"),
        video: .copy, audio: .copy))
    #expect(sounding.audio?.codec == "pcm_s16le" && sounding.audio?.isEncoded == false)
    try expectSoundMovie(workshop, "b.mov")
  }

  /// One `moov`, no fragments, brand `qt  `, and nothing that ffprobe or ffmpeg complain of.
  private func expectSoundMovie(_ workshop: Workshop, _ name: String) throws {
    let bytes = try workshop.bytes(name)
    var types: [String] = []
    var offset = 0
    while offset + 8 <= bytes.count {
      let size = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self))
      guard size >= 8 else { break }
      offset += size
    }
    #expect(offset == bytes.count)
    #expect(types.filter { $0 != "wide" && $0 != "free" } == ["ftyp", "mdat", "moov"])
    #expect(bytes[8..<12].elementsEqual("qt  ".utf8))
    let complaints = try OtherReader.ffmpeg.output(
      "-v", "warning", "-xerror", "-i", workshop.path(name).description, "-f", "null", "-")
    #expect(complaints.isEmpty)
  }
}
