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
      // The movie lasts 1200 units.
      specimen("still-time-outside-movie-fail-after-end", .stillTime(at: 1_500)),
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
