import Writers

extension Specimen {
  /// Recipes for `localisation/`: usage texts in the languages of an app.
  static func localisation(_ media: Media) -> [Specimen] {
    let key = UsageTexts.addKey
    let (english, german) = (UsageTexts.add, UsageTexts.addInGerman)
    return [
      project(
        "localisation-missing-fail-french",
        .table("de", [key: german]), .table("fr", ["CFBundleDisplayName": "Atelier Live"])),
      project(
        "localisation-missing-pass-austrian",
        .table("de", [key: german]), .table("de-AT", ["CFBundleDisplayName": "Live-Macher"])),
      .xcode(
        "localisation-only-localised-fail-needed", [AppProject.generated: "YES"], .saver,
        .table("en", [key: english]), .table("de", [key: german])),
      .xcode(
        "localisation-only-localised-fail-left-over", [AppProject.generated: "YES"],
        .table("en", [key: english]), .table("de", [key: german])),
      project(
        "localisation-only-localised-pass-in-build-settings",
        .table("en", [key: english]), .table("de", [key: german])),
      project(
        "localisation-wrong-table-fail-localizable",
        .table("de", [key: german], table: "Localizable")),
      project(
        "localisation-wrong-table-fail-shown-name",
        .catalogue(
          "Privacy - Photo Library Additions Usage Description", ["de": (german, "translated")])),
      project(
        "localisation-wrong-table-pass-second-copy",
        .table("de", [key: german]), .table("de", [key: german], table: "Localizable")),
      project(
        "localisation-untranslated-fail-one-sentence",
        .table("en", [key: english]), .table("de", [key: english])),
      project(
        "localisation-untranslated-fail-needs-review",
        .catalogue(key, ["en": (english, "translated"), "de": (german, "needs_review")])),
      project(
        "localisation-untranslated-pass-british",
        .table("en", [key: english]), .table("en-GB", [key: english])),
      project(
        "localisation-untranslated-pass-source-language",
        .catalogue(key, ["en": (english, "new"), "de": (german, "translated")])),
    ]
  }

  /// A project with a generated Info.plist that has the key, with further files.
  private static func project(_ name: String, _ others: File...) -> Specimen {
    Specimen(
      name,
      files: [
        File(
          "LiveMaker.xcodeproj/project.pbxproj",
          text: AppProject.pbxproj([
            AppProject.generated: "YES", "INFOPLIST_KEY_\(UsageTexts.addKey)": UsageTexts.add,
          ]))
      ] + others)
  }
}

extension Specimen.File {
  /// The texts of a language.
  fileprivate static func table(
    _ language: String, _ texts: KeyValuePairs<String, String>, table: String = "InfoPlist"
  ) -> Specimen.File {
    Specimen.File(
      "LiveMaker/\(language).lproj/\(table).strings", text: AppProject.strings(texts))
  }

  /// The texts of a key in a string catalogue.
  fileprivate static func catalogue(
    _ key: String, _ texts: KeyValuePairs<String, (String, String)>
  ) -> Specimen.File {
    Specimen.File("LiveMaker/InfoPlist.xcstrings", text: AppProject.catalogue(key, texts))
  }
}
