package import Validator

/// The last iOS whose cameras write no transform.
private let lastSystemWithout = 14

extension Rule {
  /// The movie says how the still lies over its frames.
  package static let wallpaperNoTransform = Rule(
    "wallpaper/no-transform",
    title: "the movie says how the still lies over its frames",
    breaks: [.wallpaper],
    levels: Levels(photos: nil, wallpaper: .note, camera: .note),
    grade: .measured,
    sources: [
      .measurement("all camera movies of iOS 17 to 26 hold a transform and 1920×1440 for it"),
      .measurement("27 of 29 distinct movies of wallpaper apps lack the reference dimensions"),
    ],
    rationale: """
      The sample that marks the moment of the still also holds the transform from the still to the \
      frame and the dimensions that it refers to. The Lock Screen can settle on the still smoothly \
      by it. \(contentDecidesToo)
      """,
    remedy: """
      Add live-photo-still-image-transform and its reference dimensions to the \
      AVTimedMetadataGroup of com.apple.quicktime.still-image-time.
      """,
    staysQuiet: "Cameras of iOS 14 and earlier write none.",
    symptoms: [.motionNotAvailable, .jumps],
    check: .pair { pair, _ in
      let movie = pair.movie
      if let system = movie.systemVersion, system <= lastSystemWithout {
        return .notApplicable("iOS \(system) wrote no transform")
      }
      return movie.judgeStillTimes { times in
        let missing: (what: String, place: Place?)
        switch movie.stillImageTransform {
        case .unreadable(let error): return .unreadable(error, in: movie.file.path)
        case .absent: missing = ("no transform of the still", times.first?.place)
        case .present(let transform, let place):
          if transform.referenceDimensions != nil { return .pass }
          missing = ("a transform of the still without its reference dimensions", place)
        }
        return .fail(
          Finding(
            "the sample that marks the moment of the still holds \(missing.what)",
            [
              Evidence(
                in: movie.file.path, at: missing.place, found: missing.what,
                wanted: "live-photo-still-image-transform with its reference dimensions")
            ]))
      }
    })
}

extension Movie {
  /// The first number of the iOS version that the movie names; nil where it names none.
  fileprivate var systemVersion: Int? {
    guard let software = software.value, software.isVersionNumber else { return nil }
    return software.split(separator: ".").first.flatMap { Int($0) }
  }
}
