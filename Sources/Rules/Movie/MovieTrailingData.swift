package import Validator

extension Rule {
  /// The movie ends with its last box.
  package static let movieTrailingData = Rule(
    "movie/trailing-data",
    title: "nothing follows the movie's last box",
    breaks: [.integrity, .interop],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .specification("ISO/IEC 14496-12", "4.2, a file is a sequence of boxes and nothing else"),
      .publication("https://github.com/21Z121Z1/XDRemux/pull/16"),
    ],
    rationale: """
      A movie file is boxes from the first byte to the last. Other bytes at the end come from a cut \
      at the wrong place, such as a movie taken out of another maker's motion photo, or from a copy \
      gone wrong.
      """,
    remedy: """
      Cut the file at the offset shown with truncate -s, after making a copy of it. Where the movie \
      was taken out of a motion photo, take it out again with its true length.
      """,
    staysQuiet: "Free space boxes and boxes of unknown types are boxes, and may stand last.",
    symptoms: [.doesNotOpen],
    check: .movie(alone: false) { movie, _ in
      switch movie.trailingData {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .absent: return .pass
      case .present(let data, let place):
        let what = data.description.map { ", \($0)" } ?? ""
        return .fail(
          Finding(
            "\(data.length) bytes that are no box follow the movie's last box\(what)",
            [
              Evidence(
                in: movie.file.path, at: place, found: "\(data.length) bytes",
                wanted: "end of file")
            ]))
      }
    })
}
