/// On which iOS releases the code at a token runs, as its checks say.
///
/// `if #available`, `guard #available`, the `else` of `#unavailable` and declarations behind
/// `@available` are followed through their braces (The Swift Programming Language, Statements,
/// "Availability Condition").
struct AvailabilityScopes {
  /// Releases as 100 × major + minor.
  struct Releases: Hashable {
    /// The first one that the code may count on; 0 where nothing is checked.
    var first = 0
    /// The first one on which the code never runs; nil where it runs on all that follow.
    var end: Int?

    /// The same from a release on.
    fileprivate func since(_ release: Int) -> Releases {
      Releases(first: max(first, release), end: end)
    }

    /// The same up to a release.
    fileprivate func before(_ release: Int?) -> Releases {
      guard let release else { return self }
      return Releases(first: first, end: min(end ?? release, release))
    }
  }

  private struct Scope {
    var releases: Releases
    /// What the code behind the closing brace may count on.
    var afterwards: Afterwards?
  }

  private enum Afterwards {
    /// `guard #available … else { }` holds for the rest of the scope around it.
    case rest(Int)
    /// `if #unavailable … { } else { }` holds in the second pair of braces; the other way round,
    /// that of `if #available … { } else { }` runs on older systems only.
    case elseBranch(since: Int, before: Int?)
  }

  /// A condition or attribute that waits for its brace.
  private struct Waiting {
    var release: Int
    var isUnavailable = false
    /// Whether the check is the whole condition, so that nothing else leads to its `else`.
    var isAlone = false
    /// The release that ends what runs behind it; nil where there is none.
    var end: Int?
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

  /// The releases at tokens.
  ///
  /// - Parameter tokens: indices in rising order.
  static func releases(at tokens: [Int], in text: SourceText) -> [Releases] {
    var walk = AvailabilityScopes(text: text)
    var index = 0
    var releases: [Releases] = []
    for token in tokens {
      while index < min(token, text.count) {
        walk.step(index)
        index += 1
      }
      releases.append(walk.releases)
    }
    return releases
  }

  private init(text: SourceText) {
    self.text = text
  }

  private var releases: Releases { scopes.last?.releases ?? topLevel }
  /// What a guard at the top level of a script leaves.
  private var topLevel = Releases()

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
    var waiting = Waiting(release: release, isUnavailable: isUnavailable, depth: depth)
    if sign == UInt8(ascii: "#") {
      let behind = text.closing(index + 2) + 1
      waiting.isAlone =
        (text.isWord(index - 1, "if") || text.isWord(index - 1, "guard"))
        && (text.isSign(behind, "{") || text.isWord(behind, "else"))
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
    var scope = Scope(releases: releases)
    if let waiting = condition, waiting.depth == depth {
      condition = nil
      let end = waiting.isAlone ? waiting.release : nil
      if isGuard {
        if !waiting.isUnavailable {
          scope.afterwards = .rest(waiting.release)
          scope.releases = releases.before(end)
        }
      } else if waiting.isUnavailable {
        scope.afterwards = .elseBranch(since: waiting.release, before: nil)
        scope.releases = releases.before(waiting.release)
      } else {
        scope.releases = releases.since(waiting.release).before(waiting.end)
        if let end { scope.afterwards = .elseBranch(since: 0, before: end) }
      }
    } else if let waiting = attribute, waiting.depth == depth {
      attribute = nil
      scope.releases = releases.since(waiting.release)
    }
    scopes.append(scope)
  }

  private mutating func closeBrace(_ index: Int) {
    guard let scope = scopes.popLast() else { return }
    if attribute?.depth == depth { attribute = nil }
    switch scope.afterwards {
    case .rest(let checked):
      if let last = scopes.indices.last {
        scopes[last].releases = scopes[last].releases.since(checked)
      } else {
        topLevel = topLevel.since(checked)
      }
    case .elseBranch(let first, let end):
      // A further `if` has a condition of its own, which takes the place of this one.
      guard text.isWord(index + 1, "else") else { return }
      isGuard = false
      condition = Waiting(release: first, end: end, depth: depth)
    case nil: break
    }
  }
}
