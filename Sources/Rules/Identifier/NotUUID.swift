package import Validator

extension Rule {
  /// The identifier is some other text than a UUID.
  package static let identifierNotUUID = Rule(
    "identifier/not-uuid",
    title: "the identifier is a UUID",
    breaks: [.interop, .provenance],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .uuidText, .cameraStills, .cameraMovies,
      .publication("https://github.com/photoprism/photoprism/blob/develop/pkg/rnd"),
    ],
    rationale: """
      Photos was observed to compare the text and not its form, so such a pair is joined. Other \
      libraries accept 8-4-4-4-12 hexadecimal digits only and show two items.
      """,
    remedy: """
      Write a UUID made by UUID().uuidString into both halves: key "17" of \
      kCGImagePropertyMakerAppleDictionary with CGImageDestination, and \
      com.apple.quicktime.content.identifier with AVAssetWriter.
      """,
    staysQuiet: """
      Only an identifier that is equal on both sides is judged; lower case letters have a rule of \
      their own.
      """,
    symptoms: [.splitsElsewhere],
    mend: .identifier,
    check: .pair { pair, _ in
      pair.judgeBothIdentifiers { still, movie in
        guard still.text == movie.text else {
          return .notApplicable("the identifiers of the halves differ")
        }
        if still.stored.isUUID { return .pass }
        let wanted = "8-4-4-4-12 hexadecimal digits"
        return .fail(
          Finding(
            "the identifier of both halves, “\(still.text)”, is not a UUID",
            [still.evidence(wanted: wanted), movie.evidence(wanted: wanted)]))
      }
    })
}
