/// One option of a command: how it is written, what it means and what it sets.
///
/// The table of these is the only place that knows an option; help is made from it.
struct Option<Settings>: Sendable {
  /// The long name with its dashes, such as `--profile`.
  let name: String
  /// A one-letter form, such as `-q`.
  let shortName: String?
  /// What its values stand for, such as `["STILL", "MOVIE"]`; empty for a switch.
  let values: [String]
  /// The words that its value is one of, where people take them for options, such as `--json`.
  let choices: [String]
  /// What it does, in a sentence without a final stop.
  let help: String
  /// Sets what the option says.
  let apply: @Sendable (inout Settings, [String]) throws(UsageError) -> Void

  init(
    _ name: String, short shortName: String? = nil, _ values: String..., choices: [String] = [],
    help: String,
    apply: @escaping @Sendable (inout Settings, [String]) throws(UsageError) -> Void
  ) {
    self.name = name
    self.shortName = shortName
    self.values = values
    self.choices = choices
    self.help = help
    self.apply = apply
  }
}

/// The options and paths of a command line.
struct ArgumentParser<Settings: Sendable>: Sendable {
  let options: [Option<Settings>]

  /// A parser that knows some of the options only.
  func limited(to names: Set<String>) -> ArgumentParser {
    ArgumentParser(options: options.filter { names.contains($0.name) })
  }

  /// Reads a command line into settings.
  ///
  /// Options may stand before, between and after paths; `--` ends them; `--name=value` and
  /// `--name value` mean the same, and so do `-n value`, `-n=value` and `-nvalue`.
  ///
  /// - Returns: the words that are no options, in order.
  /// - Throws: for an unknown option, a missing or a wrong value.
  func parse(_ arguments: [String], into settings: inout Settings) throws(UsageError) -> [String] {
    var rest = arguments[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" { return words + rest }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      var (name, values) = split(argument)
      guard let option = options.first(where: { $0.name == name || $0.shortName == name }) else {
        throw unknown(name)
      }
      if values.count > option.values.count {
        throw UsageError("option '\(name)' takes no value")
      }
      while values.count < option.values.count {
        guard let value = rest.popFirst() else {
          throw UsageError(
            "option '\(name)' needs \(option.values.joined(separator: " and ")) after it")
        }
        values.append(value)
      }
      try option.apply(&settings, values)
    }
    return words
  }

  /// The name of an option and the value that is written in one word with it, where one is.
  private func split(_ argument: String) -> (name: String, values: [String]) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let short = String(argument.prefix(2))
    if name.count > 2, options.contains(where: { $0.shortName == short && !$0.values.isEmpty }) {
      return (short, [String(argument.dropFirst(2))])
    }
    return (name, parts.dropFirst().map(String.init))
  }

  /// Why an option is not known, with the one that is meant where that can be told: `--json` means
  /// `--format json`.
  private func unknown(_ name: String) -> UsageError {
    let word = String(name.drop { $0 == "-" })
    if let option = options.first(where: { $0.choices.contains(word) }) {
      return UsageError("unknown option '\(name)'; did you mean '\(option.name) \(word)'?")
    }
    return .unknown("option", name, among: options.map(\.name))
  }

  /// The options as help shows them, one a paragraph, in a column of the given width.
  func help(width: Int) -> String {
    let own = options.map {
      HelpText.Option(shortName: $0.shortName, names: [$0.name] + $0.values, text: $0.help)
    }
    return HelpText.columns(
      (own + HelpText.commonOptions).map { (head: "  " + $0.head, text: $0.text) }, width: width)
  }
}
