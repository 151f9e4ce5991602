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
    let check: Rule.Check
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
        check: rule.check, severity: severity ?? .note,
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
      let state = outcome.state
      counts.count(state)
      guard keepsAllResults || state == .fail || state == .unreadable else { continue }
      let result = result(of: rules[index], outcome, severity: plans[index].severity)
      if let severity = result.severity { failures.count(severity) }
      results.append(result)
    }
    return SubjectReport(
      kind: subject.kind, name: subject.name, bond: subject.bond, files: subject.files,
      verdict: subject.kind == .pair
        ? Verdict(results: results, judgesWallpaper: judgesWallpaper) : nil,
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
    // The content is taken apart once for all rules: it is kilobytes that each would copy.
    let outcomes =
      switch subject.content {
      case .pair(let pair): outcomes(for: subject, pair)
      case .still(let still): plans.map { outcome(of: $0, for: subject, still) }
      case .movie(let movie): plans.map { outcome(of: $0, for: subject, movie) }
      }
    return outcomes.contains { $0.state == .fail } ? withoutReplaced(outcomes) : outcomes
  }

  private func outcomes(for subject: Subject, _ pair: Pair) -> [Outcome] {
    let still = pair.still
    let movie = pair.movie
    return plans.map { plan in
      if let reason = plan.notRun { return .notRun(reason) }
      return switch plan.check {
      case .subject(let check): check(subject, settings)
      case .pair(let check): check(pair, settings)
      case .still(_, let check): check(still, settings)
      case .movie(_, let check): check(movie, settings)
      }
    }
  }

  private func outcome(of plan: Plan, for subject: Subject, _ still: Still) -> Outcome {
    if let reason = plan.notRun { return .notRun(reason) }
    return switch plan.check {
    case .subject(let check): check(subject, settings)
    case .pair: .notApplicable("concerns pairs only")
    case .still(alone: true, let check): check(still, settings)
    case .still: .notApplicable("concerns the halves of pairs only")
    case .movie: .notApplicable("concerns movies only")
    }
  }

  private func outcome(of plan: Plan, for subject: Subject, _ movie: Movie) -> Outcome {
    if let reason = plan.notRun { return .notRun(reason) }
    return switch plan.check {
    case .subject(let check): check(subject, settings)
    case .pair: .notApplicable("concerns pairs only")
    case .still: .notApplicable("concerns stills only")
    case .movie(alone: true, let check): check(movie, settings)
    case .movie: .notApplicable("concerns the halves of pairs only")
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

extension Outcome {
  fileprivate var state: RuleResult.State {
    switch self {
    case .pass: .pass
    case .fail: .fail
    case .notApplicable: .notApplicable
    case .unreadable: .unreadable
    case .notRun: .notRun
    }
  }
}
