package import Validator

extension Rule {
  /// A HEIC states one orientation, not two.
  package static let geometryOrientationConflict = Rule(
    "geometry/orientation-conflict",
    title: "Exif and the HEIC's own properties state one orientation",
    breaks: [.looks, .interop],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .specification("ISO/IEC 23008-12", "6.5.10, Image rotation; 6.5.12, Image mirroring"),
      .measurement("camera HEICs have irot 3 with Exif 6 and irot 0 with Exif 1"),
    ],
    rationale: """
      The turn and mirror of the HEIC's primary item decide how it is shown; Exif only repeats them. \
      Where the two disagree, software that goes by Exif shows the picture another way up.
      """,
    remedy: """
      Set Exif to what the picture's properties say: exiftool -n -Orientation=N still.heic, where \
      N is the value that the report wants.
      """,
    staysQuiet: """
      A HEIC without irot and imir, as third-party cameras write it, has nothing to contradict, \
      and neither has a JPEG, where only Exif states the orientation.
      """,
    symptoms: [.turned],
    mend: .orientation,
    check: .still(alone: true) { still, _ in
      guard still.file.type == .heic || still.file.type == .avif else {
        return .notApplicable("the still is no HEIC")
      }
      if let error = still.itemOrientation.readError ?? still.exifOrientation.readError {
        return .unreadable(error, in: still.file.path)
      }
      guard case .present(let shown, let itemPlace) = still.itemOrientation else {
        return .notApplicable("the picture has no irot or imir")
      }
      guard case .present(let value, let exifPlace) = still.exifOrientation else {
        return .notApplicable("Exif states no orientation")
      }
      guard let stated = Orientation(exif: value) else {
        return .notApplicable("the Exif orientation is \(value), not 1 to 8")
      }
      if stated == shown { return .pass }
      return .fail(
        Finding(
          "the picture is \(words(shown)) by its irot and imir, \(words(stated)) by Exif \(value)",
          [
            Evidence(
              in: still.file.path, at: exifPlace, found: String(value),
              wanted: String(shown.exifValue)),
            Evidence(in: still.file.path, at: itemPlace, found: words(shown)),
          ]))
    })
}

private func words(_ orientation: Orientation) -> String {
  let turn =
    orientation.degreesClockwise == 0
    ? "not turned" : "turned clockwise by \(orientation.degreesClockwise)°"
  return orientation.isMirrored ? turn + " and mirrored" : turn
}
