package import Validator

extension Rule {
  /// Both halves were taken by one kind of device.
  package static let captureDeviceDiffers = Rule(
    "capture/device-differs",
    title: "both halves name one make and model",
    breaks: [.provenance],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .measurement("in all camera pairs both halves name the same make and model"),
      .specification("Exif 2.32", "4.6.4, tags 0x010F and 0x0110, Make and Model"),
      .specification("Apple, QuickTime File Format", "Metadata keys, make and model"),
    ],
    rationale: """
      One device takes both halves. Different names tell that they come from two shots, or that one \
      half was rewritten.
      """,
    remedy: """
      Find the half that belongs to the other by its identifier. Where the names were edited: \
      exiftool -TagsFromFile still.heic "-Keys:Make<Make" "-Keys:Model<Model" movie.mov.
      """,
    staysQuiet: "A half that does not name its device is not compared.",
    symptoms: [.wrongMotion],
    check: .pair { pair, _ in
      comparingTexts(
        [
          SharedText(name: "make", still: pair.still.make, movie: pair.movie.make),
          SharedText(name: "model", still: pair.still.model, movie: pair.movie.model),
        ], of: pair, absence: "not both halves name their device")
    })
}
