package import Validator

/// Tells a report as a table (RFC 4180), a row a subject.
///
/// A row is one line whatever names hold: characters that act rather than show stand as in text
/// reports. A text that a spreadsheet would take for a formula, and one that begins with an
/// apostrophe, has an apostrophe put before it.
package struct CSVTable: Sendable {
  private let options: ReportOptions

  package init(_ options: ReportOptions) {
    self.options = options
  }

  /// The first row.
  package var header: [UInt8] { row(CSVTable.columns.map { .plain($0.title) }) }

  /// The row of a subject; nil where it was not asked for.
  package func row(of report: SubjectReport) -> [UInt8]? {
    options.lists(report) ? row(CSVTable.columns.map { $0.cell(report) }) : nil
  }

  func render(_ report: Report) -> String {
    var bytes = header
    for subject in report.subjects { bytes += row(of: subject) ?? [] }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Columns

  private enum Cell {
    /// From the files: may hold anything.
    case foreign(String?)
    /// Ours: a number or a word.
    case plain(String?)
  }

  private typealias Column = (title: String, cell: @Sendable (SubjectReport) -> Cell)

  private static let columns: [Column] = [
    ("kind", { .plain($0.kind.rawValue) }),
    ("name", { .foreign($0.name) }),
    ("still", { .foreign($0.file(.still)?.path.description) }),
    ("movie", { .foreign($0.file(.movie)?.path.description) }),
    ("other", { .foreign(($0.file(.settings) ?? $0.file(.animation))?.path.description) }),
    ("still_identifier", { .foreign($0.traits?.stillIdentifier) }),
    ("movie_identifier", { .foreign($0.traits?.movieIdentifier) }),
    ("paired_by", { .plain($0.bond?.rawValue) }),
    ("pairs", { .plain($0.verdict?.pairs.rawValue) }),
    ("moves", { .plain($0.verdict?.moves.rawValue) }),
    ("looks", { .plain($0.verdict?.looks.rawValue) }),
    ("wallpaper", { .plain($0.verdict?.wallpaper.rawValue) }),
    ("errors", { .plain(String($0.failures.error)) }),
    ("warnings", { .plain(String($0.failures.warning)) }),
    ("notes", { .plain(String($0.failures.note)) }),
    ("unreadable", { .plain(String($0.counts.unreadable)) }),
    (
      "failed_rules",
      {
        .plain(
          $0.results.filter { $0.state == .fail }.map(\.rule.id).joined(separator: ";"))
      }
    ),
    ("make", { .foreign($0.traits?.make) }),
    ("model", { .foreign($0.traits?.model) }),
    ("software", { .foreign($0.traits?.software) }),
    ("still_bytes", { .plain($0.file(.still).map { String($0.size) }) }),
    ("movie_bytes", { .plain($0.file(.movie).map { String($0.size) }) }),
    ("width", { .plain($0.traits?.pixelSize.map { String($0.width) }) }),
    ("height", { .plain($0.traits?.pixelSize.map { String($0.height) }) }),
    ("duration_seconds", { .plain($0.traits?.duration.map(CSVTable.milliseconds)) }),
    ("captured", { .foreign($0.traits?.captured) }),
    ("provenance", { .plain($0.provenance?.conclusion.rawValue) }),
    ("encoder", { .foreign($0.traits?.encoder) }),
  ]

  /// Seconds with three decimals: `2.167`.
  private static func milliseconds(_ seconds: Double) -> String {
    guard let whole = Int64(exactly: (seconds * 1_000).rounded()) else { return "" }
    let digits = String(whole.magnitude % 1_000)
    return (whole < 0 ? "-" : "") + String(whole.magnitude / 1_000) + "."
      + String(repeating: "0", count: 3 - digits.count) + digits
  }

  // MARK: Cells

  private func row(_ cells: [Cell]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch cell {
      case .plain(let text): bytes += (text ?? "").utf8
      case .foreign(let text): CSVTable.append(text ?? "", to: &bytes)
      }
    }
    return bytes + "\r\n".utf8
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    var shown = ShownText.escaped(text)
    if let first = shown.unicodeScalars.first, formulaStarts.contains(first) { shown = "'" + shown }
    let needsQuotes = shown.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"")
    }
    guard needsQuotes || shown.first == " " || shown.last == " " else {
      bytes += shown.utf8
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in shown.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// With these a spreadsheet begins a formula, in their full width too; and the apostrophe itself,
  /// so that taking off the first one always gives back the text.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "＝", "＋", "－", "＠", "'",
  ]
}

extension SubjectReport {
  fileprivate func file(_ role: ReportedFile.Role) -> MediaFile? {
    files.first { $0.role == role }?.file
  }
}
