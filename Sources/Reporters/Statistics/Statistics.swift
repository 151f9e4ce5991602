import Validator

/// The shares of a run: of each rule, cause, device, generator and folder.
struct Statistics: Sendable {
  /// A rule that failed or could not tell.
  struct RuleRow: Sendable {
    let rule: String
    /// The most severe failure; nil where it only could not tell.
    fileprivate(set) var severity: Severity?
    fileprivate(set) var failed = 0
    /// The failures by their severity.
    fileprivate(set) var bySeverity: [Severity: Int] = [:]
    fileprivate(set) var unreadable = 0
  }

  /// The subjects of one device, generator or folder.
  struct GroupRow: Sendable {
    let name: String
    let subjects: Int
    let errors: Int
    /// With a failure of any severity.
    let failures: Int
    /// The fault that most of them have as their cause; nil where none has a fault.
    let cause: (rule: String, subjects: Int)?
  }

  /// Rows of a kind, those with the most faults first, and what was not kept apart.
  struct Groups: Sendable {
    let rows: [GroupRow]
    let others: GroupRow?
    /// How many others there are.
    let otherCount: Int
  }

  let summary: RunSummary
  /// Subjects by their most severe failure.
  private(set) var worst: [Severity: Int] = [:]
  /// Subjects without a failure of which something could not be told.
  private(set) var unjudged = 0
  private(set) var clean = 0
  /// Most failures first.
  private(set) var rules: [RuleRow] = []
  /// The gravest fault of each subject, so that each subject counts once.
  private(set) var causes: [RuleRow] = []
  let devices: Groups
  let generators: Groups
  let folders: Groups

  var total: Int { summary.totals.subjectCount }

  fileprivate init(_ digest: ReportDigest, _ summary: RunSummary) {
    self.summary = summary
    devices = digest.groups(digest.devices) { $0 }
    generators = digest.groups(digest.generators) { $0 }
    folders = digest.groups(digest.folders) { $0.shownFolder }
    var rules: [String: RuleRow] = [:]
    var causes: [String: RuleRow] = [:]
    for (_, faults, count) in digest.sets {
      if let severity = faults.worst {
        worst[severity, default: 0] += count
      } else if faults.isClean {
        clean += count
      } else {
        unjudged += count
      }
      for fault in faults.faults {
        rules[fault.rule, default: RuleRow(rule: fault.rule)].add(count, fault.severity)
      }
      for rule in faults.unreadable {
        rules[rule, default: RuleRow(rule: rule)].unreadable += count
      }
      if let cause = faults.cause {
        causes[cause.rule, default: RuleRow(rule: cause.rule)].add(count, cause.severity)
      }
    }
    self.rules = Statistics.ranked(rules)
    self.causes = Statistics.ranked(causes)
  }

  private static func ranked(_ rows: [String: RuleRow]) -> [RuleRow] {
    rows.values.sorted { left, right in
      if left.failed != right.failed { return left.failed > right.failed }
      if left.unreadable != right.unreadable { return left.unreadable > right.unreadable }
      return left.rule < right.rule
    }
  }

  /// The share of a number of subjects.
  func share(_ count: Int) -> Share { Share(count, of: total) }
}

extension Statistics.RuleRow {
  fileprivate init(rule: String) { self.rule = rule }

  fileprivate mutating func add(_ count: Int, _ found: Severity) {
    failed += count
    bySeverity[found, default: 0] += count
    severity = max(severity ?? found, found)
  }
}

extension ReportDigest {
  /// The shares of what came so far.
  func statistics(_ summary: RunSummary) -> Statistics { Statistics(self, summary) }

  fileprivate func groups<Key>(_ tally: FaultTally<Key>, name: (Key) -> String)
    -> Statistics.Groups
  {
    Statistics.Groups(
      rows: tally.ranked.filter { $0.row.total > 0 }.map { row(name($0.key), $0.row) },
      others: tally.otherCount > 0 ? row("others", tally.others) : nil,
      otherCount: tally.otherCount)
  }

  private func row<Key>(_ name: String, _ row: FaultTally<Key>.Row) -> Statistics.GroupRow {
    var errors = 0
    var failures = 0
    var causes: [String: Int] = [:]
    for (set, count) in row.bySet {
      let faults = faults(set)
      if faults.worst == .error { errors += count }
      if faults.worst != nil { failures += count }
      if let cause = faults.cause { causes[cause.rule, default: 0] += count }
    }
    let cause = causes.min { ($1.value, $0.key) < ($0.value, $1.key) }
    return Statistics.GroupRow(
      name: name, subjects: row.total, errors: errors, failures: failures,
      cause: cause.map { (rule: $0.key, subjects: $0.value) })
  }
}
