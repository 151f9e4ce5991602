import Validator

extension Mutant {
  static let usage: [Mutant] = [
    Mutant(
      "there is no key for adding photos", own: "usage/photo-add-missing",
      target: {
        $0.set(UsageTexts.addKey, nil)
        $0.localisations = []
      }),
    Mutant(
      "there is no key for reading photos", own: "usage/photo-read-missing",
      target: { $0.set(UsageTexts.readKey, nil) }),
    Mutant(
      "there is no key for the camera", own: "usage/camera-missing",
      target: { $0.set(UsageTexts.cameraKey, nil) }),
    Mutant(
      "there is no key for the microphone", own: "usage/microphone-missing",
      target: { $0.set(UsageTexts.microphoneKey, nil) }),
    Mutant(
      "a usage text is empty", own: "usage/empty",
      target: { $0.set(UsageTexts.cameraKey, .string("")) }),
    Mutant(
      "a usage text is a space that joins words", own: "usage/empty",
      target: { $0.set(UsageTexts.addKey, .string("\u{2060}")) }),
    Mutant(
      "a translated usage text is empty", own: "usage/empty",
      target: { $0.localise("fr", [UsageTexts.addKey: ""]) }),
    Mutant(
      "a usage text is a Boolean", own: "usage/wrong-type",
      target: { $0.set(UsageTexts.cameraKey, .boolean(true)) }),
    Mutant(
      "a usage text is a dictionary", own: "usage/wrong-type",
      target: { $0.set(UsageTexts.readKey, .dictionary([])) }),
    Mutant(
      "a usage text is TODO", own: "usage/placeholder",
      target: { $0.set(UsageTexts.addKey, .string("TODO")) }),
    Mutant(
      "a usage text is its key", own: "usage/placeholder",
      target: { $0.set(UsageTexts.readKey, .string(UsageTexts.readKey)) }),
    Mutant(
      "a usage text is the app's name", own: "usage/name-only",
      target: { $0.set(UsageTexts.addKey, .string("Live Maker")) }),
    Mutant(
      "a usage text asks and gives no purpose", own: "usage/vague",
      target: { $0.set(UsageTexts.readKey, .string("This app needs access to your photos.")) }),
    Mutant(
      "a usage text has six letters", own: "usage/vague",
      target: { $0.set(UsageTexts.readKey, .string("Photos")) }),
    Mutant(
      "a usage text is Expo's", own: "usage/default-text",
      target: {
        $0.set(UsageTexts.addKey, .string("Allow $(PRODUCT_NAME) to save photos."))
      }),
    Mutant(
      "both texts for photos are one", own: "usage/duplicate-text",
      target: { $0.set(UsageTexts.readKey, .string(UsageTexts.add)) }),
    Mutant(
      "a usage text is a variable that nothing defines", own: "usage/undefined-variable",
      target: { $0.setUndefined(UsageTexts.addKey, "$(PHOTO_TEXT)", leaving: "") }),
    Mutant(
      "a usage text has a variable in it that nothing defines", own: "usage/undefined-variable",
      target: {
        $0.setUndefined(
          UsageTexts.cameraKey, "Films for $(BRAND) what you see.",
          leaving: "Films for  what you see.")
      }),
    Mutant(
      "two slashes cut a usage text of an xcconfig file", own: "usage/xcconfig-comment",
      target: {
        $0.set(UsageTexts.addKey, .string("Saves photos, see https:"), layer: .xcconfig)
        for index in $0.values.indices where $0.values[index].key == UsageTexts.addKey {
          $0.values[index].cutByComment = "//example.com"
        }
      }),
    Mutant(
      "a key lacks a letter", own: "usage/misspelt-key",
      target: { $0.rename(UsageTexts.cameraKey, "NSCameraUsageDescripton") }),
    Mutant(
      "two letters of a key change places", own: "usage/misspelt-key",
      target: { $0.rename(UsageTexts.readKey, "NSPhotoLibrayrUsageDescription") }),
    Mutant(
      "a key begins with a small letter", own: "usage/misspelt-key",
      target: { $0.rename(UsageTexts.microphoneKey, "nsMicrophoneUsageDescription") }),
  ]
}

extension AppTarget {
  /// Gives a key a text with a variable that no layer defines.
  fileprivate mutating func setUndefined(_ key: String, _ text: String, leaving rest: String) {
    set(key, .string(text))
    let variable = text.split { "()".contains($0) }.dropFirst().first.map(String.init)
    for index in values.indices where values[index].key == key {
      values[index].expanded = .string(rest)
      values[index].undefinedVariables = [variable].compactMap { $0 }
    }
  }

  /// Spells a key in another way.
  fileprivate mutating func rename(_ key: String, _ other: String) {
    for index in values.indices where values[index].key == key { values[index].key = other }
  }
}
