package import Validator

extension Rule {
  /// A usage text that is translated at all is translated into every language of the app.
  package static let localisationMissing = Rule(
    "localisation/missing",
    title: "translated usage texts are there in every language of the app",
    breaks: [.review],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .clearPurposeStrings,
      .publication("https://github.com/Actual-Chat/actual-chat/issues/4259"),
    ],
    rationale: """
      Where a language has no text of its own the prompt shows that of Info.plist, in another \
      language than the rest of the app. Review wants purpose strings in the languages of the app.
      """,
    remedy: """
      Add the key to InfoPlist.strings in the .lproj folder of the language, or a localisation to \
      the key in InfoPlist.xcstrings.
      """,
    staysQuiet: """
      The development language and Base, which take the text of Info.plist; regional forms of a \
      language that has the text, such as en-GB beside en; keys that no language translates; keys \
      other than usage texts.
      """,
    symptoms: [.wrongLanguage],
    check: .app { app, _ in
      let localised = app.bundles.filter { $0.languages.count > 1 }
      return app.judge(localised, absence: "there are not two languages", readsTables: true) {
        bundle in
        let unread = bundle.localisations.filter { table in
          app.faults.contains { $0.leavesUnread && $0.place.file == table.file }
        }
        return bundle.localisedUsageKeys.compactMap {
          faultOfMissing($0, in: bundle, besides: unread.map { languageCode(of: $0.language) })
        }
      }
    })
}

private func faultOfMissing(_ key: String, in bundle: AppTarget, besides unread: [String])
  -> BundleFault?
{
  let translated = bundle.localisedTexts(of: key).map(\.language).filter { $0 != baseLanguage }
  guard !translated.isEmpty else { return nil }
  let own = bundle.value(of: key) == nil ? [] : [bundle.developmentLanguage]
  let lacking = bundle.languages.filter { language in
    !(translated + own + unread).contains { areRelated($0, language) }
  }
  guard !lacking.isEmpty else { return nil }
  let evidence = lacking.compactMap { language -> Evidence? in
    let tables = bundle.localisations.filter { languageCode(of: $0.language) == language }
    let table = tables.first { $0.table == .infoPlist } ?? tables.first
    let other = bundle.otherLanguages.first { languageCode(of: $0.language) == language }
    guard let file = table?.file ?? other?.file else { return nil }
    return Evidence(at: SettingPlace(file: file), wanted: "\(key) for \(language)")
  }
  let has = translated.count == 1 ? "has" : "have"
  return BundleFault(
    "\(key) is not translated for \(lacking.joined(separator: ", ")), while "
      + "\(translated.joined(separator: ", ")) \(has) it", evidence)
}
