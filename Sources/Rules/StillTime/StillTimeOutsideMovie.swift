package import Validator

extension Rule {
  /// The mark lies where the video does not play.
  package static let stillTimeOutsideMovie = Rule(
    "still-time/outside-movie",
    title: "the moment of the still lies inside the video",
    breaks: [.moves],
    levels: Levels(photos: .warning, wallpaper: .error, camera: .error),
    grade: .measured,
    sources: [
      .measurement("camera movies mark the still at 0.39 to 0.76 of their duration"),
      .specification("Apple, QuickTime File Format", "Edit Lists"),
    ],
    rationale: """
      The mark says at which frame the motion meets the still. Where no frame is shown at that \
      time there is nothing to meet.
      """,
    remedy: """
      Write the timed-metadata track anew, with its AVTimedMetadataGroup at a time within the \
      video; after cutting a movie move the mark by what was cut from the start.
      """,
    staysQuiet: """
      The time is judged as presented, with the edit lists of both tracks applied, so that movies \
      trimmed by an edit list pass.
      """,
    symptoms: [.longPressDoesNothing, .jumps, .motionNotAvailable],
    mend: .stillTime,
    check: .pair { pair, _ in
      let file = pair.movie.file.path
      return pair.movie.judgePresentation { times, _, shown in
        .passUnless(
          times.compactMap { mark in
            let time = mark.presentationTime?.seconds
            // The end of the last frame is the first moment at which none is shown.
            if let time, time >= shown.lowerBound, time < shown.upperBound { return nil }
            let from = wordsForSeconds(shown.lowerBound)
            let to = wordsForSeconds(shown.upperBound)
            let found = time.map(wordsForSeconds) ?? "no shown time"
            let message =
              time == nil
              ? "the edit list of track \(mark.trackNumber) never shows the moment of the still"
              : "the moment of the still is \(found), the video is shown from \(from) to \(to)"
            return Finding(
              message,
              [
                Evidence(
                  in: file, at: mark.place, found: found, wanted: "\(from) to \(to)")
              ])
          })
      }
    })
}
