import Writers

extension Specimen {
  /// Recipes for `usage/`: the keys that say why an app asks, and their texts.
  static func usage(_ media: Media) -> [Specimen] {
    missingUsageKeys + usageValues + usageTexts + usageVariables + usageSpelling
  }

  /// A needed key is there or not.
  private static var missingUsageKeys: [Specimen] {
    [
      .xcode(
        "usage-photo-add-missing-fail-generated", [AppProject.generated: "YES"],
        .saver),
      .infoPlist(
        "usage-photo-add-missing-fail-read-key-alone",
        [UsageTexts.readKey: "Shows your videos so that you can turn one into a Live Photo."]),
      Specimen(
        "usage-photo-add-missing-pass-xcodegen",
        File(
          "project.yml",
          text: AppProject.xcodeGen([(UsageTexts.addKey, UsageTexts.add)])), .saver),
      .xcode(
        "usage-photo-read-missing-fail-asks-for-all",
        ["INFOPLIST_FILE": "LiveMaker/Info.plist"],
        .appInfoPlist([UsageTexts.addKey: .text(UsageTexts.add)]),
        File("LiveMaker/Reader.swift", text: AppProject.readingSource)),
      .xcode(
        "usage-photo-read-missing-pass-add-only",
        [AppProject.generated: "YES", "INFOPLIST_KEY_\(UsageTexts.addKey)": UsageTexts.add],
        File("LiveMaker/Saver.swift", text: AppProject.addOnlySource)),
      .xcode(
        "usage-photo-read-missing-pass-picker-only", [AppProject.generated: "YES"],
        File("LiveMaker/Picker.swift", text: AppProject.pickingSource)),
      .infoPlist(
        "usage-camera-missing-fail-said-to-film", [UsageTexts.addKey: .text(UsageTexts.add)]),
      .xcode(
        "usage-camera-missing-pass-both-keys",
        [
          AppProject.generated: "YES",
          "INFOPLIST_KEY_\(UsageTexts.cameraKey)": "Films the Live Photos that you take.",
          "INFOPLIST_KEY_\(UsageTexts.microphoneKey)": "Records the sound of your Live Photos.",
        ], File("LiveMaker/Camera.swift", text: AppProject.capturingSource(records: true))),
      filming("usage-microphone-missing-fail-audio-input", records: true),
      filming("usage-microphone-missing-pass-silent", records: false),
    ]
  }

  /// An app with the key for the camera alone, whose sources film.
  private static func filming(_ name: String, records sound: Bool) -> Specimen {
    .xcode(
      name,
      [
        AppProject.generated: "YES",
        "INFOPLIST_KEY_\(UsageTexts.cameraKey)": "Films the Live Photos that you take.",
      ], File("LiveMaker/Camera.swift", text: AppProject.capturingSource(records: sound)))
  }

  /// Values without a text, and with texts that are none.
  private static var usageValues: [Specimen] {
    let key = UsageTexts.addKey
    return [
      .infoPlist("usage-empty-fail-word-joiner", [key: "\u{2060} "]),
      configured("usage-empty-fail-xcconfig", "INFOPLIST_KEY_\(key) =\n"),
      listed("usage-empty-pass-undefined-variable", [key: "$(PHOTO_TEXT)"]),
      .infoPlist("usage-wrong-type-fail-boolean", [key: true]),
      .infoPlist(
        "usage-wrong-type-pass-temporary-location",
        [
          "NSLocationTemporaryUsageDescriptionDictionary": [
            "Nearby": "Puts the place into the Live Photos you make."
          ]
        ]),
      Specimen(
        "usage-placeholder-fail-expo",
        File("app.json", text: AppProject.expo(infoPlist: [(key, "TODO")]))),
      .infoPlist("usage-placeholder-fail-key-name", [key: .text(key)]),
      .infoPlist(
        "usage-placeholder-fail-shown-name",
        [key: "Privacy - Photo Library Additions Usage Description"]),
      .infoPlist(
        "usage-placeholder-pass-spanish", [key: "Guarda todo lo que creas en tu fototeca."]),
    ]
  }

  /// Texts that say too little.
  private static var usageTexts: [Specimen] {
    let (add, read) = (UsageTexts.addKey, UsageTexts.readKey)
    let place: AppProject.PlistValue = "Puts the place into the Live Photos you make."
    return [
      listed("usage-name-only-fail-product-name", [add: "$(PRODUCT_NAME)"]),
      .infoPlist(
        "usage-name-only-pass-name-in-sentence", [add: "Live Maker saves the Live Photos you make."]
      ),
      .infoPlist(
        "usage-vague-fail-no-purpose", [read: "This app needs access to your photo library."]),
      .infoPlist("usage-vague-fail-six-letters", [read: "Photos"]),
      .infoPlist("usage-vague-pass-german", [read: "Zugriff auf Fotos"]),
      .infoPlist("usage-vague-pass-japanese", [read: "写真を選ぶため"]),
      Specimen(
        "usage-default-text-fail-expo",
        File("app.json", text: AppProject.expo(plugins: ["\"expo-media-library\""]))),
      Specimen(
        "usage-default-text-fail-flutter",
        File(
          "ios/Runner/Info.plist",
          text: AppProject.infoPlist([read: "Used to demonstrate image picker plugin"]))),
      Specimen(
        "usage-default-text-fail-expo-unasked", File("app.json", text: AppProject.expo()),
        File(
          "package.json",
          text:
            "{\n  \"dependencies\": {\"expo\": \"~54.0.0\", \"expo-media-library\": \"~18.2.0\"}\n}\n"
        )),
      Specimen(
        "usage-photo-add-missing-pass-app-config",
        File("app.config.js", text: "module.exports = () => ({expo: {name: 'Live Maker'}});\n"),
        File("package.json", text: "{\n  \"dependencies\": {\"expo\": \"~54.0.0\"}\n}\n")),
      Specimen(
        "usage-default-text-pass-expo-own-texts",
        File(
          "app.json",
          text: AppProject.expo(plugins: [
            """
            ["expo-media-library", {
                    "photosPermission": "Shows your videos so that you can turn one into a Live Photo.",
                    "savePhotosPermission": "\(UsageTexts.add)"
                  }]
            """
          ]))),
      .infoPlist(
        "usage-duplicate-text-fail-both-photo-keys",
        [add: "Saves and shows your Live Photos.", read: "Saves and shows your Live Photos."]),
      .infoPlist(
        "usage-duplicate-text-pass-location-keys",
        [
          "NSLocationWhenInUseUsageDescription": place,
          "NSLocationAlwaysAndWhenInUseUsageDescription": place,
        ]),
    ]
  }

  /// Variables and comments in texts.
  private static var usageVariables: [Specimen] {
    let key = UsageTexts.addKey
    let setting = "INFOPLIST_KEY_\(key)"
    return [
      listed("usage-undefined-variable-fail-nothing-left", [key: "$(PHOTO_TEXT)"]),
      .xcode(
        "usage-undefined-variable-fail-hole-in-sentence",
        [AppProject.generated: "YES", setting: "Saves the Live Photos you make with $(BRAND)."]),
      Specimen(
        "usage-undefined-variable-fail-widget-name",
        File(
          "LiveMaker.xcodeproj/project.pbxproj",
          text: AppProject.pbxproj(
            [AppProject.generated: "YES", "WIDGET_NAME": "Live Maker"],
            widget: ["INFOPLIST_FILE": "LiveMakerWidget/Info.plist"])),
        File(
          "LiveMakerWidget/Info.plist",
          text: AppProject.widgetInfoPlist(["CFBundleDisplayName": "$(WIDGET_NAME)"]))),
      configured(
        "usage-undefined-variable-pass-xcconfig",
        "PHOTO_TEXT = \(UsageTexts.add)\n\(setting) = $(PHOTO_TEXT)\n"),
      listed(
        "usage-undefined-variable-pass-product-name",
        [key: "$(PRODUCT_NAME) saves the Live Photos you make."]),
      configured(
        "usage-xcconfig-comment-fail-web-address",
        "\(setting) = Saves your Live Photos, see https://example.com/photos\n"),
      configured(
        "usage-xcconfig-comment-pass-address-in-parts",
        "\(setting) = Saves your Live Photos, see https:/$()/example.com/photos\n"),
      configured(
        "usage-xcconfig-comment-pass-meant", "\(setting) = \(UsageTexts.add) // for the prompt\n"),
    ]
  }

  /// Keys that are spelt in another way.
  private static var usageSpelling: [Specimen] {
    [
      .infoPlist(
        "usage-misspelt-key-fail-letter-lost",
        ["NSPhotoLibraryAddUsageDescripton": .text(UsageTexts.add)]),
      .xcode(
        "usage-misspelt-key-fail-build-setting",
        [
          AppProject.generated: "YES",
          "INFOPLIST_KEY_NSPhotoLibaryAddUsageDescription": UsageTexts.add,
        ], .saver),
      .infoPlist(
        "usage-misspelt-key-pass-other-vendor",
        ["XYCameraUsageDescription": "Films the Live Photos that you take."]),
    ]
  }

  /// A project that names its Info.plist, with these further entries in it.
  private static func listed(
    _ name: String, _ entries: KeyValuePairs<String, AppProject.PlistValue>
  ) -> Specimen {
    .xcode(name, ["INFOPLIST_FILE": "LiveMaker/Info.plist"], .appInfoPlist(entries))
  }

  /// A project with a generated Info.plist and an xcconfig file.
  private static func configured(_ name: String, _ lines: String) -> Specimen {
    Specimen(
      name,
      File(
        "LiveMaker.xcodeproj/project.pbxproj",
        text: AppProject.pbxproj([AppProject.generated: "YES"], configuration: "App.xcconfig")),
      File("App.xcconfig", text: "// Settings of the app.\n" + lines))
  }
}
