import Validator

/// Tells a report to programs, as `Schemas/livephotolint-report-1.schema.json` describes it.
struct JSONReporter {
  private static let schema = "livephotolint-report/1"

  private let options: ReportOptions
  private var json = JSONWriter()

  init(_ options: ReportOptions) {
    self.options = options
  }

  consuming func render(_ report: Report) -> String {
    let options = options
    json.object { json in
      json.member("schema", JSONReporter.schema)
      json.tool()
      json.member("profile", report.profile.rawValue)
      if let sample = report.sample { json.sample(sample) }
      json.key("summary")
      json.object { json in json.totals(report.totals) }
      json.problems(report.problems)
      json.key("subjects")
      json.array { json in
        for subject in report.subjects where options.lists(subject) {
          json.subject(subject, options)
        }
      }
    }
    return json.text
  }
}

extension JSONWriter {
  /// Writes the name and version of the tool.
  mutating func tool() {
    key("tool")
    object(.oneLine) { json in
      json.member("name", Tool.name)
      json.member("version", Tool.version)
    }
  }

  /// Writes which part of the files was judged.
  mutating func sample(_ sample: RunSample) {
    key("sample")
    object(.oneLine) { json in
      json.member("taken", sample.taken)
      json.member("total", sample.total)
      json.member("seed", sample.seed)
    }
  }

  /// Writes what of the input could not be opened or judged, where there is any.
  mutating func problems(_ problems: [InputProblem]) {
    guard !problems.isEmpty else { return }
    key("problems")
    array { json in
      for problem in problems {
        json.object(.oneLine) { json in
          json.member("path", problem.shownPath)
          json.member("message", problem.message)
        }
      }
    }
  }

  /// Writes what the whole run came to, as members.
  mutating func totals(_ totals: RunTotals) {
    key("subjects")
    object(.oneLine) { json in
      for kind in SubjectReport.Kind.allCases {
        json.member(kind.rawValue, totals.count(of: kind))
      }
    }
    let counts = totals.counts
    key("results")
    object(.oneLine) { json in
      json.member("pass", counts.pass)
      json.member("fail", counts.fail)
      json.member("notApplicable", counts.notApplicable)
      json.member("unreadable", counts.unreadable)
      json.member("notRun", counts.notRun)
    }
    let failures = totals.failures
    key("failures")
    object(.oneLine) { json in
      json.member("error", failures.error)
      json.member("warning", failures.warning)
      json.member("note", failures.note)
    }
  }

  /// Writes a subject with the results that were asked for.
  mutating func subject(_ subject: SubjectReport, _ options: ReportOptions) {
    object { json in
      json.head(of: subject)
      json.key("results")
      json.array { json in
        for result in subject.results where options.tells(result) {
          json.result(result, of: subject)
        }
      }
    }
  }

  /// Writes what a subject is and what is known of it before any rule speaks, as members.
  mutating func head(of subject: SubjectReport) {
    member("kind", subject.kind.rawValue)
    member("name", subject.name)
    if let bond = subject.bond { member("pairedBy", bond.rawValue) }
    key("files")
    array { json in
      for reported in subject.files { json.file(reported) }
    }
    if let verdict = subject.verdict {
      key("verdict")
      self.verdict(verdict)
    }
    if let provenance = subject.provenance {
      key("provenance")
      self.provenance(provenance)
    }
  }

  /// Writes what a pair will do.
  mutating func verdict(_ verdict: Verdict) {
    object(.oneLine) { json in
      json.member("pairs", verdict.pairs.rawValue)
      json.member("moves", verdict.moves.rawValue)
      json.member("looks", verdict.looks.rawValue)
      json.member("wallpaper", verdict.wallpaper.rawValue)
    }
  }

  /// Writes where files come from.
  mutating func provenance(_ provenance: Provenance) {
    object { json in
      json.member("conclusion", provenance.conclusion.rawValue)
      json.key("facts")
      json.array { json in
        for fact in provenance.facts {
          json.object(.oneLine) { json in
            json.member("text", fact.text)
            if let evidence = fact.evidence { json.members(of: evidence) }
          }
        }
      }
    }
  }

  /// Writes a file with what it is there.
  mutating func file(_ reported: ReportedFile) {
    let file = reported.file
    object(.oneLine) { json in
      json.member("role", reported.role.rawValue)
      json.member("path", file.path.description)
      json.member("type", (file.type ?? .unknown).rawValue)
      json.member("bytes", file.size)
    }
  }

  private mutating func result(_ result: RuleResult, of subject: SubjectReport) {
    object { json in
      json.member("rule", result.rule.id)
      json.member("state", result.state.rawValue)
      if let severity = result.severity { json.member("severity", severity.name) }
      if !result.message.isEmpty { json.member("message", result.message) }
      switch result.state {
      case .fail, .unreadable:
        json.key("evidence")
        json.array { json in
          for evidence in result.evidence { json.evidence(evidence) }
        }
      case .pass, .notApplicable, .notRun: break
      }
      if result.state == .fail {
        json.member("remedy", Remedy(of: result, in: subject).text)
      }
    }
  }

  /// Writes a piece of evidence.
  mutating func evidence(_ evidence: Evidence) {
    object(.oneLine) { json in json.members(of: evidence) }
  }

  private mutating func members(of evidence: Evidence) {
    member("file", evidence.file.description)
    if let place = evidence.place {
      member("path", place.path.description)
      member("offset", place.offset)
      member("length", place.length)
    }
    if let setting = evidence.setting {
      if !setting.path.isEmpty { member("key", setting.path) }
      if let line = setting.line { member("line", line) }
      if let column = setting.column { member("column", column) }
    }
    if let found = evidence.found { member("found", found) }
    if let wanted = evidence.wanted { member("wanted", wanted) }
  }
}
