package import Validator

extension Rule {
  /// The turn that each half states is one of those there are.
  package static let geometryOrientationInvalid = Rule(
    "geometry/orientation-invalid",
    title: "the stated orientations exist",
    breaks: [.looks],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .specification("Exif 2.32", "4.6.4, tag 0x0112, Orientation"),
      .specification("Apple, QuickTime File Format", "Matrices; Track header atom"),
    ],
    rationale: """
      Exif knows the orientations 1 to 8, and a movie is shown turned by quarter turns only. What \
      software does with anything else differs.
      """,
    remedy: """
      Set the orientation that shows the half upright: exiftool -n -Orientation=1 still.jpg, or \
      exiftool -rotation=0 movie.mov.
      """,
    staysQuiet: "A still without an orientation is shown as it is stored.",
    symptoms: [.turned],
    replaces: [
      "geometry/orientation-differs", "geometry/aspect-differs", "geometry/mirror-differs",
    ],
    mend: .orientation,
    check: .subject { subject, _ in
      switch subject.content {
      case .pair(let pair):
        judgeOrientation(of: pair.still).joined(with: judgeOrientation(of: pair.movie))
      case .still(let still): judgeOrientation(of: still)
      case .movie(let movie): judgeOrientation(of: movie)
      }
    })
}

extension Outcome {
  /// The findings of both, else the first that could not be told, else a pass.
  fileprivate func joined(with other: Outcome) -> Outcome {
    switch (self, other) {
    case (.fail(let findings), .fail(let others)): .fail(findings + others)
    case (.fail, _), (.unreadable, .pass), (.unreadable, .unreadable): self
    case (_, .fail), (_, .unreadable): other
    default: .pass
    }
  }
}

private func judgeOrientation(of still: Still) -> Outcome {
  if let error = still.exifOrientation.readError { return .unreadable(error, in: still.file.path) }
  return invalidOrientation(of: still).map { .fail($0) } ?? .pass
}

private func judgeOrientation(of movie: Movie) -> Outcome {
  let outcome = movie.judgeVideo { video in
    invalidOrientation(of: video, in: movie).map { .fail($0) } ?? .pass
  }
  if case .notApplicable = outcome { return .pass }
  return outcome
}

private func invalidOrientation(of still: Still) -> Finding? {
  guard case .present(let value, let place) = still.exifOrientation,
    Orientation(exif: value) == nil
  else { return nil }
  return Finding(
    "the still's Exif orientation is \(value)",
    [Evidence(in: still.file.path, at: place, found: String(value), wanted: "1 to 8")])
}

private func invalidOrientation(of track: Track, in movie: Movie) -> Finding? {
  guard track.matrix.orientation == nil else { return nil }
  return Finding(
    "the movie's track matrix (\(track.matrix)) is no multiple of 90°",
    [
      Evidence(
        in: movie.file.path, at: track.matrixPlace, found: track.matrix.description,
        wanted: "a multiple of 90°")
    ], isMendable: false)
}
