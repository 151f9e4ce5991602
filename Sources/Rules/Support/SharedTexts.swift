import Validator

/// One text that both halves of a pair state.
struct SharedText {
  /// What it is, such as `model`.
  var name: String
  var still: Field<String>
  var movie: Field<String>
}

/// The outcome of a rule that wants both halves to state the same texts.
///
/// - Parameters:
///   - texts: what is compared; a text that a half lacks is passed over.
///   - absence: why the rule does not apply where no text stands on both sides.
func comparingTexts(_ texts: [SharedText], of pair: Pair, absence: String) -> Outcome {
  var findings: [Finding] = []
  var unreadable: Outcome?
  var compared = false
  for text in texts {
    switch (text.still, text.movie) {
    case (.present(let left, let stillPlace), .present(let right, let moviePlace)):
      compared = true
      guard left != right else { continue }
      findings.append(
        Finding(
          "the still's \(text.name) is \"\(left)\", the movie's is \"\(right)\"",
          [
            Evidence(in: pair.still.file.path, at: stillPlace, found: left, wanted: right),
            Evidence(in: pair.movie.file.path, at: moviePlace, found: right, wanted: left),
          ]))
    case (.unreadable(let error), _):
      unreadable = .unreadable(error, in: pair.still.file.path)
    case (_, .unreadable(let error)):
      unreadable = .unreadable(error, in: pair.movie.file.path)
    case (.absent, _), (_, .absent): continue
    }
  }
  if !findings.isEmpty { return .fail(findings) }
  return unreadable ?? (compared ? .pass : .notApplicable(absence))
}
