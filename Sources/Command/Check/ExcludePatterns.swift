import Validator

/// Patterns of paths to leave out, in the form and with the meaning of `.gitignore` (git's manual,
/// gitignore(5)): the last pattern that matches decides, and one that begins with `!` takes back.
struct ExcludePatterns: Sendable {
  private struct Pattern {
    let parts: [Part]
    let isForFolders: Bool
    let takesBack: Bool
  }

  /// A pattern's part between slashes.
  private enum Part {
    /// `**`: any number of folders.
    case deep
    case name([Token])
  }

  private enum Token {
    case byte(UInt8)
    case anyByte
    case anyBytes
    /// `[a-z]`; whether each byte belongs.
    case set([Bool])

    func matches(_ byte: UInt8) -> Bool {
      switch self {
      case .byte(let own): own == byte
      case .anyByte: true
      case .set(let members): members[Int(byte)]
      case .anyBytes: false
      }
    }
  }

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  private var patterns: [Pattern] = []
  /// The patterns as they were given.
  private(set) var texts: [[UInt8]] = []

  var isEmpty: Bool { patterns.isEmpty }

  /// Adds a pattern, which counts before those that are there.
  ///
  /// - Throws: where it could match nothing at all.
  mutating func append(_ text: [UInt8]) throws(UsageError) {
    var rest = text[...]
    let takesBack = rest.first == UInt8(ascii: "!")
    if takesBack { rest.removeFirst() }
    let isForFolders = rest.last == ExcludePatterns.slash
    if isForFolders { rest.removeLast() }
    let isAnchored = rest.contains(ExcludePatterns.slash)
    if rest.first == ExcludePatterns.slash { rest.removeFirst() }
    guard !rest.isEmpty else {
      throw UsageError("the pattern '\(FilePath(bytes: text))' matches nothing")
    }
    var parts: [Part] = isAnchored ? [] : [.deep]
    for part in rest.split(separator: ExcludePatterns.slash, omittingEmptySubsequences: false) {
      if isAnchored, part.count > 1, part.allSatisfy({ $0 == ExcludePatterns.star }) {
        parts.append(.deep)
      } else {
        guard let tokens = ExcludePatterns.tokens(of: part) else {
          throw UsageError(
            "the pattern '\(FilePath(bytes: text))' has a bracket or a backslash without its end")
        }
        parts.append(.name(tokens))
      }
    }
    texts.append(text)
    patterns.append(Pattern(parts: parts, isForFolders: isForFolders, takesBack: takesBack))
  }

  /// Whether a path is to be left out.
  ///
  /// - Parameters:
  ///   - path: the path below the folder that was named; no folder on the way is left out.
  ///   - isFolder: whether it is a folder.
  func match(_ path: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    guard !patterns.isEmpty else { return false }
    let names = path.split(separator: ExcludePatterns.slash)
    guard !names.isEmpty else { return false }
    let last = patterns.last { pattern in
      (isFolder || !pattern.isForFolders) && ExcludePatterns.match(pattern.parts[...], names[...])
    }
    return last.map { !$0.takesBack } ?? false
  }

  // MARK: Matching

  /// Matches parts with the names of a path; what `**` stands for is tried from nothing on, and
  /// only the last `**` is ever tried anew: what those before it took was enough.
  private static func match(_ parts: ArraySlice<Part>, _ names: ArraySlice<ArraySlice<UInt8>>)
    -> Bool
  {
    var (part, name) = (parts.startIndex, names.startIndex)
    var retry: (part: Int, name: Int)?
    while name < names.endIndex {
      if part < parts.endIndex, case .deep = parts[part] {
        // At the end it stands for one name at least.
        if part + 1 == parts.endIndex { return true }
        part += 1
        retry = (part, name)
      } else if part < parts.endIndex, case .name(let tokens) = parts[part],
        match(tokens, names[name])
      {
        part += 1
        name += 1
      } else if let (again, from) = retry {
        part = again
        name = from + 1
        retry = (again, name)
      } else {
        return false
      }
    }
    return part == parts.endIndex
  }

  private static func match(_ tokens: [Token], _ name: ArraySlice<UInt8>) -> Bool {
    var (token, at) = (0, name.startIndex)
    var retry: (token: Int, at: Int)?
    while at < name.endIndex {
      if token < tokens.count, case .anyBytes = tokens[token] {
        token += 1
        retry = (token, at)
      } else if token < tokens.count, tokens[token].matches(name[at]) {
        token += 1
        at += 1
      } else if let (again, from) = retry {
        token = again
        at = from + 1
        retry = (again, at)
      } else {
        return false
      }
    }
    return tokens[token...].allSatisfy { if case .anyBytes = $0 { true } else { false } }
  }

  // MARK: Reading

  /// The tokens of a part; nil where a bracket or a backslash is left open.
  private static func tokens(of part: ArraySlice<UInt8>) -> [Token]? {
    var rest = part
    var tokens: [Token] = []
    while let byte = rest.popFirst() {
      switch byte {
      case star:
        if case .anyBytes? = tokens.last { continue }
        tokens.append(.anyBytes)
      case UInt8(ascii: "?"): tokens.append(.anyByte)
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        tokens.append(.byte(escaped))
      case UInt8(ascii: "["):
        guard let set = set(from: &rest) else { return nil }
        tokens.append(.set(set))
      default: tokens.append(.byte(byte))
      }
    }
    return tokens
  }

  /// A set behind its opening bracket.
  private static func set(from rest: inout ArraySlice<UInt8>) -> [Bool]? {
    var members = [Bool](repeating: false, count: 256)
    let isInverted = rest.first == UInt8(ascii: "!") || rest.first == UInt8(ascii: "^")
    if isInverted { rest.removeFirst() }
    var isFirst = true
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "]"), !isFirst {
        return isInverted ? members.map { !$0 } : members
      }
      isFirst = false
      guard let low = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte else { return nil }
      var high = low
      if rest.first == UInt8(ascii: "-"), let next = rest.dropFirst().first,
        next != UInt8(ascii: "]")
      {
        rest.removeFirst(2)
        guard let end = next == UInt8(ascii: "\\") ? rest.popFirst() : next else { return nil }
        high = end
      }
      if low <= high { for member in low...high { members[Int(member)] = true } }
    }
    return nil
  }
}
