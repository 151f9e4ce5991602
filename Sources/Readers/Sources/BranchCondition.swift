/// The condition of an `#if` or `#elseif`, judged for an app on iOS.
///
/// What a build setting or a version decides may be either way, so it is open; a platform and what
/// comes with it is not: code for another system needs no key of an iOS app.
struct BranchCondition {
  /// How deep brackets and signs of negation may lie in each other.
  private static let depthLimit = 64

  private let bytes: ArraySlice<UInt8>
  private let language: SourceLanguage
  private var position: Int
  private var depth = 0

  /// The verdict on a condition.
  ///
  /// - Parameter bytes: all that stands behind the directive, without comments.
  static func verdict(
    on bytes: ArraySlice<UInt8>, language: SourceLanguage
  ) -> ConditionalBranches.Verdict {
    var condition = BranchCondition(bytes: bytes, language: language)
    let verdict = condition.alternatives()
    condition.skipBlanks()
    return condition.isAtEnd ? verdict : .open
  }

  private init(bytes: ArraySlice<UInt8>, language: SourceLanguage) {
    self.bytes = bytes
    self.language = language
    position = bytes.startIndex
  }

  private var isAtEnd: Bool { position >= bytes.endIndex }

  private func isAt(_ sign: Unicode.Scalar, _ distance: Int = 0) -> Bool {
    position + distance < bytes.endIndex && bytes[position + distance] == UInt8(ascii: sign)
  }

  private mutating func skipBlanks() {
    while !isAtEnd, bytes[position].isBlank { position += 1 }
  }

  // MARK: Parts

  private mutating func alternatives() -> ConditionalBranches.Verdict {
    var verdicts = [conjunction()]
    while takeSign("|") { verdicts.append(conjunction()) }
    if verdicts.contains(.always) { return .always }
    return verdicts.allSatisfy { $0 == .never } ? .never : .open
  }

  private mutating func conjunction() -> ConditionalBranches.Verdict {
    var verdicts = [operand()]
    while takeSign("&") { verdicts.append(operand()) }
    if verdicts.contains(.never) { return .never }
    return verdicts.allSatisfy { $0 == .always } ? .always : .open
  }

  /// Takes `||` or `&&`.
  private mutating func takeSign(_ sign: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard isAt(sign), isAt(sign, 1) else { return false }
    position += 2
    return true
  }

  private mutating func operand() -> ConditionalBranches.Verdict {
    skipBlanks()
    guard depth < BranchCondition.depthLimit else {
      position = bytes.endIndex
      return .open
    }
    depth += 1
    defer { depth -= 1 }
    if isAt("!"), !isAt("=", 1) {
      position += 1
      return operand().negated
    }
    var verdict: ConditionalBranches.Verdict
    if isAt("(") {
      position += 1
      verdict = alternatives()
      skipBlanks()
      guard isAt(")") else { return .open }
      position += 1
    } else {
      verdict = statement()
    }
    if skipComparison() { verdict = .open }
    return verdict
  }

  /// Steps over `>= 170000` and other arithmetic up to the next `&&`, `||` or closing bracket.
  ///
  /// - Returns: whether there was any.
  private mutating func skipComparison() -> Bool {
    skipBlanks()
    let start = position
    var open = 0
    while !isAtEnd {
      let isJoint = (isAt("&") && isAt("&", 1)) || (isAt("|") && isAt("|", 1))
      if open == 0, isJoint || isAt(")") { break }
      if isAt("(") { open += 1 }
      if isAt(")") { open -= 1 }
      position += 1
    }
    return position > start
  }

  /// A name, with what stands in brackets behind it.
  private mutating func statement() -> ConditionalBranches.Verdict {
    let name = takeWord()
    skipBlanks()
    guard isAt("(") else { return name.isEmpty ? .open : verdict(onName: name) }
    position += 1
    skipBlanks()
    let argument = takeWord()
    skipBlanks()
    let isAlone = isAt(")")
    var open = 1
    while !isAtEnd, open > 0 {
      if isAt("(") { open += 1 }
      if isAt(")") { open -= 1 }
      position += 1
    }
    return isAlone && language == .swift ? verdict(on: name, of: argument) : .open
  }

  private mutating func takeWord() -> String {
    let start = position
    while !isAtEnd, bytes[position].isWordByte { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // MARK: Names

  private func verdict(onName name: String) -> ConditionalBranches.Verdict {
    switch language {
    case .swift: name == "true" ? .always : name == "false" ? .never : .open
    case .objectiveC: BranchCondition.macros[name] ?? .open
    }
  }

  /// The verdict on `os(iOS)` and `canImport(AppKit)`.
  ///
  /// `targetEnvironment` is open: one project builds for the device, the simulator and Mac Catalyst.
  private func verdict(on name: String, of argument: String) -> ConditionalBranches.Verdict {
    switch name {
    case "os": argument == "iOS" ? .always : .never
    case "canImport":
      BranchCondition.modules.contains(argument)
        ? .always : BranchCondition.otherModules.contains(argument) ? .never : .open
    default: .open
    }
  }

  /// Modules of every iOS SDK that apps with photos are built with.
  private static let modules: Set<String> = [
    "AVFoundation", "Darwin", "Foundation", "Photos", "PhotosUI", "SwiftUI", "UIKit",
  ]
  /// Modules of other systems.
  private static let otherModules: Set<String> = [
    "AppKit", "Carbon", "Cocoa", "FoundationNetworking", "Glibc", "Musl", "TVUIKit", "WinSDK",
  ]

  /// Constants, and the macros of TargetConditionals.h as they are on iOS.
  private static let macros: [String: ConditionalBranches.Verdict] = [
    "0": .never, "1": .always, "TARGET_OS_IPHONE": .always, "TARGET_OS_IOS": .always,
    "TARGET_OS_MAC": .always, "TARGET_OS_OSX": .never, "TARGET_OS_WATCH": .never,
    "TARGET_OS_TV": .never, "TARGET_OS_VISION": .never, "TARGET_OS_WIN32": .never,
    "TARGET_OS_WINDOWS": .never, "TARGET_OS_UNIX": .never, "TARGET_OS_LINUX": .never,
  ]
}

extension ConditionalBranches.Verdict {
  fileprivate var negated: ConditionalBranches.Verdict {
    switch self {
    case .never: .always
    case .always: .never
    case .open: .open
    }
  }
}
