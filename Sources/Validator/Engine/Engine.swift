/// Runs the rules over subjects.
///
/// An engine is immutable: any number of tasks may judge with it at once.
package struct Engine: Sendable {
  package let rules: [Rule]
  package let profile: Profile
  private let settings: Settings
  private let keepsAllResults: Bool
  private let provenanceScope: ProvenanceScope
  /// For each rule, what a failure counts in this profile and why it is not run, if so.
  private let plans: [Plan]
  private let judgesWallpaper: Bool

  private struct Plan: Sendable {
    let severity: Severity
    let notRun: String?
    /// The rules that replace this one where they fail.
    let replacedBy: [Int]
  }

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - rules: the catalogue, in the order in which reports list it.
  ///   - profile: the consumer to judge for.
  ///   - settings: the thresholds.
  ///   - selection: which rules to run.
  ///   - keepsAllResults: whether reports need passes and the like too, not only faults.
  ///   - provenanceScope: of which subjects reports tell where they come from.
  package init(
    rules: [Rule], profile: Profile, settings: Settings = Settings(),
    selection: Selection = Selection(), keepsAllResults: Bool = false,
    provenanceScope: ProvenanceScope = .none
  ) {
    self.rules = rules
    self.profile = profile
    self.settings = settings
    self.keepsAllResults = keepsAllResults
    self.provenanceScope = provenanceScope
    plans = rules.map { rule in
      let severity = rule.severity(in: profile)
      return Plan(
        severity: severity ?? .note,
        notRun: severity == nil
          ? "not part of profile \(profile.rawValue)" : selection.reasonNotToRun(rule),
        replacedBy: rules.indices.filter { other in
          rules[other].replaces.contains { rule.isNamed(by: $0) }
        })
    }
    judgesWallpaper = zip(rules, plans).contains { rule, plan in
      rule.family == "wallpaper" && plan.notRun == nil
    }
  }

  /// What the rules say of a subject.
  package func judge(_ subject: Subject) -> SubjectReport {
    let outcomes = outcomes(for: subject)
    var counts = ResultCounts()
    var failures = FailureCounts()
    var results: [RuleResult] = []
    for (index, outcome) in outcomes.enumerated() {
      let result = result(of: rules[index], outcome, severity: plans[index].severity)
      counts.count(result.state)
      if let severity = result.severity { failures.count(severity) }
      if keepsAllResults || result.state == .fail || result.state == .unreadable {
        results.append(result)
      }
    }
    let pair = subject.pair
    return SubjectReport(
      kind: pair != nil ? .pair : subject.still != nil ? .still : .movie,
      name: subject.name, bond: pair?.bond, files: subject.files,
      verdict: pair == nil
        ? nil : Verdict(results: results, judgesWallpaper: judgesWallpaper),
      results: results, counts: counts, failures: failures,
      provenance: provenance(of: subject, counts))
  }

  private func provenance(of subject: Subject, _ counts: ResultCounts) -> Provenance? {
    switch provenanceScope {
    case .none: nil
    case .faulty where counts.fail == 0 && counts.unreadable == 0: nil
    case .faulty, .all: Provenance(of: subject.content)
    }
  }

  // MARK: Outcomes

  private func outcomes(for subject: Subject) -> [Outcome] {
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(rules.count)
    var anyFails = false
    for index in rules.indices {
      let outcome = outcome(of: index, for: subject)
      if case .fail = outcome { anyFails = true }
      outcomes.append(outcome)
    }
    return anyFails ? withoutReplaced(outcomes) : outcomes
  }

  private func outcome(of index: Int, for subject: Subject) -> Outcome {
    if let reason = plans[index].notRun { return .notRun(reason) }
    switch rules[index].check {
    case .subject(let check):
      return check(subject, settings)
    case .pair(let check):
      guard case .pair(let pair) = subject.content else {
        return .notApplicable("concerns pairs only")
      }
      return check(pair, settings)
    case .still(let alone, let check):
      switch subject.content {
      case .pair(let pair): return check(pair.still, settings)
      case .still(let still):
        return alone ? check(still, settings) : .notApplicable("concerns the halves of pairs only")
      case .movie: return .notApplicable("concerns stills only")
      }
    case .movie(let alone, let check):
      switch subject.content {
      case .pair(let pair): return check(pair.movie, settings)
      case .movie(let movie):
        return alone ? check(movie, settings) : .notApplicable("concerns the halves of pairs only")
      case .still: return .notApplicable("concerns movies only")
      }
    }
  }

  /// The outcomes with those silenced that a more exact rule explains.
  private func withoutReplaced(_ outcomes: [Outcome]) -> [Outcome] {
    outcomes.indices.map { index in
      switch outcomes[index] {
      case .fail, .unreadable:
        guard let cause = replacement(of: index, in: outcomes) else { return outcomes[index] }
        return .notApplicable("explained by \(rules[cause].id)")
      case .pass, .notApplicable, .notRun: return outcomes[index]
      }
    }
  }

  /// The failing rule that explains a rule's outcome and is not explained itself.
  private func replacement(of index: Int, in outcomes: [Outcome]) -> Int? {
    plans[index].replacedBy.first { other in
      guard case .fail = outcomes[other] else { return false }
      return other != index && replacement(of: other, in: outcomes) == nil
    }
  }

  private func result(of rule: Rule, _ outcome: Outcome, severity: Severity) -> RuleResult {
    switch outcome {
    case .pass: return RuleResult(rule: rule, state: .pass)
    case .notApplicable(let why):
      return RuleResult(rule: rule, state: .notApplicable, message: why)
    case .notRun(let why): return RuleResult(rule: rule, state: .notRun, message: why)
    case .unreadable(let error, let file):
      return RuleResult(
        rule: rule, state: .unreadable, message: error.reason,
        evidence: [Evidence(in: file, at: error.place)])
    case .fail(let findings):
      return RuleResult(
        rule: rule, state: .fail,
        severity: findings.map { min(severity, $0.atMost ?? severity) }.max() ?? severity,
        message: findings.map(\.message).joined(separator: "; "),
        evidence: findings.flatMap(\.evidence),
        remedy: findings.lazy.compactMap(\.remedy).first ?? rule.remedy)
    }
  }
}
