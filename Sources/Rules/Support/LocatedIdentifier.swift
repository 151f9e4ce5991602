import Validator

/// An identifier together with the file and the bytes it was read from.
struct LocatedIdentifier {
  let half: Half
  let file: FilePath
  let place: Place
  let stored: StoredIdentifier

  var text: String { stored.text }

  /// The evidence that the identifier stands where it does.
  func evidence(wanted: String? = nil) -> Evidence {
    Evidence(in: file, at: place, found: text, wanted: wanted)
  }
}

extension Pair {
  /// The identifiers that could be read, still first.
  var readIdentifiers: [LocatedIdentifier] {
    [
      located(still.identifier, half: .still, in: still.file),
      located(movie.identifier, half: .movie, in: movie.file),
    ].compactMap { $0 }
  }

  /// Judges a pair both of whose halves carry an identifier.
  func judgeBothIdentifiers(
    _ judge: (_ still: LocatedIdentifier, _ movie: LocatedIdentifier) -> Outcome
  ) -> Outcome {
    if let unreadable = unreadableIdentifier { return unreadable }
    guard let inStill = located(still.identifier, half: .still, in: still.file),
      let inMovie = located(movie.identifier, half: .movie, in: movie.file)
    else { return .notApplicable("only a pair with two identifiers can be compared") }
    return judge(inStill, inMovie)
  }

  /// Judges each identifier that is there; fails where one of them has a finding.
  func judgeEachIdentifier(_ judge: (LocatedIdentifier) -> [Finding]) -> Outcome {
    let inStill = located(still.identifier, half: .still, in: still.file)
    let inMovie = located(movie.identifier, half: .movie, in: movie.file)
    var findings: [Finding] = []
    if let inStill { findings += judge(inStill) }
    if let inMovie { findings += judge(inMovie) }
    if !findings.isEmpty { return .fail(findings) }
    if let unreadable = unreadableIdentifier { return unreadable }
    return inStill == nil && inMovie == nil
      ? .notApplicable("neither half carries an identifier") : .pass
  }

  /// The outcome for an identifier that could not be read, where that is so.
  private var unreadableIdentifier: Outcome? {
    if let error = still.identifier.readError { return .unreadable(error, in: still.file.path) }
    if let error = movie.identifier.readError { return .unreadable(error, in: movie.file.path) }
    return nil
  }

  private func located(
    _ field: Field<StoredIdentifier>, half: Half, in file: MediaFile
  ) -> LocatedIdentifier? {
    guard case .present(let stored, let place) = field else { return nil }
    return LocatedIdentifier(half: half, file: file.path, place: place, stored: stored)
  }
}
