import Validator
import Writers

extension Specimen {
  /// Recipes for `wallpaper/`: what motion on the Lock Screen asks for.
  static func wallpaper(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let info = TimedTrack.livePhotoInfo(for: media.h264)
    let moment = TimedTrack.stillTime(at: Shot.stillTime, transform: LiveMovie.exampleTransform)
    let movie = with(LiveMovie.example(media.h264)) { $0.timedTracks = [info, moment] }
    func specimen(_ name: String, _ change: (inout LiveMovie) -> Void) -> Specimen {
      .pair(name, still, with(movie, change))
    }
    return [
      .pair("wallpaper-no-live-photo-info-pass-camera", still, movie),
      specimen("wallpaper-no-live-photo-info-fail-no-track") { $0.timedTracks = [moment] },
      specimen("wallpaper-info-cloned-fail-one-payload") {
        $0.timedTracks[0].samples = info.samples.map { _ in info.samples[0] }
      },
      specimen("wallpaper-info-out-of-step-fail-fewer-samples") {
        $0.timedTracks[0].samples = Array(info.samples.prefix(50))
        $0.timedTracks[0].runs = [SampleRun(count: 50, duration: info.runs[0].duration)]
      },
      specimen("wallpaper-info-cloned-pass-two-payloads") {
        $0.timedTracks[0].samples = info.samples.indices.map { info.samples[$0 % 2] }
      },
      // 1/600 s after the frames.
      specimen("wallpaper-info-out-of-step-pass-one-tick") { $0.timedTracks[0].delay = 1 },
      specimen("wallpaper-frame-rate-pass-twenty-four") { $0.stretch(by: 1.25) },
      specimen("wallpaper-unlinked-track-pass-unknown-track") {
        for index in $0.timedTracks.indices { $0.timedTracks[index].referredTrack = 1_200 }
      },
      specimen("wallpaper-segments-pass-pause") {
        $0.pause = 60
        $0.timedTracks[0].delay = 60
      },
      // 60 frames in 3.2 s; the example lasts 2 s.
      specimen("wallpaper-frame-rate-fail-under-twenty") { $0.stretch(by: 1.6) },
      specimen("wallpaper-no-transform-fail-ios-17") {
        $0.timedTracks[1] = .stillTime(at: Shot.stillTime)
      },
      .pair(
        "wallpaper-no-transform-pass-ios-14", with(still) { $0.exif.software = "14.8" },
        with(movie) {
          $0.replaceMetadata("software", by: "14.8")
          $0.timedTracks[1] = .stillTime(at: Shot.stillTime)
        }),
      specimen("wallpaper-unlinked-track-fail-no-reference") {
        for index in $0.timedTracks.indices { $0.timedTracks[index].references = [] }
      },
      specimen("wallpaper-segments-fail-two") { $0.cuts = [$0.video.duration / 2] },
    ]
  }
}
