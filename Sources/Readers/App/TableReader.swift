internal import Validator

/// Reads the tables of texts that usage descriptions may stand in.
struct TableReader {
  let loader: SettingsLoader

  /// The texts of a table that matters, and the languages that one without such texts shows.
  func read(_ file: FilePath) -> ([Localisation], [OtherLanguage]) {
    guard let table = TableReader.table(of: file) else { return ([], []) }
    let bytes: [UInt8]
    do {
      bytes = try loader.peek(file)
    } catch {
      loader.noteUnread(file, error)
      return ([], [])
    }
    let isInBundle = file.bytes.split(separator: UInt8(ascii: "/")).contains {
      $0.suffix(7).elementsEqual(".bundle".utf8)
    }
    if table != .infoPlist, !TableReader.mayHoldUsageKeys(bytes) {
      return ([], isInBundle ? [] : TableReader.languages(bytes, file: file))
    }
    loader.note(file)
    let (found, faults) = TableReader.localisations(bytes, file: file, table: table)
    loader.note(faults)
    return (found, isInBundle ? [] : TableReader.languages(bytes, file: file))
  }

  /// The languages that a table is for: its folder's, or those of a string catalogue.
  static func languages(_ bytes: [UInt8], file: FilePath) -> [OtherLanguage] {
    guard file.pathExtension == "xcstrings" else {
      return [OtherLanguage(file.parent.stem, in: file)]
    }
    let found = StringCatalogueReader.read(bytes, file: file).0
    return found.map { OtherLanguage($0.language, in: file) }
  }

  /// The table that a file is, by its name; nil where usage texts are never looked for in it.
  static func table(of file: FilePath) -> Localisation.Table? {
    switch file.stem {
    case "InfoPlist": .infoPlist
    // Xcode calls a target's catalogue after the target: Maker-InfoPlist.xcstrings.
    case let stem where file.pathExtension == "xcstrings" && stem.hasSuffix("-InfoPlist"):
      .infoPlist
    case "Localizable": .other("Localizable")
    default: nil
    }
  }

  /// The texts of a file; of tables other than InfoPlist the usage texts alone.
  static func localisations(_ bytes: [UInt8], file: FilePath, table: Localisation.Table)
    -> ([Localisation], [SettingsFault])
  {
    var found: [Localisation]
    let faults: [SettingsFault]
    if file.pathExtension == "xcstrings" {
      (found, faults) = StringCatalogueReader.read(bytes, file: file)
      for index in found.indices { found[index].table = table }
    } else {
      let one: Localisation
      (one, faults) = StringsReader.read(
        bytes, file: file, language: file.parent.stem, table: table)
      found = [one]
    }
    guard table != .infoPlist else { return (found, faults) }
    for index in found.indices {
      found[index].texts.removeAll { !isUsageKey($0.key) }
    }
    return (found.filter { !$0.texts.isEmpty }, faults)
  }

  /// Whether a key is that of a usage text, or Xcode's display name of one with whatever marks.
  private static func isUsageKey(_ key: String) -> Bool {
    if key.hasSuffix("UsageDescription") { return true }
    let letters = key.filter(\.isLetter).lowercased()
    return letters.hasPrefix("privacy") && letters.hasSuffix("usagedescription")
  }

  /// Whether such a key occurs at all; files in UTF-16 or binary form are read to tell.
  static func mayHoldUsageKeys(_ bytes: [UInt8]) -> Bool {
    bytes.contains("UsageDescription") || bytes.contains("rivacy") || bytes.starts(with: [0xFF])
      || bytes.starts(with: [0xFE])
  }
}
