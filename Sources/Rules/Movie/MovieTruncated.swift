package import Validator

extension Rule {
  /// The movie file is complete.
  package static let movieTruncated = Rule(
    "movie/truncated",
    title: "the movie file is whole to its end",
    breaks: [.moves, .integrity],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("ISO/IEC 14496-12", "4.2, Object Structure; 8.7.5, Chunk Offset Box"),
      .specification("Apple, QuickTime File Format", "Overview of QTFF: atoms; Movie atoms"),
      .measurement("cameras write moov last, so a movie that was cut loses all its metadata"),
    ],
    rationale: """
      The movie box holds the tracks, the identifier and the moment of the still, and cameras \
      write it at the end of the file. A copy that broke off leaves media data that nothing can \
      play.
      """,
    remedy: """
      Copy the movie from its source again and compare the sizes. What is cut off is not in the \
      file, and no tool brings back a movie from media data without its moov box.
      """,
    staysQuiet: "Bytes too many at the end are left to movie/trailing-data.",
    symptoms: [.doesNotOpen, .longPressDoesNothing, .invalidResource],
    check: .movie(alone: true) { movie, _ in
      switch movie.file.type {
      case .empty: return .fail(movie.file.emptiness)
      case .unknown: return .notApplicable("the file is no known movie format")
      default: break
      }
      if let reason = movie.file.reasonNotToSeekDamage(as: .movie) { return .notApplicable(reason) }
      return outcome(
        ofDamage: .truncated, among: movie.damages, in: movie.file, lost: movie.tracks.readError)
    })
}
