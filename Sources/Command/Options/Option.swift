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
  /// What it does, in a sentence without a final stop.
  let help: String
  /// Sets what the option says.
  let apply: @Sendable (inout Settings, [String]) throws(UsageError) -> Void

  init(
    _ name: String, short shortName: String? = nil, _ values: String..., help: String,
    apply: @escaping @Sendable (inout Settings, [String]) throws(UsageError) -> Void
  ) {
    self.name = name
    self.shortName = shortName
    self.values = values
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
  /// `--name value` mean the same.
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
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name || $0.shortName == name }) else {
        throw .unknown("option", name, among: options.map(\.name))
      }
      var values = parts.dropFirst().map(String.init)
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

  /// The options as help shows them, one a paragraph, in a column of the given width.
  func help(width: Int) -> String {
    let heads = options.map { option in
      let short = option.shortName.map { "\($0), " } ?? "    "
      return short + ([option.name] + option.values).joined(separator: " ")
    }
    let indent = min(34, (heads.map(\.count).max() ?? 0) + 4)
    return zip(options, heads).map { option, head in
      let lines = wrapped(option.help, width: max(30, width - indent))
      let first = "  " + head + String(repeating: " ", count: max(2, indent - head.count - 2))
      let gap = "\n" + String(repeating: " ", count: indent)
      return first.count > indent
        ? "  " + head + gap + lines.joined(separator: gap)
        : first + lines.joined(separator: gap)
    }.joined(separator: "\n")
  }

  private func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
