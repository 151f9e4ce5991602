/// When text is coloured.
enum ColourChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Whether text on a stream is coloured: `auto` is for terminals that know colours, unless
  /// `NO_COLOR` is set.
  func isOn(for stream: Terminal.Stream) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      Terminal.isInteractive(stream) && Terminal.environment("NO_COLOR") == nil
        && Terminal.environment("TERM") != "dumb"
    }
  }
}
