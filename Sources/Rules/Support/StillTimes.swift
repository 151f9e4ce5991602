import Validator

/// The key of the timed sample that marks the moment of the still.
let stillTimeKey = "com.apple.quicktime.still-image-time"

extension Movie {
  /// Judges the samples that mark the moment of the still, where there are any.
  func judgeStillTimes(_ judge: ([StillTime]) -> Outcome) -> Outcome {
    if let error = stillTimes.readError { return .unreadable(error, in: file.path) }
    guard let times = stillTimes.value, !times.isEmpty else {
      return .notApplicable("the movie does not mark the moment of the still")
    }
    return judge(times)
  }

  /// Judges the samples against the time in which the video track is shown, in seconds.
  func judgePresentation(
    _ judge: (_ times: [StillTime], _ video: Track, _ shown: ClosedRange<Double>) -> Outcome
  ) -> Outcome {
    judgeStillTimes { times in
      judgeVideo { video in
        guard let shown = video.presentation else {
          return .unreadable(
            ReadError(
              .malformed, "neither an edit list nor a duration tells when the video is shown",
              at: video.place),
            in: file.path)
        }
        return judge(times, video, shown)
      }
    }
  }
}
