package import Validator

extension Rule {
  /// A movie that says it is half of a Live Photo is there without its still.
  package static let pairMissingStill = Rule(
    "pair/missing-still",
    title: "a movie with a Live Photo identifier has its still",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .missingResource,
      .publication("https://github.com/genadyo/LivePhotoDemo/issues/2"),
      .publication("https://github.com/immich-app/immich/issues/27733"),
    ],
    rationale: """
      The content identifier in the movie says that it is the motion of a still with the same \
      identifier. Alone it is imported as a short video, and nothing joins it to a picture later \
      unless that still is found.
      """,
    remedy: """
      Fetch the still from where the movie came from: export the unmodified original from Photos, \
      which gives both files. If the still is gone for good, exiftool -Keys:all= takes the \
      identifier out with all other keys, and the clip counts as an ordinary video.
      """,
    staysQuiet: """
      Ordinary videos carry no content identifier, also those that an iPhone recorded with a \
      live-photo-info track. A movie whose still has become the partner of a copy of it is left to \
      the rule that says so.
      """,
    symptoms: [.twoItems, .missingResource],
    check: .subject { subject, _ in
      guard case .movie(let movie) = subject.content else {
        return .notApplicable("concerns lone movies only")
      }
      return subject.judgeOrphan(
        identifier: movie.identifier, in: movie.file, half: .movie)
    })
}
