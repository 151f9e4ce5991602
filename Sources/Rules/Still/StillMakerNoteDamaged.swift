package import Validator

extension Rule {
  /// The Apple MakerNote holds all that its directory lists.
  package static let stillMakerNoteDamaged = Rule(
    "still/makernote-damaged",
    title: "the Apple MakerNote is whole",
    breaks: [.pairs, .integrity],
    levels: .always(.error),
    grade: .measured,
    sources: [
      .measurement(
        "values of the Apple MakerNote are placed from its first byte, in 8 of 8 stills"),
      .publication("https://github.com/python-pillow/Pillow/issues/7545"),
      .publication("https://github.com/Exiv2/exiv2/issues/2138"),
    ],
    rationale: """
      The identifier stands in the MakerNote, a block whose inner offsets only Apple defines. Editors \
      that cut it short or recount its offsets leave an identifier that cannot be found, or garbage \
      in its place.
      """,
    remedy: """
      Copy the MakerNote from the untouched original: exiftool -TagsFromFile original.heic \
      -MakerNotes edited.heic. exiftool copies the note as a block or not at all.
      """,
    staysQuiet: """
      The Exif around the MakerNote may have either byte order. Damage that touches only a \
      thumbnail is a note.
      """,
    symptoms: [.twoItems, .savedAsStill, .invalidResource],
    check: .still(alone: true) { still, _ in
      switch still.file.type {
      case .empty: return .notApplicable("the file is empty")
      case .unknown: return .notApplicable("the file is no known picture format")
      default: break
      }
      if let reason = still.file.reasonNotToSeekDamage(as: .still) { return .notApplicable(reason) }
      let judged = outcome(
        ofDamage: .makerNote, among: still.damages, in: still.file, lost: still.makerNote.readError)
      guard case .pass = judged, still.makerNote.value != .apple else { return judged }
      return .notApplicable("the still has no Apple MakerNote")
    })
}
