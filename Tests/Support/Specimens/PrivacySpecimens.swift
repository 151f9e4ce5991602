extension Specimen {
  /// Recipes for `privacy/`: the privacy manifest of an app.
  static func privacy(_: Media) -> [Specimen] {
    [
      // The reason belongs to file time stamps.
      manifest("privacy-manifest-invalid-fail-reason-of-another", defaults(reason: "C617.1")),
      manifest(
        "privacy-manifest-invalid-fail-misspelt-key",
        ["NSPrivacyTrackingDomain": []]),
      manifest(
        "privacy-manifest-invalid-fail-tracking-nowhere", ["NSPrivacyTracking": true]),
      manifest("privacy-manifest-invalid-pass-reason", defaults(reason: "CA92.1")),
      manifest(
        "privacy-manifest-invalid-fail-no-interface", ["NSPrivacyAccessedAPITypes": []]),
      manifest(
        "privacy-manifest-invalid-fail-domains-for-nothing",
        ["NSPrivacyTracking": false, "NSPrivacyTrackingDomains": ["ads.example.com"]]),
      // As the templates of React Native and Expo have it: App Store Connect takes it.
      manifest(
        "privacy-manifest-invalid-fail-empty-lists",
        [
          "NSPrivacyTracking": false, "NSPrivacyTrackingDomains": [],
          "NSPrivacyCollectedDataTypes": [],
        ]),
      manifest("privacy-manifest-invalid-pass-no-tracking", ["NSPrivacyTracking": false]),
    ]
  }

  /// The built app with a privacy manifest.
  private static func manifest(_ name: String, _ entries: ExampleAppFiles.Entries) -> Specimen {
    Specimen(
      name, ExampleAppFiles.app(),
      File(
        "LiveMaker.app/PrivacyInfo.xcprivacy",
        text: AppProject.propertyList(entries.map { ($0.key, $0.value) })))
  }

  /// The use of UserDefaults with a reason.
  private static func defaults(reason: String) -> ExampleAppFiles.Entries {
    let use: AppProject.PlistValue = [
      "NSPrivacyAccessedAPIType": "NSPrivacyAccessedAPICategoryUserDefaults",
      "NSPrivacyAccessedAPITypeReasons": [.text(reason)],
    ]
    return ["NSPrivacyAccessedAPITypes": [use]]
  }
}
