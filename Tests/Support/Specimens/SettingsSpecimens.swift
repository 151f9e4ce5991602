import Writers

extension Specimen {
  /// Recipes for `plist/`: the settings files themselves, and the layers of settings.
  static func propertyList(_ media: Media) -> [Specimen] {
    settingsFiles + entitlements + otherFiles + settingLayers
  }

  /// Projects with an entitlements file, which says more than an Info.plist does.
  private static var entitlements: [Specimen] {
    func project(_ name: String, _ text: String?) -> Specimen {
      let file = "LiveMaker/LiveMaker.entitlements"
      let settings: AppProject.Settings = [
        AppProject.generated: "YES", "INFOPLIST_KEY_\(UsageTexts.addKey)": UsageTexts.add,
        "CODE_SIGN_ENTITLEMENTS": "$(TARGET_NAME)/$(TARGET_NAME).entitlements",
      ]
      guard let text else { return .xcode(name, settings) }
      return .xcode(name, settings, File(file, text: text))
    }
    let group: (String, AppProject.PlistValue) = (
      "com.apple.security.application-groups", ["group.maker"]
    )
    let good = AppProject.propertyList([("aps-environment", "development"), group])
    return [
      project("plist-malformed-pass-entitlements", good),
      project(
        "plist-malformed-fail-entitlements", good.replacing("</dict>\n", with: "")),
      project("plist-malformed-fail-no-entitlements", nil),
      project(
        "plist-duplicate-key-fail-entitlements",
        AppProject.propertyList([
          ("aps-environment", "development"), group, ("aps-environment", "production"),
        ])),
    ]
  }

  /// Projects with settings that name files which are not there, or not theirs.
  private static var otherFiles: [Specimen] {
    let saves = [(UsageTexts.addKey, AppProject.PlistValue.text(UsageTexts.add))]
    return [
      Specimen(
        "plist-malformed-fail-no-include",
        File(
          "LiveMaker.xcodeproj/project.pbxproj",
          text: AppProject.pbxproj(
            [
              AppProject.generated: "YES", "INFOPLIST_KEY_\(UsageTexts.addKey)": UsageTexts.add,
            ], configuration: "App.xcconfig")),
        File("App.xcconfig", text: "#include? \"Local.xcconfig\"\n#include \"Team.xcconfig\"\n")),
      Specimen(
        "plist-malformed-fail-outside",
        File(
          "LiveMaker/LiveMaker.xcodeproj/project.pbxproj",
          text: AppProject.pbxproj(["INFOPLIST_FILE": "../Shared/Info.plist"])),
        File("Shared/Info.plist", text: AppProject.propertyList(saves))),
    ]
  }

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
