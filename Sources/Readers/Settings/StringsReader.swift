package import Validator

/// Reads the texts of a language: `InfoPlist.strings` and other tables.
package enum StringsReader {
  /// Reads a table in any form of a property list; products hold it as a binary one.
  ///
  /// Values that are no text, such as the plural forms of a `.stringsdict`, are left out. The place
  /// of a text is that of its value.
  ///
  /// - Parameters:
  ///   - language: the name of the `.lproj` folder without its extension.
  /// - Returns: a table without texts where the file is malformed; a fault says so then.
  package static func read(
    _ bytes: [UInt8], file: FilePath, language: String, table: Localisation.Table
  ) -> (localisation: Localisation, faults: [SettingsFault]) {
    var localisation = Localisation(language: language, table: table, file: file, texts: [])
    // An empty table is a table.
    guard !bytes.isEmpty else { return (localisation, []) }
    var reading = PropertyListReader.read(bytes, file: file)
    if let root = reading.root {
      if let entries = root.value.entries {
        localisation.texts = entries.compactMap(text)
      } else {
        reading.faults.append(
          SettingsFault(.malformed, "the file holds no table of texts", at: root.place))
      }
    }
    return (localisation, reading.faults)
  }

  private static func text(_ entry: PropertyListEntry) -> LocalisedText? {
    entry.node.value.string.map { LocalisedText(key: entry.key, text: $0, place: entry.node.place) }
  }
}
