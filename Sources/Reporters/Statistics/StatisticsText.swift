import Validator

/// Tells the shares of a run to people, a table for each question.
struct StatisticsText {
  /// The most rows of a table: what comes after them is told in one.
  private static let mostRows = 20

  private let width: Int
  private let isQuiet: Bool
  private var page: TextPage

  init(_ options: ReportOptions) {
    width = options.width
    isQuiet = options.isQuiet
    page = TextPage(width: options.width, usesColour: options.usesColour)
  }

  consuming func render(_ statistics: Statistics) -> String {
    guard statistics.total > 0 else {
      page.paragraph([TextSpan(Summary(statistics.summary).line, .heading)])
      return page.text
    }
    writeOverview(statistics)
    writeRules(statistics)
    writeCauses(statistics)
    write(statistics.devices, title: "device and system", noun: "device")
    write(statistics.generators, title: "origin and encoder", noun: "origin")
    write(statistics.folders, title: "folder", noun: "folder")
    if !isQuiet { page.paragraph([TextSpan(Summary(statistics.summary).line, .heading)]) }
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

  private mutating func writeOverview(_ statistics: Statistics) {
    let rows: [(String, Int)] = [
      ("with errors", statistics.worst[.error] ?? 0),
      ("with warnings, no error", statistics.worst[.warning] ?? 0),
      ("with notes only", statistics.worst[.note] ?? 0),
      ("could not be told in part", statistics.unjudged), ("without a fault", statistics.clean),
    ]
    var table = TextTable(["subjects", "", "share"] + limitsTitle(statistics))
    for (name, count) in rows where count > 0 {
      table.add([name, grouped(count)] + share(count, statistics))
    }
    write(table)
  }

  private mutating func writeRules(_ statistics: Statistics) {
    guard !statistics.rules.isEmpty else { return }
    var table = TextTable(
      ["rules that failed", "subjects", "share"] + limitsTitle(statistics) + ["could not tell"])
    for row in statistics.rules.prefix(StatisticsText.mostRows) {
      table.add(
        ["\(row.severity?.name ?? "unknown") \(row.rule)", grouped(row.failed)]
          + share(row.failed, statistics) + [row.unreadable == 0 ? "" : grouped(row.unreadable)])
    }
    write(table, further: statistics.rules.count - StatisticsText.mostRows, "rule")
  }

  private mutating func writeCauses(_ statistics: Statistics) {
    guard !statistics.causes.isEmpty else { return }
    var table = TextTable(
      ["top causes: the gravest fault of each subject", "subjects", "share"]
        + limitsTitle(statistics))
    for row in statistics.causes.prefix(StatisticsText.mostRows) {
      table.add([row.rule, grouped(row.failed)] + share(row.failed, statistics))
    }
    write(table, further: statistics.causes.count - StatisticsText.mostRows, "cause")
  }

  private mutating func write(_ groups: Statistics.Groups, title: String, noun: String) {
    guard !groups.rows.isEmpty || groups.others != nil else { return }
    var table = TextTable([title, "subjects", "failed", "share", "most often"])
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
      page.paragraph([TextSpan("and \(counted(further, "further \(noun)"))")], indent: 2)
    }
    page.blankLine()
  }
}

extension Statistics {
  /// Whether shares of the whole have limits.
  var isOfPart: Bool { summary.sample.map { !$0.isWhole } ?? false }
}

/// Rows of cells in columns: names to the left, numbers to the right.
struct TextTable {
  /// A name takes at least so many columns, however narrow the page is.
  private static let leastNameWidth = 16
  private static let gap = "  "

  private var rows: [[String]]

  /// Creates a table with a row of titles; a title that is a word is a column of numbers, the first
  /// one and a last `most often` are names.
  init(_ titles: [String]) {
    rows = [titles]
  }

  /// Adds a row with a cell for each title.
  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The lines, the titles first.
  func lines(width: Int) -> [String] {
    let count = rows.first?.count ?? 0
    var widths = (0..<count).map { column in
      rows.map { TextPage.columns(of: ($0[column])[...]) }.max() ?? 0
    }
    let rest = widths.dropFirst().reduce(0) { $0 + $1 + TextTable.gap.count }
    let name = max(TextTable.leastNameWidth, min(widths[0], width - rest - 2))
    widths[0] = name
    return rows.enumerated().map { index, row in
      var line = index == 0 ? "" : "  "
      line += TextTable.shortened(row[0], to: index == 0 ? name + 2 : name)
      for column in 1..<max(1, count) {
        let space = String(
          repeating: " ", count: max(0, widths[column] - TextPage.columns(of: row[column][...])))
        let isName = rows.first?[column] == "most often"
        line += TextTable.gap + (isName ? row[column] : space + row[column])
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// A text in exactly so many columns; what is cut is the middle, because a path's end tells as
  /// much as its start.
  private static func shortened(_ text: String, to width: Int) -> String {
    let columns = TextPage.columns(of: text[...])
    if columns <= width { return text + String(repeating: " ", count: width - columns) }
    var (head, tail) = (text[...], text[...])
    while TextPage.columns(of: head) > (width - 1) / 2 { head.removeLast() }
    while TextPage.columns(of: tail) > width - 1 - TextPage.columns(of: head) { tail.removeFirst() }
    let shown = head + "…" + tail
    return shown + String(repeating: " ", count: max(0, width - TextPage.columns(of: shown[...])))
  }
}
