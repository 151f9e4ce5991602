import Validator

extension Mutant {
  static let privacy: [Mutant] = [
    Mutant(
      "the privacy manifest has an unknown key", own: "privacy/manifest-invalid",
      target: { $0.privacyManifests = [.manifest("NSPrivacyTrackingDomain", .array([]))] }),
    Mutant(
      "the privacy manifest says by a text that the app tracks nobody",
      own: "privacy/manifest-invalid",
      target: { $0.privacyManifests = [.manifest("NSPrivacyTracking", .string("NO"))] }),
    Mutant(
      "the privacy manifest's list of required reason APIs is empty",
      own: "privacy/manifest-invalid",
      target: { $0.privacyManifests = [.manifest("NSPrivacyAccessedAPITypes", .array([]))] }),
    Mutant(
      "the privacy manifest says that the app tracks, and names no domain",
      own: "privacy/manifest-invalid",
      target: { $0.privacyManifests = [.manifest("NSPrivacyTracking", .boolean(true))] }),
    Mutant(
      "the privacy manifest names a required reason API without a reason",
      own: "privacy/manifest-invalid",
      target: {
        let entry = PropertyListNode.manifest(
          "NSPrivacyAccessedAPIType", .string("NSPrivacyAccessedAPICategoryUserDefaults"))
        $0.privacyManifests = [.manifest("NSPrivacyAccessedAPITypes", .array([entry]))]
      }),
  ]
}

extension PropertyListNode {
  /// A dictionary of a privacy manifest, with one key.
  fileprivate static func manifest(_ key: String, _ value: PropertyListValue) -> PropertyListNode {
    let place = SettingPlace(
      file: FilePath("LiveMaker/PrivacyInfo.xcprivacy"), path: key, line: 5, column: 3)
    let entry = PropertyListEntry(
      key: key, keyPlace: place, node: PropertyListNode(value, at: place))
    return PropertyListNode(.dictionary([entry]), at: place)
  }
}
