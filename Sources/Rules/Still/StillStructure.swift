package import Validator

extension Rule {
  /// The still can be put together from its parts.
  package static let stillStructure = Rule(
    "still/structure",
    title: "the still's parts can be put together",
    breaks: [.looks, .integrity],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("ISO/IEC 14496-12", "8.11.3, Item Location Box; 8.11.4, Primary Item Box"),
      .specification("ISO/IEC 23008-12", "6.6.2.3, Image grid"),
      .specification("JPEG, ITU-T T.81", "B.1.1.4, Marker segments"),
      .publication("https://github.com/rhoopr/kei/issues/558"),
    ],
    rationale: """
      A picture is made of parts: a HEIC lists where each stands, a JPEG says how long each is. Tools \
      that write metadata and get a place or a length wrong leave a picture that no reader can put \
      together.
      """,
    remedy: """
      Take the still from the original again and write its metadata with a current exiftool, which \
      keeps the parts together; exiftool -validate shows what it thinks of the result.
      """,
    staysQuiet: """
      Metadata may follow the media data, item locations may be of any version, and items may lie \
      in several extents. Traits that are odd but do no harm, such as two XMP items, are a note.
      """,
    symptoms: [.doesNotOpen, .blackFrame],
    check: .still(alone: true) { still, _ in
      switch still.file.type {
      case .empty: return .notApplicable("the file is empty")
      case .unknown: return .fail(still.file.unrecognised(as: "picture"))
      default: break
      }
      if let reason = still.file.reasonNotToSeekDamage(as: .still) { return .notApplicable(reason) }
      let judged = outcome(
        ofDamage: .structure, among: still.damages, in: still.file,
        lost: still.pixelSize.readError)
      guard case .pass = judged, !still.oddities.isEmpty else { return judged }
      return .fail(
        still.oddities.map {
          Finding($0.message, [Evidence(in: still.file.path, at: $0.place)], atMost: .note)
        })
    })
}
