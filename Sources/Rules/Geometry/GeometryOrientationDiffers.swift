package import Validator

extension Rule {
  /// Both halves are shown upright or both lying.
  package static let geometryOrientationDiffers = Rule(
    "geometry/orientation-differs",
    title: "both halves show portrait or both landscape",
    breaks: [.looks],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .measurement("in all camera pairs both halves show the same way up"),
      .publication("https://github.com/immich-app/immich/issues/15068"),
      .publication("https://github.com/pulsejet/memories/issues/1241"),
      .publication("https://github.com/TouSC/Video2LivePhoto/issues/1"),
    ],
    rationale: """
      The picture stands and the motion lies, or the other way round: a converter turned the pixels \
      of one half or lost the turn in its metadata.
      """,
    remedy: """
      Give the half that was converted its turn back: exiftool -n -Orientation=6 still.jpg for a \
      JPEG, exiftool -rotation=90 movie.mov or AVMutableMovieTrack.preferredTransform for the movie.
      """,
    staysQuiet: """
      Square pictures have no way up to compare, and pictures whose pixels were turned already \
      show the same way up. A turn by 180° is not told of: metadata alone cannot tell it from \
      turned pixels.
      """,
    symptoms: [.turned, .jumps],
    replaces: ["geometry/aspect-differs"],
    check: .pair { pair, _ in
      comparingPictures(of: pair) { halves in
        guard let still = halves.still.isPortrait, let movie = halves.movie.isPortrait,
          still != movie
        else { return nil }
        return Finding(
          "the still shows \(word(still)) (\(halves.still.shownSize)), "
            + "the movie \(word(movie)) (\(halves.movie.shownSize))", halves.evidence(\.shownSize))
      }
    })
}

private func word(_ isPortrait: Bool) -> String { isPortrait ? "portrait" : "landscape" }
