package import Validator

extension Rule {
  /// A still that says it is half of a Live Photo is there without its movie.
  package static let pairMissingMovie = Rule(
    "pair/missing-movie",
    title: "a still with a Live Photo identifier has its movie",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .missingResource,
      .publication("https://github.com/pulsejet/memories/issues/1014"),
      .publication("https://github.com/immich-app/immich/issues/27733"),
    ],
    rationale: """
      The identifier in the still says that a movie with the same identifier was recorded. Without \
      that movie the picture stays a still, and software that trusts the identifier shows a Live \
      badge that never plays.
      """,
    remedy: """
      Fetch the movie from where the still came from: export the unmodified original from Photos, \
      which gives both files. If the movie is gone for good, exiftool -MakerNotes= takes the \
      identifier out with the whole MakerNote, and the picture counts as an ordinary one.
      """,
    staysQuiet: """
      A lone still without tag 0x0011 is an ordinary picture. A still whose movie has become the \
      partner of a copy of it, or that has a movie of its own name beside it, is left to the rules \
      that say so.
      """,
    symptoms: [.savedAsStill, .longPressDoesNothing, .missingResource],
    check: .subject { subject, _ in
      guard case .still(let still) = subject.content else {
        return .notApplicable("concerns lone stills only")
      }
      return subject.judgeOrphan(
        identifier: still.identifier, in: still.file, half: .still)
    })
}
