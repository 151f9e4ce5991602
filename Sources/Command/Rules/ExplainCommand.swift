import Reporters
import Rules
import Validator

extension Subcommand {
  static let explain = Subcommand(
    name: "explain",
    usage: "livephotolint explain [OPTION…] RULE…",
    summary: "shows what a rule asks for, why, how that is known and what to do",
    details: """
      RULE is an id such as identifier/mismatch, or a family such as identifier or 'identifier/*'.
      livephotolint rules lists all.

      Exit codes: 0 shown; 2 wrong usage, such as a rule that does not exist.
      """,
    optionHelp: ExplainOptions.parser.help(width:),
    run: { arguments in
      let options = try ExplainOptions(arguments)
      let pages = RuleBook(Catalogue.rules).pages(
        of: options.rules, width: Terminal.proseWidth,
        usesColour: options.colour.usesColour)
      Terminal.write(pages, to: .output)
      return 0
    })
}

/// What the command line of `explain` asks for.
struct ExplainOptions: Sendable {
  var rules: [Rule] = []
  var colour = ColourChoice.auto

  /// Reads the words after the command's name.
  init(_ arguments: [String]) throws(UsageError) {
    let words = try ExplainOptions.parser.parse(arguments, into: &self)
    guard !words.isEmpty else {
      throw UsageError("explain needs a rule, such as identifier/mismatch")
    }
    for word in words { rules += try RuleNames.rules(named: word) }
  }

  static let parser = ArgumentParser<ExplainOptions>(options: [.colour(\.colour)])
}
