package import Validator

extension Rule {
  /// One half was edited and the other is the original.
  package static let pairEditedMixed = Rule(
    "pair/edited-mixed",
    title: "both halves are originals, or both are edited",
    breaks: [.looks],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .publication(
        "https://github.com/icloud-photos-downloader/icloud_photos_downloader/issues/1100"),
      .publication("https://github.com/immich-app/immich/issues/5828"),
      .measurement("an edit in Photos of an iOS 12 pair gave both halves one new identifier"),
    ],
    rationale: """
      An edit in Photos renders both halves and gives them a new identifier. An edited half beside \
      an original one shows other colours or another crop as soon as the motion starts.
      """,
    remedy: """
      Take both halves from one rendition: export the unmodified originals from Photos, or the \
      edited still and the edited movie together.
      """,
    staysQuiet: """
      Two edited halves belong together. Pairs made by tools have no camera data on either side, \
      and a still that was only made smaller keeps its own.
      """,
    symptoms: [.jumps],
    check: .pair { pair, _ in
      let still = pair.still.file
      let movie = pair.movie.file
      let marks = (still.editMark, movie.editMark)
      switch marks {
      case (.some, .some): return .pass
      case (let mark?, nil):
        return .fail(byName(mark, edited: still, "still", original: movie, "movie"))
      case (nil, let mark?):
        return .fail(byName(mark, edited: movie, "movie", original: still, "still"))
      case (nil, nil): return judgeRendition(pair)
      }
    })
}

private func byName(
  _ mark: String, edited: MediaFile, _ editedHalf: String, original: MediaFile,
  _ originalHalf: String
) -> Finding {
  Finding(
    "the \(editedHalf) is an edited rendition by its name (\(mark) in \(edited.path.shownName)), "
      + "the \(originalHalf) \(original.path.shownName) is an original",
    [
      Evidence(in: edited.path, found: edited.path.shownName),
      Evidence(in: original.path, found: original.path.shownName),
    ])
}

/// A camera's movie beside a still that has no camera data and fewer pixels than one frame of it.
///
/// Cameras write stills larger than their movies' frames, and a still taken from a movie by a tool
/// is as large as a frame; only a rendition of an effect was seen to be smaller and bare.
private func judgeRendition(_ pair: Pair) -> Outcome {
  let still = pair.still
  guard case .present(let make, let makePlace) = pair.movie.make,
    let model = pair.movie.model.value, let frame = pair.movie.frameSize
  else { return .pass }
  if let error = still.make.readError ?? still.pixelSize.readError {
    return .unreadable(error, in: still.file.path)
  }
  guard still.make.isAbsent, still.model.isAbsent, still.captureTime.isAbsent,
    case .present(let size, let place) = still.pixelSize,
    UInt64(size.width) * UInt64(size.height) < UInt64(frame.width) * UInt64(frame.height)
  else { return .pass }
  return .fail(
    Finding(
      "the still is a rendition without camera data and of \(size) pixels, fewer than the \(frame) "
        + "of the movie, which is an original of \(make) \(model)",
      [
        Evidence(in: still.file.path, at: place, found: "\(size)"),
        Evidence(in: pair.movie.file.path, at: makePlace, found: "\(make) \(model)"),
      ]))
}
