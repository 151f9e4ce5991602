/// Options that several commands have and that are called and said alike in all of them.
extension Option {
  /// A place in the settings of a command.
  typealias Place<Value> = WritableKeyPath<Settings, Value> & Sendable

  /// `--color`, for commands whose text has colours.
  static func colour(_ place: any Place<ColourChoice>) -> Option {
    Option(
      "--color", "WHEN",
      help: "colour the text auto (default: on a terminal, unless NO_COLOR is set), always or never"
    ) { settings, values throws(UsageError) in
      settings[keyPath: place] = try choice(of: values[0], for: "colour choice")
    }
  }

  /// `--quiet`, for commands that tell more than what somebody must act on.
  ///
  /// - Parameter help: what is still told.
  static func quiet(_ place: any Place<Bool>, help: String) -> Option {
    Option("--quiet", short: "-q", help: help) { settings, _ in settings[keyPath: place] = true }
  }

  /// `--no-progress`, for commands that show how far they are.
  ///
  /// - Parameter place: whether progress is shown.
  static func noProgress(_ place: any Place<Bool>) -> Option {
    Option("--no-progress", help: "show no progress line") { settings, _ in
      settings[keyPath: place] = false
    }
  }
}
