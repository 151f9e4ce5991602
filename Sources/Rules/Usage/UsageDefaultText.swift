package import Validator

extension Rule {
  /// A usage text is the app's own, not that of a plug-in.
  package static let usageDefaultText = Rule(
    "usage/default-text",
    title: "a usage text is the app's own",
    breaks: [.review],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .clearPurposeStrings,
      .specification(
        "Expo documentation", "expo-media-library, expo-image-picker, plug-in options"),
      .publication("https://github.com/apache/cordova-plugin-camera, README"),
      .publication(
        "https://github.com/react-native-image-picker/react-native-image-picker, README"),
    ],
    rationale: """
      A plug-in cannot know what an app does with the photos, so the text that it comes with gives \
      no purpose. Review rejects such texts under guideline 5.1.1.
      """,
    remedy: """
      Set a text of your own: with Expo the plug-in options photosPermission, savePhotosPermission \
      and cameraPermission in app.json, with Cordova an edit-config in config.xml, otherwise the key \
      in the app target's Info.plist.
      """,
    staysQuiet: "Texts that begin like a plug-in's and go on to say what for.",
    symptoms: [.reviewRejected],
    check: .app { app, _ in
      app.judgeUsageTexts(wanted: "a text that says what this app does with it") { text in
        guard case .pluginDefault(let plugin) = text.flaw else { return nil }
        return ("\(text.named) is the text that comes with \(plugin): \(quoted(text.text))", nil)
      }
    })
}
