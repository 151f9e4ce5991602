import Validator
import Writers

extension Specimen {
  /// Recipes for `capture/`: whether the halves tell of one shot.
  static func capture(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let movie = LiveMovie.example(media.h264)
    func specimen(_ name: String, _ key: String, _ value: String) -> Specimen {
      .pair(name, still, with(movie) { $0.replaceMetadata(key, by: value) })
    }
    let motion = with(movie) {
      $0.timedTracks = [
        .livePhotoInfo(for: media.h264),
        .stillTime(at: Shot.stillTime, transform: LiveMovie.exampleTransform),
      ]
    }
    return [
      .pair(
        "capture-synthetic-fail-bare-note",
        with(still) {
          $0.exif.makerNote = AppleMakerNote.generated(identifier: Shot.identifier).bytes
        },
        motion),
      .pair(
        "capture-synthetic-pass-ios-14", with(still) { $0.exif.software = "14.8" },
        with(motion) {
          $0.replaceMetadata("software", by: "14.8")
          $0.timedTracks[1] = .stillTime(at: Shot.stillTime)
        }),
      specimen("capture-time-differs-fail-ten-minutes", "creationdate", "2024-06-21T12:10:00+0100"),
      specimen("capture-time-differs-pass-other-zone", "creationdate", "2024-06-21T13:00:00+0200"),
      specimen("capture-device-differs-fail-other-model", "model", "iPhone 12"),
      .pair(
        "capture-device-differs-pass-movie-without", still,
        with(movie) {
          $0.removeMetadata("make")
          $0.removeMetadata("model")
        }),
      .pair(
        "capture-software-differs-pass-still-without", with(still) { $0.exif.software = nil },
        movie),
      // 111 m to the north.
      specimen(
        "capture-location-differs-pass-across-the-park", "location.ISO6709",
        "+51.4789-000.0015+045.000/"),
      specimen("capture-software-differs-fail-update-between", "software", "17.5"),
      // Kew Gardens, 20 km up the river.
      specimen(
        "capture-location-differs-fail-across-town", "location.ISO6709",
        "+51.4787-000.2956+010.000/"),
    ]
  }
}
