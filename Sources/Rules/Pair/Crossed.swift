package import Validator

extension Rule {
  /// The file of the same name belongs to another shot, and the true partner lies elsewhere.
  package static let pairCrossed = Rule(
    "pair/crossed",
    title: "the partner by name is the partner by identifier",
    breaks: [.interop],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .importByIdentifier,
      .publication("https://github.com/immich-app/immich/issues/14459"),
      .publication("https://github.com/simulot/immich-go/issues/1298"),
    ],
    rationale: """
      Two shots have changed movies: by name each still stands beside the other's movie. Photos \
      goes by identifier; software that goes by name plays another shot's motion, and a request \
      with the two files of one name is refused.
      """,
    remedy: """
      Rename the movies so that each has the base name of the still with its identifier; exiftool \
      -ContentIdentifier -MediaGroupUUID on both files shows which that is. The bytes need no \
      change.
      """,
    staysQuiet: """
      A file of the same name that carries no identifier, such as an ordinary video beside a Live \
      Photo, is not taken for a crossed partner.
      """,
    symptoms: [.wrongMotion, .invalidResource, .splitsElsewhere],
    replaces: [
      "identifier/mismatch", "pair/missing-movie", "pair/missing-still", "pair/name-differs",
    ],
    check: .subject { subject, _ in
      guard subject.bond == .identifier, case .pair(let pair) = subject.content else {
        return .notApplicable("concerns pairs by identifier only")
      }
      return pair.judgeBothIdentifiers { still, movie in
        .passUnless(
          subject.surroundings.strangers.compactMap { stranger in
            stranger.beside == .still
              ? crossing(of: stranger, beside: still, partner: movie)
              : crossing(of: stranger, beside: movie, partner: still)
          })
      }
    })
}

private func crossing(
  of stranger: Surroundings.Stranger, beside own: LocatedIdentifier, partner: LocatedIdentifier
) -> Finding? {
  guard let identifier = stranger.identifier, identifier != own.text else { return nil }
  var message =
    "\(stranger.path.shownName) has the name of \(own.half.named) but carries \(identifier), "
    + "\(own.half.named) carries \(own.text)"
  if let truePartner = stranger.truePartner {
    message += " and that file belongs to \(truePartner.description)"
  }
  message += "; the true partner of \(own.file.description) is \(partner.file.description)"
  return Finding(
    message,
    [
      own.evidence(), partner.evidence(),
      Evidence(in: stranger.path, found: identifier, wanted: own.text),
    ])
}
