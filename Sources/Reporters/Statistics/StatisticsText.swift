import Validator

/// Tells the shares of a run to people, a table for each question.
struct StatisticsText {
  /// The most rows of a table: what comes after them is told in one.
  private static let mostRows = 20

  private let width: Int
  private let isQuiet: Bool
  /// The most rules that are told; a folder or device more or less is of less interest.
  private let mostRules: Int
  private var page: TextPage

  init(_ options: ReportOptions) {
    width = options.width
    isQuiet = options.isQuiet
    mostRules = options.mostEntries == nil ? .max : StatisticsText.mostRows
    page = TextPage(width: options.width, usesColour: options.usesColour)
  }

  consuming func render(_ statistics: Statistics) -> String {
    if statistics.total > 0 { writeTables(statistics) }
    guard !isQuiet else { return page.text }
    page.paragraph([TextSpan(Summary(statistics.summary).line, .heading)])
    if let sample = statistics.summary.sample {
      page.paragraph([TextSpan(sample.caution)], hanging: 0)
      if !sample.isWhole {
        page.paragraph(
          [TextSpan("Limits hold the share of all files in 95 of 100 samples.")], hanging: 0)
      }
    }
    return page.text
  }

  // MARK: Tables

  private mutating func writeTables(_ statistics: Statistics) {
    writeOverview(statistics)
    writeRules(statistics)
    writeCauses(statistics)
    write(statistics.devices, title: "device and system", noun: "device")
    write(statistics.generators, title: "origin and encoder", noun: "origin")
    write(statistics.folders, title: "folder", noun: "folder")
  }

  private mutating func writeOverview(_ statistics: Statistics) {
    let rows: [(String, Int)] = [
      ("with errors", statistics.worst[.error] ?? 0),
      ("with warnings, no error", statistics.worst[.warning] ?? 0),
      ("with notes only", statistics.worst[.note] ?? 0),
      ("could not be told in part", statistics.unjudged), ("without a fault", statistics.clean),
    ]
    var table = TextTable(
      ["judged for the profile \(statistics.summary.profile.rawValue)", "subjects", "share"]
        + limitsTitle(statistics))
    for (name, count) in rows where count > 0 {
      table.add([name, grouped(count)] + share(count, statistics))
    }
    write(table)
  }

  private mutating func writeRules(_ statistics: Statistics) {
    guard !statistics.rules.isEmpty else { return }
    var table = TextTable(
      ["rules that failed", "subjects", "share"] + limitsTitle(statistics) + ["could not tell"])
    for row in statistics.rules.prefix(mostRules) {
      let isMixed = row.bySeverity.count > 1
      table.add(
        [
          isMixed ? row.rule : "\(row.severity?.name ?? "unknown") \(row.rule)",
          grouped(row.failed),
        ]
          + share(row.failed, statistics) + [row.unreadable == 0 ? "" : grouped(row.unreadable)])
      guard isMixed else { continue }
      for (severity, count) in row.bySeverity.sorted(by: { $0.key > $1.key }) {
        table.add(["  as \(severity.name)", grouped(count)] + share(count, statistics) + [""])
      }
    }
    write(table, further: statistics.rules.count - mostRules, "rule")
  }

  private mutating func writeCauses(_ statistics: Statistics) {
    guard !statistics.causes.isEmpty else { return }
    var table = TextTable(
      ["top causes: the gravest fault of each subject", "subjects", "share"]
        + limitsTitle(statistics))
    for row in statistics.causes.prefix(mostRules) {
      table.add([row.rule, grouped(row.failed)] + share(row.failed, statistics))
    }
    write(table, further: statistics.causes.count - mostRules, "cause")
  }

  private mutating func write(_ groups: Statistics.Groups, title: String, noun: String) {
    guard !groups.rows.isEmpty || groups.others != nil else { return }
    var table = TextTable([title, "subjects", "failed", "share"], lastName: "most often")
    for row in groups.rows.prefix(StatisticsText.mostRows) {
      table.add([ShownText.escaped(row.name)] + StatisticsText.cells(of: row))
    }
    if let others = groups.others {
      table.add(["(not told apart)"] + StatisticsText.cells(of: others))
    }
    write(
      table, further: groups.rows.count - StatisticsText.mostRows + groups.otherCount, noun)
  }

  private static func cells(of row: Statistics.GroupRow) -> [String] {
    [
      grouped(row.subjects), grouped(row.failures), Share(row.failures, of: row.subjects).percent,
      row.cause?.rule ?? "",
    ]
  }

  private func limitsTitle(_ statistics: Statistics) -> [String] {
    statistics.isOfPart ? ["limits"] : []
  }

  private func share(_ count: Int, _ statistics: Statistics) -> [String] {
    let share = statistics.share(count)
    return [share.percent] + (statistics.isOfPart ? [share.limitsText] : [])
  }

  private mutating func write(_ table: TextTable, further: Int = 0, _ noun: String = "") {
    for (index, line) in table.lines(width: width).enumerated() {
      page.paragraph([TextSpan(whole: line, index == 0 ? .heading : .plain)])
    }
    if further > 0 {
      page.paragraph([TextSpan("and \(manyCounted(further, "further \(noun)"))")], indent: 2)
    }
    page.blankLine()
  }
}

extension Statistics {
  /// Whether shares of the whole have limits.
  var isOfPart: Bool { summary.sample.map { !$0.isWhole } ?? false }
}

/// Rows of cells in columns: a name to the left, numbers to the right of it, and it may be a name at
/// the end.
struct TextTable {
  /// A first name takes at least so many columns, however narrow the page is.
  private static let leastNameWidth = 24
  private static let gap = "  "

  private let titles: [String]
  private let endsWithName: Bool
  private var rows: [[String]] = []

  /// Creates a table with a row of titles.
  ///
  /// - Parameters:
  ///   - titles: those of the name and of the numbers.
  ///   - lastName: that of the name at the end, where there is one.
  init(_ titles: [String], lastName: String? = nil) {
    self.titles = titles + (lastName.map { [$0] } ?? [])
    endsWithName = lastName != nil
  }

  /// Adds a row with a cell for each title.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The lines, the titles first.
  func lines(width: Int) -> [String] {
    var widths = titles.indices.map { column in
      ([titles] + rows).map { TextPage.columns(of: $0[column][...]) }.max() ?? 0
    }
    // What the numbers leave is for the names, and two columns before the rows.
    let last = titles.count - 1
    let numbers = endsWithName ? 1..<last : 1..<titles.count
    var free = width - 2 - numbers.reduce(0) { $0 + TextTable.gap.count + widths[$1] }
    if endsWithName {
      free -= TextTable.gap.count
      widths[last] = max(0, min(widths[last], free - min(widths[0], TextTable.leastNameWidth)))
      free -= widths[last]
    }
    widths[0] = min(widths[0], max(free, TextTable.leastNameWidth))
    return [line(titles, widths, indent: 0)] + rows.map { line($0, widths, indent: 2) }
  }

  private func line(_ cells: [String], _ widths: [Int], indent: Int) -> String {
    var line = String(repeating: " ", count: indent)
    for (column, cell) in cells.enumerated() {
      if column == 0 {
        line += TextTable.fitted(cell, to: widths[0] + 2 - indent)
      } else if endsWithName, column == titles.count - 1 {
        line += TextTable.gap + TextTable.fitted(cell, to: widths[column])
      } else {
        let space = widths[column] - TextPage.columns(of: cell[...])
        line += TextTable.gap + String(repeating: " ", count: max(0, space)) + cell
      }
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// A text in exactly so many columns; what is cut is the middle, because a path's end tells as
  /// much as its start.
  private static func fitted(_ text: String, to width: Int) -> String {
    var shown = text
    if TextPage.columns(of: text[...]) > width {
      var (head, tail) = (text[...], text[...])
      while TextPage.columns(of: head) > max(0, width - 1) / 2 { head.removeLast() }
      while TextPage.columns(of: tail) > max(0, width - 1 - TextPage.columns(of: head)) {
        tail.removeFirst()
      }
      shown = head + "…" + tail
    }
    return shown + String(repeating: " ", count: max(0, width - TextPage.columns(of: shown[...])))
  }
}
