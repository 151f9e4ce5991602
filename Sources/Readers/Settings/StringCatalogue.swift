package import Validator

/// Reads string catalogues (`.xcstrings`), which hold the texts of all languages.
package enum StringCatalogueReader {
  /// How deep variations are followed; Xcode nests plural forms in those of devices.
  private static let variationLimit = 4

  /// Reads a catalogue.
  ///
  /// A text that varies by device or plural form is given in its `other` form, or else in the first.
  /// The place of a text is that of its value. `InfoPlist.xcstrings` and, as Xcode names it for a
  /// further target, `Name-InfoPlist.xcstrings` are the table that the system reads usage texts from.
  ///
  /// - Returns: a table for each language, the source language first and the others in file order;
  ///   none where the file is malformed, of which a fault tells then.
  package static func read(_ bytes: [UInt8], file: FilePath)
    -> (localisations: [Localisation], faults: [SettingsFault])
  {
    var reading = JSONNodes.read(bytes, file: file)
    guard let root = reading.root else { return ([], reading.faults) }
    guard let source = root.value["sourceLanguage"]?.value.string,
      let strings = root.value["strings"]?.value.entries
    else {
      reading.faults.append(
        SettingsFault(
          .malformed, "the string catalogue lacks its source language or its strings",
          at: root.place))
      return ([], reading.faults)
    }
    var languages = Languages(file: file, table: table(of: file))
    languages.add(source)
    for string in strings {
      for language in string.node.value["localizations"]?.value.entries ?? [] {
        let index = languages.add(language.key)
        guard let unit = unit(of: language.node.value),
          let value = unit["value"], let text = value.value.string
        else { continue }
        languages.localisations[index].texts.append(
          LocalisedText(
            key: string.key, text: text, state: unit["state"]?.value.string, place: value.place))
      }
    }
    return (languages.localisations, reading.faults)
  }

  /// The tables by language, in the order in which the languages were met.
  private struct Languages {
    let file: FilePath
    let table: Localisation.Table
    var localisations: [Localisation] = []
    private var indices: [String: Int] = [:]

    init(file: FilePath, table: Localisation.Table) {
      self.file = file
      self.table = table
    }

    /// The index of a language's table.
    @discardableResult
    mutating func add(_ language: String) -> Int {
      if let index = indices[language] { return index }
      indices[language] = localisations.count
      localisations.append(Localisation(language: language, table: table, file: file, texts: []))
      return localisations.count - 1
    }
  }

  /// The string unit of a language: its own, or one of its variations.
  private static func unit(of localisation: PropertyListValue) -> PropertyListValue? {
    var value = localisation
    for _ in 0..<variationLimit {
      if let unit = value["stringUnit"]?.value { return unit }
      guard let forms = value["variations"]?.value.entries?.first?.node.value,
        let form = forms["other"] ?? forms.entries?.first?.node
      else { return nil }
      value = form.value
    }
    return nil
  }

  private static func table(of file: FilePath) -> Localisation.Table {
    let name = file.name
    let stem = String(
      decoding: name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)], as: UTF8.self)
    return stem == "InfoPlist" || stem.hasSuffix("-InfoPlist") ? .infoPlist : .other(stem)
  }
}
