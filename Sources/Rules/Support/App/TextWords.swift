/// The words of a text in lower case, without marks; `$app` is kept whole.
func plainWords(of text: String) -> [String] {
  text.split { !($0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" || $0 == "$") }
    .map { $0.lowercased() }
    .filter { $0.contains { $0.isLetter || $0.isNumber } }
}

/// The words with every run of other words taken out, or replaced by a mark.
func removing(_ run: [String], from words: [String], leaving mark: String? = nil) -> [String] {
  guard !run.isEmpty else { return words }
  var left: [String] = []
  var rest = words[...]
  while let word = rest.first {
    if rest.starts(with: run) {
      rest = rest.dropFirst(run.count)
      if let mark { left.append(mark) }
    } else {
      left.append(word)
      rest = rest.dropFirst()
    }
  }
  return left
}

/// The text without `$(X)` and `${X}`.
func withoutVariables(_ text: String) -> String { replacingVariables(in: text, with: " ") }

/// The text with `$app` for each `$(X)` and `${X}`, which mostly stand for the app's name.
func withVariablesNamed(_ text: String) -> String {
  replacingVariables(in: text, with: " \(appMark) ")
}

/// The names of the variables in a text, operators left out.
func variableNames(in text: String) -> [String] {
  var names: [String] = []
  _ = replacingVariables(in: text, with: "") { names.append(String($0.prefix { $0 != ":" })) }
  return names
}

private func replacingVariables(
  in text: String, with other: String, _ take: (Substring) -> Void = { _ in }
) -> String {
  var shown = ""
  var rest = text[...]
  while let dollar = rest.firstIndex(of: "$") {
    shown += rest[..<dollar]
    let after = rest[rest.index(after: dollar)...]
    let closing: Character? =
      switch after.first {
      case "(": ")"
      case "{": "}"
      default: nil
      }
    guard let closing, let end = after.firstIndex(of: closing) else {
      shown += "$"
      rest = after
      continue
    }
    shown += other
    take(after[..<end].dropFirst())
    rest = after[after.index(after: end)...]
  }
  return shown + rest
}
