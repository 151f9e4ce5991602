package import Validator

extension Rule {
  /// Both halves show the same shape of picture.
  package static let geometryAspectDiffers = Rule(
    "geometry/aspect-differs",
    title: "both halves have one aspect ratio",
    breaks: [.looks],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .measurement("camera pairs differ by 0.1 % at most: 4:3 beside a clean aperture of 1308×980"),
      .publication("https://github.com/pulsejet/memories/issues/822"),
      .publication("https://github.com/mihir-io/MotionPhotoMuxer/issues/9"),
    ],
    rationale: """
      Where the halves differ in shape, one of them is cropped or stretched to the other's, and the \
      picture jumps when motion starts.
      """,
    remedy: """
      Crop the still to the movie's shape, or crop the movie with an AVMutableVideoComposition of \
      the still's shape, and write the metadata again.
      """,
    staysQuiet: """
      Pixel counts always differ and do not count. A clean aperture of 1308×980 beside 4:3 is what \
      cameras write, and halves that differ by a quarter turn are geometry/orientation-differs.
      """,
    symptoms: [.jumps],
    check: .pair { pair, settings in
      comparingPictures(of: pair) { halves in
        let still = halves.still.slimness
        let movie = halves.movie.slimness
        let difference = max(still, movie) / min(still, movie) - 1
        guard difference > settings.aspectTolerance else { return nil }
        return Finding(
          "the still shows \(halves.still.shownSize) (\(still.shown(decimals: 3)):1), "
            + "the movie \(halves.movie.shownSize) (\(movie.shown(decimals: 3)):1), "
            + "\((difference * 100).shown(decimals: 1)) % apart", halves.evidence(\.shownSize))
      }
    })
}
