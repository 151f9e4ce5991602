internal import Validator

/// The tables of languages, given to the targets that they belong to.
struct FileShares {
  private var localisations: [String: [Localisation]] = [:]
  private var languages: [String: [OtherLanguage]] = [:]
  /// The tables that no target claims and that are not left to one app alone.
  private var unclaimed: [[Localisation]] = []

  /// Reads the tables that apps and extensions may have, each once.
  init(tables: [FileOwners.Owned], among apps: [TargetSource], _ reader: TableReader) {
    for owned in tables where !owned.isLeftOut {
      let (found, other) = reader.read(owned.file)
      var names = owned.names
      if names.isEmpty, let app = apps.first, apps.count == 1 { names = [app.name] }
      if names.isEmpty { unclaimed.append(found) }
      for name in names {
        localisations[name, default: []] += found
        languages[name, default: []] += other
      }
    }
  }

  /// Gives a target its tables.
  ///
  /// Where there are several apps, a table that none claims is that of every app that has all its
  /// usage texts.
  func give(to target: inout AppTarget) {
    target.localisations = localisations[target.name] ?? []
    target.otherLanguages = languages[target.name] ?? []
    guard target.kind == .app else { return }
    for tables in unclaimed {
      let keys = Set(
        tables.flatMap { $0.texts.map(\.key) }.filter { $0.hasSuffix("UsageDescription") })
      guard !keys.isEmpty, keys.allSatisfy({ target.value(of: $0) != nil }) else { continue }
      target.localisations += tables
    }
  }
}
