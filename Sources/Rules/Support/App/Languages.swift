import Validator

extension AppTarget {
  /// The language of Info.plist itself, which needs no table.
  var developmentLanguage: String {
    let stated = value(of: "CFBundleDevelopmentRegion")?.expanded.string
    return languageCode(of: stated ?? developmentRegion ?? "en")
  }

  /// The languages of the app in the order in which their tables were read, without Base.
  var languages: [String] {
    var seen: Set<String> = []
    let names = localisations.map(\.language) + otherLanguages.map(\.language)
    return names.map(languageCode).filter {
      $0 != baseLanguage && seen.insert($0).inserted
    }
  }

  /// The usage texts of a key in the tables that the system reads, with their languages.
  func localisedTexts(of key: String) -> [(language: String, text: LocalisedText)] {
    localisations.filter { $0.table == .infoPlist }.flatMap { table in
      table.texts.lazy.filter { $0.key == key }.map { (languageCode(of: table.language), $0) }
    }
  }

  /// The usage keys in the tables that the system reads, sorted.
  var localisedUsageKeys: [String] {
    let tables = localisations.lazy.filter { $0.table == .infoPlist }
    return Set(tables.flatMap { $0.texts.map(\.key) }).intersection(UsageKey.all).sorted()
  }
}

/// The folder of what is not in any language.
let baseLanguage = "base"

/// A language as folders name it, in one form: `zh-hans`, `pt-br`, and `en` for `English`.
func languageCode(of name: String) -> String {
  let code = name.lowercased().map { $0 == "_" ? "-" : String($0) }.joined()
  return oldLanguageNames[code] ?? code
}

/// Whether two languages are one, or one is a regional form of the other, such as en-GB of en.
func areRelated(_ one: String, _ other: String) -> Bool {
  one == other || one.hasPrefix(other + "-") || other.hasPrefix(one + "-")
}

/// Whether two languages are forms of one, such as pt-BR and pt-PT; scripts, as in zh-Hans and
/// zh-Hant, make two of one.
func areForms(_ one: String, _ other: String) -> Bool {
  func parts(_ name: String) -> (base: Substring, script: Substring?) {
    let all = name.split(separator: "-")
    return (all.first ?? "", all.dropFirst().first { $0.count == 4 })
  }
  if areRelated(one, other) { return true }
  let (own, others) = (parts(one), parts(other))
  return own.base == others.base && own.script == others.script
}

/// The names that folders had before language codes; the system still knows them.
private let oldLanguageNames = [
  "dutch": "nl", "english": "en", "french": "fr", "german": "de", "italian": "it",
  "japanese": "ja", "spanish": "es",
]
