import Validator

extension Mutant {
  static let localisation: [Mutant] = [
    Mutant(
      "a further language has no usage text", own: "localisation/missing",
      target: { $0.localise("fr", ["CFBundleDisplayName": "Atelier Live"]) }),
    Mutant(
      "a translated key is not in Info.plist", own: "localisation/only-localised",
      target: { $0.set(UsageTexts.addKey, nil) }),
    Mutant(
      "a usage text is translated in Localizable", own: "localisation/wrong-table",
      target: {
        $0.localise(
          "de", [UsageTexts.readKey: "Zeigt deine Videos, um eines umzuwandeln."],
          table: .other("Localizable.strings"))
      }),
    Mutant(
      "a usage text is translated under the name that Xcode shows",
      own: "localisation/wrong-table",
      target: {
        $0.localise(
          "de", ["Privacy - Camera Usage Description": "Filmt deine Live Photos in der App."])
      }),
    Mutant(
      "all languages have one text", own: "localisation/untranslated",
      target: {
        $0.localisations = []
        $0.localise("en", [UsageTexts.addKey: UsageTexts.add])
        $0.localise("de", [UsageTexts.addKey: UsageTexts.add])
      }),
    Mutant(
      "a unit of the string catalogue waits for review", own: "localisation/untranslated",
      target: {
        $0.localisations = []
        $0.localise("en", [UsageTexts.addKey: UsageTexts.add])
        $0.localise(
          "de", [UsageTexts.addKey: UsageTexts.addInGerman], state: "needs_review")
      }),
  ]
}
