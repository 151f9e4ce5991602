import DecoderProtocol
import Support
import Testing
import Validator

@testable import Command

@Suite struct `A plan for a clip` {
  private static func movie(codec: FourCharacterCode = "avc1") -> Movie {
    var movie = Movie.example
    var track = Track.exampleVideo
    track.codec = codec
    movie.tracks = .present([track], at: track.place)
    return movie
  }

  private static func clip(
    codec: String = "h264", pixels: String = "yuv420p", length: Double = 3,
    keyFrames: [Double] = [0], sound: String? = "aac", movie: Movie? = movie()
  ) -> ClipPlan.Clip {
    ClipPlan.Clip(
      probe: MovieProbe(
        container: "mov,mp4,m4a,3gp,3g2,mj2", duration: length,
        videoStreams: [
          VideoStream(
            index: 0, codec: codec, codedWidth: 64, codedHeight: 48, displayWidth: 64,
            displayHeight: 48, pixelFormat: pixels, orientation: .upright,
            sampleAspect: Ratio(1, 1), frameRate: Ratio(30, 1), frameCount: nil, startTime: 0,
            duration: length, keyFrameTimes: keyFrames, colour: ColourTags())
        ],
        audioStreams: sound.map {
          [AudioStream(index: 1, codec: $0, channels: 2, sampleRate: 48_000)]
        } ?? [],
        metadata: [:]), movie: movie)
  }

  private static func wish(_ stillTime: Double, start: Double? = nil) -> ClipPlan.Wish {
    ClipPlan.Wish(stillTime: stillTime, start: start, maxDuration: 3, codec: .h264)
  }

  @Test func `leaves a short clip that Photos plays as it is`() throws {
    let plan = try ClipPlan(Self.clip(), Self.wish(1.5))
    #expect(plan.treatment == .passThrough)
    #expect(plan.reasons.isEmpty)
    #expect((plan.start, plan.duration) == (0, 3))
  }

  @Test func `cuts a long clip on the key frame that puts the key photo nearest to the middle`()
    throws
  {
    let plan = try ClipPlan(
      Self.clip(length: 10, keyFrames: [0, 2, 3, 4, 6, 8]), Self.wish(4.8))
    #expect(plan.treatment == .cut(video: .copy, audio: .copy))
    #expect((plan.start, plan.duration) == (3, 3))
    #expect(plan.reasons == ["the clip is 10.0 s long"])
  }

  @Test func `codes a long clip anew where no key frame will do`() throws {
    let plan = try ClipPlan(Self.clip(length: 10, keyFrames: [0, 8]), Self.wish(5))
    #expect(plan.treatment == .cut(video: .h264, audio: .copy))
    #expect((plan.start, plan.duration) == (3.5, 3))
    #expect(
      plan.reasons == ["the clip is 10.0 s long and has no key frame where the movie must begin"])
  }

  @Test func `begins where it is told to`() throws {
    let clip = Self.clip(length: 10, keyFrames: [0, 2, 4])
    let onKeyFrame = try ClipPlan(clip, Self.wish(3, start: 2))
    #expect(onKeyFrame.treatment == .cut(video: .copy, audio: .copy))
    #expect(onKeyFrame.start == 2)
    let between = try ClipPlan(clip, Self.wish(3, start: 2.5))
    #expect(between.treatment == .cut(video: .h264, audio: .copy))
    #expect((between.start, between.duration) == (2.5, 3))
  }

  @Test func `never leaves a movie that ends with the key photo`() throws {
    // The last key frame would leave a movie of half a second.
    let plan = try ClipPlan(Self.clip(length: 10, keyFrames: [0, 9.5]), Self.wish(9.8))
    #expect(plan.treatment == .cut(video: .h264, audio: .copy))
    #expect(plan.start == 7)
  }

  @Test(arguments: [
    ("vp9", "yuv420p", "Photos does not play vp9"),
    ("mpeg4", "yuv420p", "Photos does not play mpeg4"),
    ("h264", "yuv444p", "Photos does not play h264 of the pixel format yuv444p"),
  ])
  func `codes anew what Photos does not play`(codec: String, pixels: String, reason: String) throws
  {
    let plan = try ClipPlan(Self.clip(codec: codec, pixels: pixels), Self.wish(1))
    #expect(plan.treatment == .cut(video: .h264, audio: .copy))
    #expect(plan.reasons == [reason])
  }

  @Test func `takes the coded pictures over where only what is round them must change`() throws {
    let clips = [
      (Self.clip(sound: "opus"), "Photos does not play opus sound"),
      (Self.clip(movie: nil), "it is no QuickTime or MP4 file"),
      (Self.clip(codec: "hevc", movie: Self.movie(codec: "hev1")), "its HEVC track is marked hev1"),
    ]
    for (clip, reason) in clips {
      let plan = try ClipPlan(clip, Self.wish(1))
      #expect(plan.treatment == .cut(video: .copy, audio: .copy))
      #expect(plan.reasons == [reason])
    }
  }

  @Test func `is refused where the key photo lies outside of the clip`() {
    let error = #expect(throws: MakeError.self) { try ClipPlan(Self.clip(), Self.wish(3.5)) }
    #expect(
      error?.reason
        == "the key photo at 3.5 s lies outside the clip, which shows pictures from 0.0 s to 3.0 s")
  }

  @Test func `is refused where there is no picture`() {
    var clip = Self.clip()
    clip.probe.videoStreams = []
    let error = #expect(throws: MakeError.self) { try ClipPlan(clip, Self.wish(1)) }
    #expect(error?.reason == "it has no video track; a Live Photo's movie needs one")
  }
}
