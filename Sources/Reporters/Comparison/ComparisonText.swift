package import Validator

/// Tells a comparison to people: what became of each file, then the differences, those first that
/// rules mind.
package struct ComparisonText {
  /// Differences that a rule fails over and that are told of each unless all are asked for.
  private static let shownProofs = 6
  /// Differences that rules may mind and that are told unless all are asked for.
  private static let shownRead = 20
  /// Differences that no rule minds and that are told unless all are asked for.
  private static let shownOthers = 8
  /// Names that the group of what varies from shot to shot shows.
  private static let shownNames = 12
  /// Reasons why something was not compared that are told of each file.
  private static let shownGaps = 4

  private let showsAll: Bool
  private let isQuiet: Bool
  private var page: TextPage

  /// Creates a teller.
  ///
  /// - Parameters:
  ///   - width: the columns that lines are filled to.
  ///   - usesColour: whether terminal colours are written.
  ///   - showsAll: whether every difference is told.
  ///   - isQuiet: whether only differences are told, without the closing line.
  package init(width: Int, usesColour: Bool, showsAll: Bool = false, isQuiet: Bool = false) {
    self.showsAll = showsAll
    self.isQuiet = isQuiet
    page = TextPage(width: width, usesColour: usesColour)
  }

  /// The whole comparison.
  package consuming func render(_ comparison: Comparison) -> String {
    if isQuiet, comparison.isSame { return page.text }
    for (index, half) in comparison.halves.enumerated() {
      if index > 0 { page.blankLine() }
      write(half)
    }
    writeControl(of: comparison)
    for group in comparison.groups { write(group) }
    guard !isQuiet else { return page.text }
    page.blankLine()
    page.paragraph([TextSpan(comparison.conclusion, .heading)], hanging: 0)
    return page.text
  }

  // MARK: Files

  private mutating func write(_ half: HalfComparison) {
    page.paragraph(
      [TextSpan(half.half.rawValue, .heading)] + spans(of: half.reference), hanging: 6)
    page.paragraph([TextSpan("with")] + spans(of: half.candidate), indent: 1, hanging: 5)
    page.paragraph(
      [TextSpan(whole: "→", .heading), TextSpan(shown(half.sentence), .heading)], indent: 4)
    for reason in half.reasons { page.paragraph([TextSpan("because \(shown(reason))")], indent: 6) }
    guard half.verdict != .identical else { return }
    let width = half.coded.map(\.name.count).max() ?? 0
    for part in half.coded {
      let name = ShownText.value(part.name)
      let gap = String(repeating: " ", count: max(0, width - part.name.count))
      page.paragraph(
        [
          TextSpan(whole: name + gap + " ", part.isEqual ? .plain : .note),
          TextSpan(shown(part.sentence)),
        ], indent: 6, hanging: width + 2)
    }
    let gaps = half.notCompared
    for gap in gaps.prefix(ComparisonText.shownGaps) {
      page.paragraph([TextSpan("not compared:", .warning), TextSpan(shown(gap))], indent: 6)
    }
    if gaps.count > ComparisonText.shownGaps {
      page.paragraph(
        [TextSpan("\(gaps.count - ComparisonText.shownGaps) more not compared", .warning)],
        indent: 6)
    }
  }

  private func spans(of file: MediaFile) -> [TextSpan] {
    [
      TextSpan(ShownText.escaped(file.path.description)),
      TextSpan(whole: "(\(file.type?.rawValue ?? "unknown"),"),
      TextSpan(whole: "\(counted(file.size, "byte")))"),
    ]
  }

  // MARK: The control

  /// Says where the reference is no good control, and what is wrong with both.
  private mutating func writeControl(of comparison: Comparison) {
    let lists = [
      ("The reference fails too:", comparison.sharedFaults),
      ("The reference alone fails:", comparison.referenceFaults),
    ]
    for (label, faults) in lists where !faults.isEmpty {
      let names = faults.map { "\($0.severity?.name ?? "note") \($0.rule.id)" }
      page.blankLine()
      page.paragraph([TextSpan(label, .heading), TextSpan(names.joined(separator: ", "))])
    }
  }

  // MARK: Differences

  private mutating func write(_ group: Comparison.Group) {
    page.blankLine()
    switch group.rank {
    case .fault(let fault):
      write(fault, showsEvidence: group.differences.isEmpty)
      write(group, atMost: ComparisonText.shownProofs)
    case .read: write(group, atMost: ComparisonText.shownRead)
    case .other: write(group, atMost: ComparisonText.shownOthers)
    case .shot:
      writeHeading(of: group)
      if showsAll { write(group.differences, indent: 2) } else { writeNames(group.differences) }
    }
  }

  private mutating func write(_ group: Comparison.Group, atMost limit: Int) {
    writeHeading(of: group)
    let shown = showsAll ? group.differences.count : limit
    write(Array(group.differences.prefix(shown)), indent: 2)
    if group.differences.count > shown {
      page.paragraph([TextSpan("\(group.differences.count - shown) more (--all)")], indent: 2)
    }
  }

  private mutating func writeHeading(of group: Comparison.Group) {
    guard let heading = group.heading else { return }
    page.paragraph([TextSpan("\(heading) (\(group.differences.count)):", .heading)])
  }

  /// Writes a fault; its evidence only where no difference shows it.
  private mutating func write(_ fault: RuleResult, showsEvidence: Bool) {
    let severity = fault.severity ?? .note
    page.paragraph(
      [
        TextSpan(severity.name, severity.style), TextSpan("\(fault.rule.id):", .heading),
        TextSpan(shown(fault.message)),
      ], hanging: severity.name.count + 1)
    for evidence in showsEvidence ? fault.evidence : [] { page.write(evidence, indent: 2) }
    if !fault.remedy.isEmpty {
      page.paragraph([TextSpan("fix: \(shown(fault.remedy))")], indent: 2, hanging: 5)
    }
  }

  private mutating func write(_ differences: [Difference], indent: Int) {
    for difference in differences { write(difference, indent) }
  }

  private mutating func write(_ difference: Difference, _ indent: Int) {
    page.paragraph(
      [
        TextSpan(whole: difference.change.word, difference.change.style),
        TextSpan(difference.half.rawValue),
        TextSpan(whole: ShownText.escaped(difference.key, atMost: ShownText.longestValue), .note),
      ], indent: indent, hanging: 8)
    let isSaid = !difference.isBeyondShown
    write(difference.reference, "reference", isSaid, difference.change, indent + 2)
    write(difference.candidate, "candidate", isSaid, difference.change, indent + 2)
    if difference.change == .changed, !isSaid {
      page.paragraph(
        [TextSpan("equal as far as it is written out, not byte by byte")], indent: indent + 2)
    }
  }

  private mutating func write(
    _ spot: Difference.Spot?, _ side: String, _ isSaid: Bool, _ change: Difference.Change,
    _ indent: Int
  ) {
    guard let spot else { return }
    let offset = "offset \(spot.offset) (0x\(String(spot.offset, radix: 16, uppercase: true))),"
    page.paragraph(
      [
        TextSpan(whole: side),
        TextSpan(spot.value.isEmpty ? "is there" : ShownText.value(spot.value)),
        TextSpan(whole: "·", .evidence), TextSpan(whole: offset, .evidence),
        TextSpan(whole: counted(spot.length, "byte"), .evidence),
      ], indent: indent, hanging: side.count + 1)
  }

  /// What varies from shot to shot, by name only.
  private mutating func writeNames(_ differences: [Difference]) {
    let names = differences.map { ShownText.value($0.key) }
    let shown = names.prefix(ComparisonText.shownNames).joined(separator: ", ")
    let left = names.count - ComparisonText.shownNames
    page.paragraph(
      [TextSpan(shown + (left > 0 ? " and \(left) more (--all)" : ""))], indent: 2, hanging: 0)
  }

  private func shown(_ text: String) -> String {
    ShownText.escaped(text, atMost: ShownText.longestMessage)
  }
}

extension Difference.Change {
  /// The word that people read, as wide as the longest.
  fileprivate var word: String {
    switch self {
    case .lost: "lost   "
    case .added: "added  "
    case .changed: "changed"
    }
  }

  fileprivate var style: TextSpan.Style {
    switch self {
    case .lost: .error
    case .added: .note
    case .changed: .warning
    }
  }
}

extension Comparison {
  /// The last line: how much differs.
  fileprivate var conclusion: String {
    guard !isSame else { return "Nothing differs." }
    let count = halves.reduce(0) { $0 + $1.differences.count }
    let faults = groups.count { group in
      if case .fault = group.rank { true } else { false }
    }
    let minded =
      faults == 0
      ? "no rule fails on the candidate alone"
      : "\(counted(faults, "rule")) \(faults == 1 ? "fails" : "fail") on the candidate alone"
    return "\(counted(count, "difference")); \(minded) (profile \(profile.rawValue))."
  }
}
