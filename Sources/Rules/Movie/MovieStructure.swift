package import Validator

extension Rule {
  /// The movie's structure is sound.
  package static let movieStructure = Rule(
    "movie/structure",
    title: "the movie's boxes and tables agree with each other",
    breaks: [.moves, .integrity],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("ISO/IEC 14496-12", "4.2, Object Structure; 8.5 to 8.7, sample tables"),
      .specification("Apple, QuickTime File Format", "Sample table atoms"),
    ],
    rationale: """
      A player finds each frame through the sizes, counts and offsets of the movie box. Where they \
      contradict each other, players stop, skip frames or refuse the file.
      """,
    remedy: """
      Take the movie from the original again, or rewrap it with ffmpeg -i in.mov -map 0 -c copy \
      out.mov, which writes new tables; the identifier and the timed tracks must then be put back \
      with AVFoundation.
      """,
    staysQuiet: "Unknown boxes, free space and any order of the boxes are right.",
    symptoms: [.doesNotOpen, .invalidResource],
    check: .movie(alone: true) { movie, _ in
      switch movie.file.type {
      case .empty: return .notApplicable("the file is empty")
      case .unknown: return .fail(movie.file.unrecognised(as: "movie"))
      default: break
      }
      if let reason = movie.file.reasonNotToSeekDamage(as: .movie) { return .notApplicable(reason) }
      return outcome(
        ofDamage: .structure, among: movie.damages, in: movie.file, lost: movie.tracks.readError)
    })
}
