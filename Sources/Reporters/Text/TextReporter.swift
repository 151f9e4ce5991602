import Validator

/// Tells a report to people: worst subjects first, each fault with its proof, cause and cure.
struct TextReporter {
  private let options: ReportOptions
  private var page: TextPage

  init(_ options: ReportOptions) {
    self.options = options
    page = TextPage(width: options.width, usesColour: options.usesColour)
  }

  consuming func render(_ report: Report) -> String {
    for subject in TextReporter.worstFirst(report.subjects)
    where options.showsAllResults || !subject.isClean || report.tellsOrigin(of: subject) {
      write(subject)
    }
    if !options.isQuiet { write(Summary(report)) }
    return page.text
  }

  /// The subjects by their worst fault, then by path.
  private static func worstFirst(_ subjects: [SubjectReport]) -> [SubjectReport] {
    // Keys are made once: a path is compared many times.
    let keyed = subjects.enumerated().map { index, subject in
      (urgency: subject.urgency, path: subject.sortPath, index: index)
    }
    return keyed.sorted { left, right in
      if left.urgency != right.urgency { return left.urgency > right.urgency }
      if left.path != right.path { return left.path < right.path }
      return left.index < right.index
    }.map { subjects[$0.index] }
  }

  // MARK: A subject

  private mutating func write(_ subject: SubjectReport) {
    page.heading(of: subject)
    for result in subject.results where result.state == .fail {
      page.blankLine()
      write(result, of: subject)
    }
    writeUnreadable(in: subject)
    if options.showsAllResults { writeQuietResults(of: subject) }
    page.blankLine()
  }

  // MARK: Failures

  private mutating func write(_ failure: RuleResult, of subject: SubjectReport) {
    let severity = failure.severity ?? .note
    page.paragraph(
      [
        TextSpan(severity.name, severity.style),
        TextSpan("\(failure.rule.id):", .heading),
        TextSpan(ShownText.escaped(failure.message, atMost: ShownText.longestMessage)),
      ], indent: 2, hanging: severity.name.count + 1)
    for evidence in failure.evidence { page.write(evidence) }
    write(failure.rule.rationale, label: "why:")
    page.write(Remedy(of: failure, in: subject))
  }

  private mutating func write(_ prose: String, label: String) {
    guard !prose.isEmpty else { return }
    let shown = ShownText.escaped(prose, atMost: ShownText.longestMessage)
    page.paragraph([TextSpan("\(label) \(shown)")], indent: 4, hanging: label.count + 1)
  }

  // MARK: What is no failure

  /// One entry for each cause: a file that cannot be read keeps dozens of rules from telling.
  private mutating func writeUnreadable(in subject: SubjectReport) {
    let groups = ResultGroup.grouped(subject.results.filter { $0.state == .unreadable })
    for group in groups {
      page.blankLine()
      let reason = ShownText.escaped(group.message, atMost: ShownText.longestMessage)
      page.paragraph(
        [TextSpan("could not tell:", .heading), TextSpan(reason)], indent: 2)
      for evidence in group.evidence { page.write(evidence) }
      write(group.ruleIDs, label: group.ruleCount == 1 ? "rule:" : "rules:")
    }
  }

  private mutating func writeQuietResults(of subject: SubjectReport) {
    let labels: [(RuleResult.State, String)] = [
      (.pass, "passed"), (.notApplicable, "not applicable"), (.notRun, "not run"),
    ]
    page.blankLine()
    for (state, label) in labels {
      for group in ResultGroup.grouped(subject.results.filter { $0.state == state }) {
        let reason = ShownText.escaped(group.message, atMost: ShownText.longestMessage)
        page.paragraph(
          [
            TextSpan(reason.isEmpty ? "\(label):" : "\(label) (\(reason)):"),
            TextSpan(group.ruleIDs),
          ], indent: 2)
      }
    }
  }

  // MARK: The end

  private mutating func write(_ summary: Summary) {
    page.paragraph([TextSpan(summary.line, .heading)])
    if let scope = summary.scope { page.paragraph([TextSpan(scope)], hanging: 0) }
  }
}

/// Results of one state that say the same of the same bytes.
private struct ResultGroup {
  let message: String
  let evidence: [Evidence]
  private(set) var ruleIDs: String
  private(set) var ruleCount = 1

  private init(_ result: RuleResult) {
    message = result.message
    evidence = result.evidence
    ruleIDs = result.rule.id
  }

  /// The groups in the order of their first results.
  static func grouped(_ results: [RuleResult]) -> [ResultGroup] {
    var groups: [ResultGroup] = []
    for result in results {
      let index = groups.firstIndex {
        $0.message == result.message && $0.evidence == result.evidence
      }
      if let index {
        groups[index].ruleIDs += ", " + result.rule.id
        groups[index].ruleCount += 1
      } else {
        groups.append(ResultGroup(result))
      }
    }
    return groups
  }
}

extension Report {
  /// Whether a subject without a fault is listed for where it comes from.
  ///
  /// That is what the profile camera asks for; a lone file straight from a camera is nothing to
  /// tell.
  fileprivate func tellsOrigin(of subject: SubjectReport) -> Bool {
    guard profile == .camera, let provenance = subject.provenance else { return false }
    return subject.kind == .pair || provenance.conclusion != .cameraOriginal
  }
}

extension SubjectReport {
  /// Whether nothing failed and everything could be told.
  var isClean: Bool { counts.fail == 0 && counts.unreadable == 0 }

  /// How soon a person wants to see it: higher is sooner.
  fileprivate var urgency: Int {
    switch failures.worst {
    case .error: 4
    case .warning: 3
    case .note: 2
    case nil: isClean ? 0 : 1
    }
  }
}
