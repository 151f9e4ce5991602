import Writers

extension Specimen {
  /// Recipes for `plist/`: the settings files themselves, and the layers of settings.
  static func propertyList(_ media: Media) -> [Specimen] { settingsFiles + settingLayers }

  private static var settingsFiles: [Specimen] {
    let key = UsageTexts.addKey
    return [
      Specimen(
        "plist-malformed-fail-not-closed",
        File(
          "Info.plist",
          text: AppProject.infoPlist([key: .text(UsageTexts.add)]).replacing("</dict>\n", with: ""))
      ),
      .xcode(
        "plist-malformed-fail-strings",
        [AppProject.generated: "YES", "INFOPLIST_KEY_\(key)": UsageTexts.add],
        File("LiveMaker/de.lproj/InfoPlist.strings", text: "\(key) = \"Sichert deine Fotos;\n"),
        File(
          "LiveMaker/fr.lproj/InfoPlist.strings",
          text: AppProject.strings([key: "Enregistre vos Live Photos dans votre photothèque."]))),
      Specimen(
        "plist-malformed-pass-openstep",
        File(
          "Info.plist",
          text: """
            // Written by hand.
            {
              CFBundleDevelopmentRegion = en;
              CFBundleName = LiveMaker;
              \(key) = "\(UsageTexts.add)"; /* for the prompt */
            }

            """)),
      .infoPlist(
        "plist-duplicate-key-fail-two-texts",
        [key: .text(UsageTexts.add), key: "Adds what you make to your library."]),
      .infoPlist(
        "plist-duplicate-key-pass-two-schemes",
        [
          "CFBundleURLTypes": [
            ["CFBundleURLName": "maker", "CFBundleURLSchemes": ["livemaker"]],
            ["CFBundleURLName": "share", "CFBundleURLSchemes": ["livemaker-share"]],
          ]
        ]),
    ]
  }

  private static var settingLayers: [Specimen] {
    let key = UsageTexts.addKey
    let setting = "INFOPLIST_KEY_\(key)"
    let file = "LiveMaker/Info.plist"
    return [
      .xcode(
        "plist-dead-setting-fail-not-generated",
        ["INFOPLIST_FILE": file, setting: UsageTexts.add], .appInfoPlist([:]), .saver),
      .xcode(
        "plist-dead-setting-fail-unknown-name",
        [
          AppProject.generated: "YES",
          "INFOPLIST_KEY_PHPhotoLibraryPreventAutomaticLimitedAccessAlert": "YES",
        ]),
      Specimen(
        "plist-dead-setting-fail-xcodegen-output",
        File("project.yml", text: AppProject.xcodeGen([])),
        .appInfoPlist([key: .text(UsageTexts.add)]), .saver),
      .xcode(
        "plist-dead-setting-pass-same-value",
        ["INFOPLIST_FILE": file, setting: UsageTexts.add],
        .appInfoPlist([key: .text(UsageTexts.add)]), .saver),
      .xcode(
        "plist-overridden-fail-two-texts",
        [AppProject.generated: "YES", "INFOPLIST_FILE": file, setting: UsageTexts.add],
        .appInfoPlist([key: "Adds what you make to your library."])),
      .xcode(
        "plist-overridden-pass-one-text",
        [AppProject.generated: "YES", "INFOPLIST_FILE": file, setting: UsageTexts.add],
        .appInfoPlist([key: .text(UsageTexts.add)])),
    ]
  }
}
