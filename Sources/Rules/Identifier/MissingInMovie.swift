package import Validator

extension Rule {
  /// The movie does not carry the identifier where Photos reads it.
  package static let identifierMissingInMovie = Rule(
    "identifier/missing-in-movie",
    title: "the movie carries com.apple.quicktime.content.identifier",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .photosErrors, .quickTimeMetadata, .cameraMovies,
      .specification(
        "Apple Developer Documentation, AVFoundation",
        "AVMetadataIdentifier.quickTimeMetadataContentIdentifier"),
      .publication("https://github.com/bearz314/fix-live-photos"),
    ],
    rationale: """
      Photos joins the halves by the content identifier in the movie's moov/meta and by nothing \
      else. Without it the two files become a picture and a video.
      """,
    remedy: """
      Write the still's identifier into the movie: AVAssetWriter with an AVMetadataItem of \
      com.apple.quicktime.content.identifier in its metadata, or AVAssetExportSession with the \
      passthrough preset and that item in its metadata.
      """,
    staysQuiet: """
      Only pairs are judged: a lone movie without the key is an ordinary video. Other keys, such \
      as live-photo.auto and the vitality scores, are missing in genuine camera files and not \
      asked for.
      """,
    symptoms: [.twoItems, .savedAsStill, .invalidResource, .internalError, .splitsElsewhere],
    mend: .identifier,
    check: .pair { pair, _ in
      switch pair.movie.identifier {
      case .present: return .pass
      case .unreadable(let error): return .unreadable(error, in: pair.movie.file.path)
      case .absent(let searched):
        let wanted = pair.still.identifier.value?.text ?? "a UUID"
        var evidence = [
          Evidence(
            in: pair.movie.file.path, at: pair.movie.keys.place ?? searched.first,
            found: "no content identifier",
            wanted: "com.apple.quicktime.content.identifier with \(wanted)")
        ]
        if case .present(let trace, let place) = pair.movie.encoderTrace {
          evidence.append(Evidence(in: pair.movie.file.path, at: place, found: trace))
        }
        let message = "the movie has no com.apple.quicktime.content.identifier"
        return .fail(Finding(cause(in: pair).map { "\(message): \($0)" } ?? message, evidence))
      }
    })
}

/// The most likely cause that the facts name.
private func cause(in pair: Pair) -> String? {
  let movie = pair.movie
  if movie.strayIdentifiers.isEmpty,
    movie.keys.value?.contains("com.apple.quicktime.content.identifier") == true
  {
    return "the key is there, but without a value"
  }
  if let trace = movie.encoderTrace.value {
    // ffmpeg writes the name of its part that wrote the file or coded the frames.
    let program = trace.hasPrefix("Lavf") || trace.hasPrefix("Lavc") ? "ffmpeg (\(trace))" : trace
    return "the movie was transcoded by \(program)"
  }
  let model = movie.model.value ?? pair.still.model.value
  let software = movie.software.value ?? pair.still.software.value
  if let model, let software, hasDeviceFault(model: model, software: software) {
    return "\(model) on iOS \(software) is known to leave it out"
  }
  switch movie.keys {
  case .present(let keys, _):
    return keys.contains { $0.hasPrefix("com.apple.quicktime.") }
      ? nil : "none of its keys is Apple's, so a tool rewrote the metadata"
  case .absent: return "it holds no metadata keys at all, so a tool made or rewrote it"
  case .unreadable: return nil
  }
}

/// Whether a device is one that wrote movies without identifier: the iPhone 16 line as it was sold.
private func hasDeviceFault(model: String, software: String) -> Bool {
  ["iPhone 16", "iPhone 16 Plus", "iPhone 16 Pro", "iPhone 16 Pro Max"].contains(model)
    && ["18.0", "18.0.1"].contains(software)
}
