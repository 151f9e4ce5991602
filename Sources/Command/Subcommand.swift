import Validator

/// One command of the tool, as the first word of the command line names it.
struct Subcommand: Sendable {
  let name: String
  /// How it is called, one form a line: `livephotolint check [OPTION…] [PATH…]`.
  let usage: String
  /// What it does, in one clause.
  let summary: String
  /// What help says besides usage, summary and options.
  let details: String
  /// The options as help shows them, for a number of columns.
  let optionHelp: @Sendable (Int) -> String
  /// Carries it out with the words after its name; gives the exit code.
  let run: @Sendable ([String]) async throws -> Int32

  /// All commands, in the order in which help lists them.
  static let all: [Subcommand] = [
    check, judge, report, diagnose, compare, inspect, make, fix, explain, rules,
  ]

  static func named(_ name: String) -> Subcommand? { all.first { $0.name == name } }

  /// What `--help` after the command shows.
  ///
  /// - Parameter width: the columns to fill.
  func help(width: Int) -> String {
    """
    \(HelpText.usage(usage, width: width))

    \(HelpText.prose("\(name): \(summary).", width: width))

    \(HelpText.prose(details, width: width))

    Options:
    \(optionHelp(width))

    """
  }

  /// What `livephotolint --help` shows: all commands, then `check` in full.
  static func overview(width: Int) -> String {
    let introduction =
      "\(Tool.name) \(Tool.version): finds out whether a still and a movie are a working Live Photo, "
      + "and why not."
    let commands = HelpText.columns(all.map { ("  " + $0.name, $0.summary) }, width: width)
    return """
      \(HelpText.prose(introduction, width: width))

      \(HelpText.usage("livephotolint [COMMAND] [OPTION…] [ARGUMENT…]", width: width))

      \(HelpText.prose("Commands (livephotolint COMMAND --help tells more):", width: width))
      \(commands)

      \(check.help(width: width))
      """
  }
}

extension String {
  /// The text with spaces after it up to a number of columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
