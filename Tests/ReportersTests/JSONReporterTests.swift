import Foundation
import Reporters
import Testing
import Validator

@Suite struct `A JSON report` {
  static let all = ReportOptions(showsAllResults: true)

  @Test func `looks as it did`() throws {
    try expect(try ReportFormat.json.render(.example()), matchesSnapshot: "report.json")
  }

  @Test func `begins a subject as a diagnosis does`() throws {
    let report = Report.example(keepsTraits: true)
    for subject in report.subjects {
      let own = Report(profile: report.profile, rules: report.rules, subjects: [subject])
      let told = try head(in: ReportFormat.json.render(own), before: "results")
      let diagnosed = try head(
        in: DiagnosisJSON.render(
          [Diagnosis(of: subject)], of: [], for: report.profile, isRedacted: false),
        before: "conclusion")
      #expect(told == diagnosed)
      #expect(told.contains("\"files\""))
    }
  }

  /// What stands of the first subject before a key.
  private func head(in text: String, before key: String) throws -> Substring {
    let start = try #require(text.range(of: "\"kind\""))
    let end = try #require(text.range(of: "\"\(key)\"", options: .backwards))
    return text[start.lowerBound..<end.lowerBound]
  }

  @Test func `tells everything when asked to`() throws {
    try expect(
      try ReportFormat.json.render(.example(), options: Self.all),
      matchesSnapshot: "report-all-results.json")
  }

  @Test func `is the same whether or not the run kept all results`() throws {
    let kept = try ReportFormat.json.render(.example(keepsAllResults: true))
    let dropped = try ReportFormat.json.render(.example(keepsAllResults: false))
    #expect(kept == dropped)
  }

  @Test func `gives back every character of names and values`() throws {
    let text = try ReportFormat.json.render(.example(of: [.hostile]))
    let report = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
    let subject = try #require(report.subjects.first)
    #expect(subject.name == "\u{1B}[31mIMG\n\u{202E}4 🏔️")
    #expect(subject.results.first?.evidence.first?.found == "14880F5C-0000-4A4A-8B8B-9C9C9C9C9C9C")
    #expect(
      subject.results.contains { $0.evidence.contains { $0.found?.contains("\u{9B}2J") == true } })
    #expect(!text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
  }

  @Test(
    .enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"),
    arguments: [ReportOptions(), all])
  func `is valid by its schema`(options: ReportOptions) throws {
    let text = try ReportFormat.json.render(.example(), options: options)
    #expect(try CheckingProgram.jsonschema.faults(in: text) == "")
    let empty = try ReportFormat.json.render(.example(of: []), options: options)
    #expect(try CheckingProgram.jsonschema.faults(in: empty) == "")
  }

  @Test(
    .enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"),
    arguments: [
      ("livephotolint-report/1", "livephotolint-report/2"),
      ("\"state\": \"fail\"", "\"state\": \"failed\""),
      ("\"severity\": \"error\",", ""),
      ("\"rule\": \"identifier/mismatch\"", "\"rule\": \"Identifier mismatch\""),
      ("\"type\": \"jpeg\"", "\"type\": \"jpg\""),
      ("\"offset\": 1000,", ""),
      ("\"offset\": 1000,", "\"offset\": -1,"),
      ("\"pairedBy\": \"identifier\",", ""),
      ("\"kind\": \"still\"", "\"kind\": \"still\", \"pairedBy\": \"name\""),
      ("\"app\": 0, ", ""),
      ("\"profile\"", "\"clock\": \"noon\", \"profile\""),
    ])
  func `is refused by its schema when it is damaged`(original: String, damaged: String) throws {
    let text = try ReportFormat.json.render(.example(), options: Self.all)
    #expect(text.contains(original))
    let broken = text.replacing(original, with: damaged)
    #expect(try CheckingProgram.jsonschema.faults(in: broken).hasPrefix("exit 1"))
  }

  private struct Decoded: Decodable {
    let subjects: [Subject]

    struct Subject: Decodable {
      let name: String
      let results: [Result]
    }

    struct Result: Decodable {
      let rule: String
      let evidence: [Evidence]
    }

    struct Evidence: Decodable {
      let file: String
      let found: String?
    }
  }
}
