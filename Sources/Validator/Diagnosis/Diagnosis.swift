/// What is most likely wrong with a subject that somebody complains of.
///
/// A pure function of what the rules said: nothing is read or judged anew.
package struct Diagnosis: Sendable {
  package let subject: SubjectReport
  /// What people report of it; empty where nobody said.
  package let symptoms: [Symptom]
  /// The faults and what could not be told, most likely cause first.
  package let causes: [Cause]
  /// The rules that look for the symptoms and passed.
  package let cleared: [Rule]
  /// What could cause it that files do not show; empty where the files explain it.
  package let outside: [OutsideCause]
  package let conclusion: Conclusion

  /// What the causes come to.
  package enum Conclusion: String, Sendable, CaseIterable {
    /// A fault of the files explains it.
    case explained
    /// Only what could not be read, or a trait that is seldom to blame, could explain it.
    case uncertain
    /// There are faults, and none of them is known to cause it.
    case unexplained
    /// The files are a working pair as far as they were looked at.
    case working
    /// Nothing is wrong with the one half that was looked at.
    case onlyOneHalf = "only-one-half"
  }

  /// Diagnoses a subject.
  ///
  /// - Parameters:
  ///   - subject: what the rules said, with all results.
  ///   - symptoms: what people report of it; empty for “saved but does not move”.
  package init(of subject: SubjectReport, symptoms: [Symptom] = []) {
    self.subject = subject
    self.symptoms = symptoms
    let causes = Cause.all(in: subject, for: symptoms)
    self.causes = causes
    conclusion = Diagnosis.conclusion(of: causes, in: subject)
    cleared = subject.results.filter { result in
      result.state == .pass && result.rule.symptoms.contains { symptoms.contains($0) }
    }.map(\.rule)
    outside = conclusion == .explained ? [] : OutsideCause.known(for: symptoms)
  }

  private static func conclusion(of causes: [Cause], in subject: SubjectReport) -> Conclusion {
    let explaining = causes.filter(\.explains)
    if explaining.contains(where: { $0.state == .fail && ($0.severity ?? .note) > .note }) {
      return .explained
    }
    if !explaining.isEmpty { return .uncertain }
    // Notes tell of traits; they leave a pair as good as it is.
    if causes.contains(where: { $0.severity != .note }) { return .unexplained }
    return subject.kind == .pair ? .working : .onlyOneHalf
  }
}

/// One possible cause: a failure of a rule, or bytes that several rules could not read.
package struct Cause: Sendable {
  /// The failure, or the first of the rules that could not tell for one reason.
  package let result: RuleResult
  /// All rules that it comes from.
  package private(set) var rules: [Rule]
  /// Whether it explains what people report.
  package let explains: Bool
  /// Whether damage that another cause names is why these bytes could not be read.
  package private(set) var isConsequence = false
  /// How likely it is the cause: higher is likelier.
  package let weight: Int

  package var state: RuleResult.State { result.state }
  /// How severe a failure is; nil for what could not be told.
  package var severity: Severity? { result.severity }

  private init(_ result: RuleResult, for symptoms: [Symptom]) {
    self.result = result
    rules = [result.rule]
    explains = Likelihood.explains(result, symptoms)
    weight = Likelihood.weight(of: result, explains: explains)
  }

  /// The causes in a subject, likeliest first, in the order of the catalogue where they are alike.
  static func all(in subject: SubjectReport, for symptoms: [Symptom]) -> [Cause] {
    var causes: [Cause] = []
    for result in subject.results where result.state == .fail || result.state == .unreadable {
      let cause = Cause(result, for: symptoms)
      let known = causes.firstIndex { $0.isSame(as: cause) }
      guard let known else {
        causes.append(cause)
        continue
      }
      let rules = causes[known].rules + cause.rules
      if cause.weight > causes[known].weight { causes[known] = cause }
      causes[known].rules = rules
    }
    let damaged = causes.filter {
      $0.severity == .error && $0.result.rule.breaks.contains(.integrity)
    }
    .flatMap { $0.result.evidence.map(\.file) }
    for index in causes.indices where causes[index].state == .unreadable {
      let files = causes[index].result.evidence.map(\.file)
      causes[index].isConsequence = files.contains { damaged.contains($0) }
    }
    return causes.enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      .map(\.element)
  }

  /// Whether both are the same bytes that could not be read.
  private func isSame(as other: Cause) -> Bool {
    state == .unreadable && other.state == .unreadable
      && result.message == other.result.message && result.evidence == other.result.evidence
  }
}
