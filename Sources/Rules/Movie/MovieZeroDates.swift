package import Validator

extension Rule {
  /// The movie says when it was made.
  package static let movieZeroDates = Rule(
    "movie/zero-dates",
    title: "the movie says when it was made",
    breaks: [.interop, .provenance],
    levels: Levels(photos: .note, wallpaper: .note, camera: .warning),
    grade: .reported,
    sources: [
      .specification("ISO/IEC 14496-12", "8.2.2, Movie Header Box"),
      .measurement("every camera movie carries com.apple.quicktime.creationdate"),
      .publication("https://github.com/immich-app/immich/issues/6201"),
    ],
    rationale: """
      Without a date, libraries sort the movie by the time of the copy, far away from its still. \
      Shared albums hand out such movies.
      """,
    remedy: """
      Take the date from the still: exiftool -api QuickTimeUTC -TagsFromFile still.heic \
      "-Keys:CreationDate<SubSecDateTimeOriginal" movie.mov.
      """,
    staysQuiet: """
      One date is enough: the header date may be zero beside com.apple.quicktime.creationdate, and \
      the other way round.
      """,
    symptoms: [.wrongDate, .splitsElsewhere],
    check: .movie(alone: false) { movie, _ in
      if movie.creationDate.value != nil || movie.headerDate.value != nil { return .pass }
      if let error = movie.creationDate.readError ?? movie.headerDate.readError {
        return .unreadable(error, in: movie.file.path)
      }
      guard case .absent(let searched) = movie.headerDate else { return .pass }
      return .fail(
        Finding(
          "the movie has no date: its header date is zero and it carries no creationdate",
          [Evidence(in: movie.file.path, at: searched.first, found: "0")]))
    })
}
