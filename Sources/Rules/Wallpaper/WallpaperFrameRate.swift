package import Validator

/// The frame rate, in frames a second, under which Apple's software was observed to refuse motion.
private let lowestFrameRate = 20.0

extension Rule {
  /// The movie has enough frames for the Lock Screen.
  package static let wallpaperFrameRate = Rule(
    "wallpaper/frame-rate",
    title: "the video has 20 frames a second or more",
    breaks: [.wallpaper],
    levels: Levels(photos: nil, wallpaper: .error, camera: .warning),
    grade: .observed,
    sources: [
      .lockScreenReports,
      .measurement("untrimmed camera movies have 23.8 to 30 frames a second"),
    ],
    rationale: """
      The Lock Screen slows the motion down, and was observed to refuse movies of under 20 frames \
      a second. Cameras record fewer than 30 in dim light. \(contentDecidesToo)
      """,
    remedy: """
      Export the movie with 30 frames a second from a source that has them: AVAssetWriter with \
      frames at every 20/600 s, or ffmpeg -r 30.
      """,
    staysQuiet: """
      Frames that an edit list cuts off count neither as frames nor as time, and uneven frames \
      count by their average.
      """,
    symptoms: [.motionNotAvailable],
    check: .pair { pair, _ in
      let movie = pair.movie
      return movie.judgeVideo { video in
        guard let shown = video.presentation, shown.upperBound > shown.lowerBound else {
          return .notApplicable("the video track does not tell how long it is shown")
        }
        let seconds = shown.upperBound - shown.lowerBound
        let frames = video.presentationTimes()?.count ?? Int(clamping: video.sampleCount)
        let rate = Double(frames) / seconds
        guard rate < lowestFrameRate else { return .pass }
        return .fail(
          Finding(
            "the video shows \(frames) frames in \(seconds.shown(decimals: 3)) s, "
              + "\(rate.shown(decimals: 1)) a second",
            [
              Evidence(
                in: movie.file.path, at: video.place,
                found: "\(rate.shown(decimals: 1)) frames a second",
                wanted: "at least \(lowestFrameRate.shown(decimals: 0))")
            ]))
      }
    })
}
