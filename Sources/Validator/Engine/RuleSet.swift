/// The rules that can concern one kind of subject, made ready for a run.
struct RuleSet: Sendable {
  /// What an engine needs of a rule for every subject.
  struct Plan: Sendable {
    let check: Rule.Check
    /// What a failure counts in the profile.
    let severity: Severity
    /// Why the rule is not run; nil where it is.
    let notRun: String?
    /// The positions of the rules that replace this one where they fail.
    let replacedBy: [Int]
  }

  let rules: [Rule]
  /// In the order of the rules.
  let plans: [Plan]

  init(_ rules: [Rule], _ profile: Profile, _ selection: Selection) {
    self.rules = rules
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
  }

  /// The outcomes with those silenced that a more exact rule explains.
  func withoutReplaced(_ outcomes: [Outcome]) -> [Outcome] {
    guard outcomes.contains(where: { $0.state == .fail }) else { return outcomes }
    return outcomes.indices.map { index in
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
}

extension Rule {
  /// What a rule can concern.
  package enum Ground: Sendable {
    /// Pairs, stills and movies.
    case media
    case app
    case animation
  }

  package var ground: Ground {
    switch check {
    case .subject, .pair, .still, .movie: .media
    case .app: .app
    case .animation: .animation
    }
  }
}
