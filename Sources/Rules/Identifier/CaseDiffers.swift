package import Validator

extension Rule {
  /// The halves carry one identifier in different letter case.
  package static let identifierCaseDiffers = Rule(
    "identifier/case-differs",
    title: "both halves write the identifier in the same letter case",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .photosErrors, .cameraStills,
      .specification("RFC 9562, Universally Unique IDentifiers", "section 4, letter case"),
    ],
    rationale: """
      The UUIDs are equal, but the comparison in Photos was observed to be one of plain text: \
      upper and lower case letters differ, and the halves are not joined.
      """,
    remedy: """
      Write the identifier in upper case into the half that has lower case: exiftool \
      -ContentIdentifier=UUID on the still (some versions call the tag MediaGroupUUID), \
      AVAssetWriter with an AVMetadataItem of com.apple.quicktime.content.identifier for the \
      movie.
      """,
    staysQuiet: "Two identifiers that differ in more than letter case are identifier/mismatch.",
    symptoms: [.twoItems, .savedAsStill, .invalidResource, .internalError],
    replaces: ["identifier/not-uuid", "identifier/lower-case"],
    mend: .identifier,
    check: .pair { pair, _ in
      pair.judgeBothIdentifiers { still, movie in
        guard still.text != movie.text, still.text.lowercased() == movie.text.lowercased() else {
          return .pass
        }
        let upper = still.text.uppercased()
        return .fail(
          Finding(
            "the identifiers differ in letter case: the still says \(still.text), "
              + "the movie says \(movie.text)",
            [still.evidence(wanted: upper), movie.evidence(wanted: upper)]))
      }
    })
}
