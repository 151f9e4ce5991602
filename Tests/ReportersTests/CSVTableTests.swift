import Foundation
import Reporters
import Support
import Testing
import Validator

@Suite struct `A table` {
  /// The rows of a table, as RFC 4180 reads them.
  private func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell = ""
    var isQuoted = false
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        cell += "\""
        scalars.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        row.append(cell)
        cell = ""
      case "\r" where !isQuoted && scalars.first == "\n":
        scalars.removeFirst()
        rows.append(row + [cell])
        (row, cell) = ([], "")
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return rows
  }

  private func named(_ report: Report, _ options: ReportOptions = ReportOptions()) throws
    -> [[String: String]]
  {
    let rows = rows(try ReportFormat.csv.render(report, options: options))
    let header = try #require(rows.first)
    return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  @Test func `looks as it did`() throws {
    try expect(
      try ReportFormat.csv.render(.example(keepsTraits: true)), matchesSnapshot: "report.csv")
  }

  @Test func `has a row on one line for each subject, all of one length`() throws {
    let text = try ReportFormat.csv.render(.example(keepsTraits: true))
    let rows = rows(text)
    #expect(rows.count == Subject.examples.count + 1)
    #expect(Set(rows.map(\.count)).count == 1)
    #expect(text.utf8.count { $0 == UInt8(ascii: "\n") } == rows.count)
    #expect(text.hasSuffix("\r\n"))
  }

  @Test func `tells names as they are but for what acts`() throws {
    let rows = try named(.example(keepsTraits: true))
    let hostile = try #require(rows.first { $0["name"]?.contains("4 🏔️") == true })
    #expect(hostile["name"] == "\\x1B[31mIMG\\n\\u{202E}4 🏔️")
    #expect(hostile["still"]?.hasPrefix("trip \"Zoë & <Łódź>\"/") == true)
    #expect(hostile["failed_rules"] == "identifier/mismatch;movie/transcoded;still/software")
    #expect(rows.last?["still"] == "zoo/IMG_\\xFF.JPG")
    #expect(rows.last?["movie"] == "" && rows.last?["pairs"] == "")
  }

  @Test(arguments: [
    ("=1+2", "'=1+2"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("＝1", "'＝1"), ("'a", "''a"),
    ("a=1", "a=1"), ("a,\"b\"", "a,\"b\""), ("\t=1", "\\t=1"), (" =1", " =1"),
  ])
  func `lets no spreadsheet take a text for a formula`(text: String, shown: String) throws {
    let subject = Subject.pair("a/IMG_1") {
      $0.still.model = .present(text, at: Place("x", offset: 0, length: 1))
    }
    let rows = try named(.example(of: [subject], keepsTraits: true))
    #expect(rows.first?["model"] == shown)
  }

  @Test func `leaves subjects without a fault out when asked to`() throws {
    let rows = try named(
      .example(keepsTraits: true), ReportOptions(showsFailuresOnly: true))
    #expect(rows.count == 4)
  }
}
