import Validator
import Writers

extension Mutant {
  static let wallpaper: [Mutant] = [
    Mutant(
      "there is no track of live-photo-info", own: "wallpaper/no-live-photo-info",
      .recipe { $0.movie.timedTracks.removeFirst() }),
    Mutant(
      "live-photo-info has no sample", own: "wallpaper/no-live-photo-info",
      .recipe {
        $0.movie.timedTracks[0].samples = []
        $0.movie.timedTracks[0].runs = []
      }),
    Mutant(
      "live-photo-info has 50 samples for 60 frames", own: "wallpaper/info-out-of-step",
      .recipe {
        $0.movie.timedTracks[0].samples = Array($0.movie.timedTracks[0].samples.prefix(50))
        let duration = $0.movie.timedTracks[0].runs[0].duration
        $0.movie.timedTracks[0].runs = [SampleRun(count: 50, duration: duration)]
      }),
    Mutant(
      "live-photo-info begins 3/600 s late", own: "wallpaper/info-out-of-step",
      .recipe { $0.movie.timedTracks[0].delay = 3 }),
    Mutant(
      "all payloads of live-photo-info are one", own: "wallpaper/info-cloned",
      following: ["capture/synthetic": "no camera leaves this trait"],
      .recipe {
        let samples = $0.movie.timedTracks[0].samples
        $0.movie.timedTracks[0].samples = samples.map { _ in samples[0] }
      }),
    Mutant(
      "the movie shows 19 frames a second", own: "wallpaper/frame-rate",
      .recipe { $0.movie.stretch(by: 1.6) }),
    Mutant(
      "the transform of the still is not there", own: "wallpaper/no-transform",
      .recipe { $0.movie.timedTracks[1] = .stillTime(at: Shot.stillTime) }),
    Mutant(
      "the transform lacks its reference dimensions", own: "wallpaper/no-transform",
      .recipe {
        $0.movie.timedTracks[1].keys.removeLast()
        $0.movie.timedTracks[1].samples = [
          .sequence(
            TimedTrack.item(1, .uint8(0xFF)),
            TimedTrack.item(2, .sequence(LiveMovie.exampleTransform.map { .float64($0) })))
        ]
      }),
    Mutant(
      "the timed tracks refer to no track", own: "wallpaper/unlinked-track",
      .recipe {
        for index in $0.movie.timedTracks.indices { $0.movie.timedTracks[index].references = [] }
      }),
    Mutant(
      "live-photo-info refers to the track of the still's moment", own: "wallpaper/unlinked-track",
      .recipe { $0.movie.timedTracks[0].referredTrack = 3 }),
    Mutant(
      "the video's edit list has two segments", own: "wallpaper/segments",
      .recipe { $0.movie.cuts = [$0.movie.video.duration / 2] }),
  ]
}
