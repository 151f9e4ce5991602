package import Validator

extension Rule {
  /// The mark lies at the first frame, as generators leave it and cameras do not.
  package static let stillTimeAtStart = Rule(
    "still-time/at-start",
    title: "the moment of the still lies after the first frame",
    breaks: [.looks, .wallpaper],
    levels: Levels(photos: .note, wallpaper: .warning, camera: .note),
    grade: .reported,
    sources: [
      .publication("https://github.com/genadyo/LivePhotoDemo/issues/4"),
      .publication("https://github.com/TouSC/Video2LivePhoto/issues/2"),
      .measurement("camera movies mark the still at 0.39 to 0.76 of their duration"),
    ],
    rationale: """
      Cameras record before and after the shot, so the still lies in the middle. A mark at the \
      first frame leaves no motion that leads up to it, and covers came out black where the clip \
      fades in.
      """,
    remedy: """
      Take the still from a later moment, 0.5 s into the clip or its middle, and write the \
      AVTimedMetadataGroup of com.apple.quicktime.still-image-time at that time. In the file, that \
      is an empty edit before the sample.
      """,
    staysQuiet: "Any time from the second frame on passes, also in clips of under a second.",
    symptoms: [.blackFrame, .motionNotAvailable],
    check: .pair { pair, _ in
      let file = pair.movie.file.path
      return pair.movie.judgePresentation { times, video, shown in
        guard let frame = video.firstFrameDuration else {
          return .notApplicable("the video track does not tell how long its first frame is shown")
        }
        return .passUnless(
          times.compactMap { mark in
            guard let time = mark.presentationTime?.seconds, time >= shown.lowerBound,
              time - shown.lowerBound < frame - roundingError
            else { return nil }
            return Finding(
              "the moment of the still is \(wordsForSeconds(time)), "
                + "at the first frame of the video",
              [
                Evidence(
                  in: file, at: mark.place, found: wordsForSeconds(time),
                  wanted: "a time after \(wordsForSeconds(shown.lowerBound + frame))")
              ])
          })
      }
    })
}

/// How far the times of two tracks may be off by rounding to their time scales, in seconds: less
/// than a tick of the usual 600 in a second.
private let roundingError = 0.001

extension Track {
  /// How long the first sample lasts, in seconds.
  fileprivate var firstFrameDuration: Double? {
    guard let run = timeToSample.first, let scale = mediaDuration?.scale else { return nil }
    return Double(run.duration) / Double(scale)
  }
}
