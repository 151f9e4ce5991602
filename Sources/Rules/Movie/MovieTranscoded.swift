package import Validator

extension Rule {
  /// The movie did not go through a converter that drops Apple's keys.
  package static let movieTranscoded = Rule(
    "movie/transcoded",
    title: "the movie did not lose Apple's keys to a converter",
    breaks: [.provenance],
    levels: Levels(photos: .note, wallpaper: .note, camera: .warning),
    grade: .measured,
    sources: [
      .measurement("ffmpeg -c copy writes its own name and drops the content identifier"),
      .measurement("every camera movie carries keys that begin with com.apple.quicktime"),
    ],
    rationale: """
      Converters write their own name into the movie and leave Apple's metadata behind. This explains \
      what else is missing, and tells that the file is not what the camera wrote.
      """,
    remedy: """
      Go back to the movie as the camera wrote it, exported as an unmodified original; or copy the \
      keys with exiftool -TagsFromFile original.mov -Keys:all converted.mov.
      """,
    staysQuiet: "A movie that names an encoder and still carries Apple's keys has lost nothing.",
    symptoms: [.twoItems, .savedAsStill],
    check: .movie(alone: false) { movie, _ in
      if let error = movie.encoderTrace.readError ?? movie.keys.readError {
        return .unreadable(error, in: movie.file.path)
      }
      guard case .present(let trace, let place) = movie.encoderTrace else { return .pass }
      if movie.keys.value?.contains(where: { $0.hasPrefix("com.apple.quicktime.") }) == true {
        return .pass
      }
      return .fail(
        Finding(
          "the movie was written by \(trace) and carries none of Apple's keys",
          [Evidence(in: movie.file.path, at: place, found: trace)]))
    })
}
