import Foundation
import Readers
import Rules
import Testing
import Validator

@testable import Command

@Suite("The rule book")
struct RuleBookTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// What `make rules` writes.
  private func written() async throws -> String {
    let corpus = RuleBookTests.root + "/Corpus"
    let options =
      Directory.kind(of: FilePath(corpus)) == .folder ? ["--corpus", corpus] : []
    return try await RulesCommand(
      options: RulesOptions(["--format", "markdown"] + options)
    ).text()
  }

  @Test func `in the repository is that of the rules`() async throws {
    let kept = try String(contentsOfFile: RuleBookTests.root + "/rules.md", encoding: .utf8)
    let isFresh = try await written() == kept
    #expect(isFresh, "rules.md is out of date; run: make rules")
  }

  @Test func `has one page for each rule, which the table leads to`() async throws {
    let lines = try await written().split(separator: "\n")
    for rule in Catalogue.rules {
      #expect(lines.count { $0 == "### \(rule.id)" } == 1, "\(rule.id)")
      let anchor = rule.id.replacing("/", with: "")
      #expect(lines.count { $0.hasPrefix("| [\(rule.id)](#\(anchor)) |") } == 1, "\(rule.id)")
    }
  }

  @Test(arguments: Catalogue.rules.map(\.id))
  func `names a source, a remedy and a reason`(id: String) throws {
    let rule = try #require(Catalogue.rules.first { $0.id == id })
    #expect(!rule.sources.isEmpty)
    #expect(rule.sources.allSatisfy { $0.text.count > 5 })
    for text in [rule.remedy, rule.rationale, rule.staysQuiet] {
      #expect(text.count > 20 && text.hasSuffix("."))
    }
  }

  @Test func `is a list of one line a rule as text`() async throws {
    let text = try await RulesCommand(options: RulesOptions([])).text()
    let lines = text.split(separator: "\n")
    #expect(lines.count == Catalogue.rules.count)
    for (line, rule) in zip(lines, Catalogue.rules) {
      #expect(line.hasPrefix(rule.id + " ") && line.hasSuffix("  " + rule.title))
    }
  }

  @Test func `holds all that a rule says as JSON`() async throws {
    struct Listed: Decodable {
      struct Entry: Decodable {
        let id, title, family, grade, rationale, remedy, staysQuiet: String
        let levels: [String: String?]
        let breaks, sources, symptoms, replaces: [String]
        let mend: String?
      }
      let rules: [Entry]
    }
    let text = try await RulesCommand(options: RulesOptions(["--format", "json"])).text()
    let listed = try JSONDecoder().decode(Listed.self, from: Data(text.utf8)).rules
    #expect(listed.map(\.id) == Catalogue.rules.map(\.id))
    for (entry, rule) in zip(listed, Catalogue.rules) {
      #expect(entry.remedy == rule.remedy && entry.sources == rule.sources.map(\.text))
      #expect(entry.replaces == rule.replaces && entry.breaks == rule.breaks.map(\.rawValue))
      #expect(entry.mend == rule.mend?.rawValue)
      for profile in Profile.allCases {
        #expect(entry.levels[profile.rawValue] == .some(rule.severity(in: profile)?.name))
      }
    }
  }

  @Test func `refuses a folder of specimens that is not there`() async throws {
    let options = try RulesOptions(["--format", "markdown", "--corpus", "/nowhere/at/all"])
    await #expect(throws: UsageError.self) { try await RulesCommand(options: options).text() }
  }

  @Test(arguments: [["identifier/*"], ["--format", "yaml"], ["--corpus", "Corpus"]])
  func `refuses what it does not know`(arguments: [String]) {
    #expect(throws: UsageError.self) { try RulesOptions(arguments) }
  }
}

@Suite("Names of rules")
struct RuleNameTests {
  @Test func `mean one rule or a whole family`() throws {
    #expect(try RuleNames.rules(named: "identifier/mismatch").map(\.id) == ["identifier/mismatch"])
    let family = Catalogue.identifier.map(\.id)
    #expect(try RuleNames.rules(named: "identifier").map(\.id) == family)
    #expect(try RuleNames.rules(named: "identifier/*").map(\.id) == family)
  }

  @Test(arguments: [
    ("identifier/mismach", "identifier/mismatch"), ("mismatch", "identifier/mismatch"),
    ("crosed", "pair/crossed"), ("still/outside-movie", "still-time/outside-movie"),
    ("identifer", "identifier"), ("Pair/Crossed", "pair/crossed"),
  ])
  func `that nothing has lead to the nearest one`(word: String, nearest: String) {
    #expect(RuleNames.nearest(to: word).first == nearest)
    #expect(throws: UsageError.self) { try RuleNames.rules(named: word) }
  }

  @Test func `that are shared lead to all that have them`() {
    #expect(
      Set(RuleNames.nearest(to: "truncated")).isSuperset(of: ["movie/truncated", "still/truncated"])
    )
  }

  @Test func `that are like nothing lead nowhere`() {
    #expect(RuleNames.nearest(to: "zzzzzz").isEmpty)
    #expect(RuleNames.nearest(to: String(repeating: "x", count: 100_000)).isEmpty)
  }

  @Test func `must be given`() {
    #expect(throws: UsageError.self) { try ExplainOptions([]) }
  }
}
