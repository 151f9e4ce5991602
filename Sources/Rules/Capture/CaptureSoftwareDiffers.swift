package import Validator

extension Rule {
  /// Both halves were written by one version of the system.
  package static let captureSoftwareDiffers = Rule(
    "capture/software-differs",
    title: "both halves name one software version",
    breaks: [.provenance],
    levels: Levels(photos: .note, wallpaper: .note, camera: .warning),
    grade: .measured,
    sources: [
      .measurement("in all camera pairs both halves name the same version of iOS"),
      .specification("Exif 2.32", "4.6.4, tag 0x0131, Software"),
      .specification("Apple, QuickTime File Format", "Metadata keys, software"),
    ],
    rationale: """
      The camera writes the version of its system into both halves. Another name on one side is that \
      of the program that last saved it.
      """,
    remedy: """
      Nothing needs to be done for playing. For an untouched pair, export both halves as unmodified \
      originals again.
      """,
    staysQuiet: "A half that does not name its software is not compared.",
    symptoms: [],
    check: .pair { pair, _ in
      comparingTexts(
        [SharedText(name: "software", still: pair.still.software, movie: pair.movie.software)],
        of: pair, absence: "not both halves name their software")
    })
}
