package import Validator

extension Rule {
  /// Neither half has a trait that tools leave and cameras do not.
  package static let captureSynthetic = Rule(
    "capture/synthetic",
    title: "neither half has a trait that no camera leaves",
    breaks: [.provenance],
    levels: Levels(photos: nil, wallpaper: .note, camera: .warning),
    grade: .measured,
    sources: [
      .measurement("MakerNotes of 8 camera stills have 18 entries or more"),
      .measurement("the still-image transform of 6 of 6 camera movies is not the identity"),
      .measurement("10 of 10 distinct movies of cameras and Photos never repeat a payload"),
    ],
    rationale: """
      Tools that make Live Photos write a MakerNote with nothing but the identifier, a transform \
      that changes nothing, or the motion data of one frame for all frames. Such a pair may work; \
      it was not captured as it stands.
      """,
    remedy: """
      Nothing needs to be done for playing. Where a camera's capture is asked for, ask for the \
      unmodified originals.
      """,
    staysQuiet: """
      Stills without any MakerNote, old cameras without a transform and motion data that was not \
      read speak neither way.
      """,
    symptoms: [],
    check: .pair { pair, _ in
      let traits: [Provenance.Fact] = .synthetic(in: pair.still) + .synthetic(in: pair.movie)
      if !traits.isEmpty {
        return .fail(traits.map { Finding($0.text, $0.evidence.map { [$0] } ?? []) })
      }
      if let error = pair.still.appleNote.readError {
        return .unreadable(error, in: pair.still.file.path)
      }
      if let error = pair.movie.stillImageTransform.readError ?? pair.movie.livePhotoInfo.readError
      {
        return .unreadable(error, in: pair.movie.file.path)
      }
      return .pass
    })
}
