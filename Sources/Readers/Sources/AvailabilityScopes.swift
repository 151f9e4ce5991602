/// Which iOS release the code at a token may count on, as its checks say.
///
/// `if #available`, `guard #available`, the `else` of `#unavailable` and declarations behind
/// `@available` are followed through their braces (The Swift Programming Language, Statements,
/// "Availability Condition").
struct AvailabilityScopes {
  private struct Scope {
    var release: Int
    /// What the code behind the closing brace may count on.
    var afterwards: Afterwards?
  }

  private enum Afterwards {
    /// `guard #available … else { }` holds for the rest of the scope around it.
    case rest(Int)
    /// `if #unavailable … { } else { }` holds in the second pair of braces.
    case elseBranch(Int)
  }

  /// A condition or attribute that waits for its brace.
  private struct Waiting {
    var release: Int
    var isUnavailable = false
    /// Round and square brackets that were open; braces within more of them are closures.
    var depth: Int
  }

  private let text: SourceText
  private var scopes: [Scope] = []
  private var depth = 0
  private var isGuard = false
  private var condition: Waiting?
  private var attribute: Waiting?
  /// Whether the declaration behind the attribute has begun.
  private var hasDeclaration = false

  /// The releases at tokens, as 100 × major + minor; 0 where nothing is checked.
  ///
  /// - Parameter tokens: indices in rising order.
  static func releases(at tokens: [Int], in text: SourceText) -> [Int] {
    var walk = AvailabilityScopes(text: text)
    var index = 0
    var releases: [Int] = []
    for token in tokens {
      while index < min(token, text.count) {
        walk.step(index)
        index += 1
      }
      releases.append(walk.release)
    }
    return releases
  }

  private init(text: SourceText) {
    self.text = text
  }

  private var release: Int { scopes.last?.release ?? topLevel }
  /// What a guard at the top level of a script leaves.
  private var topLevel = 0

  private mutating func step(_ index: Int) {
    let token = text.tokens[index]
    switch token.kind {
    case .word: takeWord(index)
    case .sign(let sign): takeSign(sign, index)
    case .number, .literal: break
    }
  }

  private mutating func takeWord(_ index: Int) {
    if text.isWord(index, in: AvailabilityScopes.conditionWords) {
      // A closure among the conditions has statements of its own.
      if let condition, condition.depth < depth { return }
      isGuard = text.isWord(index, "guard")
      condition = nil
      return
    }
    guard attribute != nil, attribute?.depth == depth,
      text.isWord(index, in: AvailabilityScopes.declarationWords)
    else { return }
    // `class func` is one declaration.
    let isModifier =
      text.isWord(index, "class") && text.isWord(index + 1)
      && text.isWord(index + 1, in: AvailabilityScopes.declarationWords)
    if hasDeclaration { attribute = nil }
    if !isModifier { hasDeclaration = true }
  }

  private static let conditionWords = SourceWords(["if", "guard", "while"])
  private static let declarationWords = SourceWords([
    "func", "class", "struct", "enum", "extension", "actor", "protocol", "init", "deinit", "var",
    "let", "subscript", "typealias", "case", "import",
  ])

  private mutating func takeSign(_ sign: UInt8, _ index: Int) {
    switch sign {
    case UInt8(ascii: "#"), UInt8(ascii: "@"): takeCheck(sign, index)
    case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(0, depth - 1)
    case UInt8(ascii: "{"): openBrace()
    case UInt8(ascii: "}"): closeBrace(index)
    default: break
    }
  }

  private mutating func takeCheck(_ sign: UInt8, _ index: Int) {
    let isUnavailable = text.isWord(index + 1, "unavailable")
    guard isUnavailable || text.isWord(index + 1, "available"), text.isSign(index + 2, "("),
      let release = iOSRelease(in: index + 2)
    else { return }
    let waiting = Waiting(release: release, isUnavailable: isUnavailable, depth: depth)
    if sign == UInt8(ascii: "#") {
      condition = waiting
    } else {
      attribute = waiting
      hasDeclaration = false
    }
  }

  /// The release of `(iOS 16.1, *)` or `(iOS, introduced: 16.1)`.
  private func iOSRelease(in open: Int) -> Int? {
    let end = min(text.closing(open), open + 32)
    var index = open + 1
    while index < end, !text.isWord(index, "iOS") { index += 1 }
    guard index < end else { return nil }
    index += 1
    if text.isSign(index, ","), text.isWord(index + 1, "introduced") { index += 3 }
    guard index < end, text.tokens[index].kind == .number else { return nil }
    let parts = text.text(index).split(separator: ".")
    guard let major = parts.first.flatMap({ UInt16($0) }) else { return nil }
    let minor = parts.dropFirst().first.flatMap { UInt8($0) } ?? 0
    return Int(major) * 100 + min(99, Int(minor))
  }

  private mutating func openBrace() {
    var scope = Scope(release: release)
    if let waiting = condition, waiting.depth == depth {
      condition = nil
      let checked = max(waiting.release, release)
      if isGuard {
        if !waiting.isUnavailable { scope.afterwards = .rest(checked) }
      } else if waiting.isUnavailable {
        scope.afterwards = .elseBranch(waiting.release)
      } else {
        scope.release = checked
      }
    } else if let waiting = attribute, waiting.depth == depth {
      attribute = nil
      scope.release = max(waiting.release, release)
    }
    scopes.append(scope)
  }

  private mutating func closeBrace(_ index: Int) {
    guard let scope = scopes.popLast() else { return }
    if attribute?.depth == depth { attribute = nil }
    switch scope.afterwards {
    case .rest(let checked):
      if let last = scopes.indices.last {
        scopes[last].release = checked
      } else {
        topLevel = checked
      }
    case .elseBranch(let checked):
      if text.isWord(index + 1, "else") {
        isGuard = false
        condition = Waiting(release: checked, depth: depth)
      }
    case nil: break
    }
  }
}
