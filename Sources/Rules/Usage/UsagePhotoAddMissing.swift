package import Validator

extension Rule {
  /// An app that adds photos has the key for adding.
  package static let usagePhotoAddMissing = Rule(
    "usage/photo-add-missing",
    title: "an app that adds photos says why",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .informationKey(UsageKey.photoAdd), .requestingAccess, .purposeStringsMissing,
      .publication("https://github.com/lionheart/openradar-mirror/issues/19946"),
      .publication("https://github.com/twostraws/HackingWithSwift/issues/24"),
    ],
    rationale: """
      The system ends an app that adds to the photo library without \
      NSPhotoLibraryAddUsageDescription, at the moment of the first save. App Store Connect answers an upload without it with ITMS-90683. \
      NSPhotoLibraryUsageDescription alone does not stand in for it.
      """,
    remedy: """
      Write NSPhotoLibraryAddUsageDescription into the app target's Info.plist, or \
      INFOPLIST_KEY_NSPhotoLibraryAddUsageDescription into its build settings where Xcode \
      generates the Info.plist. The text is one sentence that says what is saved, such as “Saves the \
      Live Photos you make to your library”.
      """,
    staysQuiet: """
      Apps that pick photos only, and apps of which neither sources nor --needs tell what they do. \
      With the key for reading there it is a warning. Where it is not known which of several apps \
      makes the call and one has the key, the others are not asked for it. Apps for other systems than iOS and \
      visionOS, and calls in what is no part of the app: extensions, tools, scripts, code for other systems \
      and for older ones than the app's. A key that is misspelt, dead or in the language tables only is \
      told of by the rules for that.
      """,
    symptoms: [.accessCrash, .uploadRefused],
    check: .app { app, _ in
      app.judge(
        UsageNeed(
          key: UsageKey.photoAdd, kind: .save, action: "adds photos to the library",
          substitute: UsageKey.photoRead))
    })
}
