import Validator

/// Both halves of a pair as a person sees them.
struct DisplayedHalves {
  var still: DisplayedPicture
  var movie: DisplayedPicture
  /// The still's and the movie's orientation, each with its place.
  var evidence: [Evidence]
}

/// The outcome of a rule that compares what is shown of both halves.
///
/// Where software itself differs in how it shows a half, or a half has no picture, the rule does
/// not apply; where the bytes could not be read, they are unreadable.
func comparingPictures(
  of pair: Pair, _ compare: (DisplayedHalves) -> Finding?
) -> Outcome {
  let still = pair.still.displayed
  let movie = pair.movie.displayed
  if let trouble = obstacle(still, in: pair.still.file, "the still has no picture")
    ?? obstacle(movie, in: pair.movie.file, "the movie has no video track")
  {
    return trouble
  }
  guard case .present(let stillPicture, let stillPlace) = still,
    case .present(let moviePicture, let moviePlace) = movie
  else { return .pass }
  let halves = DisplayedHalves(
    still: stillPicture, movie: moviePicture,
    evidence: [
      Evidence(in: pair.still.file.path, at: stillPlace, found: stillPicture.shownSize),
      Evidence(in: pair.movie.file.path, at: moviePlace, found: moviePicture.shownSize),
    ])
  return compare(halves).map { .fail($0) } ?? .pass
}

/// Why a picture cannot be compared; nil where it can.
private func obstacle(
  _ picture: Field<DisplayedPicture>, in file: MediaFile, _ absence: String
) -> Outcome? {
  switch picture {
  case .present(let shown, let place):
    if shown.width.isNormal, shown.height.isNormal, shown.width > 0, shown.height > 0 { return nil }
    return .unreadable(
      ReadError(.malformed, "the shown size is \(shown.shownSize)", at: place), in: file.path)
  case .absent: return .notApplicable(absence)
  case .unreadable(let error):
    return error.kind == .unsupported
      ? .notApplicable(error.reason) : .unreadable(error, in: file.path)
  }
}

extension DisplayedPicture {
  /// Its size as messages show it, such as `1308×1744`.
  var shownSize: String { "\(width.shown(decimals: 1))×\(height.shown(decimals: 1))" }

  /// The longer side by the shorter one, so that a turn makes no difference.
  var slimness: Double { max(width, height) / min(width, height) }
}
