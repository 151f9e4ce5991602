package import Validator

extension Rule {
  /// The video is shown in one piece.
  package static let wallpaperSegments = Rule(
    "wallpaper/segments",
    title: "the video is shown in one piece",
    breaks: [.wallpaper],
    levels: Levels(photos: nil, wallpaper: .warning, camera: .warning),
    grade: .observed,
    sources: [
      .lockScreenReports,
      .specification("QuickTime File Format", "Edit list atoms"),
      .measurement("the edit lists of camera movies show the video in one segment"),
    ],
    rationale: """
      The edit list puts the video together from several segments, as cuts and compositions do. \
      Lock Screen motion was observed to ask for a single one. \(contentDecidesToo)
      """,
    remedy: """
      Export the movie anew, so that the cut is in the frames: an AVAssetExportSession with a \
      preset that encodes, not AVAssetExportPresetPassthrough.
      """,
    staysQuiet: "A pause before the one segment, and one that trims the movie at its ends.",
    symptoms: [.motionNotAvailable],
    check: .pair { pair, _ in
      let movie = pair.movie
      return movie.judgeVideo { video in
        let segments = video.editList.count { $0.mediaStart != nil && $0.duration.value > 0 }
        guard segments > 1 else { return .pass }
        return .fail(
          Finding(
            "the video's edit list has \(segments) segments",
            [
              Evidence(
                in: movie.file.path, at: video.editListPlace ?? video.place,
                found: "\(segments) segments", wanted: "one segment")
            ]))
      }
    })
}
