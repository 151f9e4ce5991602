package import Validator

extension Rule {
  /// The movie's samples are listed in its movie box.
  package static let movieFragmented = Rule(
    "movie/fragmented",
    title: "the movie is not in fragments",
    breaks: [.moves, .interop],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .specification("ISO/IEC 14496-12", "8.8, Movie Fragments"),
      .measurement("no camera movie holds a moof box; all samples are listed in moov"),
    ],
    rationale: """
      Fragmented movies are a form for streaming. Cameras do not write them for Live Photos, and the \
      timed tracks of a fragmented movie are not where readers of Live Photos look.
      """,
    remedy: """
      Rewrap with AVFoundation, passthrough preset and file type .mov; ffmpeg -c copy without \
      -movflags frag_keyframe does it too, but loses the identifier and the timed tracks.
      """,
    staysQuiet: "A movie that only announces fragments (mvex) and holds none is whole.",
    symptoms: [.longPressDoesNothing],
    check: .movie(alone: false) { movie, _ in
      switch movie.fragments {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .absent: return .pass
      case .present(let count, let place):
        let fragments = count == 1 ? "a moof fragment" : "\(count) moof fragments"
        return .fail(
          Finding(
            "the movie keeps its samples in \(fragments)",
            [Evidence(in: movie.file.path, at: place, found: "moof")]))
      }
    })
}
