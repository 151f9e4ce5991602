package import Validator

extension Rule {
  /// An app that uses the camera has the key for it.
  package static let usageCameraMissing = Rule(
    "usage/camera-missing",
    title: "an app that uses the camera says why",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .informationKey(UsageKey.camera), .requestingAccess, .purposeStringsMissing,
      .specification(
        "Apple Developer Documentation, AVFoundation", "Capturing and saving Live Photos"),
    ],
    rationale: """
      The system ends an app that opens the camera without NSCameraUsageDescription, and App Store Connect \
      answers the upload with ITMS-90683.
      """,
    remedy: """
      Write NSCameraUsageDescription into the app target's Info.plist, or \
      INFOPLIST_KEY_NSCameraUsageDescription into its build settings where Xcode generates the \
      Info.plist, with one sentence that says what is filmed and what for.
      """,
    staysQuiet: """
      Apps without a call for the camera, apps of which neither sources nor --needs tell what they \
      do, further apps of a project in which one app has the key, if it is not known which of them \
      makes the call, apps for other systems than iOS and visionOS, and calls in what is no part of the app.
      """,
    symptoms: [.accessCrash, .uploadRefused],
    check: .app { app, _ in
      app.judge(UsageNeed(key: UsageKey.camera, kind: .capture, action: "uses the camera"))
    })
}
