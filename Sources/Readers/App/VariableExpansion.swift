internal import Validator

/// Expands `$(X)` and `${X}` as Xcode's build engine does: in values only, an undefined one to
/// nothing; `$X` without brackets is text.
struct VariableExpander {
  /// How deep variables may name variables; one that names itself by a detour ends here.
  private static let depthLimit = 32
  /// The longest text in which variables are expanded, and the longest that comes of it, in bytes.
  private static let lengthLimit = 64 * 1024
  /// The most variables that one text may take, all levels together.
  private static let countLimit = 4_000

  private let settings: BuildSettings
  /// The variables that nothing defines, each once, in order.
  private(set) var undefined: [String] = []
  /// What an xcconfig comment cut off the first value that it cut.
  private(set) var cutByComment: String?
  private var count = 0
  private var produced = 0

  /// The setting whose value is being expanded: `$(inherited)` in it means the next level's.
  private struct Owner {
    var name: String
    var level: Int
  }

  init(_ settings: BuildSettings) {
    self.settings = settings
  }

  /// Expands a text that is no build setting's value.
  mutating func expand(_ text: String) -> String { expand(text, nil, depth: 0) }

  /// Expands the value of a build setting.
  mutating func expand(_ text: String, of name: String, at level: Int) -> String {
    expand(text, Owner(name: name, level: level), depth: 0)
  }

  private mutating func expand(_ text: String, _ owner: Owner?, depth: Int) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "$")), bytes.count <= VariableExpander.lengthLimit else {
      return text
    }
    guard depth < VariableExpander.depthLimit else { return "" }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard let reference = VariableExpander.reference(in: bytes, from: position) else { break }
      result += bytes[position..<reference.lowerBound]
      let written = String(decoding: bytes[reference], as: UTF8.self)
      result += value(of: written, owner, depth: depth).utf8
      position = reference.upperBound
      guard result.count <= VariableExpander.lengthLimit else { break }
    }
    if position < bytes.count { result += bytes[position...] }
    return String(decoding: result.prefix(VariableExpander.lengthLimit), as: UTF8.self)
  }

  /// The next `$(…)` or `${…}`, brackets included.
  private static func reference(in bytes: [UInt8], from start: Int) -> Range<Int>? {
    var position = start
    while position < bytes.count - 1 {
      let opening = bytes[position + 1]
      guard bytes[position] == UInt8(ascii: "$"),
        opening == UInt8(ascii: "(") || opening == UInt8(ascii: "{")
      else {
        position += 1
        continue
      }
      let closing = opening == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "}")
      var depth = 0
      for index in (position + 1)..<bytes.count {
        if bytes[index] == opening { depth += 1 }
        if bytes[index] == closing { depth -= 1 }
        if depth == 0 { return position..<(index + 1) }
      }
      // Not closed to the end: what follows is text.
      return nil
    }
    return nil
  }

  /// The value of a reference, operators applied.
  private mutating func value(of written: String, _ owner: Owner?, depth: Int) -> String {
    count += 1
    guard count <= VariableExpander.countLimit, produced <= VariableExpander.lengthLimit else {
      return ""
    }
    let inside = expand(String(written.dropFirst(2).dropLast()), owner, depth: depth + 1)
    var parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    let name = String(parts.removeFirst())
    var text = found(name, owner, depth: depth)
    for (index, part) in parts.enumerated() where part.hasPrefix("default=") {
      // A default may hold colons of its own, as in an address.
      if text?.isEmpty ?? true {
        text = parts[index...].joined(separator: ":").dropFirst("default=".count).description
      }
      parts = Array(parts[..<index])
      break
    }
    guard let text else {
      // `$()` is written on purpose, to part the slashes of a web address in an xcconfig file.
      if name.isEmpty { return "" }
      if !settings.isComplete || XcodeVariables.contains(name) { return written }
      if !undefined.contains(name) { undefined.append(name) }
      return ""
    }
    let value = parts.reduce(text) { VariableExpander.apply(String($1), to: $0) }
    produced += value.utf8.count
    return value
  }

  private mutating func found(_ name: String, _ owner: Owner?, depth: Int) -> String? {
    if let owner, name == "inherited" || name == owner.name {
      if let (setting, level) = settings.find(owner.name, from: owner.level + 1) {
        cutByComment = cutByComment ?? setting.cutByComment
        return expand(
          setting.value, Owner(name: setting.name, level: level), depth: depth + 1)
      }
      return settings.builtIn[owner.name].flatMap {
        owner.level < Int.max - 1
          ? expand($0, Owner(name: owner.name, level: Int.max - 1), depth: depth + 1) : nil
      } ?? ""
    }
    if let (setting, level) = settings.find(name) {
      cutByComment = cutByComment ?? setting.cutByComment
      return expand(setting.value, Owner(name: name, level: level), depth: depth + 1)
    }
    return settings.builtIn[name].map {
      expand($0, Owner(name: name, level: Int.max - 1), depth: depth + 1)
    }
  }

  // MARK: Operators

  private static func apply(_ operation: String, to text: String) -> String {
    switch operation {
    case "lower": text.lowercased()
    case "upper": text.uppercased()
    case "rfc1034identifier":
      replacing(text) { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
    case "c99extidentifier", "identifier":
      replacing(text, by: "_") { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
    case "file": FilePath(text).nameText
    case "dir": FilePath(text).parent.description
    case "base": FilePath(text).stem
    case "suffix": FilePath(text).pathExtension.isEmpty ? "" : "." + FilePath(text).pathExtension
    default: text
    }
  }

  private static func replacing(
    _ text: String, by filler: Unicode.Scalar = "-", unless isKept: (UInt8) -> Bool
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isFit = UInt8(exactly: scalar.value).map(isKept) ?? false
      result.unicodeScalars.append(isFit ? scalar : filler)
    }
    return result
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
