package import Validator

extension Rule {
  /// The motion data was recorded, not copied from one sample.
  package static let wallpaperInfoCloned = Rule(
    "wallpaper/info-cloned",
    title: "the live-photo-info samples differ from each other",
    breaks: [.wallpaper],
    levels: Levels(photos: nil, wallpaper: .warning, camera: .warning),
    grade: .measured,
    sources: [
      .measurement("10 of 10 distinct movies of cameras and Photos never repeat a payload"),
      .measurement("27 of 29 distinct movies of wallpaper apps hold one payload 57 or 60 times"),
    ],
    rationale: """
      Cameras measure the motion of each frame anew. One payload for all frames is a template that \
      a tool pasted in: it says nothing of this movie, and iOS may refuse it at any time. \
      \(contentDecidesToo)
      """,
    remedy: """
      Take the movie as the camera wrote it, exported as an unmodified original; for a generated \
      movie, test it on a device with the iOS versions that matter.
      """,
    staysQuiet: "A track with a single sample has nothing to repeat.",
    symptoms: [.motionNotAvailable],
    check: .pair { pair, _ in
      pair.movie.judgeLivePhotoInfo { info, place in
        guard info.payloadsRead > 1 else {
          return .notApplicable("live-photo-info has a single sample")
        }
        guard info.distinctPayloads == 1 else { return .pass }
        return .fail(
          Finding(
            "all \(info.payloadsRead) live-photo-info samples hold the same payload",
            [
              Evidence(
                in: pair.movie.file.path, at: place,
                found: "1 payload in \(info.payloadsRead) samples",
                wanted: "a payload for each frame")
            ]))
      }
    })
}
