import Validator

/// Both halves of a pair as a person sees them.
struct DisplayedHalves {
  var still: DisplayedPicture
  var movie: DisplayedPicture
  fileprivate var files: (still: FilePath, movie: FilePath)
  fileprivate var places: (still: Place, movie: Place)

  /// The places that turn the halves, each with what stands there.
  ///
  /// - Parameter found: what a half shows, in words.
  func evidence(_ found: (DisplayedPicture) -> String) -> [Evidence] {
    [
      Evidence(in: files.still, at: places.still, found: found(still)),
      Evidence(in: files.movie, at: places.movie, found: found(movie)),
    ]
  }
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
    files: (pair.still.file.path, pair.movie.file.path), places: (stillPlace, moviePlace))
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
