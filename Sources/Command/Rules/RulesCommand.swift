import Reporters
import Rules
import Validator

extension Subcommand {
  static let rules = Subcommand(
    name: "rules",
    usage: "livephotolint rules [OPTION…]",
    summary: "lists all rules",
    details: """
      As text, a line is a rule: its id, its severity and what it asks for; on a terminal long lines
      are broken. Severities that differ between profiles stand in the order
      photos/wallpaper/camera.

      Exit codes: 0 listed; 2 wrong usage.
      """,
    optionHelp: RulesOptions.parser.help(width:),
    run: { arguments in
      let text = try await RulesCommand(options: RulesOptions(arguments))
        .text(width: Terminal.breaksLines ? Terminal.proseWidth : nil)
      Terminal.write(text, to: .output)
      return 0
    })
}

/// What the command line of `rules` asks for.
struct RulesOptions: Sendable {
  enum Format: String, CaseIterable, Sendable {
    case text, json, markdown
  }

  var format = Format.text
  /// The folder of the specimens, with which the markdown shows real failures.
  var corpus: FilePath?

  /// Reads the words after the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    let words = try RulesOptions.parser.parse(arguments, into: &self)
    if let word = words.first {
      throw UsageError(
        "rules takes options only, not '\(word)'; livephotolint explain shows a rule")
    }
    if corpus != nil, format != .markdown {
      throw UsageError("--corpus needs --format markdown")
    }
  }

  static let parser = ArgumentParser<RulesOptions>(options: [
    Option(
      "--format", "FORMAT", choices: Format.allCases.map(\.rawValue),
      help: "list as text (default), json or markdown"
    ) {
      options, values throws(UsageError) in
      options.format = try choice(of: values[0], for: "format")
    },
    Option(
      "--corpus", "FOLDER",
      help: "take an excerpt of a real report for each rule from the specimens in this folder "
        + "(markdown only)"
    ) { options, values in
      options.corpus = FilePath(values[0])
    },
  ])
}

/// `livephotolint rules`: tells the rules themselves.
struct RulesCommand: Sendable {
  let options: RulesOptions

  /// What the command writes.
  ///
  /// - Parameter width: the columns that text is wrapped to; nil for a line a rule.
  /// - Throws: where the folder of specimens cannot be read.
  func text(width: Int? = nil) async throws -> String {
    switch options.format {
    case .text: return RuleBook(Catalogue.rules).list(width: width)
    case .json: return RuleBook(Catalogue.rules).json
    case .markdown:
      guard let corpus = options.corpus else { return RuleBook(Catalogue.rules).markdown }
      let excerpts = try await SpecimenExcerpts(corpus: corpus)()
      return RuleBook(Catalogue.rules, excerpts: excerpts).markdown
    }
  }
}
