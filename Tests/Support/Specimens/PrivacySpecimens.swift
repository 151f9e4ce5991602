extension Specimen {
  /// Recipes for `privacy/`: the privacy manifest of an app.
  static func privacy(_: Media) -> [Specimen] {
    [
      // The reason belongs to file time stamps.
      manifest("privacy-manifest-invalid-fail-reason-of-another", defaults(reason: "C617.1")),
      manifest(
        "privacy-manifest-invalid-fail-misspelt-key",
        "<key>NSPrivacyTrackingDomain</key>\n<array/>"),
      manifest(
        "privacy-manifest-invalid-fail-tracking-nowhere", "<key>NSPrivacyTracking</key>\n<true/>"),
      manifest("privacy-manifest-invalid-pass-reason", defaults(reason: "CA92.1")),
      manifest(
        "privacy-manifest-invalid-pass-empty-lists",
        """
        <key>NSPrivacyTracking</key>
        <false/>
        <key>NSPrivacyTrackingDomains</key>
        <array/>
        <key>NSPrivacyCollectedDataTypes</key>
        <array/>
        <key>NSPrivacyAccessedAPITypes</key>
        <array/>
        """),
    ]
  }

  /// The built app with a privacy manifest.
  private static func manifest(_ name: String, _ entries: String) -> Specimen {
    Specimen(
      name, ExampleAppFiles.app(),
      File("LiveMaker.app/PrivacyInfo.xcprivacy", ExampleAppFiles.propertyList(entries)))
  }

  /// The use of UserDefaults with a reason.
  private static func defaults(reason: String) -> String {
    """
    <key>NSPrivacyAccessedAPITypes</key>
    <array>
    \t<dict>
    \t\t<key>NSPrivacyAccessedAPIType</key>
    \t\t<string>NSPrivacyAccessedAPICategoryUserDefaults</string>
    \t\t<key>NSPrivacyAccessedAPITypeReasons</key>
    \t\t<array>
    \t\t\t<string>\(reason)</string>
    \t\t</array>
    \t</dict>
    </array>
    """
  }
}
