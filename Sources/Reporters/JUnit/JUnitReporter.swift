import Validator

/// Tells a report to build servers: a suite for each subject, a case for each rule, and a suite with
/// one case for each input that could not be judged.
///
/// `Schemas/junit.xsd` describes the dialect, which Jenkins and GitLab both read. It holds nothing
/// that the schema of Jenkins' xUnit plugin (junit-10) refuses: there, only a suite has a file and
/// a count of what was skipped.
struct JUnitReporter {
  private let options: ReportOptions

  init(_ options: ReportOptions) {
    self.options = options
  }

  func render(_ report: Report) throws(ReportFailure) -> String {
    var names = UniqueNames()
    let inputs = Set(report.problems.map(\.path))
    let suites = report.subjects.map {
      Suite($0, failOn: options.failOn, inputs: inputs, names: &names)
    }
    let problems = report.problems.map { ProblemSuite($0, names: &names) }
    var tally = Tally()
    for suite in suites { tally.add(suite.tally) }
    for _ in problems { tally.add(.erred) }

    var xml = try XMLWriter()
    xml.element(
      "testsuites",
      [
        "name": Tool.name, "tests": String(tally.tests), "failures": String(tally.failures),
        "errors": String(tally.errors), "time": "0",
      ]
    ) { xml in
      for suite in suites {
        suite.write(to: &xml, profile: report.profile)
        xml.drain()
      }
      for suite in problems {
        suite.write(to: &xml, profile: report.profile)
        xml.drain()
      }
    }
    return try xml.document()
  }
}

/// How a build server takes a result.
private enum CaseStatus {
  case passed, failed, erred, skipped

  init(_ result: RuleResult, failOn: Severity?) {
    switch result.state {
    case .pass: self = .passed
    case .notApplicable, .notRun: self = .skipped
    case .unreadable: self = .erred
    case .fail:
      let isFailure = failOn.map { (result.severity ?? .note) >= $0 } ?? false
      self = isFailure ? .failed : .passed
    }
  }
}

/// How many cases there are of each status.
private struct Tally {
  var tests = 0
  var failures = 0
  var errors = 0
  var skipped = 0

  mutating func add(_ status: CaseStatus) {
    tests += 1
    switch status {
    case .passed: break
    case .failed: failures += 1
    case .erred: errors += 1
    case .skipped: skipped += 1
    }
  }

  mutating func add(_ other: Tally) {
    tests += other.tests
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
  }
}

/// Names that were given out, so that none is given out twice.
///
/// GitLab keeps only the first of several cases of one name.
private struct UniqueNames {
  private var used: Set<String> = []
  private var lastNumber: [String: Int] = [:]

  /// The name itself, or with a number where it is taken.
  mutating func claim(_ name: String) -> String {
    if used.insert(name).inserted { return name }
    var number = lastNumber[name] ?? 1
    var numbered = name
    repeat {
      number += 1
      numbered = "\(name) #\(number)"
    } while !used.insert(numbered).inserted
    lastNumber[name] = number
    return numbered
  }
}

/// A class name whose package, for Jenkins the part before the last dot, is the kind of a suite.
private func className(of kind: String, _ label: String) -> String {
  "\(kind).\(String(label.map { $0 == "." ? "_" : $0 }))"
}

/// One subject as a test suite.
private struct Suite {
  let subject: SubjectReport
  /// Unique among the suites of the report.
  let name: String
  /// What tells the subject's cases from others'; unique as well.
  let label: String
  let file: String
  /// The files of the subject that could not be opened and have a suite of their own.
  ///
  /// A build server shows that suite as one red case that names the file, whatever subject it was
  /// meant for, or none. Here the same would be red once for each rule that wants the file, so that
  /// what is really wrong with the subject's other half drowns. Where no suite of inputs has the file,
  /// as in an archive, these cases are the only place and stay red.
  let unopened: Set<FilePath>
  let cases: [(result: RuleResult, status: CaseStatus)]
  let tally: Tally

  /// - Parameter inputs: the paths that have a suite of their own, as they could not be read.
  init(
    _ subject: SubjectReport, failOn: Severity?, inputs: Set<FilePath>, names: inout UniqueNames
  ) {
    self.subject = subject
    unopened = Set(subject.files.filter { $0.file.type == nil }.map(\.file.path))
      .intersection(inputs)
    file = ShownText.escaped(subject.sortPath.description)
    label = names.claim(file)
    let paths = subject.files.map { ShownText.escaped($0.file.path.description) }
    let shownName = ShownText.escaped(subject.name)
    let listed = paths.joined(separator: " + ")
    // The prefix keeps suites and labels apart, which share one store of names.
    name = names.claim("\(subject.kind.rawValue) \(shownName) (\(listed))")
    cases = subject.results.map { [unopened] result in
      (result, result.rests(on: unopened) ? .skipped : CaseStatus(result, failOn: failOn))
    }
    tally = cases.reduce(into: Tally()) { $0.add($1.status) }
  }

  func write(to xml: inout XMLWriter, profile: Profile) {
    xml.element(
      "testsuite",
      [
        "name": name, "tests": String(tally.tests), "failures": String(tally.failures),
        "errors": String(tally.errors), "skipped": String(tally.skipped), "time": "0",
        "file": file,
      ]
    ) { xml in
      writeProperties(to: &xml, profile: profile)
      let name = className(of: subject.kind.rawValue, label)
      for (result, status) in cases {
        xml.element(
          "testcase",
          [
            "name": "\(result.rule.id) · \(label)", "classname": name, "time": "0",
          ]
        ) { xml in
          write(result, status, to: &xml)
        }
      }
    }
  }

  private func writeProperties(to xml: inout XMLWriter, profile: Profile) {
    var properties = [
      ("tool", Tool.name), ("version", Tool.version), ("profile", profile.rawValue),
      ("kind", subject.kind.rawValue),
    ]
    if let bond = subject.bond { properties.append(("pairedBy", bond.rawValue)) }
    if let verdict = subject.verdict {
      properties += [
        ("pairs", verdict.pairs.rawValue), ("moves", verdict.moves.rawValue),
        ("looks", verdict.looks.rawValue), ("wallpaper", verdict.wallpaper.rawValue),
      ]
    }
    xml.properties(properties)
  }

  private func write(_ result: RuleResult, _ status: CaseStatus, to xml: inout XMLWriter) {
    let message = ShownText.escaped(result.message, atMost: ShownText.longestMessage)
    switch status {
    case .passed:
      if result.state == .fail {
        xml.element("system-out") { $0.text(result.fullText(in: subject)) }
      }
    case .failed:
      let type = (result.severity ?? .note).name
      xml.element("failure", ["message": message, "type": type]) {
        $0.text(result.fullText(in: subject))
      }
    case .erred:
      xml.element("error", ["message": message, "type": "unreadable"]) {
        $0.text(result.fullText(in: subject))
      }
    case .skipped:
      let reason = result.rests(on: unopened) ? reasonNotChecked(result) : message
      xml.element("skipped", ["message": reason])
    }
  }
}

extension Suite {
  /// Where to look for why a rule was not checked.
  private func reasonNotChecked(_ result: RuleResult) -> String {
    let paths = unopened.filter { path in result.evidence.contains { $0.file == path } }.sorted()
    let names = paths.map { ShownText.escaped($0.description) }.joined(separator: " and ")
    return "not checked: \(names) could not be read, as its suite among the inputs says"
  }
}

/// An input that could not be judged as a test suite.
private struct ProblemSuite {
  let problem: InputProblem
  let file: String
  /// Both unique, as those of subjects are.
  let label: String
  let name: String

  init(_ problem: InputProblem, names: inout UniqueNames) {
    self.problem = problem
    file = ShownText.escaped(problem.shownPath)
    label = names.claim(file)
    name = names.claim("input \(file)")
  }

  func write(to xml: inout XMLWriter, profile: Profile) {
    xml.element(
      "testsuite",
      [
        "name": name, "tests": "1", "failures": "0", "errors": "1", "skipped": "0", "time": "0",
        "file": file,
      ]
    ) { xml in
      xml.properties([
        ("tool", Tool.name), ("version", Tool.version), ("profile", profile.rawValue),
        ("kind", "input"),
      ])
      xml.element(
        "testcase",
        ["name": "input · \(label)", "classname": className(of: "input", label), "time": "0"]
      ) { xml in
        let message = ShownText.escaped(problem.message, atMost: ShownText.longestMessage)
        xml.element("error", ["message": message, "type": "unreadable"]) {
          $0.text("\(file): \(message)")
        }
      }
    }
  }
}

extension XMLWriter {
  /// Writes what holds for all cases of a suite.
  fileprivate mutating func properties(_ properties: [(name: String, value: String)]) {
    element("properties") { xml in
      for (name, value) in properties {
        xml.element("property", ["name": name, "value": value])
      }
    }
  }
}

extension RuleResult {
  /// Whether nothing but these files kept a rule from being checked.
  fileprivate func rests(on unopened: Set<FilePath>) -> Bool {
    state == .unreadable && !evidence.isEmpty && evidence.allSatisfy { unopened.contains($0.file) }
  }

  /// Everything that is known of a fault, a line a thing.
  fileprivate func fullText(in subject: SubjectReport) -> String {
    let shownMessage = ShownText.escaped(message, atMost: ShownText.longestMessage)
    var lines = [(severity?.name ?? "could not tell") + ": " + shownMessage]
    for evidence in evidence { lines += EvidenceText(evidence).lines }
    if state == .fail {
      lines.append("why: " + ShownText.escaped(rule.rationale))
      let remedy = Remedy(of: self, in: subject).text
      lines += remedy.split(separator: "\n").enumerated().map { index, line in
        (index == 0 ? "fix: " : "") + ShownText.escaped(String(line))
      }
    }
    return lines.joined(separator: "\n")
  }
}
