/// A run of words of one style.
struct TextSpan {
  /// How words look on a terminal that has colours.
  enum Style: Equatable {
    case plain, heading, error, warning, note, evidence

    /// The parameters of the terminal's SGR sequence (ECMA-48, 8.3.117); nil for none.
    var parameters: String? {
      switch self {
      case .plain: nil
      case .heading: "1"
      case .error: "1;31"
      case .warning: "33"
      case .note: "36"
      case .evidence: "2"
      }
    }
  }

  let words: [Substring]
  let style: Style

  /// Creates a run that may be broken at its spaces.
  init(_ text: String, _ style: Style = .plain) {
    words = text.split(separator: " ", omittingEmptySubsequences: false)
    self.style = style
  }

  /// Creates a run that stays on one line.
  init(whole text: String, _ style: Style = .plain) {
    words = [text[...]]
    self.style = style
  }
}

/// Lines of text, filled with words up to a width.
struct TextPage {
  private(set) var text = ""
  private let width: Int
  private let usesColour: Bool

  /// Narrower than this nothing can be read, so the terminal may wrap.
  private static let leastWidth = 40

  init(width: Int, usesColour: Bool) {
    self.width = max(width, TextPage.leastWidth)
    self.usesColour = usesColour
  }

  mutating func blankLine() {
    text += "\n"
  }

  /// Writes spans, a space between each two, and breaks the line where a word does not fit.
  ///
  /// - Parameters:
  ///   - spans: what to write.
  ///   - indent: the spaces before the first line.
  ///   - hanging: the spaces before further lines, beyond `indent`.
  mutating func paragraph(_ spans: [TextSpan], indent: Int = 0, hanging: Int = 2) {
    text += String(repeating: " ", count: indent)
    var column = indent
    var isFirstOfLine = true
    var current = TextSpan.Style.plain
    for span in spans {
      for word in span.words {
        let wordWidth = TextPage.columns(of: word)
        if !isFirstOfLine, column + 1 + wordWidth > width {
          change(&current, to: .plain)
          text += "\n" + String(repeating: " ", count: indent + hanging)
          column = indent + hanging
          isFirstOfLine = true
        }
        if span.style != current { change(&current, to: .plain) }
        if !isFirstOfLine {
          text += " "
          column += 1
        }
        change(&current, to: span.style)
        text += word
        column += wordWidth
        isFirstOfLine = false
      }
    }
    change(&current, to: .plain)
    text += "\n"
  }

  private mutating func change(_ current: inout TextSpan.Style, to style: TextSpan.Style) {
    guard style != current else { return }
    current = style
    if usesColour { text += "\u{1B}[\(style.parameters ?? "0")m" }
  }

  /// How many columns a terminal gives to a word.
  static func columns(of word: Substring) -> Int {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.utf8.count }
    return word.reduce(0) { columns, character in
      columns + (character.unicodeScalars.contains(where: isWide) ? 2 : 1)
    }
  }

  /// Whether a terminal gives two columns to a character (Unicode Standard Annex 11, in ranges).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
