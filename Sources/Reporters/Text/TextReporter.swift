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
    let digest = ReportDigest(of: report, for: [.text], options: options)
    return render(digest, report.summary) { report.subjects[$0] }
  }

  /// - Parameter subject: the report of a subject that was put aside.
  consuming func render<Failure: Error>(
    _ digest: ReportDigest, _ summary: RunSummary,
    subject: (Int) throws(Failure) -> SubjectReport
  ) throws(Failure) -> String {
    let (entries, leftOut) = try digest.entries(subject)
    for entry in entries {
      switch entry {
      case .subject(let subject): write(subject)
      case .group(let group): write(group)
      }
    }
    if entries.contains(where: \.isGroup) || leftOut.total > 0 { writeHints(leftOut) }
    guard !options.isQuiet else { return page.text }
    write(Summary(summary))
    if let sample = summary.sample { page.paragraph([TextSpan(sample.caution)], hanging: 0) }
    return page.text
  }

  // MARK: A subject

  private mutating func write(_ subject: SubjectReport) {
    page.heading(of: subject)
    writeFaults(of: subject)
    if options.showsAllResults { writeQuietResults(of: subject) }
    page.blankLine()
  }

  private mutating func writeFaults(of subject: SubjectReport) {
    for result in subject.results where result.state == .fail {
      page.blankLine()
      write(result, of: subject)
    }
    writeUnreadable(in: subject)
  }

  // MARK: Many subjects

  /// The most folders that a group names.
  private static let mostFolders = 5

  /// Subjects that fail alike: where they lie, then the faults as the first of them has them.
  private mutating func write(_ group: ReportDigest.Group) {
    page.paragraph([
      TextSpan(manyCounted(group.count, group.kind.rawValue), .heading),
      TextSpan("with the same faults · \(group.rules.joined(separator: ", "))"),
    ])
    for folder in group.folders.prefix(TextReporter.mostFolders) {
      let share = Share(folder.count, of: folder.total)
      page.paragraph(
        [
          TextSpan("in"), TextSpan(whole: ShownText.escaped(folder.name) + ":"),
          TextSpan("\(grouped(folder.count)) of its \(manyCounted(folder.total, "subject"))"),
          TextSpan(whole: "(\(share.percent))"),
        ], indent: 2)
    }
    let named = group.folders.prefix(TextReporter.mostFolders).reduce(0) { $0 + $1.count }
    if named < group.count {
      page.paragraph([TextSpan("and \(grouped(group.count - named)) in other folders")], indent: 2)
    }
    let paths = group.example.files.map { ShownText.escaped($0.file.path.description) }
    page.paragraph([TextSpan("the first:")] + paths.map { TextSpan(whole: $0) }, indent: 2)
    writeFaults(of: group.example)
    page.blankLine()
  }

  /// What was not told, and how to have it told.
  private mutating func writeHints(_ leftOut: FailureCounts) {
    let kinds = [
      (leftOut.error, "with errors"), (leftOut.warning, "with warnings"),
      (leftOut.note, "with notes or checks that could not be made"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    if !kinds.isEmpty {
      page.paragraph(
        [TextSpan("left out:", .heading), TextSpan(kinds.joined(separator: ", "))], hanging: 0)
    }
    guard !options.isQuiet else { return }
    page.paragraph(
      [TextSpan("Every subject by itself: --max-findings 0, or --output csv=FILE or jsonl=FILE.")],
      hanging: 0)
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

extension RunSample {
  /// What a part cannot tell of the whole.
  var caution: String {
    let share = "A sample: \(grouped(taken)) of \(grouped(total)) base names, seed \(seed)."
    if isWhole { return share }
    return share
      + " Files were compared with others of the sample only: copies, reused identifiers "
      + "and partners in other folders may be missed."
  }
}

extension SubjectReport {
  /// Whether nothing failed and everything could be told.
  var isClean: Bool { counts.isClean }

  /// Whether it is listed for where it comes from, though it has no fault.
  ///
  /// That is what the profile camera asks for; a lone file straight from a camera is nothing to
  /// tell.
  func tellsOrigin(in profile: Profile) -> Bool {
    guard profile == .camera, let provenance else { return false }
    return kind == .pair || provenance.conclusion != .cameraOriginal
  }
}
