/// Something in a file that tools leave and no camera does.
package struct SyntheticTrait: Sendable, Equatable {
  /// The trait as a clause with its values.
  package let text: String
  package let evidence: Evidence

  package init(_ text: String, _ evidence: Evidence) {
    self.text = text
    self.evidence = evidence
  }
}

extension [SyntheticTrait] {
  /// The traits of a still.
  package static func all(of still: Still) -> [SyntheticTrait] {
    guard case .present(let note, let place) = still.appleNote, note.entryCount == 1,
      still.identifier.value != nil
    else { return [] }
    return [
      SyntheticTrait(
        "the still's MakerNote of \(note.length) bytes holds the identifier and nothing else",
        Evidence(
          in: still.file.path, at: place, found: "1 entry",
          wanted: "18 entries or more, as cameras write"))
    ]
  }

  /// The traits of a movie.
  package static func all(of movie: Movie) -> [SyntheticTrait] {
    var traits: [SyntheticTrait] = []
    if case .present(let transform, let place) = movie.stillImageTransform, transform.isIdentity {
      traits.append(
        SyntheticTrait(
          "the still-image transform is the identity",
          Evidence(
            in: movie.file.path, at: place, found: "identity",
            wanted: "a transform that crops the still, as cameras write")))
    }
    if case .present(let info, let place) = movie.livePhotoInfo, info.payloadsRead > 1,
      info.distinctPayloads == 1
    {
      traits.append(
        SyntheticTrait(
          "all \(info.payloadsRead) live-photo-info samples hold the same payload",
          Evidence(
            in: movie.file.path, at: place, found: "1 payload in \(info.payloadsRead) samples",
            wanted: "a payload for each frame")))
    }
    return traits
  }
}
