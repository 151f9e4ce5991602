package import Validator

extension Rule {
  /// Several different pairs share one identifier.
  package static let identifierReused = Rule(
    "identifier/reused",
    title: "no other pair has this identifier",
    breaks: [.pairs, .provenance],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .importByIdentifier,
      .publication("https://github.com/immich-app/immich/issues/11947"),
    ],
    rationale: """
      The identifier is what tells one Live Photo from another. Where several shots share one, \
      software joins any still to any movie of them, and another shot's movie plays.
      """,
    remedy: """
      Give each pair an identifier of its own, made by UUID().uuidString: key "17" of \
      kCGImagePropertyMakerAppleDictionary with CGImageDestination in the still, \
      com.apple.quicktime.content.identifier with AVAssetWriter in the movie.
      """,
    staysQuiet: "Byte-equal copies of one pair are pair/duplicate-copy.",
    symptoms: [.wrongMotion, .twoItems],
    replaces: ["pair/ambiguous", "pair/crossed"],
    mend: .identifier,
    check: .subject { subject, _ in
      guard subject.kind == .pair else { return .notApplicable("concerns pairs only") }
      let sharers = subject.surroundings.sharers
      let wasSeenBefore = subject.surroundings.identifierWasSeenBefore
      guard !sharers.isEmpty || wasSeenBefore, let pair = subject.pair else { return .pass }
      let identifiers = pair.readIdentifiers
      let text = identifiers.first?.text ?? "of this pair"
      let others = subject.surroundings.listing(
        sharers.map { "\($0.still.description) with \($0.movie.description)" }, "pair")
      let owner = sharers.count == 1 ? "another pair" : "other pairs"
      let wanted = "a UUID of its own"
      let message =
        sharers.isEmpty
        ? "the identifier \(text) is on the list of those seen in earlier runs"
        : "the identifier \(text) also belongs to \(owner): \(others)"
      return .fail(
        Finding(
          message,
          identifiers.map { $0.evidence(wanted: wanted) }
            + sharers.flatMap {
              [
                Evidence(in: $0.still, found: text, wanted: wanted),
                Evidence(in: $0.movie, found: text, wanted: wanted),
              ]
            }))
    })
}
