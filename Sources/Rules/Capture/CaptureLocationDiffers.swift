internal import Glibc
package import Validator

extension Rule {
  /// Both halves were taken in one place.
  package static let captureLocationDiffers = Rule(
    "capture/location-differs",
    title: "both halves were taken in one place",
    breaks: [.provenance],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .specification("Exif 2.32", "4.6.6, GPS attributes: the place of the capture"),
      .specification("Apple, QuickTime File Format", "Metadata keys, location.ISO6709"),
    ],
    rationale: """
      Both halves state where they were taken. Places that lie far apart tell of halves of two \
      shots, or of a place that was edited on one side only.
      """,
    remedy: """
      Find out which place is right and copy it: exiftool -TagsFromFile still.heic \
      '-Keys:GPSCoordinates<$GPSLatitude, $GPSLongitude' movie.mov.
      """,
    staysQuiet: """
      A half without a place is not compared, and the few metres by which a position wanders do \
      not count.
      """,
    symptoms: [.wrongDate, .wrongMotion],
    check: .pair { pair, settings in
      switch (pair.still.location, pair.movie.location) {
      case (.unreadable(let error), _): return .unreadable(error, in: pair.still.file.path)
      case (_, .unreadable(let error)): return .unreadable(error, in: pair.movie.file.path)
      case (.absent, _), (_, .absent): return .notApplicable("not both halves have a place")
      case (.present(let still, let stillPlace), .present(let movie, let moviePlace)):
        let metres = still.metres(to: movie)
        guard metres > settings.locationTolerance else { return .pass }
        return .fail(
          Finding(
            "the halves were taken \(distance(metres)) apart: "
              + "the still at \(words(still)), the movie at \(words(movie))",
            [
              Evidence(in: pair.still.file.path, at: stillPlace, found: words(still)),
              Evidence(in: pair.movie.file.path, at: moviePlace, found: words(movie)),
            ]))
      }
    })
}

private func words(_ place: Coordinate) -> String {
  "\(place.latitude.shown(decimals: 3)), \(place.longitude.shown(decimals: 3))"
}

private func distance(_ metres: Double) -> String {
  metres < 2_000
    ? metres.shown(decimals: 0) + " m" : (metres / 1_000).shown(decimals: 1) + " km"
}

extension Coordinate {
  /// The distance on the sphere of the mean Earth radius, by the haversine formula.
  fileprivate func metres(to other: Coordinate) -> Double {
    let radius = 6_371_009.0
    let degree = Double.pi / 180
    let north = sin((other.latitude - latitude) * degree / 2)
    let east = sin((other.longitude - longitude) * degree / 2)
    let chord =
      north * north + cos(latitude * degree) * cos(other.latitude * degree) * east * east
    return 2 * radius * asin(min(1, chord.squareRoot()))
  }
}
