import Foundation
import Reporters
import Support
import Testing
import Validator

@Suite struct `A report in JSON lines` {
  private static let schema = CheckingProgram.jsonschema(
    of: "livephotolint-lines-1", isLines: true)

  private func lines(_ options: ReportOptions = ReportOptions()) throws -> [String] {
    try ReportFormat.jsonl.render(.example(keepsTraits: true), options: options)
      .split(separator: "\n").map(String.init)
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `has a line for the run, each subject and the summary`() throws {
    let lines = try lines()
    let kinds = try lines.map { try object($0)["line"] as? String }
    #expect(
      kinds == ["run"] + [String](repeating: "subject", count: Subject.examples.count)
        + ["summary"])
    let numbers = try lines.compactMap { try object($0)["number"] as? Int }
    #expect(numbers == Array(Subject.examples.indices))
  }

  @Test func `tells of a subject what the JSON report tells`() throws {
    let whole = try object(try ReportFormat.json.render(.example(keepsTraits: true)))
    let subjects = try #require(whole["subjects"] as? [[String: Any]])
    let told = try lines().compactMap { try object($0)["subject"] as? [String: Any] }
    #expect(told as NSArray == subjects as NSArray)
  }

  @Test func `leaves subjects without a fault out when asked to, and keeps their numbers`() throws {
    let lines = try lines(ReportOptions(showsFailuresOnly: true))
    #expect(try lines.compactMap { try object($0)["number"] as? Int } == [1, 2, 3, 4])
    let counts = try object(try #require(lines.last))["lines"] as? [String: Int]
    #expect(counts == ["subject": 4, "amend": 0])
  }

  @Test func `holds what tells one subject from another`() throws {
    let lines = try lines()
    let traits = try #require(try object(lines[1])["traits"] as? [String: Any])
    #expect(traits["stillIdentifier"] as? String == traits["movieIdentifier"] as? String)
    #expect(traits["model"] as? String != nil)
  }

  @Test(.enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"))
  func `is valid by its schema, line by line`() throws {
    let report = Report.example(keepsTraits: true)
    let text = try ReportFormat.jsonl.render(report)
    let number = report.subjects.count - 1
    let amend = JSONLines(ReportOptions()).amend(report.subjects[number], number: number)
    var sampled = report.summary
    sampled.sample = RunSample(taken: 2, total: 9, seed: .max)
    sampled.problems = [InputProblem(path: FilePath("gone"), message: "cannot be opened")]
    let end = JSONLines(ReportOptions()).summary(sampled, subjects: 5, amendments: 1)
    let all = text + String(decoding: amend + end, as: UTF8.self)
    #expect(try Self.schema.faults(in: all) == "")
    for (original, damaged) in [
      ("\"line\": \"amend\"", "\"line\": \"change\""), ("\"number\": 1", "\"number\": -1"),
      ("livephotolint-lines/1", "livephotolint-lines/2"), ("\"lines\": {", "\"line2\": {"),
      ("\"kind\": \"pair\"", "\"kind\": \"pairs\""), ("\"path\": \"gone\", ", ""),
    ] {
      #expect(all.contains(original))
      let broken = all.replacing(original, with: damaged)
      #expect(try Self.schema.faults(in: broken).hasPrefix("exit 1"), "\(damaged)")
    }
  }
}
