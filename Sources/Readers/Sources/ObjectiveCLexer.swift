/// Takes the tokens of Objective-C source in one pass (C17, 6.4 and 6.10).
///
/// Preprocessor lines give no tokens: a macro is no call until it is used.
struct ObjectiveCLexer {
  private var cursor: SourceCursor
  private var branches = ConditionalBranches()
  private var isAtLineStart = true

  static func tokens(of bytes: [UInt8]) -> [SourceToken] {
    var lexer = ObjectiveCLexer(cursor: SourceCursor(bytes))
    while !lexer.cursor.isAtEnd { lexer.step() }
    return lexer.cursor.tokens
  }

  private init(cursor: SourceCursor) {
    self.cursor = cursor
  }

  private mutating func step() {
    let byte = cursor.peek()
    if byte.isBlank {
      if byte.isLineEnd { isAtLineStart = true }
      cursor.position += 1
      return
    }
    if byte == UInt8(ascii: "/"), cursor.isAt("*", 1) {
      return cursor.skipBlockComment(isNesting: false)
    }
    if byte == UInt8(ascii: "#"), isAtLineStart { return takeDirective() }
    isAtLineStart = false
    switch byte {
    case UInt8(ascii: "/") where cursor.isAt("/", 1): skipLine()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      // Code that is left out may hold prose, where an apostrophe opens nothing.
      if cursor.isActive || byte == UInt8(ascii: "\"") {
        takeQuoted(by: byte)
      } else {
        cursor.position += 1
      }
    case _ where byte.isDigit: cursor.takeNumber(separator: "'")
    case _ where byte.isWordByte: cursor.takeWord()
    default: cursor.takeSign()
    }
  }

  private mutating func takeQuoted(by quote: UInt8) {
    let start = cursor.position
    cursor.position += 1
    while !cursor.isAtEnd, !cursor.peek().isLineEnd {
      let byte = cursor.peek()
      cursor.position += 1
      if byte == quote { break }
      if byte == UInt8(ascii: "\\") { skipEscaped() }
    }
    cursor.keep(.literal, from: start)
  }

  /// Steps over what a backslash escapes; `\r\n` is one line end.
  private mutating func skipEscaped() {
    guard !cursor.isAtEnd else { return }
    cursor.position += cursor.peek() == 0x0D && cursor.peek(1) == 0x0A ? 2 : 1
  }

  /// Steps to the end of the line; a backslash at its end joins the next one to it.
  private mutating func skipLine() {
    while !cursor.isAtEnd, !cursor.peek().isLineEnd {
      let isEscape = cursor.isAt("\\")
      cursor.position += 1
      if isEscape { skipEscaped() }
    }
  }

  private mutating func takeDirective() {
    isAtLineStart = false
    cursor.position += 1
    cursor.skipBlanksOfLine()
    let word = cursor.wordAhead()
    cursor.position = word.endIndex
    let isActive = cursor.isActive
    switch word {
    case _ where word.elementsEqual("if".utf8):
      cursor.isActive = branches.open(verdict(), isActive: isActive)
    case _ where word.elementsEqual("ifdef".utf8) || word.elementsEqual("ifndef".utf8):
      cursor.isActive = branches.open(.open, isActive: isActive)
    case _ where word.elementsEqual("elif".utf8):
      cursor.isActive = branches.next(verdict(), isActive: isActive)
    case _ where word.elementsEqual("else".utf8):
      cursor.isActive = branches.next(.always, isActive: isActive)
    case _ where word.elementsEqual("endif".utf8):
      cursor.isActive = branches.close(isActive: isActive)
    default: break
    }
    skipDirectiveRest()
  }

  /// The verdict on the condition that stands up to the end of the line or a comment.
  private mutating func verdict() -> ConditionalBranches.Verdict {
    let start = cursor.position
    while !cursor.isAtEnd, !cursor.peek().isLineEnd {
      if cursor.isAt("/"), cursor.isAt("/", 1) || cursor.isAt("*", 1) { break }
      let isEscape = cursor.isAt("\\")
      cursor.position += 1
      // What goes on in the next line is not judged: a backslash is no part of a condition.
      if isEscape { skipEscaped() }
    }
    return BranchCondition.verdict(
      on: cursor.bytes[start..<cursor.position], language: .objectiveC)
  }

  /// Steps to the end of a directive, over the comments in it.
  private mutating func skipDirectiveRest() {
    while !cursor.isAtEnd, !cursor.peek().isLineEnd {
      if cursor.isAt("/"), cursor.isAt("*", 1) {
        cursor.skipBlockComment(isNesting: false)
      } else if cursor.isAt("/"), cursor.isAt("/", 1) {
        return skipLine()
      } else {
        let isEscape = cursor.isAt("\\")
        cursor.position += 1
        if isEscape { skipEscaped() }
      }
    }
  }
}
