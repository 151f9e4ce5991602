package import Validator

extension Rule {
  /// Exif begins where it is said to begin.
  package static let stillExifPrefix = Rule(
    "still/exif-prefix",
    title: "nothing but the usual prefix stands before the TIFF header of Exif",
    breaks: [.interop],
    levels: .always(.note),
    grade: .documented,
    sources: [
      .specification("Exif 2.32", "4.7.2, APP1"),
      .specification("ISO/IEC 23008-12", "A.2.1, exif_tiff_header_offset"),
    ],
    rationale: """
      Readers that expect the TIFF header at its usual place find no Exif, and so no identifier, \
      where other bytes stand before it.
      """,
    remedy: """
      Write Exif anew in place: exiftool -all= -TagsFromFile @ -all:all -unsafe -icc_profile \
      still.jpg.
      """,
    staysQuiet: """
      The usual prefix is Exif and two NULs, with or without the offset that HEIC puts before it.
      """,
    symptoms: [.splitsElsewhere],
    mend: .exifPrefix,
    check: .still(alone: false) { still, _ in
      switch still.exifPrefix {
      case .unreadable(let error): return .unreadable(error, in: still.file.path)
      case .absent: return .notApplicable("the still has no Exif")
      case .present(let prefix, let place):
        guard prefix.extraBytes > 0 else { return .pass }
        return .fail(
          Finding(
            "\(prefix.extraBytes) extra bytes stand before the TIFF header of Exif",
            [
              Evidence(
                in: still.file.path, at: place, found: "\(prefix.extraBytes) bytes", wanted: "none")
            ]))
      }
    })
}
