package import Validator

extension Rule {
  /// The HEIC says how its colours are meant.
  package static let stillColourProfileMissing = Rule(
    "still/colour-profile-missing",
    title: "the HEIC picture carries its colour profile",
    breaks: [.looks],
    levels: .always(.note),
    grade: .reported,
    sources: [
      .specification("ISO/IEC 23008-12", "6.5.5, Colour information"),
      .measurement("camera HEICs carry colr, but for one of an iPhone 6s on iOS 13.7"),
      .publication("https://github.com/exiftool/exiftool/issues/313"),
    ],
    rationale: """
      Cameras write pictures in Display P3. Without the profile, software takes them for sRGB and \
      shows paler colours, so that the picture changes when motion starts.
      """,
    remedy: """
      Take the still from the original again, or give the picture its colour space, \
      kCGColorSpaceDisplayP3, when it is written with ImageIO.
      """,
    staysQuiet: "In JPEG and other formats a missing profile means sRGB.",
    symptoms: [.jumps],
    check: .still(alone: false) { still, _ in
      guard still.file.type == .heic else { return .notApplicable("the still is no HEIC") }
      switch still.colourProfile {
      case .unreadable(let error): return .unreadable(error, in: still.file.path)
      case .present: return .pass
      case .absent(let searched):
        return .fail(
          Finding(
            "the picture's primary item has no colour profile",
            [Evidence(in: still.file.path, at: searched.first, wanted: "colr")]))
      }
    })
}
