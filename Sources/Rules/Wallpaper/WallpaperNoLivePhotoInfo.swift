package import Validator

extension Rule {
  /// The movie carries the motion data that the Lock Screen works from.
  package static let wallpaperNoLivePhotoInfo = Rule(
    "wallpaper/no-live-photo-info",
    title: "the movie carries live-photo-info samples",
    breaks: [.wallpaper],
    levels: Levels(photos: nil, wallpaper: .error, camera: .error),
    grade: .observed,
    sources: [
      .lockScreenReports,
      .publication("https://github.com/RhetTbull/makelive/issues/20"),
      .measurement("10 of 10 distinct movies of cameras and Photos carry the track"),
    ],
    rationale: """
      From iOS 17 on the Lock Screen moves a Live Photo by the motion data of its live-photo-info \
      track. Without that track it says that motion is not available. \(contentDecidesToo)
      """,
    remedy: """
      Take the movie as the camera wrote it, exported as an unmodified original. A tool that makes \
      Live Photos needs to write a timed-metadata track with one live-photo-info sample for each \
      video frame.
      """,
    staysQuiet: """
      The key may carry its prefix twice, as cameras write it, or once. A track that could not be \
      read is unreadable, not missing.
      """,
    symptoms: [.motionNotAvailable],
    check: .pair { pair, _ in
      let movie = pair.movie
      let wanted = "a mebx track with samples of live-photo-info"
      switch movie.livePhotoInfo {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .present(let info, let place):
        if info.sampleCount > 0 { return .pass }
        return .fail(
          Finding(
            "track \(info.trackNumber) declares live-photo-info and holds no sample of it",
            [Evidence(in: movie.file.path, at: place, found: "no sample", wanted: wanted)]))
      case .absent(let searched):
        return .fail(
          Finding(
            "the movie has no timed-metadata track with live-photo-info",
            [
              Evidence(
                in: movie.file.path, at: searched.first, found: "no such track", wanted: wanted)
            ]))
      }
    })
}
