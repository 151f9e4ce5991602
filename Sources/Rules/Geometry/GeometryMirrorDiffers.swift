package import Validator

extension Rule {
  /// Both halves are mirrored by their metadata, or neither is.
  package static let geometryMirrorDiffers = Rule(
    "geometry/mirror-differs",
    title: "the metadata mirrors both halves or neither",
    breaks: [.looks],
    levels: .always(.note),
    grade: .reported,
    sources: [
      .specification("ISO/IEC 23008-12", "6.5.12, Image mirroring"),
      .publication("https://github.com/PetrVys/MotionPhoto2/issues/5"),
      .publication("https://github.com/PetrVys/MotionPhoto2/issues/47"),
    ],
    rationale: """
      Front cameras mirror one half in its metadata and may mirror the pixels of the other. Where \
      the pixels were not mirrored, left and right change places when motion starts.
      """,
    remedy: """
      Look at both halves. Where one is the wrong way round, set its turn without the mirror: \
      exiftool -n -Orientation=1 for a JPEG, AVMutableMovieTrack.preferredTransform for the movie.
      """,
    staysQuiet: "A JPEG without an orientation is shown as it is stored, which is not mirrored.",
    symptoms: [.turned],
    check: .pair { pair, _ in
      comparingPictures(of: pair) { halves in
        let still = halves.still.orientation.isMirrored
        guard still != halves.movie.orientation.isMirrored else { return nil }
        return Finding(
          still
            ? "the still is mirrored by its metadata, the movie is not"
            : "the movie is mirrored by its track matrix, the still is not",
          halves.evidence { $0.orientation.isMirrored ? "mirrored" : "not mirrored" })
      }
    })
}
