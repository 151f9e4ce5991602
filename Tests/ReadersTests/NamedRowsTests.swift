import Readers
import Testing
import Validator

@Suite struct `A list of rows` {
  private func rows(_ text: String) throws -> [NamedRows.Row] {
    try NamedRows(Array(text.utf8), file: FilePath("list"), columns: ["still", "movie"]).rows
  }

  private func fault(of text: String) -> (line: Int?, message: String)? {
    do {
      _ = try rows(text)
      return nil
    } catch {
      let fault = error as? SettingsFault
      return (fault?.place.line, fault?.message ?? "\(error)")
    }
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `is CSV with a header`() throws {
    let rows = try rows("movie,still\r\na.mov,a.jpg\r\n\r\n\"b,1\"\".mov\",\n\"two\nlines\",c")
    #expect(rows.map { text($0["movie"]) } == ["a.mov", "b,1\".mov", "two\nlines"])
    #expect(rows.map { text($0["still"]) } == ["a.jpg", nil, "c"])
    #expect(rows.map(\.line) == [2, 4, 5])
  }

  @Test func `may begin with a byte order mark`() throws {
    #expect(try rows("\u{FEFF}movie\nx").count == 1)
  }

  @Test func `is JSON lines`() throws {
    let rows = try rows(#"{"still": "a.jpg", "movie": "ä.mov"}"# + "\n\n" + #"{"movie": 7}"#)
    #expect(rows.map { text($0["movie"]) } == ["ä.mov", "7"])
    #expect(rows.map(\.line) == [1, 3])
  }

  @Test func `keeps names that are not UTF-8`() throws {
    let bytes = Array("movie\na".utf8) + [0xFF] + Array(".mov\n".utf8)
    let rows = try NamedRows(bytes, file: FilePath("list"), columns: ["movie"]).rows
    #expect(rows.first?["movie"] == Array("a".utf8) + [0xFF] + Array(".mov".utf8))
  }

  @Test func `has no rows where it is empty`() throws {
    #expect(try rows("").isEmpty)
    #expect(try rows("movie,still\n").isEmpty)
  }

  @Test(arguments: [
    ("movie,stil\n", 1, "'stil' is none of the columns still, movie"),
    ("movie,movie\n", 1, "the header names 'movie' twice"),
    ("movie\na,b\n", 2, "the row has 2 fields, the header 1"),
    ("movie\n\n\"a\n", 3, "a quote is not closed"),
    ("movie\n\"a\"b\n", 2, "text stands behind a closing quote"),
    ("{\"movie\": [1]}\n", 1, "the value of 'movie' is neither text nor number"),
    ("{\"movie\": \"a\"}\n[1]\n", 2, "the line holds no object"),
    ("{\"film\": \"a\"}\n", 1, "'film' is none of the columns still, movie"),
  ])
  func `names the line of a fault`(text: String, line: Int, message: String) {
    let fault = fault(of: text)
    #expect(fault?.line == line)
    #expect(fault?.message == message)
  }
}
