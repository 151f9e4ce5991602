internal import Validator

/// A call of the table that was found in a source text.
struct FoundCall {
  let pattern: CallPattern
  /// The call as the report names it, such as `PHAsset.fetchAssets(with:)`.
  let name: String
  /// The index of the token where it begins.
  let token: Int
}

/// Finds the calls of the table in the tokens of one file.
struct CallMatcher {
  /// How many members `A.b().c().d()` may go on for: the longest call of the table has two.
  private static let chainLimit = 8
  /// How many tokens the types of `Activity<…>` may take.
  private static let genericLimit = 64
  /// How many operands and operators of an assigned value are looked at.
  private static let valueLimit = 24

  private struct Argument {
    var label: Int?
    var value: Int
  }

  private let text: SourceText
  private let language: SourceLanguage

  init(_ text: SourceText, language: SourceLanguage) {
    self.text = text
    self.language = language
  }

  /// The calls in the order of the text.
  func calls(of index: CallIndex) -> [FoundCall] {
    var found: [FoundCall] = []
    for token in 0..<text.count where text.isWord(token, in: index.anchors) {
      for pattern in index.patterns[text.word(token)] ?? [] {
        let name =
          switch language {
          case .swift: swiftName(of: pattern, at: token)
          case .objectiveC: objectiveCName(of: pattern, at: token)
          }
        if let name { found.append(FoundCall(pattern: pattern, name: name, token: token)) }
      }
    }
    return found
  }

  // MARK: Swift

  /// The call's name where the pattern fits a word.
  private func swiftName(of pattern: CallPattern, at token: Int) -> String? {
    switch pattern.shape {
    case .member(let type, let member):
      return chainMember(of: pattern, named: member, from: token + 1).map { "\(type).\($0)" }
    case .function(let name):
      guard !text.isWord(token - 1, "func") else { return nil }
      var open = token + 1
      if text.isSign(open, "."), text.isWord(open + 1, "init") { open += 2 }
      guard text.isSign(open, "(") else { return nil }
      return shown(name, pattern.condition, swiftArguments(open))
    case .method(let name):
      guard text.isSign(token - 1, "."), let open = callOpening(token + 1) else { return nil }
      return shown(name, pattern.condition, swiftArguments(open))
    case .assignment(let name):
      guard text.isSign(token + 1, "="), !text.isSign(token + 2, "=") else { return nil }
      return assigned(token + 2, pattern.condition).map { "\(name) = \($0)" }
    case .label(let name):
      guard text.isSign(token + 1, ":"), text.isSign(token - 1, "(") || text.isSign(token - 1, ",")
      else { return nil }
      return assigned(token + 2, pattern.condition).map { "\(name): \($0)" }
    }
  }

  /// Where the arguments of a call open: a round bracket, or the closure that stands for them.
  private func callOpening(_ index: Int) -> Int? {
    text.isSign(index, "(") || text.isSign(index, "{") ? index : nil
  }

  /// Follows `<T>.a(…)?.b.c(…)` to a call of the member.
  private func chainMember(
    of pattern: CallPattern, named wanted: String, from start: Int
  ) -> String? {
    var index = behindGenerics(start)
    for _ in 0..<CallMatcher.chainLimit {
      while text.isSign(index, "?") || text.isSign(index, "!") { index += 1 }
      guard text.isSign(index, "."), text.isWord(index + 1) else { return nil }
      let member = text.word(index + 1)
      index += 2
      guard let open = callOpening(index) else { continue }
      if fits(member, wanted),
        let name = shown(member, pattern.condition, swiftArguments(open))
      {
        return name
      }
      guard text.isSign(open, "(") else { return nil }
      index = text.closing(open) + 1
    }
    return nil
  }

  private func behindGenerics(_ start: Int) -> Int {
    guard text.isSign(start, "<") else { return start }
    var depth = 0
    var index = start
    while index < min(text.count, start + CallMatcher.genericLimit) {
      if text.isSign(index, "<") { depth += 1 }
      if text.isSign(index, ">") {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      index += 1
    }
    return start
  }

  private func fits(_ member: String, _ wanted: String) -> Bool {
    wanted.hasSuffix("*") ? member.hasPrefix(wanted.dropLast()) : member == wanted
  }

  private func swiftArguments(_ open: Int) -> [Argument] {
    guard text.isSign(open, "(") else { return [] }
    let end = text.closing(open)
    var arguments: [Argument] = []
    var index = open + 1
    var isAtStart = true
    while index < end {
      if isAtStart {
        let isLabelled = text.isWord(index) && text.isSign(index + 1, ":")
        arguments.append(
          Argument(label: isLabelled ? index : nil, value: isLabelled ? index + 2 : index))
      }
      isAtStart = text.isSign(index, ",")
      index = text.next(index)
    }
    return arguments
  }

  /// The call with the argument that tells, where the condition holds.
  private func shown(
    _ name: String, _ condition: CallPattern.Condition, _ arguments: [Argument]
  ) -> String? {
    switch condition {
    case .any:
      return "\(name)(\(arguments.first?.label.map { "\(text.word($0)):" } ?? ""))"
    case .argument(let label, let names):
      for argument in arguments {
        guard let word = argument.label, text.isWord(word, label),
          let value = text.pathEnd(at: argument.value)?.name, names.contains(value)
        else { continue }
        return "\(name)(\(label): .\(value))"
      }
      return nil
    case .first(let names):
      guard let argument = arguments.first,
        let value = text.pathEnd(at: argument.value)?.name, names.contains(value)
      else { return nil }
      return "\(name)(.\(value))"
    case .lacks(let label):
      let isThere = arguments.contains { $0.label.map { text.isWord($0, label) } ?? false }
      return isThere ? nil : "\(name)()"
    case .value, .valueOtherThan: return nil
    }
  }

  // MARK: Values

  /// The value that tells, where the condition holds for an expression at an index.
  private func assigned(_ index: Int, _ condition: CallPattern.Condition) -> String? {
    switch condition {
    case .value(let names):
      guard let value = values(at: index).first(where: names.contains) else { return nil }
      return language == .swift ? ".\(value)" : value
    case .valueOtherThan(let other):
      guard let value = text.pathEnd(at: index)?.name, value != other else { return nil }
      return value
    case .any, .argument, .first, .lacks: return nil
    }
  }

  /// The last names of a value: its own, or those of both branches of `a ? b : c`.
  ///
  /// Two operands side by side are two statements.
  private func values(at start: Int) -> [String] {
    var names: [String] = []
    var index = start
    var branchStarts = true
    for _ in 0..<CallMatcher.valueLimit {
      let isSelector = text.isSign(index, ".") || text.isWord(index)
      if isSelector, let path = text.pathEnd(at: index) {
        if branchStarts { names.append(path.name) }
        index = path.end
      } else {
        // A call such as `UIImagePickerController.isSourceTypeAvailable(.camera)`, or a bracket.
        while text.isSign(index, ".") || text.isWord(index) { index += 1 }
        index = text.isSign(index, "(") || text.isSign(index, "[") ? text.next(index) : index
      }
      guard text.isSign(index, "?") || text.isSign(index, ":") else { break }
      // What stood before the question mark was the condition.
      if text.isSign(index, "?"), branchStarts { names.removeAll() }
      branchStarts = true
      index += 1
    }
    return names
  }

  // MARK: Objective-C

  private func objectiveCName(of pattern: CallPattern, at token: Int) -> String? {
    switch pattern.shape {
    case .member(let type, let selector):
      return message(to: token, selector, pattern.condition).map { "[\(type) \($0)]" }
    case .function(let name):
      guard text.isSign(token + 1, "("), !text.isWord(token - 1, "void") else { return nil }
      return "\(name)()"
    case .method:
      guard text.isSign(token + 1, ":") else { return nil }
      return selector(at: token, pattern.condition)
    case .assignment(let name):
      guard text.isSign(token - 1, "."), text.isSign(token + 1, "="),
        !text.isSign(token + 2, "=")
      else { return nil }
      return assigned(token + 2, pattern.condition).map { "\(name) = \($0)" }
    case .label: return nil
    }
  }

  /// Finds `[Type selector:…]`, or the selector in a message to what that one answers.
  private func message(
    to receiver: Int, _ wanted: String, _ condition: CallPattern.Condition
  ) -> String? {
    var open = receiver - 1
    var index = receiver + 1
    for _ in 0..<CallMatcher.chainLimit {
      guard text.isSign(open, "["), text.isWord(index) else { return nil }
      if fits(text.word(index), wanted), let name = selector(at: index, condition) { return name }
      index = text.closing(open) + 1
      open -= 1
    }
    return nil
  }

  /// The first part of a selector with the argument that tells, where the condition holds.
  private func selector(at index: Int, _ condition: CallPattern.Condition) -> String? {
    let name = text.word(index)
    let takesArgument = text.isSign(index + 1, ":")
    switch condition {
    case .any: return takesArgument ? "\(name):" : name
    case .first(let names):
      guard takesArgument, let value = text.pathEnd(at: index + 2)?.name, names.contains(value)
      else { return nil }
      return "\(name):\(value)"
    case .argument(let label, let names):
      var part = index + 1
      while part < text.count, !text.isSign(part, "]"), !text.isSign(part, ";") {
        if text.isWord(part, label), text.isSign(part + 1, ":"),
          let value = text.pathEnd(at: part + 2)?.name, names.contains(value)
        {
          return "\(name):… \(label):\(value)"
        }
        part = text.next(part)
      }
      return nil
    case .lacks, .value, .valueOtherThan: return nil
    }
  }
}

/// The patterns of a language by the names at which they are found.
struct CallIndex: Sendable {
  let patterns: [String: [CallPattern]]
  let anchors: SourceWords
  /// The names that some patterns want beside them.
  let companions: SourceWords
  /// Both: a file without any of them tells nothing.
  let names: SourceWords

  static let swift = CallIndex(CallTable.patterns(of: .swift))
  static let objectiveC = CallIndex(CallTable.patterns(of: .objectiveC))

  static func index(of language: SourceLanguage) -> CallIndex {
    switch language {
    case .swift: swift
    case .objectiveC: objectiveC
    }
  }

  private init(_ table: [CallPattern]) {
    patterns = Dictionary(grouping: table, by: \.anchor)
    anchors = SourceWords(patterns.keys)
    let wanted: [String] = table.compactMap { pattern in
      switch pattern.companion {
      case .inFile(let name), .inProject(let name): name
      case nil: nil
      }
    }
    // Of a declared name the type is what is looked for.
    let words = wanted.map { $0.split(separator: " ").last.map(String.init) ?? $0 }
    companions = SourceWords(words)
    names = SourceWords(words + patterns.keys)
  }
}
