package import Validator

/// Tells mends to people: what was wrong, what changes byte by byte, what stays and why.
package struct MendText {
  private var page: TextPage
  private let isQuiet: Bool

  /// Creates a teller.
  ///
  /// - Parameter isQuiet: whether only what could not be mended is told.
  package init(width: Int, usesColour: Bool, isQuiet: Bool) {
    page = TextPage(width: width, usesColour: usesColour)
    self.isQuiet = isQuiet
  }

  /// The mends of a run, and what they came to.
  package consuming func render(_ reports: [MendReport], _ summary: MendSummary) -> String {
    for report in reports where !isQuiet || !report.left.isEmpty { write(report, summary.mode) }
    if !isQuiet { write(summary, reports) }
    return page.text
  }

  // MARK: A subject

  private mutating func write(_ report: MendReport, _ mode: MendSummary.Mode) {
    page.heading(of: report.subject, isBare: true)
    if !isQuiet { writeMended(report) }
    for fault in report.left { write(fault) }
    if let problem = report.problem {
      page.blankLine()
      page.paragraph(
        [TextSpan("not written:", .error), TextSpan(ShownText.escaped(problem))], indent: 2)
    }
    page.blankLine()
  }

  private mutating func writeMended(_ report: MendReport) {
    let mended = report.faults.filter(\.isMended)
    let isDone = report.state == .mended
    if !mended.isEmpty { page.blankLine() }
    for fault in mended {
      writeHead(of: fault, isDone ? "mended" : "to mend", .heading)
    }
    if let identifier = report.identifier {
      page.blankLine()
      page.paragraph(
        [
          TextSpan("identifier:", .heading), TextSpan(whole: identifier.text),
          TextSpan("(\(identifier.origin))"),
        ], indent: 2)
    }
    for file in report.files where report.state != .left { write(file, isDone: isDone) }
  }

  private mutating func writeHead(
    of fault: MendedFault, _ label: String, _ style: TextSpan.Style
  ) {
    let severity = fault.result.severity ?? .note
    page.paragraph(
      [
        TextSpan("\(label):", style), TextSpan(severity.name, severity.style),
        TextSpan("\(fault.result.rule.id):", .heading),
        TextSpan(ShownText.escaped(fault.result.message, atMost: ShownText.longestMessage)),
      ], indent: 2, hanging: label.count + 2)
  }

  private mutating func write(_ fault: MendedFault) {
    page.blankLine()
    writeHead(of: fault, "stays", .warning)
    if let reason = fault.reason {
      page.paragraph(
        [TextSpan("why: \(ShownText.escaped(reason, atMost: ShownText.longestMessage))")],
        indent: 4, hanging: 5)
    }
  }

  // MARK: Its files

  private mutating func write(_ file: MendedFile, isDone: Bool) {
    let old = ShownText.escaped(file.path.description)
    let new = ShownText.escaped(file.newPath.description)
    guard file.newPath != file.path || !file.changes.isEmpty else { return }
    page.blankLine()
    var spans = [TextSpan(whole: old, .heading)]
    if file.newPath != file.path { spans += [TextSpan("→"), TextSpan(whole: new, .heading)] }
    spans.append(TextSpan("· " + sizes(of: file)))
    if let backup = file.backup {
      let kept = isDone ? "the old file is kept as" : "the old file will be kept as"
      spans += [
        TextSpan("· \(kept)"), TextSpan(whole: ShownText.escaped(backup.description)),
      ]
    }
    page.paragraph(spans, indent: 2)
    for change in file.changes {
      page.paragraph(
        [TextSpan(ShownText.escaped("\(change.path): \(change.purpose)"))], indent: 4)
      page.paragraph(
        [
          TextSpan(whole: "before: \(shown(change.before))", .evidence), TextSpan("·", .evidence),
          TextSpan(whole: "after: \(shown(change.after))", .evidence),
        ], indent: 6)
    }
  }

  private func sizes(of file: MendedFile) -> String {
    if file.changes.isEmpty { return "the bytes stay as they are" }
    return file.size == file.newSize
      ? "\(counted(file.size, "byte")) before and after"
      : "\(file.size) bytes become \(file.newSize)"
  }

  private func shown(_ range: Range<UInt64>) -> String {
    let offset = range.lowerBound
    let hexadecimal = String(offset, radix: 16, uppercase: true)
    let length = range.upperBound - range.lowerBound
    return "offset \(offset) (0x\(hexadecimal)), \(counted(length, "byte"))"
  }

  // MARK: The end

  private mutating func write(_ summary: MendSummary, _ reports: [MendReport]) {
    page.paragraph([TextSpan(line(summary, reports), .heading)])
    guard summary.mode == .plan, reports.contains(where: { $0.state == .planned }) else { return }
    page.paragraph(
      [
        TextSpan(
          "Nothing was written: -o DIR writes the mended files into a folder, --in-place writes "
            + "them over the old ones and keeps those as NAME.bak.")
      ], hanging: 0)
  }

  private func line(_ summary: MendSummary, _ reports: [MendReport]) -> String {
    let faults = reports.flatMap(\.faults)
    guard !faults.isEmpty || reports.contains(where: { $0.state != .left }) else {
      return "\(summary.subjects): there is nothing to mend"
    }
    let done = reports.filter { $0.state == .mended }.flatMap(\.faults).count(where: \.isMended)
    let planned = reports.filter { $0.state == .planned }.flatMap(\.faults)
      .count(where: \.isMended)
    let left = reports.flatMap(\.left).count
    let failed = reports.count { $0.state == .failed }
    let changed = reports.count { $0.state == .planned || $0.state == .mended }
    var clauses: [String] = []
    if done > 0 { clauses.append("\(counted(done, "fault")) mended") }
    if planned > 0 { clauses.append("\(counted(planned, "fault")) can be mended") }
    if done + planned == 0, changed > 0 { clauses.append("changed as asked for") }
    if left > 0 { clauses.append("\(counted(left, "fault")) \(left == 1 ? "stays" : "stay")") }
    if failed > 0 { clauses.append("\(failed) could not be written") }
    return "\(summary.subjects): " + clauses.joined(separator: "; ")
  }
}

extension MendSummary {
  /// `2 pairs, 1 lone file`.
  fileprivate var subjects: String {
    let pairs = counted(pairCount, "pair")
    guard loneCount > 0 else { return pairs }
    let lone = counted(loneCount, "lone file")
    return pairCount == 0 ? lone : "\(pairs), \(lone)"
  }
}

extension MendReport {
  /// The faults that stay.
  fileprivate var left: [MendedFault] { faults.filter { !$0.isMended } }
}
