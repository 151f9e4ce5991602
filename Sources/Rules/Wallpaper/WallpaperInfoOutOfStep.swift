package import Validator

extension Rule {
  /// The motion data has one sample for each frame, at its time.
  package static let wallpaperInfoOutOfStep = Rule(
    "wallpaper/info-out-of-step",
    title: "live-photo-info has one sample for each video frame, at its time",
    breaks: [.wallpaper],
    levels: Levels(photos: nil, wallpaper: .warning, camera: .warning),
    grade: .observed,
    sources: [
      .measurement("10 of 10 distinct movies of cameras and Photos have one sample for each frame"),
      .publication("https://github.com/TouSC/Video2LivePhoto/issues/8"),
    ],
    rationale: """
      Each live-photo-info sample describes the frame that is presented with it. Apple's software \
      was observed to refuse samples that lie over 2/600 s from their frames. Wallpapers of apps \
      with other counts are sold all the same, so this is no proof. \(contentDecidesToo)
      """,
    remedy: """
      Write the track anew with one sample for each video frame, at the frame's presentation time; \
      after a change of the frame rate or a cut, change both tracks alike.
      """,
    staysQuiet: """
      Times are compared as presented, edit lists applied; frames that are decoded ahead of their \
      time and trimmed movies are in step.
      """,
    symptoms: [.motionNotAvailable],
    check: .pair { pair, _ in
      let movie = pair.movie
      return movie.judgeLivePhotoInfo { _, place in
        movie.judgeVideo { video in
          switch movie.motionDataStep {
          case .inStep: return .pass
          case .untold, nil:
            return .unreadable(
              ReadError(
                .limit, "the sample tables do not tell when each frame is presented",
                at: video.place),
              in: movie.file.path)
          case .otherCount(let samples, let frames):
            return .fail(
              Finding(
                "live-photo-info has \(samples) samples for \(frames) video frames",
                [
                  Evidence(
                    in: movie.file.path, at: place, found: "\(samples) samples",
                    wanted: "\(frames) samples")
                ]))
          case .otherTimes(let number, let sample, let frame):
            return .fail(
              Finding(
                "live-photo-info sample \(number) is presented at \(wordsForSeconds(sample)), its "
                  + "video frame at \(wordsForSeconds(frame))",
                [
                  Evidence(
                    in: movie.file.path, at: place,
                    found: "sample \(number) at \(wordsForSeconds(sample))",
                    wanted: "within 2/600 s of \(wordsForSeconds(frame))")
                ]))
          }
        }
      }
    })
}
