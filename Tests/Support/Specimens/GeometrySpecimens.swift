import Validator
import Writers

extension Specimen {
  /// Recipes for `geometry/`: how the halves are turned and cropped when they are shown.
  static func geometry(_ media: Media) -> [Specimen] {
    let still = ExampleStill(media)
    let jpegMovie = LiveMovie.example(media.h264)
    let heicMovie = LiveMovie.example(media.hevc)
    return [
      .heicPair(
        "geometry-orientation-differs-pass-heic-portrait", still.portrait, heicMovie.portrait),
      .pair(
        "geometry-orientation-differs-pass-jpeg-portrait", still.portrait, jpegMovie.portrait),
      .heicPair("geometry-orientation-differs-fail-matrix-lost", still.portrait, heicMovie),
      .pair(
        "geometry-aspect-differs-fail-cropped-movie", still,
        with(jpegMovie) { $0.cleanAperture = PixelSize(width: 64, height: 36) }),
      // 1.1 % off; cameras crop 1308×980 out of 4:3, which is 0.1 % off.
      .pair(
        "geometry-aspect-differs-pass-clean-aperture", still,
        with(jpegMovie) { $0.cleanAperture = PixelSize(width: 62, height: 46) }),
      .pair(
        "geometry-mirror-differs-pass-both-mirrored", with(still) { $0.exif.orientation = 2 },
        with(jpegMovie) { $0.matrix = TrackMatrix(a: -0x1_0000, b: 0, c: 0, d: 0x1_0000) }),
      .pair(
        "geometry-orientation-invalid-pass-no-orientation",
        with(still) { $0.exif.orientation = nil }, jpegMovie),
      .pair(
        "geometry-orientation-invalid-fail-slanted-matrix", still,
        with(jpegMovie) { $0.matrix = TrackMatrix(a: 0xB505, b: 0xB505, c: -0xB505, d: 0xB505) }),
      .heicPair(
        "geometry-orientation-conflict-pass-exif-alone",
        with(still) {
          $0.exif.orientation = 6
          $0.orientation = nil
        }, heicMovie),
      .pair(
        "geometry-exif-size-stale-pass-turned",
        with(still) {
          $0.exif.pixelSize = PixelSize(
            width: media.tile.size.height, height: media.tile.size.width)
        }, jpegMovie),
      .pair(
        "geometry-mirror-differs-fail-front-camera", still,
        with(jpegMovie) { $0.matrix = TrackMatrix(a: -0x1_0000, b: 0, c: 0, d: 0x1_0000) }),
      .pair(
        "geometry-orientation-invalid-fail-exif-nine", with(still) { $0.exif.orientation = 9 },
        jpegMovie),
      .heicPair(
        "geometry-orientation-conflict-fail-exif-six", with(still) { $0.exif.orientation = 6 },
        heicMovie),
      .pair(
        "geometry-exif-size-stale-fail-before-crop",
        with(still) { $0.exif.pixelSize = PixelSize(width: 4_032, height: 3_024) }, jpegMovie),
    ]
  }
}
