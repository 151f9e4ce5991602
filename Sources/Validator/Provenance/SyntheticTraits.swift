extension [Provenance.Fact] {
  /// What in a still tools leave and no camera does.
  package static func synthetic(in still: Still) -> [Provenance.Fact] {
    guard case .present(let note, let place) = still.appleNote, note.entryCount == 1,
      still.identifier.value != nil
    else { return [] }
    return [
      Provenance.Fact(
        "the still's MakerNote of \(note.length) bytes holds the identifier and nothing else",
        Evidence(
          in: still.file.path, at: place, found: "1 entry",
          wanted: "18 entries or more, as cameras write"))
    ]
  }

  /// What in a movie tools leave and no camera does.
  package static func synthetic(in movie: Movie) -> [Provenance.Fact] {
    var traits: [Provenance.Fact] = []
    if case .present(let transform, let place) = movie.stillImageTransform, transform.isIdentity {
      traits.append(
        Provenance.Fact(
          "the still-image transform is the identity",
          Evidence(
            in: movie.file.path, at: place, found: "identity",
            wanted: "a transform that crops the still, as cameras write")))
    }
    if case .present(let info, let place) = movie.livePhotoInfo, info.payloadsRead > 1,
      info.distinctPayloads == 1
    {
      traits.append(
        Provenance.Fact(
          "all \(info.payloadsRead) live-photo-info samples hold the same payload",
          Evidence(
            in: movie.file.path, at: place, found: "1 payload in \(info.payloadsRead) samples",
            wanted: "a payload for each frame")))
    }
    return traits
  }
}
