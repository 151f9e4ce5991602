package import Validator

extension Rule {
  /// The movie has a video track to show.
  package static let movieNoVideo = Rule(
    "movie/no-video",
    title: "the movie has an enabled video track with at least one sample",
    breaks: [.moves],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification(
        "Apple, QuickTime File Format", "Track header atom, flags; Handler reference atom"),
      .specification("ISO/IEC 14496-12", "8.3.2, Track Header Box; 8.4.3, Handler Reference Box"),
      .measurement("every camera movie has exactly one enabled track with handler vide"),
    ],
    rationale: """
      The motion of a Live Photo is the movie's video track. Where it is missing, switched off or \
      without samples, there is nothing to play.
      """,
    remedy: """
      Take the movie from the original again. Where only the track is switched off, enable it with \
      AVMutableMovieTrack.isEnabled and write the movie header anew.
      """,
    staysQuiet: """
      Auxiliary picture tracks (handler auxv) of newer cameras are no video tracks and neither help \
      nor harm.
      """,
    symptoms: [.longPressDoesNothing, .doesNotOpen],
    replaces: [
      "movie/codec", "geometry/orientation-differs", "geometry/aspect-differs",
      "geometry/mirror-differs",
    ],
    check: .movie(alone: true) { movie, _ in
      switch movie.videoTrackIndex {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .present: return .pass
      case .absent(let searched):
        let tracks = movie.tracks.value ?? []
        let candidate = tracks.first { $0.handler == "vide" }
        return .fail(
          Finding(
            message(candidate: candidate, all: tracks),
            [
              Evidence(
                in: movie.file.path, at: candidate?.place ?? searched.first,
                found: candidate == nil ? handlers(of: tracks) : nil, wanted: "vide")
            ]))
      }
    })
}

private func message(candidate: Track?, all: [Track]) -> String {
  guard let candidate else {
    return all.isEmpty
      ? "the movie has no tracks" : "the movie has no video track, only \(handlers(of: all))"
  }
  return candidate.isEnabled
    ? "the movie's video track holds no samples" : "the movie's video track is switched off"
}

private func handlers(of tracks: [Track]) -> String {
  tracks.map(\.handler.description).joined(separator: ", ")
}
