package import Validator

extension Rule {
  /// Both halves were taken at one time.
  package static let captureTimeDiffers = Rule(
    "capture/time-differs",
    title: "both halves were taken at one time",
    breaks: [.provenance],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .measurement("in 7 of 7 camera pairs the movie's time is the still's or 1 s before it"),
      .specification("Exif 2.32", "4.6.5, tags 0x9003 and 0x9011, DateTimeOriginal and its offset"),
      .specification("ISO/IEC 14496-12", "8.2.2, Movie Header Box, creation_time in UTC"),
      .publication("https://github.com/immich-app/immich/issues/14459"),
    ],
    rationale: """
      A camera writes both halves of a shot within a second. Times that lie further apart tell of \
      halves of two shots, or of one half that was made or dated later.
      """,
    remedy: """
      Find out which half is wrong. To date the movie like the still: exiftool -api QuickTimeUTC \
      -TagsFromFile still.heic "-Keys:CreationDate<SubSecDateTimeOriginal" movie.mov.
      """,
    staysQuiet: """
      Times without a zone may differ by just what two zones differ by. The header date of copies \
      and renders does not count where the creation date agrees, and dates of zero never do.
      """,
    symptoms: [.wrongDate, .wrongMotion],
    check: .pair { pair, settings in
      let still = pair.still
      let movie = pair.movie
      if let error = still.captureTime.readError { return .unreadable(error, in: still.file.path) }
      if let error = movie.captureTime.readError { return .unreadable(error, in: movie.file.path) }
      guard case .present(let shot, let stillPlace) = still.captureTime, !shot.isUnset else {
        return .notApplicable("the still has no capture time")
      }
      guard case .present(let filmed, let moviePlace) = movie.captureTime, !filmed.isUnset else {
        return .notApplicable("the movie has no capture time")
      }
      if shot.canBe(filmed, within: settings.captureTimeTolerance) { return .pass }
      let apart = shot.secondsApart(from: filmed).shownAsTimeSpan
      return .fail(
        Finding(
          "the still was taken at \(shot.text), the movie at \(filmed.text), \(apart) apart",
          [
            Evidence(in: still.file.path, at: stillPlace, found: shot.text),
            Evidence(in: movie.file.path, at: moviePlace, found: filmed.text),
          ]))
    })
}
