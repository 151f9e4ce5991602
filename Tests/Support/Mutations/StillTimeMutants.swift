import Validator
import Writers

extension Mutant {
  static let stillTime: [Mutant] = [
    Mutant(
      "no track marks the moment of the still", own: "still-time/missing",
      .recipe { $0.movie.timedTracks.removeLast() }),
    Mutant(
      "the key is another", own: "still-time/missing",
      .recipe { $0.movie.timedTracks[1].keys[0].name = "com.apple.quicktime.still-image-times" }),
    Mutant(
      "a second track marks another moment", own: "still-time/multiple",
      .recipe { $0.movie.timedTracks.append(.stillTime(at: 700)) }),
    Mutant(
      "the track has a second sample", own: "still-time/multiple",
      .recipe {
        let track = $0.movie.timedTracks[1]
        $0.movie.timedTracks[1].samples += track.samples
        $0.movie.timedTracks[1].runs = [SampleRun(count: 2, duration: 60)]
      }),
    Mutant(
      "the moment lies behind the last frame", own: "still-time/outside-movie",
      .recipe { $0.movie.timedTracks[1].delay = 1_500 }),
    Mutant(
      "the moment lies before the video is shown", own: "still-time/outside-movie",
      .recipe {
        $0.movie.pause = 60
        $0.movie.timedTracks[0].delay = 60
        $0.movie.timedTracks[1].delay = 30
      }),
    Mutant(
      "the moment is the first frame", own: "still-time/at-start",
      .recipe { $0.movie.timedTracks[1].delay = 0 }),
    Mutant(
      "the moment lies in the first frame", own: "still-time/at-start",
      .recipe { $0.movie.timedTracks[1].delay = 10 }),
    Mutant(
      "the key is declared as text", own: "still-time/encoding",
      .recipe { $0.movie.timedTracks[1].keys[0].type = .wellKnown(1) }),
    Mutant(
      "the key's namespace is udta", own: "still-time/encoding",
      .recipe { $0.movie.timedTracks[1].keys[0].namespace = "udta" }),
    Mutant(
      "the sample ends before its value", own: "still-time/encoding",
      .recipe {
        $0.movie.timedTracks[1].samples = [
          .sequence(
            TimedTrack.item(2, .sequence(LiveMovie.exampleTransform.map { .float64($0) })),
            TimedTrack.item(3, .sequence(.float32(1920), .float32(1440))),
            .sequence(.uint32(9 as UInt32), .uint32(1 as UInt32)))
        ]
      }),
    Mutant(
      "the sample has an item that the key table lacks", own: "still-time/encoding",
      .recipe {
        let sample = $0.movie.timedTracks[1].samples[0]
        $0.movie.timedTracks[1].samples = [.sequence(sample, TimedTrack.item(9, .uint8(0)))]
      }),
  ]
}
