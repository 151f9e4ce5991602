package import Validator

extension Rule {
  /// An app that reads the photo library has the key for reading.
  package static let usagePhotoReadMissing = Rule(
    "usage/photo-read-missing",
    title: "an app that reads the photo library says why",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .informationKey(UsageKey.photoRead), .requestingAccess, .purposeStringsMissing,
      .publication("https://github.com/nohana/NohanaImagePicker/issues/95"),
      .publication("https://github.com/NextLevel/NextLevel/issues/244"),
    ],
    rationale: """
      Fetching assets, and asking for access without a level or with .readWrite, needs \
      NSPhotoLibraryUsageDescription. Without it iOS ends the app when it asks, and App Store \
      Connect answers the upload with ITMS-90683.
      """,
    remedy: """
      Write NSPhotoLibraryUsageDescription into the app target's Info.plist, or \
      INFOPLIST_KEY_NSPhotoLibraryUsageDescription into its build settings where Xcode generates \
      the Info.plist. An app that only saves needs no such key: ask with \
      PHPhotoLibrary.requestAuthorization(for: .addOnly) instead.
      """,
    staysQuiet: """
      Apps that only add, with .addOnly, and apps that let people pick through PHPicker or \
      PhotosPicker, which run outside the app and need no key. Apps of which neither sources nor \
      --needs tell what they do, apps for other systems than iOS and visionOS, and calls in what is no part of \
      the app.
      """,
    symptoms: [.accessCrash, .uploadRefused],
    check: .app { app, _ in
      app.judge(
        UsageNeed(key: UsageKey.photoRead, kind: .read, action: "reads the photo library"))
    })
}
