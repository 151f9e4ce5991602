package import Validator

extension Rule {
  /// The usage keys are spelt as Apple spells them.
  package static let usageMisspeltKey = Rule(
    "usage/misspelt-key",
    title: "usage keys are spelt as the system reads them",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .requestingAccess, .purposeStringsMissing,
      .specification("Apple, Information Property List Key Reference", "Keys are case-sensitive"),
    ],
    rationale: """
      The system looks a key up letter by letter. A misspelt one is not there: iOS ends the app \
      when it asks, and App Store Connect answers with ITMS-90683.
      """,
    remedy: "Spell the key as the finding says, in the same file and with the same text.",
    staysQuiet: """
      Keys that are more than one slip away from a known one, such as those of other vendors with \
      letters of their own in front (XYCameraUsageDescription), and every key that Apple documents. If the right key is there too it is a warning.
      """,
    symptoms: [.accessCrash, .uploadRefused],
    check: .app { app, _ in
      app.judge(app.bundles) { bundle in
        (bundle.values + bundle.deadSettings.map(\.withInformationKey)).compactMap { value in
          guard !value.key.contains("/"), let meant = UsageKey.meant(by: value.key) else {
            return nil
          }
          return BundleFault(
            "\(value.named) is not a key that the system knows, \(meant) is",
            [Evidence(at: value.place, found: value.key, wanted: meant)],
            atMost: bundle.value(of: meant) == nil ? nil : .warning)
        }
      }
    })
}

extension DeadSetting {
  fileprivate var withInformationKey: SettingValue {
    var value = setting
    value.key = informationKey
    return value
  }
}
