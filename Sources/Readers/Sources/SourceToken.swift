/// A language whose calls can be told apart from its comments and strings.
package enum SourceLanguage: Sendable {
  case swift
  /// Objective-C, Objective-C++ and their headers.
  case objectiveC
}

/// One word or sign of a source text; comments and the text of strings leave none.
package struct SourceToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An identifier or keyword, without backticks.
    case word
    case number
    /// A string, character or regular expression, whatever is in it.
    case literal
    /// One byte of punctuation, such as `(`.
    case sign(UInt8)
  }

  package var kind: Kind
  /// Offsets of its first byte and of the byte behind it; a file has at most 2 MiB.
  package var start: Int32
  package var end: Int32

  package var range: Range<Int> { Int(start)..<max(Int(start), Int(end)) }

  /// Whether it is this sign.
  func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
}

extension UInt8 {
  /// Whether it starts or continues an identifier; every byte beyond ASCII does.
  var isWordByte: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24, 0x80...0xFF: true
    default: false
    }
  }

  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }
  var isBlank: Bool { self == 0x20 || self == 0x09 || isLineEnd || self == 0x0B || self == 0x0C }
}

/// A place in source text that tokens are taken from; it never runs over the end.
struct SourceCursor {
  let bytes: [UInt8]
  var position = 0
  var tokens: [SourceToken] = []
  /// Whether tokens are kept: not in code that conditional compilation leaves out.
  var isActive = true
  /// The last token, kept or not.
  var previous: SourceToken?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// The byte so many behind the position; NUL, which no source holds, beyond the end.
  func peek(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < bytes.count ? bytes[index] : 0
  }

  func isAt(_ sign: Unicode.Scalar, _ distance: Int = 0) -> Bool {
    peek(distance) == UInt8(ascii: sign)
  }

  mutating func keep(_ kind: SourceToken.Kind, from start: Int) {
    let token = SourceToken(
      kind: kind, start: Int32(clamping: start), end: Int32(clamping: position))
    previous = token
    if isActive { tokens.append(token) }
  }

  /// Takes one byte of punctuation.
  mutating func takeSign() {
    let sign = peek()
    position += 1
    keep(.sign(sign), from: position - 1)
  }

  mutating func takeWord() {
    let start = position
    skipWord()
    keep(.word, from: start)
  }

  mutating func skipWord() {
    while !isAtEnd, peek().isWordByte { position += 1 }
  }

  /// Takes `16.1`, `0xFF`, `1e5`, `1_000`; C++ also has `1'000`.
  mutating func takeNumber(separator: Unicode.Scalar = "_") {
    let start = position
    while !isAtEnd {
      let joins = isAt(".") || isAt(separator)
      guard peek().isWordByte || (joins && peek(1).isWordByte && !isMember) else { break }
      position += 1
    }
    keep(.number, from: start)
  }

  /// Whether a point is followed by a name, as in `1.description`, rather than by digits.
  private var isMember: Bool { isAt(".") && !peek(1).isDigit }

  mutating func skipToLineEnd() {
    while !isAtEnd, !peek().isLineEnd { position += 1 }
  }

  mutating func skipBlanksOfLine() {
    while isAt(" ") || isAt("\t") { position += 1 }
  }

  /// Steps over `/* … */`, to the end of the text where it is not closed.
  mutating func skipBlockComment(isNesting: Bool) {
    position += 2
    var depth = 1
    while !isAtEnd {
      if isAt("*"), isAt("/", 1) {
        position += 2
        depth -= 1
        if depth == 0 { return }
      } else if isNesting, isAt("/"), isAt("*", 1) {
        position += 2
        depth += 1
      } else {
        position += 1
      }
    }
  }

  /// The bytes of the word at the position, which stays.
  func wordAhead() -> ArraySlice<UInt8> {
    var end = position
    while end < bytes.count, bytes[end].isWordByte { end += 1 }
    return bytes[min(position, bytes.count)..<end]
  }
}

/// Which branch of `#if`, `#elseif`, `#else` is code of an iOS app, as far as the text itself tells.
///
/// What a build setting decides may be compiled, so it counts.
struct ConditionalBranches {
  /// What a condition is known to be.
  enum Verdict {
    case never
    case always
    case open
  }

  private struct Level {
    var outerIsActive: Bool
    /// Whether an earlier branch is compiled in every build.
    var isDecided: Bool
  }

  private var levels: [Level] = []

  /// Whether the code behind `#if` is compiled.
  mutating func open(_ verdict: Verdict, isActive: Bool) -> Bool {
    levels.append(Level(outerIsActive: isActive, isDecided: verdict == .always))
    return isActive && verdict != .never
  }

  /// Whether the code behind `#elseif` or `#else` is compiled.
  mutating func next(_ verdict: Verdict, isActive: Bool) -> Bool {
    guard var level = levels.popLast() else { return isActive }
    let isTaken = level.outerIsActive && !level.isDecided && verdict != .never
    level.isDecided = level.isDecided || verdict == .always
    levels.append(level)
    return isTaken
  }

  /// Whether the code behind `#endif` is compiled.
  mutating func close(isActive: Bool) -> Bool { levels.popLast()?.outerIsActive ?? isActive }
}
