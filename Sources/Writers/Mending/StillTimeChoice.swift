internal import Validator

extension Movie {
  /// The time scale of most camera movies, for those whose video does not tell one.
  private static let usualScale: UInt32 = 600

  /// Chooses the one moment that the movie shall mark as that of the still, counted from the start
  /// of the presentation.
  ///
  /// The first mark that is shown stays; one that lies outside the video moves to the nearest
  /// moment inside; where there is none, it is the middle of the video, as camera movies
  /// mark the still at 0.39 to 0.76 of their duration (measured).
  ///
  /// - Parameter asked: the moment that a person wants, in seconds.
  /// - Throws: where the video does not tell when it is shown, or not at the moment asked for.
  func chosenStillTime(asked: Double?) throws(RewriteError) -> MediaTime {
    guard let video = videoTrack.value, let shown = video.presentation,
      shown.upperBound > shown.lowerBound, shown.upperBound < 1e6
    else {
      throw RewriteError("the movie does not tell when its video is shown", at: videoTrack.place)
    }
    let scale = video.mediaDuration?.scale ?? Movie.usualScale
    if let asked {
      guard shown.lowerBound <= asked, asked < shown.upperBound else {
        throw RewriteError(
          "\(asked.shown(decimals: 3)) s lies outside the video, which is shown from "
            + "\(shown.lowerBound.shown(decimals: 3)) to \(shown.upperBound.shown(decimals: 3)) s")
      }
      return try time(asked, scale)
    }
    let marks = (stillTimes.value ?? []).compactMap(\.presentationTime)
    if let mark = marks.first(where: {
      shown.lowerBound <= $0.seconds && $0.seconds < shown.upperBound
    }) {
      return mark
    }
    let middle = (shown.lowerBound + shown.upperBound) / 2
    guard let mark = marks.first?.seconds else { return try time(middle, scale) }
    let frame = video.usualFrameDuration ?? 0
    let nearest =
      mark < shown.lowerBound
      ? min(shown.lowerBound + frame, middle) : max(shown.upperBound - frame, middle)
    return try time(nearest, scale)
  }

  /// Rounds down, so that no moment leaves the video.
  private func time(_ seconds: Double, _ scale: UInt32) throws(RewriteError) -> MediaTime {
    guard let time = MediaTime(Int64((seconds * Double(scale)).rounded(.down)), scale: scale) else {
      throw RewriteError("the movie's time scale is zero", at: videoTrack.place)
    }
    return time
  }
}

extension Track {
  /// How long the first sample lasts, in seconds; nil where the track does not say.
  fileprivate var usualFrameDuration: Double? {
    guard let run = timeToSample.first, let scale = mediaDuration?.scale else { return nil }
    return Double(run.duration) / Double(scale)
  }
}
