import Validator

/// What is wrong with a usage text.
///
/// A text has one flaw at most, so that one rule tells of it.
enum TextFlaw: Equatable {
  /// An xcconfig comment cut it; what was cut off.
  case cut(String)
  /// It names variables that nothing defines.
  case undefinedVariables([String])
  /// Nothing of it can be seen; what stands there, in words.
  case blank(String)
  /// Filler; what kind of.
  case placeholder(String)
  /// The text that a plug-in comes with; whose.
  case pluginDefault(String)
  /// Nothing but the app's name.
  case nameOnly
  /// Too short to say anything; how many characters, and how many would do.
  case short(Int, least: Int)
  /// It names the resource and no purpose.
  case withoutPurpose
}

extension UsageText {
  /// What is wrong with the text; nil where nothing is.
  var flaw: TextFlaw? {
    if let cut = harmfulCut { return .cut(cut) }
    if !undefinedVariables.isEmpty { return .undefinedVariables(undefinedVariables) }
    if let nothing = wordsForBlank(text) { return .blank(nothing) }
    if let kind = placeholderKind { return .placeholder(kind) }
    if let plugin = pluginDefault { return .pluginDefault(plugin) }
    let words = wordsWithoutNames
    // What a variable holds that is not known may be the whole sentence.
    if words.isEmpty { return holdsOpenVariable ? nil : .nameOnly }
    if !holdsOpenVariable, let tooShort = shortness(of: words) { return tooShort }
    return isEnglish && saysNoPurpose(words) ? .withoutPurpose : nil
  }

  // MARK: Comments

  /// What a comment cut off, where it went through a sentence or an address.
  ///
  /// `Save photos. // shown when saving` is a comment that was meant as one.
  private var harmfulCut: String? {
    guard let cutByComment else { return nil }
    let kept = text.last { !$0.isWhitespace }
    let rest = cutByComment.drop { $0 == "/" }
    if kept == ":" { return cutByComment }
    let isMeant = rest.first.map(\.isWhitespace) ?? true
    let isWhole = kept.map { ".!?…。！？".contains($0) } ?? false
    return isMeant || isWhole ? nil : cutByComment
  }

  // MARK: Variables

  /// Whether a variable is left in the text whose value is not known and may be more than a name.
  private var holdsOpenVariable: Bool {
    language == nil
      && variableNames(in: text).contains {
        !builtInVariables.contains($0) && !$0.hasSuffix("NAME")
      }
  }

  /// Whether nothing of the text is known.
  var isUnknown: Bool { holdsOpenVariable && wordsWithoutNames.isEmpty }

  // MARK: Words

  /// The words in lower case without variables and without the app's names.
  private var wordsWithoutNames: [String] {
    var words = plainWords(of: withoutVariables(text))
    for name in appNames { words = removing(name, from: words) }
    return words
  }

  /// The text in the form in which known texts are stored: names and variables as `$app`, lower
  /// case, no marks.
  var comparable: String {
    var words = plainWords(of: withVariablesNamed(text))
    for name in appNames {
      words = removing(name, from: words, leaving: appMark)
    }
    return words.joined(separator: " ")
  }

  private func shortness(of words: [String]) -> TextFlaw? {
    let length = words.joined(separator: " ").count
    let least = text.unicodeScalars.contains(where: isDense) ? 5 : 10
    return length < least ? .short(length, least: least) : nil
  }

  // MARK: English

  /// Whether rules of English words may run: not on the tables of other languages, nor on text
  /// with letters that English does not have.
  var isEnglish: Bool {
    if let language {
      let base = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
      guard ["en", "english", "base"].contains(base) else { return false }
    }
    return text.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.isASCII }
  }

  private func saysNoPurpose(_ words: [String]) -> Bool {
    guard let resources = EnglishWords.resources[key] else { return false }
    // Words such as "photo" or "permission" belong to several languages.
    guard words.contains(where: EnglishWords.requests.contains) else { return false }
    return words.allSatisfy { word in
      EnglishWords.requests.contains(word) || EnglishWords.fillers.contains(word)
        || resources.contains(word)
    }
  }
}

/// What stands for the app's name in a comparable text.
let appMark = "$app"

/// Words for a text of which nothing can be seen; nil where something can.
func wordsForBlank(_ text: String) -> String? {
  if text.isEmpty { return "is empty" }
  guard text.unicodeScalars.allSatisfy(isInvisible) else { return nil }
  if let hidden = text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) {
    return "holds only invisible characters, such as \(hidden.codePoint)"
  }
  return "holds only white space"
}

/// Whether a character leaves no mark: spaces, controls, joiners, and the fillers that count as
/// letters or symbols.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
  default:
    scalar.properties.isDefaultIgnorableCodePoint || scalar.value == 0x2800
  }
}

/// Whether a character is of a script that says much in few characters: Han, Kana, Hangul, Thai.
private func isDense(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0E00...0x0E7F, 0x1100...0x11FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x323AF:
    true
  default: false
  }
}

extension Unicode.Scalar {
  /// The code point as it is usually written: `U+200B`.
  fileprivate var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
