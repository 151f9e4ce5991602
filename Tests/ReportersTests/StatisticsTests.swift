import Foundation
import Support
import Testing
import Validator

@testable import Reporters

@Suite struct `The shares of a run` {
  private static let sampled = RunSample(taken: 300, total: 3_000_000, seed: 7)

  /// 300 subjects: two of three have an error, all of them in one of two folders.
  private func report(_ sample: RunSample? = nil) -> Report {
    let subjects = (0..<300).map { index in
      Subject.pair(index % 3 == 0 ? "good/IMG_\(index)" : "bad/2024/IMG_\(index)") { pair in
        guard index % 3 != 0 else { return }
        pair.movie.encoderTrace = .present("Lavf59", at: Place("moov", offset: 0, length: 1))
      }
    }
    let report = Report.example(of: subjects, keepsTraits: true)
    return Report(
      profile: report.profile, rules: report.rules, subjects: report.subjects, sample: sample)
  }

  @Test func `look as they did`() throws {
    try expect(
      try ReportFormat.statistics.render(report(), options: ReportOptions(width: 80)),
      matchesSnapshot: "statistics-80.txt")
    try expect(
      try ReportFormat.statistics.render(report(Self.sampled), options: ReportOptions(width: 80)),
      matchesSnapshot: "statistics-sample-80.txt")
    try expect(
      try ReportFormat.statisticsJSON.render(.example(keepsTraits: true)),
      matchesSnapshot: "statistics.json")
  }

  /// A damaged store may name a rule twice for one subject.
  @Test(arguments: [(2, 1), (.max, 1), (3, 2), (0, 0)] as [(Int, Int)])
  func `have limits also where there is more than all`(count: Int, total: Int) {
    let share = Share(count, of: total)
    #expect(share.limits.upperBound == 1)
    #expect(share.limitsText.hasSuffix("–100.0 %"))
  }

  @Test(arguments: [80, 120])
  func `fit the page, whatever names there are`(width: Int) throws {
    let long = Subject.pair(String(repeating: "very-long-folder/", count: 30) + "IMG_1") { pair in
      pair.still.model = .present(
        String(repeating: "名前 ", count: 90), at: Place("x", offset: 0, length: 1))
    }
    let report = Report.example(of: Subject.examples + [long], keepsTraits: true)
    let text = try ReportFormat.statistics.render(report, options: ReportOptions(width: width))
    for line in text.split(separator: "\n") {
      #expect(TextPage.columns(of: line) <= width, "\(line)")
    }
  }

  @Test func `say which folders and rules the faults are in`() throws {
    let digest = ReportDigest(of: report(), for: [.statistics], options: ReportOptions())
    let statistics = digest.statistics(report().summary)
    #expect(statistics.worst == [.error: 200] && statistics.clean == 100)
    #expect(statistics.causes.map(\.rule) == ["movie/transcoded"])
    #expect(statistics.folders.rows.map(\.name) == ["bad/2024", "good"])
    #expect(statistics.folders.rows.map(\.errors) == [200, 0])
    #expect(statistics.folders.rows.first?.cause?.rule == "movie/transcoded")
    #expect(statistics.generators.rows.map(\.subjects).reduce(0, +) == 300)
  }

  @Test func `count a subject once that the end of the run says more of`() throws {
    let first = report()
    var digest = ReportDigest(of: first, for: [.text, .statistics], options: ReportOptions())
    let changed = Report.example(
      of: [
        .pair("good/IMG_0") {
          $0.movie.encoderTrace = .present("Lavf59", at: Place("moov", offset: 0, length: 1))
        },
        .pair("bad/2024/IMG_1"), .pair("bad/2024/IMG_2"),
      ], keepsTraits: true)
    for (number, subject) in changed.subjects.enumerated() {
      digest.amend(subject, number: number)
    }
    let statistics = digest.statistics(first.summary)
    #expect(statistics.worst == [.error: 199] && statistics.clean == 101)
    #expect(statistics.folders.rows.map(\.subjects) == [200, 100])
    #expect(statistics.folders.rows.map(\.failures) == [198, 1])
  }

  @Test func `keep few folders apart and lose no subject`() {
    var tally = FaultTally<Int>(limit: 10)
    for key in 0..<1_000 {
      for _ in 0..<(key == 500 ? 5 : 1) { tally.add(key, set: key % 2, isFaulty: key == 500) }
    }
    #expect(tally.rows.count <= 10)
    #expect(tally.rows[500]?.total == 5)
    #expect(tally.rows.values.reduce(tally.others.total) { $0 + $1.total } == 1_004)
    // One that was counted among the others is taken from there.
    tally.remove(0, set: 0, isFaulty: false)
    #expect(tally.rows.values.reduce(tally.others.total) { $0 + $1.total } == 1_003)
  }

  @Test func `tell the severities of a rule apart where it has several`() throws {
    let report = report()
    let subjects = report.subjects.enumerated().map { index, subject in
      guard index % 30 == 1 else { return subject }
      return SubjectReport(
        kind: subject.kind, name: subject.name, bond: subject.bond, files: subject.files,
        verdict: subject.verdict,
        results: subject.results.map {
          RuleResult(
            rule: $0.rule, state: $0.state, severity: $0.severity.map { _ in .warning },
            message: $0.message, evidence: $0.evidence)
        }, counts: subject.counts, failures: subject.failures, provenance: subject.provenance,
        traits: subject.traits)
    }
    let text = try ReportFormat.statistics.render(
      Report(profile: report.profile, rules: report.rules, subjects: subjects))
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    let start = try #require(lines.firstIndex(of: "movie/transcoded 200 66.7 %"))
    #expect(
      lines[start...].dropFirst().prefix(2) == ["as error 190 63.3 %", "as warning 10 3.3 %"])
  }

  @Test func `tell every rule where all is asked for`() throws {
    let rules = (0..<30).map { index in
      Rule(
        "movie/rule-\(index)", title: "an example", breaks: [.looks], levels: .always(.warning),
        grade: .documented, sources: [], rationale: "", remedy: "", staysQuiet: "", symptoms: [],
        check: .subject { _, _ in .fail(Finding("it is so", [])) })
    }
    let report = Report(
      profile: .photos, rules: rules,
      subjects: [Engine(rules: rules, profile: .photos).judge(.clean)])
    let usual = try ReportFormat.statistics.render(report)
    #expect(usual.contains("and 10 further rules"))
    let all = try ReportFormat.statistics.render(report, options: ReportOptions(mostEntries: nil))
    #expect(!all.contains("further rules"))
    for rule in rules { #expect(all.contains("warning \(rule.id) ")) }
  }

  @Test func `leave out remarks on the run where only findings are asked for`() throws {
    let options = ReportOptions(isQuiet: true)
    let text = try ReportFormat.statistics.render(report(Self.sampled), options: options)
    #expect(text.contains("limits") && !text.contains("A sample") && !text.contains("95 of 100"))
    let list = try ReportFormat.text.render(report(Self.sampled), options: options)
    #expect(list.contains("200 pairs with the same faults"))
    #expect(!list.contains("A sample") && !list.contains("Every subject by itself"))
    let nothing = Report.example(of: [])
    #expect(try ReportFormat.statistics.render(nothing, options: options) == "")
    #expect(try ReportFormat.statistics.render(nothing).hasPrefix("nothing to judge"))
    let told = try ReportFormat.text.render(report(Self.sampled))
    #expect(told.contains("A sample") && told.contains("Every subject by itself"))
  }

  @Test(arguments: [
    // Agresti and Coull's table and the formula worked by hand.
    (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0),
    (1, 1_000, 0.0002, 0.0056),
  ])
  func `have the limits of Wilson`(count: Int, total: Int, low: Double, high: Double) {
    let limits = Share(count, of: total).limits
    #expect(abs(limits.lowerBound - low) < 0.000_06)
    #expect(abs(limits.upperBound - high) < 0.000_06)
  }

  @Test func `never call few none, nor most all`() {
    #expect(Share(0, of: 0).percent == "0.0 %")
    #expect(Share(1, of: 1_000_000).percent == "<0.1 %")
    #expect(Share(999_999, of: 1_000_000).percent == ">99.9 %")
    #expect(Share(1, of: 3).percent == "33.3 %")
    #expect(
      grouped(1_234_567) == "1,234,567" && grouped(999) == "999" && grouped(-1_000) == "-1,000")
  }

  @Test(
    .enabled(if: CheckingProgram.hasJSONSchema, "python3 with jsonschema is not installed"),
    arguments: [nil, sampled])
  func `are valid by their schema`(sample: RunSample?) throws {
    let text = try ReportFormat.statisticsJSON.render(report(sample))
    let schema = CheckingProgram.jsonschema(of: "livephotolint-statistics-1")
    #expect(try schema.faults(in: text) == "")
    #expect(text.contains("\"low\"") == (sample != nil))
    let json = try ReportFormat.json.render(report(sample))
    #expect(try CheckingProgram.jsonschema.faults(in: json) == "")
    #expect(json.contains("\"sample\"") == (sample != nil))
  }
}
