package import Validator

extension Rule {
  /// The movie is no longer than that of a Live Photo.
  package static let movieTooLong = Rule(
    "movie/too-long",
    title: "the movie is no longer than a Live Photo's",
    breaks: [.wallpaper, .interop],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .measurement("camera movies last 1.2 to 3.0 s"),
      .publication("https://github.com/RhetTbull/makelive/issues/20"),
      .publication("https://github.com/photoprism/photoprism, pkg/media/video/live.go"),
    ],
    rationale: """
      Cameras film about a second and a half on either side of the picture. No limit is known that \
      Photos enforces, but long clips are reported to fail on the Lock Screen, and some software \
      takes anything over about three seconds for an ordinary video.
      """,
    remedy: """
      Trim it around the moment of the still with an AVAssetExportSession, its timeRange and the \
      passthrough preset, and write the still-image-time track anew for the new start.
      """,
    staysQuiet: "Lone videos may be of any length.",
    symptoms: [.motionNotAvailable, .splitsElsewhere],
    check: .movie(alone: false) { movie, settings in
      switch movie.duration {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .absent: return .notApplicable("the movie states no duration")
      case .present(let duration, let place):
        guard duration.seconds > settings.longestMovie else { return .pass }
        let lasts = duration.seconds.shown(decimals: 2)
        let limit = settings.longestMovie.shown(decimals: 2)
        return .fail(
          Finding(
            "the movie lasts \(lasts) s, over \(limit) s",
            [
              Evidence(
                in: movie.file.path, at: place, found: "\(lasts) s", wanted: "at most \(limit) s")
            ]))
      }
    })
}
