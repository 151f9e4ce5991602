/// When text is coloured.
enum ColourChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether text on standard output gets colours.
  var usesColour: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isInteractive(.output) && Terminal.environment("NO_COLOR") == nil
        && Terminal.environment("TERM") != "dumb"
    }
  }
}

/// A value of an option that is one of a few words.
func choice<Choice: RawRepresentable<String> & CaseIterable>(
  of word: String, for kind: String
) throws(UsageError) -> Choice {
  guard let choice = Choice(rawValue: word) else {
    throw .unknownChoice(kind, word, among: Choice.allCases.map(\.rawValue))
  }
  return choice
}
