import Validator

extension PropertyListValue {
  /// The value in words, as messages show it.
  var shown: String {
    switch self {
    case .string(let text): quoted(text)
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .boolean(let isTrue): isTrue ? "the Boolean YES" : "the Boolean NO"
    case .date(let date): "the date \(date)"
    case .data(let bytes): "\(bytes.count) bytes of data"
    case .array(let items): items.isEmpty ? "an empty array" : "an array"
    case .dictionary(let entries): entries.isEmpty ? "an empty dictionary" : "a dictionary"
    }
  }
}

/// A text in quotation marks, cut where it is too long for a message.
func quoted(_ text: String) -> String { "“\(shortened(text))”" }

/// The start of a text, as messages and evidence show it.
func shortened(_ text: String) -> String {
  // Counted in scalars: one character may hold any number of them.
  let start = text.unicodeScalars.prefix(longestShownText)
  return start.endIndex == text.unicodeScalars.endIndex ? text : String(start) + "…"
}

/// How much of a text is shown, in scalars; usage texts rarely have more than 200.
private let longestShownText = 300

extension SettingValue {
  /// The key and its layer, as messages begin.
  var named: String { "\(key) (\(layer.name))" }

  /// Whether the value says yes: a Boolean, or in a build setting the word that Xcode turns into one.
  var isTrue: Bool {
    switch expanded {
    case .boolean(let isTrue): isTrue
    case .string(let word): layer != .infoPlist && ["YES", "TRUE", "1"].contains(word.uppercased())
    default: false
    }
  }
}

extension SettingPlace {
  /// The file's name and the line, as messages name a place: `Saver.swift:12`.
  var shown: String { line.map { "\(file.shownName):\($0)" } ?? file.shownName }

  /// The same with the column, where it is known: `Info.plist:12:5`.
  var shownWithColumn: String { line == nil ? shown : column.map { "\(shown):\($0)" } ?? shown }
}

extension SettingsFault {
  /// The fault as the reason why something of its file cannot be told.
  var readError: ReadError {
    let kind: ReadError.Kind =
      switch kind {
      case .limit: .limit
      case .missing, .outside: .notOpened
      case .program: .unsupported
      case .malformed, .duplicateKey: .malformed
      }
    return ReadError(kind, message, at: Place("file", offset: 0, length: 0))
  }
}

extension App {
  /// Evidence that a key is not in a target's Info.plist, or in nothing that would make one.
  func evidenceOfAbsence(of key: String, in bundle: AppTarget) -> [Evidence] {
    guard let file = bundle.infoPlist.value else { return [Evidence(in: root, wanted: key)] }
    return [Evidence(at: SettingPlace(file: file), wanted: key)]
  }
}

extension DeadSetting {
  /// The key of Info.plist that the setting was to give.
  var informationKey: String {
    let prefix = "INFOPLIST_KEY_"
    return setting.key.hasPrefix(prefix)
      ? String(setting.key.dropFirst(prefix.count)) : setting.key
  }
}

/// A version such as 16.1, compared number by number.
struct OSVersion: Comparable, Equatable {
  /// Without zeros at the end, so that 16 and 16.0 are one version.
  private let numbers: [Int]

  /// Reads `16.1`; nil where a part is no number.
  init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = Int(part), number >= 0 else { return nil }
      numbers.append(number)
    }
    while numbers.last == 0 { numbers.removeLast() }
    self.numbers = numbers
  }

  /// A version from its numbers.
  init(_ major: Int, _ minor: Int = 0) {
    numbers = minor == 0 ? [major] : [major, minor]
  }

  static func < (left: OSVersion, right: OSVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }
}

/// The key of the oldest system that a bundle runs on.
let minimumOSKey = "MinimumOSVersion"
