import Validator

extension UsageText {
  /// What kind of filler the text is; nil where it is none.
  var placeholderKind: String? {
    let letters = plainLetters(of: text)
    let bare = key.hasPrefix("NS") ? String(key.dropFirst(2)) : key
    if letters == key.lowercased() || letters == bare.lowercased() { return "the key's own name" }
    if UsageKey.key(shownAs: text) != nil { return "the name that Xcode shows for a key" }
    let words = plainWords(of: withoutVariables(text))
    let phrase = words.joined(separator: " ")
    if KnownTexts.fillers.contains(phrase) { return "filler" }
    if let part = KnownTexts.fillerParts.first(where: { (" \(phrase) ").contains(" \($0) ") }) {
      return "filler (“\(part)”)"
    }
    // In lower case these are words of other languages, such as "todo" in Spanish.
    let marks = text.split { !($0.isLetter || $0 == "_") }
    if let mark = KnownTexts.marks.first(where: { marks.contains(Substring($0)) }) {
      return "filler (“\(mark)”)"
    }
    return marks.first == "TODO" || text.contains("TODO:") ? "filler (“TODO”)" : nil
  }

  /// The plug-in whose own text this is; nil where it is nobody's.
  var pluginDefault: String? { KnownTexts.pluginDefaults[comparable] }
}

/// Texts that are known to be filler or to come with a plug-in, in lower case and without marks.
enum KnownTexts {
  /// Texts that are filler if nothing else stands there.
  static let fillers: Set<String> = [
    "abc", "add description", "add description here", "add your description", "asdf", "bar",
    "blah", "blah blah", "camera use", "changeme", "change me", "description", "description here",
    "desc", "dummy", "dummy text", "enter description", "enter description here", "enter text",
    "example", "explanation", "fill me in", "foo", "foo bar", "foobar", "hello", "hello world",
    "info", "lorem", "message", "microphone use", "my description", "n a", "na", "nil", "none",
    "null", "permission", "photo library use", "photo use", "photos use", "placeholder",
    "purpose string", "reason", "reason here", "replace me", "sample text", "some description",
    "some text", "string", "tbd", "test", "test test", "testing", "tests", "text", "text here",
    "to be defined", "to be done", "todo", "undefined", "usage", "usage description", "value",
    "why", "xx", "xxx", "xxxx", "xxxxx", "your description", "your message", "your reason",
    "your text", "your text here", "описание", "テスト", "测试",
  ]

  /// Phrases that make a text filler wherever they stand in it.
  static let fillerParts = [
    "lorem ipsum", "description here", "your message here", "your reason here",
    "explanation here", "purpose here", "message goes here", "text goes here",
    "replace with your", "insert description", "your usage description", "describe why",
    "explain why you need", "explain why your app",
  ]

  /// Words in capital letters that mark unfinished text.
  static let marks = [
    "FIXME", "TBD", "XXX", "YOUR_TEXT", "YOUR_MESSAGE", "YOUR_DESCRIPTION", "REPLACE_ME",
    "CHANGE_ME", "CHANGEME", "PLACEHOLDER",
  ]

  /// Texts that plug-ins write or tell to copy, and whose they are.
  ///
  /// Sources, read in 2026: expo/expo, `packages/expo-*/plugin/src` and the READMEs of these packages;
  /// mrousavy/react-native-vision-camera, `withVisionCamera.ts` (Expo's texts) and its guide;
  /// react-native-image-picker, README of release 2, whose microphone text lacks a word;
  /// apache/cordova-plugin-camera, README; flutter/packages, `image_picker/example/ios`.
  static let pluginDefaults: [String: String] = [
    "allow $app to access your photos": "Expo",
    "allow $app to save photos": "Expo",
    "allow $app to access your camera": "Expo",
    "allow $app to access your microphone": "Expo",
    "allow $app to use your location": "Expo",
    "allow $app to access your location": "Expo",
    "allow $app to access your contacts": "Expo",
    "allow $app to access your calendar": "Expo",
    "allow $app to access your calendars": "Expo",
    "allow $app to access your reminders": "Expo",
    "allow $app to access your device motion": "Expo",
    "allow $app to use face id": "Expo",
    "give $app permission to access your photos": "Expo",
    "give $app permission to save photos": "Expo",
    "give $app permission to access your camera": "Expo",
    "give $app permission to use your microphone": "Expo",
    "need camera access to take pictures": "cordova-plugin-camera",
    "need photo library access to get pictures from there": "cordova-plugin-camera",
    "need photo library access to save pictures there": "cordova-plugin-camera",
    "need location access to find things nearby": "cordova-plugin-camera",
    "need microphone access to record sounds": "cordova-plugin-media-capture",
    "$app would like access to your photo gallery": "react-native-image-picker",
    "$app would like to use your camera": "react-native-image-picker",
    "$app would like to use your microphone for videos": "react-native-image-picker",
    "$app would like to your microphone for videos": "react-native-image-picker",
    "$app would like to save photos to your photo gallery": "react-native-image-picker",
    "$app needs access to your camera": "react-native-vision-camera",
    "$app needs access to your microphone": "react-native-vision-camera",
    "used to demonstrate image picker plugin": "image_picker for Flutter",
    "used to capture audio for image picker plugin": "image_picker for Flutter",
  ]
}
