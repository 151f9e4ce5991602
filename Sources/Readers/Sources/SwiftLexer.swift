/// Takes the tokens of Swift source in one pass (The Swift Programming Language, Lexical Structure).
///
/// Strings and comments may nest as deep as the text likes: they are kept on a stack of our own.
struct SwiftLexer {
  /// A string that is being read: the contents of `\( … )` in it are code.
  private struct OpenString {
    var hashes: Int
    var isMultiLine: Bool
    /// Round brackets open within the interpolation.
    var depth = 0
  }

  private var cursor: SourceCursor
  private var strings: [OpenString] = []
  private var branches = ConditionalBranches()
  /// Up to here no regular expression can end, so that no line is searched twice.
  private var noRegexBefore = 0

  static func tokens(of bytes: [UInt8]) -> [SourceToken] {
    var lexer = SwiftLexer(cursor: SourceCursor(bytes))
    while !lexer.cursor.isAtEnd { lexer.step() }
    return lexer.cursor.tokens
  }

  private init(cursor: SourceCursor) {
    self.cursor = cursor
  }

  private mutating func step() {
    let byte = cursor.peek()
    switch byte {
    case _ where byte.isBlank: cursor.position += 1
    case _ where byte.isDigit: cursor.takeNumber()
    case _ where byte.isWordByte: cursor.takeWord()
    case UInt8(ascii: "/"): takeSlash()
    case UInt8(ascii: "\""): openString(hashes: 0)
    case UInt8(ascii: "#"): takeHash()
    case UInt8(ascii: "`"): takeQuotedName()
    case UInt8(ascii: "("):
      if let last = strings.indices.last { strings[last].depth += 1 }
      cursor.takeSign()
    case UInt8(ascii: ")"):
      cursor.takeSign()
      closeRoundBracket()
    default: cursor.takeSign()
    }
  }

  private mutating func takeQuotedName() {
    cursor.position += 1
    let start = cursor.position
    while !cursor.isAtEnd, !cursor.isAt("`"), !cursor.peek().isLineEnd { cursor.position += 1 }
    cursor.keep(.word, from: start)
    if cursor.isAt("`") { cursor.position += 1 }
  }

  // MARK: Strings

  private mutating func openString(hashes: Int) {
    let isMultiLine = isAtMultiLineString
    cursor.position += isMultiLine ? 3 : 1
    cursor.keep(.literal, from: cursor.position - 1)
    readText(of: OpenString(hashes: hashes, isMultiLine: isMultiLine))
  }

  /// Whether three quotation marks end their line; `#"""#` is a string of one of them.
  private var isAtMultiLineString: Bool {
    guard cursor.isAt("\"", 1), cursor.isAt("\"", 2) else { return false }
    var distance = 3
    while cursor.isAt(" ", distance) || cursor.isAt("\t", distance) { distance += 1 }
    return cursor.peek(distance).isLineEnd || cursor.position + distance >= cursor.bytes.count
  }

  /// Goes back into the string where a bracket closes its interpolation.
  private mutating func closeRoundBracket() {
    guard var string = strings.popLast() else { return }
    if string.depth == 0 { return readText(of: string) }
    string.depth -= 1
    strings.append(string)
  }

  /// Reads the text of a string up to its end or its next interpolation.
  private mutating func readText(of string: OpenString) {
    while !cursor.isAtEnd {
      if cursor.isAt("\\") {
        cursor.position += 1
        guard takeHashes(upTo: string.hashes) == string.hashes else { continue }
        if cursor.isAt("(") {
          strings.append(string)
          return cursor.takeSign()
        }
        if !cursor.peek().isLineEnd { cursor.position += 1 }
      } else if cursor.isAt("\"") {
        let isEnd = !string.isMultiLine || (cursor.isAt("\"", 1) && cursor.isAt("\"", 2))
        cursor.position += isEnd && string.isMultiLine ? 3 : 1
        if isEnd, takeHashes(upTo: string.hashes) == string.hashes { return }
      } else if cursor.peek().isLineEnd, !string.isMultiLine {
        // Not closed: the compiler refuses it, and the next line is code again.
        return
      } else {
        cursor.position += 1
      }
    }
  }

  private mutating func takeHashes(upTo limit: Int) -> Int {
    var count = 0
    while count < limit, cursor.isAt("#") {
      count += 1
      cursor.position += 1
    }
    return count
  }

  // MARK: Number signs

  /// Takes `#"…"#`, `#/…/#`, `#if` and its kin, or the sign of a macro such as `#available`.
  private mutating func takeHash() {
    let start = cursor.position
    let hashes = takeHashes(upTo: Int.max)
    if cursor.isAt("\"") { return openString(hashes: hashes) }
    if cursor.isAt("/") { return takeExtendedRegex(hashes: hashes) }
    let isActive = cursor.isActive
    switch cursor.wordAhead() {
    case let word where word.elementsEqual("if".utf8):
      cursor.skipWord()
      cursor.isActive = branches.open(takeCondition(), isActive: isActive)
    case let word where word.elementsEqual("elseif".utf8):
      cursor.skipWord()
      cursor.isActive = branches.next(takeCondition(), isActive: isActive)
    case let word where word.elementsEqual("else".utf8):
      cursor.skipWord()
      cursor.isActive = branches.next(.always, isActive: isActive)
    case let word where word.elementsEqual("endif".utf8):
      cursor.skipWord()
      cursor.isActive = branches.close(isActive: isActive)
    default: cursor.keep(.sign(UInt8(ascii: "#")), from: start)
    }
  }

  private mutating func takeCondition() -> ConditionalBranches.Verdict {
    let start = cursor.position
    skipConditionRest()
    return BranchCondition.verdict(on: cursor.bytes[start..<cursor.position], language: .swift)
  }

  /// Steps to the end of the line, or to a comment in it, which may be longer than the line.
  private mutating func skipConditionRest() {
    while !cursor.isAtEnd, !cursor.peek().isLineEnd {
      if cursor.isAt("/"), cursor.isAt("/", 1) || cursor.isAt("*", 1) { return }
      cursor.position += 1
    }
  }

  // MARK: Slashes

  private mutating func takeSlash() {
    if cursor.isAt("/", 1) { return cursor.skipToLineEnd() }
    if cursor.isAt("*", 1) { return cursor.skipBlockComment(isNesting: true) }
    if mayStartRegex, let end = regexEnd() {
      let start = cursor.position
      cursor.position = end
      return cursor.keep(.literal, from: start)
    }
    cursor.takeSign()
  }

  /// Whether a value may start here, so that a slash does not divide (SE-0354).
  private var mayStartRegex: Bool {
    guard cursor.position >= noRegexBefore, !cursor.peek(1).isBlank else { return false }
    guard let previous = cursor.previous else { return true }
    return switch previous.kind {
    case .number, .literal: false
    case .word: SwiftLexer.wordsBeforeValues.contains { isWord(previous, $0) }
    case .sign(let sign):
      sign != UInt8(ascii: ")") && sign != UInt8(ascii: "]") && sign != UInt8(ascii: "}")
        && sign != UInt8(ascii: ".")
    }
  }

  private static let wordsBeforeValues: [StaticString] = [
    "return", "in", "case", "where", "if", "while", "try", "await", "throw", "else",
  ]

  private func isWord(_ token: SourceToken, _ text: StaticString) -> Bool {
    cursor.bytes[token.range].elementsEqual(text.description.utf8)
  }

  /// Where the regular expression at the position ends: on its own line, brackets balanced.
  private mutating func regexEnd() -> Int? {
    var index = cursor.position + 1
    var depth = 0
    while index < cursor.bytes.count, !cursor.bytes[index].isLineEnd {
      switch cursor.bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "/"): return index + 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      if depth < 0 { break }
      index += 1
    }
    noRegexBefore = index
    return nil
  }

  /// Takes `#/ … /#`, which may hold line ends.
  private mutating func takeExtendedRegex(hashes: Int) {
    let start = cursor.position
    cursor.position += 1
    while !cursor.isAtEnd {
      if cursor.isAt("\\") {
        cursor.position += 2
      } else if cursor.isAt("/") {
        cursor.position += 1
        if takeHashes(upTo: hashes) == hashes { break }
      } else {
        cursor.position += 1
      }
    }
    cursor.position = min(cursor.position, cursor.bytes.count)
    cursor.keep(.literal, from: start)
  }
}
