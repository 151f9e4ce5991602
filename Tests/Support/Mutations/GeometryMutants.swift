import Validator
import Writers

extension Mutant {
  static let geometry: [Mutant] = [
    Mutant(
      "the movie is turned by 90°", own: "geometry/orientation-differs",
      .recipe { $0.movie = $0.movie.portrait }),
    Mutant(
      "the still is turned by 90°", own: "geometry/orientation-differs",
      .recipe { $0.still = $0.still.portrait }),
    Mutant(
      "the movie's clean aperture is 16:9", own: "geometry/aspect-differs",
      .recipe { $0.movie.cleanAperture = PixelSize(width: 64, height: 36) }),
    Mutant(
      "the movie is mirrored", own: "geometry/mirror-differs",
      .recipe { $0.movie.matrix = TrackMatrix(a: -0x1_0000, b: 0, c: 0, d: 0x1_0000) }),
    Mutant(
      "the still is mirrored", own: "geometry/mirror-differs",
      .recipe {
        $0.still.exif.orientation = 2
        $0.still.orientation = Orientation(degreesClockwise: 0, isMirrored: true)
      }),
    Mutant(
      "the Exif orientation is 9", own: "geometry/orientation-invalid",
      .recipe { $0.still.exif.orientation = 9 }),
    Mutant(
      "the movie is turned by 45°", own: "geometry/orientation-invalid",
      .recipe {
        $0.movie.matrix = TrackMatrix(a: 0xB505, b: 0xB505, c: -0xB505, d: 0xB505)
      }),
    Mutant(
      "the Exif orientation is 6, irot says nothing of a turn",
      own: "geometry/orientation-conflict", pairs: [.heic],
      .recipe { $0.still.exif.orientation = 6 }),
    Mutant(
      "the Exif orientation is 2, no imir is there", own: "geometry/orientation-conflict",
      pairs: [.heic], .recipe { $0.still.exif.orientation = 2 }),
    Mutant(
      "Exif states another size", own: "geometry/exif-size-stale",
      .recipe { $0.still.exif.pixelSize = PixelSize(width: 4_032, height: 3_024) }),
  ]
}
