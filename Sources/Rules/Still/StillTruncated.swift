package import Validator

extension Rule {
  /// The still file is complete.
  package static let stillTruncated = Rule(
    "still/truncated",
    title: "the still file is whole to its end",
    breaks: [.looks, .integrity],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("JPEG, ITU-T T.81", "B.2.1, EOI ends the image"),
      .specification("ISO/IEC 14496-12", "8.11.3, Item Location Box"),
      .publication("https://github.com/strukturag/libheif/issues/1757"),
    ],
    rationale: """
      A picture that was cut off shows grey or garbled parts or does not open, though its metadata \
      at the front may still be whole.
      """,
    remedy: """
      Copy the still from its source again and compare the sizes. What is cut off is not in the \
      file.
      """,
    staysQuiet: "Zero padding and known trailers may follow the end of the picture.",
    symptoms: [.doesNotOpen, .blackFrame],
    check: .still(alone: true) { still, _ in
      switch still.file.type {
      case .empty: return .fail(still.file.emptiness)
      case .unknown: return .notApplicable("the file is no known picture format")
      default: break
      }
      if let reason = still.file.reasonNotToSeekDamage(as: .still) { return .notApplicable(reason) }
      return outcome(
        ofDamage: .truncated, among: still.damages, in: still.file,
        lost: still.pixelSize.readError)
    })
}
