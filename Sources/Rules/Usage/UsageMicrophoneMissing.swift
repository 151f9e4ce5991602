package import Validator

extension Rule {
  /// An app that records sound has the key for it.
  package static let usageMicrophoneMissing = Rule(
    "usage/microphone-missing",
    title: "an app that records sound says why",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .informationKey(UsageKey.microphone), .requestingAccess, .purposeStringsMissing,
      .specification(
        "Apple Developer Documentation, AVFoundation", "Capturing and saving Live Photos"),
    ],
    rationale: """
      A Live Photo has sound only if the capture session has an audio input, and iOS ends an app \
      that opens one without NSMicrophoneUsageDescription. App Store Connect answers the upload \
      with ITMS-90683.
      """,
    remedy: """
      Write NSMicrophoneUsageDescription into the app target's Info.plist, or \
      INFOPLIST_KEY_NSMicrophoneUsageDescription into its build settings where Xcode generates the \
      Info.plist, with one sentence that says what is recorded and what for.
      """,
    staysQuiet: """
      Capture without an audio input, which makes silent Live Photos and needs no key; --needs \
      capture therefore leaves the microphone open.
      """,
    symptoms: [.accessCrash, .uploadRefused],
    check: .app { app, _ in
      app.judge(UsageNeed(key: UsageKey.microphone, kind: .microphone, action: "records sound"))
    })
}
