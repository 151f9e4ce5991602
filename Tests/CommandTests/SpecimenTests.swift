import Foundation
import Readers
import Rules
import Support
import Testing
import Validator

@testable import Command

@Suite struct `Specimens` {
  /// What `expected.json` says: everything that is reported of a specimen, and nothing else.
  struct Expectation: Codable, Equatable {
    struct Subject: Codable, Equatable {
      struct Result: Codable, Equatable {
        var rule: String
        var state: String
        var severity: String?
      }
      var subject: String
      var kind: String
      var verdict: [String: String]?
      var results: [Result]
    }
    var profile: String
    var args: [String]
    var exit: Int32
    var subjects: [Subject]

    /// All that it says, a fact a line, for telling what differs.
    var lines: [String] {
      ["exit \(exit)"]
        + subjects.flatMap { subject in
          subject.results.map {
            "\(subject.subject) \($0.rule) \($0.state) \($0.severity ?? "")"
          } + (subject.verdict ?? [:]).map { "\(subject.subject) \($0) \($1)" }.sorted()
            + ["\(subject.subject) is a \(subject.kind)"]
        }
    }
  }

  private static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: Corpus.path).filter {
      FileManager.default.fileExists(atPath: "\(Corpus.path)/\($0)/expected.json")
    }.sorted()) ?? []

  /// What is reported of a specimen.
  private func judged(_ name: String, as expected: Expectation) async throws -> Expectation {
    let words = ["--profile", expected.profile] + expected.args + ["\(Corpus.path)/\(name)"]
    let command = CheckCommand(options: try CheckOptions(words))
    let (report, problems) = try await command.judge(try command.roots)
    return Expectation(
      profile: expected.profile, args: expected.args,
      exit: command.exitCode(report.failures, problems),
      subjects: report.subjects.map { subject in
        Expectation.Subject(
          subject: subject.name, kind: subject.kind.rawValue,
          verdict: subject.verdict.map { verdict in
            [
              "pairs": verdict.pairs.rawValue, "moves": verdict.moves.rawValue,
              "looks": verdict.looks.rawValue, "wallpaper": verdict.wallpaper.rawValue,
            ]
          },
          results: subject.results.map {
            Expectation.Subject.Result(
              rule: $0.rule.id, state: $0.state.rawValue, severity: $0.severity?.name)
          })
      })
  }

  @Test(arguments: names)
  func `are reported on as expected, and on nothing else`(name: String) async throws {
    let file = URL(filePath: "\(Corpus.path)/\(name)/expected.json")
    let expected = try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: file))
    let judged = try await judged(name, as: expected)
    let unexpected = judged.lines.filter { !expected.lines.contains($0) }
    let missing = expected.lines.filter { !judged.lines.contains($0) }
    let isAsExpected = judged == expected
    #expect(isAsExpected, "unexpected: \(unexpected); missing: \(missing)")
  }

  @Test(arguments: names.filter { $0.contains("-fail-") })
  func `fail the rule that they are named for`(name: String) throws {
    let file = URL(filePath: "\(Corpus.path)/\(name)/expected.json")
    let expected = try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: file))
    let failing = expected.subjects.flatMap(\.results).filter { $0.state == "fail" }.map(\.rule)
    #expect(
      failing.contains { name.hasPrefix($0.replacing("/", with: "-") + "-fail-") },
      "\(name) reports \(failing)")
  }

  @Test(arguments: names.filter { $0.contains("-pass-") })
  func `leave the rule quiet that they are named for`(name: String) throws {
    let file = URL(filePath: "\(Corpus.path)/\(name)/expected.json")
    let expected = try JSONDecoder().decode(Expectation.self, from: Data(contentsOf: file))
    let told = expected.subjects.flatMap(\.results).map(\.rule)
    #expect(
      !told.contains { name.hasPrefix($0.replacing("/", with: "-") + "-pass-") },
      "\(name) reports \(told)")
    let profile = try #require(Profile(rawValue: expected.profile))
    let rule = Catalogue.rules.first {
      name.hasPrefix($0.id.replacing("/", with: "-") + "-pass-")
    }
    #expect(rule?.severity(in: profile) != nil, "the rule does not run in \(expected.profile)")
  }

  @Test(arguments: Catalogue.rules.map(\.id))
  func `exist for every rule, failing and passing`(rule: String) {
    let prefix = rule.replacing("/", with: "-")
    #expect(Self.names.contains { $0.hasPrefix(prefix + "-fail-") }, "\(rule) has none that fails")
    #expect(Self.names.contains { $0.hasPrefix(prefix + "-pass-") }, "\(rule) has none that passes")
  }
}
