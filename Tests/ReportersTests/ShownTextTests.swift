import Testing

@testable import Reporters

@Suite struct `Shown text` {
  @Test(arguments: [
    ("plain text, \"quoted\"", "plain text, \"quoted\""),
    ("Łódź 東京 🏔️", "Łódź 東京 🏔️"),
    ("\u{1B}]0;x\u{07}", "\\x1B]0;x\\x07"),
    ("a\nb\tc\rd\u{0}", "a\\nb\\tc\\rd\\x00"),
    ("\u{7F}\u{85}\u{9B}", "\\x7F\\u{85}\\u{9B}"),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", "\\u{202A}\\u{202E}\\u{2066}\\u{2069}"),
    ("\r\n", "\\r\\n"),
  ])
  func `replaces what acts and keeps what shows`(text: String, shown: String) {
    #expect(ShownText.escaped(text) == shown)
  }

  @Test(arguments: [
    ("abcde", "abcde"), ("abcdef", "abcd…"), ("abc\u{1B}", "abc…"), ("\u{1B}abc", "\\x1B…"),
    ("a\u{1B}", "a\\x1B"), ("東京東京東", "東京東京東"), ("東京東京東京", "東京東京…"),
  ])
  func `shortens to the limit and cuts no escape apart`(text: String, shown: String) {
    #expect(ShownText.escaped(text, atMost: 5) == shown)
  }

  @Test func `counts the columns that wide characters take`() {
    #expect(TextPage.columns(of: "abc") == 3)
    #expect(TextPage.columns(of: "é…") == 2)
    #expect(TextPage.columns(of: "東京") == 4)
    #expect(TextPage.columns(of: "🏔️🎉") >= 3)
  }
}
