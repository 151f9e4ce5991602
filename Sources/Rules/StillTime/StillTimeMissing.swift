package import Validator

extension Rule {
  /// The movie does not mark the moment of the still.
  package static let stillTimeMissing = Rule(
    "still-time/missing",
    title: "the movie marks the moment of the still",
    breaks: [.moves],
    levels: Levels(photos: .warning, wallpaper: .error, camera: .error),
    grade: .observed,
    sources: [
      .timedMetadata,
      .measurement("10 of 10 distinct movies of cameras and Photos carry the mark"),
      .publication("https://github.com/RhetTbull/makelive/issues/26"),
    ],
    rationale: """
      A timed sample of com.apple.quicktime.still-image-time says which moment of the movie the \
      still shows. Without it a pair is joined, but it was seen to be live on the Mac and still on \
      the iPhone, and Lock Screen motion has nothing to settle on.
      """,
    remedy: """
      Write a timed-metadata track with AVAssetWriterInputMetadataAdaptor: one \
      AVTimedMetadataGroup with com.apple.quicktime.still-image-time, data type \
      com.apple.metadata.datatype.int8, at the time of the still.
      """,
    staysQuiet: "A movie that could not be read to its end is unreadable, not without the mark.",
    symptoms: [.longPressDoesNothing, .liveOnMacOnly, .motionNotAvailable, .internalError],
    mend: .stillTime,
    check: .pair { pair, _ in
      let movie = pair.movie
      switch movie.stillTimes {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .present(let times, _) where !times.isEmpty: return .pass
      case .present(_, let place): return .fail(finding(for: movie, searched: place))
      case .absent(let searched): return .fail(finding(for: movie, searched: searched.first))
      }
    })
}

private func finding(for movie: Movie, searched: Place?) -> Finding {
  let file = movie.file.path
  let wanted = "a mebx track with a sample of com.apple.quicktime.still-image-time"
  if case .present(let value, let place) = movie.staticStillTimeKey {
    return Finding(
      "still-image-time stands only as a static key of moov/meta, which is no timed sample",
      [Evidence(in: file, at: place, found: value, wanted: wanted)])
  }
  if let track = movie.timedTrack(declaring: stillTimeKey) {
    return Finding(
      "track \(track.number) declares still-image-time and holds no sample of it",
      [Evidence(in: file, at: track.place, found: "no sample", wanted: wanted)])
  }
  return Finding(
    "the movie has no timed-metadata track with com.apple.quicktime.still-image-time",
    [Evidence(in: file, at: searched ?? movie.tracks.place, found: "no such track", wanted: wanted)]
  )
}
