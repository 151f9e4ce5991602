import Rules
import Testing
import Validator

@testable import Command

@Suite struct `Help` {
  @Test(arguments: [40, 60, 80, 100])
  func `fits the terminal`(width: Int) {
    let texts = Subcommand.all.map { $0.help(width: width) } + [Subcommand.overview(width: width)]
    for line in texts.joined(separator: "\n").split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test func `names what every command takes`() {
    for command in Subcommand.all {
      let help = command.help(width: 80)
      #expect(help.contains("\n  -h, --help") && help.contains("\n  -V, --version"))
      #expect(help.hasPrefix("Usage: livephotolint "))
    }
    #expect(Subcommand.overview(width: 80).contains("\n  diagnose  names the likeliest cause"))
  }

  /// Who types an option that one command has expects it of others, but none does nothing.
  @Test func `offers the same options wherever they do something`() {
    let table = [
      "check": ["--quiet", "--no-progress", "--color"], "judge": ["--quiet", "--color"],
      "report": ["--quiet", "--color"], "diagnose": ["--quiet", "--no-progress", "--color"],
      "compare": ["--quiet", "--color"], "inspect": ["--color"],
      "make": ["--quiet", "--no-progress"], "fix": ["--quiet", "--no-progress", "--color"],
      "explain": ["--color"], "rules": [],
    ]
    for command in Subcommand.all {
      let help = command.optionHelp(80)
      let held = ["--quiet", "--no-progress", "--color"].filter {
        help.contains("  \($0)") || help.contains(", \($0)")
      }
      #expect(held == table[command.name], "\(command.name)")
      #expect(help.contains("--quiet") == help.contains("  -q, --quiet"), "\(command.name)")
    }
  }

  @Test func `keeps examples and forms of a call on lines of their own`() {
    let make = Subcommand.make.help(width: 100)
    #expect(make.hasPrefix("Usage: livephotolint make [OPTION…] STILL CLIP -o DIR\n       live"))
    #expect(make.contains("\n  livephotolint make cover.jpg clip.mp4 -o out\n"))
    #expect(
      HelpText.wrapped("  livephotolint fix --in-place shots/", width: 29)
        == "  livephotolint fix\n      --in-place shots/")
  }

  @Test func `is as wide as the terminal, and no wider than prose`() throws {
    for (columns, widest) in [("60", 60), ("300", 100)] {
      let tool = Tool(environment: ["COLUMNS": columns])
      for words in [["--help"], ["help", "fix"], ["rules"], ["explain", "pair/crossed"]] {
        let lines = try tool(words: words).output.split(separator: "\n")
        #expect(lines.count > 5 && lines.allSatisfy { $0.count <= widest }, "\(words)")
      }
    }
    for words in [["--version"], ["-V"], ["version"], ["fix", "--version"]] {
      #expect(try Tool()(words: words).output == "livephotolint 0.1.0\n")
    }
  }

  @Test(arguments: [60, 80, 100])
  func `lists every rule with its whole title`(width: Int) async throws {
    let text = try await RulesCommand(options: RulesOptions([])).text(width: width)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    let words = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for rule in Catalogue.rules {
      #expect(words.contains(rule.title) && text.contains("\(rule.id) "), "\(rule.id)")
    }
  }
}
