package import Validator

extension Rule {
  /// Translated keys stand in Info.plist too.
  package static let localisationOnlyLocalised = Rule(
    "localisation/only-localised",
    title: "translated usage keys stand in Info.plist too",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification(
        "Apple, Information Property List Key Reference", "Localizing property list values"),
      .purposeStringsMissing,
    ],
    rationale: """
      The tables of languages replace values of Info.plist, they do not add keys. A usage text that \
      stands in them alone is a missing one: iOS ends the app when it asks, and App Store Connect \
      answers with ITMS-90683.
      """,
    remedy: """
      Write the key with a text in the development language into the target's Info.plist, or set \
      INFOPLIST_KEY_ and the key in its build settings where Xcode generates the Info.plist.
      """,
    staysQuiet: """
      Where nothing shows that the app needs the key it is a warning, for the text may be left over. \
      Keys of a build setting without effect are plist/dead-setting.
      """,
    symptoms: [.accessCrash, .uploadRefused],
    check: .app { app, _ in
      app.judge(app.bundles, readsTables: true) { bundle in
        guard bundle.infoPlist.readError == nil, bundle.unreadSettings == nil else { return [] }
        return bundle.localisedUsageKeys.compactMap { key in
          guard bundle.isOnlyLocalised(key),
            !bundle.deadSettings.contains(where: { $0.informationKey == key })
          else { return nil }
          let texts = bundle.localisedTexts(of: key)
          let languages = texts.map(\.language).joined(separator: ", ")
          return BundleFault(
            "\(key) stands only in the tables of languages (\(languages)), not in Info.plist",
            texts.map { Evidence(at: $0.text.place, found: shortened($0.text.text)) }
              + app.evidenceOfAbsence(of: key, in: bundle),
            atMost: app.needs(key, in: bundle) ? nil : .warning)
        }
      }
    })
}
