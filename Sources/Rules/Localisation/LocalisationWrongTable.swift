package import Validator

extension Rule {
  /// Usage texts are translated in the table and under the key that the system looks up.
  package static let localisationWrongTable = Rule(
    "localisation/wrong-table",
    title: "usage texts are translated in InfoPlist, under the key itself",
    breaks: [.review],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .specification(
        "Apple, Information Property List Key Reference", "Localizing property list values"),
      .publication("https://github.com/deltachat/deltachat-ios/issues/513"),
    ],
    rationale: """
      For a prompt the system looks up the raw key in InfoPlist.strings and nowhere else. A \
      translation in Localizable.strings, or under the name that Xcode shows for the key, is never \
      read.
      """,
    remedy: """
      Move the text to InfoPlist.strings or InfoPlist.xcstrings of the same language, under the raw \
      key such as NSPhotoLibraryAddUsageDescription.
      """,
    staysQuiet: """
      A second copy in another table, for a screen of the app's own, where InfoPlist has the key in \
      that language.
      """,
    symptoms: [.wrongLanguage],
    check: .app { app, _ in
      app.judge(app.bundles, readsTables: true) { bundle in
        bundle.localisations.flatMap { table in
          table.texts.compactMap { faultOfTable(table, $0, in: bundle) }
        }
      }
    })
}

private func faultOfTable(
  _ table: Localisation, _ text: LocalisedText, in bundle: AppTarget
) -> BundleFault? {
  let shownFor = UsageKey.key(shownAs: text.key)
  guard let key = shownFor ?? (UsageKey.all.contains(text.key) ? text.key : nil),
    shownFor != nil || table.table != .infoPlist
  else { return nil }
  let language = languageCode(of: table.language)
  guard !bundle.localisedTexts(of: key).contains(where: { $0.language == language }) else {
    return nil
  }
  let what =
    shownFor == nil
    ? "\(key) is translated in \(table.file.shownName)"
    : "“\(text.key)” in \(table.file.shownName) is the name that Xcode shows, not the key"
  return BundleFault(
    "\(what) (\(table.language)), where the system does not look it up",
    [Evidence(at: text.place, found: text.key, wanted: "\(key) in InfoPlist.strings")])
}
