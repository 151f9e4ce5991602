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
      guard subject.bond == .identifier else {
        return .notApplicable("concerns pairs by identifier only")
      }
      // Nearly every pair has none beside it.
      guard !subject.surroundings.strangers.isEmpty, case .pair(let pair) = subject.content else {
        return .pass
      }
      return pair.judgeBothIdentifiers { still, movie in
        crossing(of: still, movie, in: subject.surroundings).map { .fail($0) } ?? .pass
      }
    })
}

/// What one of two crossed pairs tells: where its halves are, and whose file bears their name.
///
/// The file beside the movie is named where none is beside the still: its own pair tells the rest.
private func crossing(
  of still: LocatedIdentifier, _ movie: LocatedIdentifier, in surroundings: Surroundings
) -> Finding? {
  let strangers = surroundings.strangers.filter { stranger in
    let own = stranger.beside == .still ? still : movie
    return stranger.identifier.map { $0 != own.text } ?? false
  }
  guard
    let half = strangers.contains(where: { $0.beside == .still })
      ? Half.still : strangers.first?.beside
  else { return nil }
  let (own, partner) = half == .still ? (still, movie) : (movie, still)
  let others = strangers.filter { $0.beside == half }.map { stranger in
    "\(stranger.path.shownName), of the same name, carries \(stranger.identifier ?? "")"
      + (stranger.truePartner.map { " and belongs to \($0)" } ?? "")
  }
  return Finding(
    "the true partner of \(own.file) is \(partner.file) by the identifier \(own.text), while "
      + others.joined(separator: ", and "),
    [own.evidence(), partner.evidence()]
      + strangers.map { Evidence(in: $0.path, found: $0.identifier, wanted: own.text) })
}
