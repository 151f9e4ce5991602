/// How far capture times may be apart, in seconds, before equal names count as chance.
///
/// Camera pairs measured are 0 to 1 s apart; a generator that dates one half by its own clock can
/// be some seconds off.
private let widestCaptureGap = 60.0

/// The longest movie, in seconds, that still counts as meant for a Live Photo.
///
/// Camera files measured run 1.2 to 3.0 s, generated ones up to 5 s.
private let longestMotion = 10.0

/// What speaks against one shot, for a still and a movie with equal names and no identifier.
///
/// Facts that are not there or could not be read speak neither way.
///
/// - Returns: the reason as a clause, such as `the movie lasts 31.2 s`; nil where nothing speaks
///   against it.
package func reasonAgainstOneShot(_ still: Still, _ movie: Movie) -> String? {
  if let shot = still.captureTime.value, let filmed = movie.captureTime.value,
    !shot.isUnset, !filmed.isUnset, !shot.canBe(filmed, within: widestCaptureGap)
  {
    let gap = shot.secondsApart(from: filmed).shownAsTimeSpan
    return "the still was taken at \(shot.text), the movie at \(filmed.text), \(gap) apart"
  }
  if let seconds = movie.duration.value?.seconds, seconds > longestMotion {
    return "the movie lasts \(seconds.shown(decimals: 1)) s"
  }
  if still.file.type == .png, still.make.isAbsent, still.model.isAbsent {
    return "the still is a PNG without camera data, as screenshots are"
  }
  return nil
}
