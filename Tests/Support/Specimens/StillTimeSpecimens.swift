import Validator
import Writers

extension Specimen {
  /// Recipes for `still-time/`: the timed sample that marks the moment of the still.
  static func stillTime(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let movie = LiveMovie.example(media.h264)
    func specimen(_ name: String, _ tracks: TimedTrack...) -> Specimen {
      .pair(name, still, with(movie) { $0.timedTracks = [movie.timedTracks[0]] + tracks })
    }
    return [
      specimen("still-time-missing-fail-no-track"),
      specimen("still-time-missing-pass-without-transform", .stillTime(at: Shot.stillTime)),
      specimen("still-time-at-start-fail-no-pause", .stillTime(at: 0)),
      // The first frame lasts 20 units.
      specimen("still-time-at-start-pass-second-frame", .stillTime(at: 20)),
      // The movie lasts 1200 units.
      specimen("still-time-outside-movie-fail-after-end", .stillTime(at: 1_500)),
      // Shown from 0.4 s on for 1.4 s.
      .pair(
        "still-time-outside-movie-pass-trimmed", still,
        with(movie) { $0.shown = $0.video.duration / 5..<$0.video.duration / 10 * 9 }),
      specimen(
        "still-time-multiple-pass-other-track",
        .stillTime(at: Shot.stillTime, transform: LiveMovie.exampleTransform),
        TimedTrack(
          keys: [TimedTrack.Key("com.apple.quicktime.video-orientation", .wellKnown(66))],
          samples: [TimedTrack.item(1, .uint16(1))], runs: [SampleRun(count: 1, duration: 1_200)])),
      specimen(
        "still-time-multiple-fail-two-tracks", .stillTime(at: Shot.stillTime), .stillTime(at: 700)),
      specimen(
        "still-time-encoding-fail-text-type",
        with(.stillTime(at: Shot.stillTime)) {
          $0.keys = [TimedTrack.Key(TimedTrack.stillTimeKey, .wellKnown(1))]
        }),
      specimen(
        "still-time-encoding-pass-value-zero",
        with(.stillTime(at: Shot.stillTime)) { $0.samples = [TimedTrack.item(1, .uint8(0))] }),
    ]
  }
}
