import Validator

extension Subject {
  /// Judges a lone file: one with an identifier that no file of the other medium answers fails.
  func judgeOrphan(
    identifier: Field<StoredIdentifier>, in file: MediaFile, half: Half
  ) -> Outcome {
    if bundle != nil { return .notApplicable("pair/bundle-invalid tells what a bundle lacks") }
    switch identifier {
    case .unreadable(let error):
      return .unreadable(error, in: file.path)
    case .absent:
      return .notApplicable("an ordinary \(half.rawValue): it carries no identifier")
    case .present(let stored, let place):
      if surroundings.identifierIsAnswered { return .pass }
      if surroundings.namesake != nil {
        return .notApplicable("a movie of the same name stands beside it")
      }
      let other = half.other.rawValue
      var message =
        "the \(half.rawValue) carries the identifier \(stored.text) "
        + "and no \(other) of this run carries it"
      var evidence = [Evidence(in: file.path, at: place, found: stored.text)]
      for stranger in surroundings.strangers where stranger.beside == half {
        message += "; \(stranger.path.shownName), of the same name, "
        message += stranger.identifier.map { "carries \($0)" } ?? "carries no identifier"
        evidence.append(
          Evidence(in: stranger.path, found: stranger.identifier, wanted: stored.text))
      }
      return .fail(Finding(message, evidence))
    }
  }
}
