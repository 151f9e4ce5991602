package import Validator

extension Rule {
  /// The halves carry different identifiers.
  package static let identifierMismatch = Rule(
    "identifier/mismatch",
    title: "both halves carry one identifier",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .photosErrors, .importByIdentifier, .cameraStills,
      .publication("https://github.com/immich-app/immich/pull/5601"),
    ],
    rationale: """
      Photos joins a still and a movie by this value and by nothing else. With two values they are \
      halves of two different Live Photos.
      """,
    remedy: """
      If the files are one shot, write one new UUID into both: key "17" of \
      kCGImagePropertyMakerAppleDictionary with CGImageDestination in the still, \
      com.apple.quicktime.content.identifier with AVAssetWriter in the movie. exiftool \
      -ContentIdentifier=UUID (some versions call the tag MediaGroupUUID) gives the still the \
      movie's value.
      """,
    staysQuiet: "A difference in letter case alone is identifier/case-differs.",
    symptoms: [
      .twoItems, .savedAsStill, .invalidResource, .internalError, .wrongMotion, .splitsElsewhere,
    ],
    replaces: ["identifier/not-uuid", "identifier/lower-case"],
    mend: .identifier,
    check: .pair { pair, _ in
      pair.judgeBothIdentifiers { still, movie in
        if still.text == movie.text || still.text.lowercased() == movie.text.lowercased() {
          return .pass
        }
        return .fail(
          Finding(
            "the still says \(still.text), the movie says \(movie.text)",
            [still.evidence(wanted: movie.text), movie.evidence(wanted: still.text)]))
      }
    })
}
