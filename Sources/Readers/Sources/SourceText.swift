/// The tokens of one source file, its brackets matched.
struct SourceText {
  let bytes: [UInt8]
  let tokens: [SourceToken]
  /// For each opening bracket, the index of the token that closes it; the end where none does.
  private let closings: [Int32]

  init(_ bytes: [UInt8], language: SourceLanguage) {
    self.bytes = bytes
    tokens =
      switch language {
      case .swift: SwiftLexer.tokens(of: bytes)
      case .objectiveC: ObjectiveCLexer.tokens(of: bytes)
      }
    closings = SourceText.closings(of: tokens)
  }

  /// Matches brackets in one pass; a wrong one closes what is open inside the one it fits.
  private static func closings(of tokens: [SourceToken]) -> [Int32] {
    var closings = [Int32](repeating: Int32(clamping: tokens.count), count: tokens.count)
    var open: [(index: Int, closing: UInt8)] = []
    // How many of each are open, so that a bracket that closes nothing costs no search.
    var counts: [UInt8: Int] = [:]
    for (index, token) in tokens.enumerated() {
      guard case .sign(let sign) = token.kind else { continue }
      switch sign {
      case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
      case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
      case UInt8(ascii: "{"): open.append((index, UInt8(ascii: "}")))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard counts[sign, default: 0] > 0 else { continue }
        while let last = open.popLast() {
          counts[last.closing, default: 0] -= 1
          closings[last.index] = Int32(clamping: index)
          if last.closing == sign { break }
        }
        continue
      default: continue
      }
      if let last = open.last { counts[last.closing, default: 0] += 1 }
    }
    return closings
  }

  var count: Int { tokens.count }

  func isSign(_ index: Int, _ sign: Unicode.Scalar) -> Bool {
    tokens.indices.contains(index) && tokens[index].isSign(sign)
  }

  func isWord(_ index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .word
  }

  /// The text of a word; empty for everything else.
  func word(_ index: Int) -> String {
    isWord(index) ? String(decoding: bytes[tokens[index].range], as: UTF8.self) : ""
  }

  /// The word's or number's text.
  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[tokens[index].range], as: UTF8.self)
  }

  func isWord(_ index: Int, _ text: String) -> Bool {
    isWord(index) && bytes[tokens[index].range].elementsEqual(text.utf8)
  }

  /// Whether a word is one of several.
  func isWord(_ index: Int, in words: SourceWords) -> Bool {
    isWord(index) && words.contain(bytes, tokens[index].range)
  }

  /// The index of the token that closes the bracket at an index.
  func closing(_ index: Int) -> Int {
    tokens.indices.contains(index) ? Int(closings[index]) : count
  }

  /// The index behind a token, or behind the bracket's contents where it opens one.
  func next(_ index: Int) -> Int {
    let opens = isSign(index, "(") || isSign(index, "[") || isSign(index, "{")
    return opens ? closing(index) + 1 : index + 1
  }

  /// The last name of `a.b.c` or `.c` at an index, and the index behind it.
  ///
  /// Nil where something else stands there, such as a number or a call.
  func pathEnd(at index: Int) -> (name: String, end: Int)? {
    var end = index
    var last: Int?
    if isSign(end, ".") { end += 1 }
    while isWord(end) {
      last = end
      end += 1
      guard isSign(end, "."), isWord(end + 1) else { break }
      end += 1
    }
    guard let last, !isSign(end, "(") else { return nil }
    return (word(last), end)
  }
}
