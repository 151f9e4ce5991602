internal import Validator

/// An Expo project: the `app.json` from which Expo writes the Info.plist.
///
/// An `app.config.js` beside it may change anything; it is a program and is not run.
struct ExpoProject {
  /// A permission that a plug-in asks for.
  private struct Permission {
    /// The property of the plug-in that holds the text.
    var property: String
    var key: String
    /// What the plug-in writes where it is given no text.
    var standard: String
  }

  /// The permissions of Expo's own plug-ins, from Expo's documentation.
  private static let permissions: [String: [Permission]] = [
    "expo-media-library": [photos("photosPermission"), savePhotos],
    "expo-image-picker": [photos("photosPermission"), camera, microphone],
    "expo-camera": [camera, microphone],
  ]
  private static func photos(_ property: String) -> Permission {
    Permission(
      property: property, key: "NSPhotoLibraryUsageDescription",
      standard: "Allow $(PRODUCT_NAME) to access your photos.")
  }
  private static let savePhotos = Permission(
    property: "savePhotosPermission", key: "NSPhotoLibraryAddUsageDescription",
    standard: "Allow $(PRODUCT_NAME) to save photos.")
  private static let camera = Permission(
    property: "cameraPermission", key: "NSCameraUsageDescription",
    standard: "Allow $(PRODUCT_NAME) to access your camera.")
  private static let microphone = Permission(
    property: "microphonePermission", key: "NSMicrophoneUsageDescription",
    standard: "Allow $(PRODUCT_NAME) to access your microphone.")

  let name: String
  private let file: FilePath
  private let expo: PropertyListNode
  private let loader: SettingsLoader
  private let settings: BuildSettings

  /// Reads an `app.json`; nil where it cannot be read or is not Expo's.
  init?(_ file: FilePath, loader: SettingsLoader) {
    guard case .success(let root) = loader.json(file), let expo = root.value["expo"] else {
      return nil
    }
    self.file = file
    self.expo = expo
    self.loader = loader
    let folder = file.parent.normalised
    name = expo.value["name"]?.value.string ?? folder.nameText
    var settings = BuildSettings()
    settings.builtIn = BuildSettings.builtIn(
      target: name, projectFolder: folder, project: name, configuration: "Release")
    // Plug-ins may define what they like.
    settings.isComplete = false
    self.settings = settings
  }

  /// The app.
  func target() -> AppTarget {
    var merge = InfoPlistMerge(settings)
    let ios = expo.value["ios"]?.value
    for value in pluginTexts(isStandard: true) { merge.add(value) }
    if let list = ios?["infoPlist"] {
      for value in merge.flattened(list, layer: .expo) { merge.add(value) }
    }
    for value in pluginTexts(isStandard: false) { merge.add(value) }
    addNames(to: &merge, ios)
    var target = AppTarget(
      name: name, kind: .app,
      infoPlist: .present(file, at: Place("project", offset: 0, length: 0)))
    target.values = merge.finalValues
    target.overridden = merge.overridden
    if let manifest = ios?["privacyManifests"] { target.privacyManifests = [manifest] }
    target.localisations = localisations()
    return target
  }

  private func addNames(to merge: inout InfoPlistMerge, _ ios: PropertyListValue?) {
    let options = plugins.last { $0.name == "expo-build-properties" }?.options
    for (key, node) in [
      ("CFBundleDisplayName", expo.value["name"]), ("CFBundleName", expo.value["name"]),
      ("CFBundleIdentifier", ios?["bundleIdentifier"]),
      ("CFBundleShortVersionString", expo.value["version"]),
      ("MinimumOSVersion", options?["ios"]?.value["deploymentTarget"]),
    ] {
      guard let node, let text = node.value.string, !merge.holds(key) else { continue }
      merge.add(value(of: key, text, at: node.place))
    }
  }

  private func value(of key: String, _ text: String, at place: SettingPlace) -> SettingValue {
    let (expanded, undefined) = settings.expand(text)
    var value = SettingValue(
      key: key, raw: .string(text), expanded: .string(expanded), layer: .expo, place: place)
    value.undefinedVariables = undefined
    return value
  }

  // MARK: Plug-ins

  private var plugins: [(name: String, options: PropertyListValue?, place: SettingPlace)] {
    (expo.value["plugins"]?.value.elements ?? []).compactMap { node in
      if let name = node.value.string { return (name, nil, node.place) }
      let parts = node.value.elements ?? []
      guard let first = parts.first, let name = first.value.string else { return nil }
      return (name, parts.dropFirst().first?.value, first.place)
    }
  }

  /// The texts that plug-ins write: those that they were given, or their own.
  ///
  /// A plug-in that is given `false` writes none.
  private func pluginTexts(isStandard: Bool) -> [SettingValue] {
    plugins.flatMap { plugin -> [SettingValue] in
      (ExpoProject.permissions[plugin.name] ?? []).compactMap { permission in
        let given = plugin.options?[permission.property]
        if let given {
          guard !isStandard, let text = given.value.string else { return nil }
          return value(of: permission.key, text, at: given.place)
        }
        return isStandard ? value(of: permission.key, permission.standard, at: plugin.place) : nil
      }
    }
  }

  // MARK: Languages

  /// The texts of `expo.locales`: JSON files, or the texts themselves.
  private func localisations() -> [Localisation] {
    (expo.value["locales"]?.value.entries ?? []).compactMap { entry in
      var node = entry.node
      if let path = node.value.string {
        guard case .success(let read) = loader.json(file.parent.appending(path: path)) else {
          return nil
        }
        node = read
      }
      let texts = (node.value["ios"] ?? node).value.entries ?? []
      return Localisation(
        language: entry.key, table: .infoPlist, file: node.place.file,
        texts: texts.compactMap { text in
          text.node.value.string.map {
            LocalisedText(key: text.key, text: $0, place: text.keyPlace)
          }
        })
    }
  }
}
