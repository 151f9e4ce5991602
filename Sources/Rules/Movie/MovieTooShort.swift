package import Validator

extension Rule {
  /// The movie is long enough to show motion.
  package static let movieTooShort = Rule(
    "movie/too-short",
    title: "the movie is long enough to show motion",
    breaks: [.wallpaper],
    levels: Levels(photos: .note, wallpaper: .warning, camera: .note),
    grade: .reported,
    sources: [
      .measurement("the shortest camera movie, a trimmed one, lasts 1.2 s"),
      .publication("https://github.com/photoprism/photoprism/issues/2788"),
    ],
    rationale: """
      A movie of a few frames has hardly any motion to show: camera movies last more than a \
      second, and some software no longer takes a shorter clip for part of a Live Photo.
      """,
    remedy: """
      Export a longer piece of the original video with an AVAssetExportSession and its timeRange, \
      and write the still-image-time track anew.
      """,
    staysQuiet: "Movies of half a second to a second are short, but show motion.",
    symptoms: [.motionNotAvailable],
    check: .movie(alone: false) { movie, settings in
      switch movie.duration {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .absent: return .notApplicable("the movie states no duration")
      case .present(let duration, let place):
        guard duration.seconds < settings.shortestMovie else { return .pass }
        let lasts = duration.seconds.shown(decimals: 3)
        let limit = settings.shortestMovie.shown(decimals: 2)
        return .fail(
          Finding(
            "the movie lasts \(lasts) s, under \(limit) s",
            [
              Evidence(
                in: movie.file.path, at: place, found: "\(lasts) s", wanted: "at least \(limit) s")
            ]))
      }
    })
}
