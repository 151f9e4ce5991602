internal import Validator

/// An Expo project: the `app.json` from which Expo writes the Info.plist.
///
/// An `app.config.js` beside it may change anything; it is a program and is not run. Then what
/// `app.json` says is judged, and what it does not say is not known.
struct ExpoProject {
  /// A permission that a plug-in asks for.
  private struct Permission {
    /// The property of the plug-in that holds the text.
    var property: String
    var key: String
    /// What the plug-in writes where it is given no text.
    var standard: String
  }

  /// The permissions of Expo's own plug-ins, with their texts.
  ///
  /// Source: expo/expo, `packages/expo-{media-library,image-picker,camera}/plugin/src`, read in 2026.
  /// The documentation of expo-media-library has the texts with a full stop, as older releases wrote.
  private static let permissions: [String: [Permission]] = [
    "expo-media-library": [photos("photosPermission"), savePhotos],
    "expo-image-picker": [photos("photosPermission"), camera, microphone],
    "expo-camera": [camera, microphone],
  ]
  private static func photos(_ property: String) -> Permission {
    Permission(
      property: property, key: "NSPhotoLibraryUsageDescription",
      standard: "Allow $(PRODUCT_NAME) to access your photos")
  }
  private static let savePhotos = Permission(
    property: "savePhotosPermission", key: "NSPhotoLibraryAddUsageDescription",
    standard: "Allow $(PRODUCT_NAME) to save photos")
  private static let camera = Permission(
    property: "cameraPermission", key: "NSCameraUsageDescription",
    standard: "Allow $(PRODUCT_NAME) to access your camera")
  private static let microphone = Permission(
    property: "microphonePermission", key: "NSMicrophoneUsageDescription",
    standard: "Allow $(PRODUCT_NAME) to access your microphone")

  let name: String
  private let file: FilePath
  private let expo: PropertyListNode
  private let loader: SettingsLoader
  private let settings: BuildSettings
  /// The program beside it that may change what it says.
  private let program: ProjectProgram?
  /// The package's dependencies, with their places.
  private let dependencies: [PropertyListEntry]

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
    let programs = ProjectProgram.expoNames.map { folder.appending(Array($0.utf8)) }
    program = programs.first { Directory.kind(of: $0) == .regular }.map(ProjectProgram.expo)
    if let program { loader.note([program.fault]) }
    let package = folder.appending(Array("package.json".utf8))
    dependencies =
      Directory.kind(of: package) == .regular
      ? (try? loader.json(package).get())?.value["dependencies"]?.value.entries ?? [] : []
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
      infoPlist: program.map { .unreadable($0.error) }
        ?? .present(file, at: Place("project", offset: 0, length: 0)))
    let refused = refusedKeys
    target.values = merge.finalValues.filter { !refused.contains($0.key) }
    target.overridden = merge.overridden
    if let entitlements = ios?["entitlements"] {
      target.entitlementsFile = .present(file, at: Place("entitlements", offset: 0, length: 0))
      target.entitlements = merge.flattened(entitlements, layer: .expo)
    }
    if let manifest = ios?["privacyManifests"] { target.privacyManifests = [manifest] }
    target.localisations = localisations()
    target.platforms = [.iOS]
    target.unreadSettings = unreadPlugin
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
    let expansion = settings.expand(text)
    var value = SettingValue(
      key: key, raw: .string(text), expanded: .string(expansion.text), layer: .expo, place: place)
    value.undefinedVariables = expansion.undefined
    return value
  }

  // MARK: Plug-ins

  private struct Plugin {
    var name: String
    var options: PropertyListValue?
    var place: SettingPlace
  }

  /// The plug-ins that are listed, and those of installed packages that Expo applies unasked.
  ///
  /// Source: expo/expo, `packages/@expo/prebuild-config/src/plugins/withDefaultPlugins.ts`,
  /// `legacyExpoPlugins`, which names all three.
  private var plugins: [Plugin] {
    let listed = (expo.value["plugins"]?.value.elements ?? []).compactMap { node -> Plugin? in
      if let name = node.value.string { return Plugin(name: name, place: node.place) }
      let parts = node.value.elements ?? []
      guard let first = parts.first, let name = first.value.string else { return nil }
      return Plugin(name: name, options: parts.dropFirst().first?.value, place: first.place)
    }
    let names = Set(listed.map(\.name))
    let unasked = dependencies.filter {
      ExpoProject.permissions[$0.key] != nil && !names.contains($0.key)
    }
    return listed + unasked.map { Plugin(name: $0.key, place: $0.keyPlace) }
  }

  /// The texts that plug-ins write: those that they were given, or their own.
  ///
  /// An empty text counts as none (`applyPermissions` of expo/expo, `packages/@expo/config-plugins`).
  private func pluginTexts(isStandard: Bool) -> [SettingValue] {
    plugins.flatMap { plugin -> [SettingValue] in
      (ExpoProject.permissions[plugin.name] ?? []).compactMap { permission in
        let given = plugin.options?[permission.property]
        if let given, let text = given.value.string, !text.isEmpty {
          return isStandard ? nil : value(of: permission.key, text, at: given.place)
        }
        guard isStandard, given?.value != .boolean(false) else { return nil }
        return value(of: permission.key, permission.standard, at: plugin.place)
      }
    }
  }

  /// The first plug-in that may write any key, as what it does with its options is not known.
  private var unreadPlugin: UnreadSource? {
    let other = plugins.first {
      ExpoProject.permissions[$0.name] == nil && !ExpoProject.otherPlugins.contains($0.name)
    }
    return other.map { plugin in
      UnreadSource(
        file,
        ReadError(
          .unsupported, "names the plug-in \(plugin.name), which may write any key of Info.plist",
          at: Place("file", offset: 0, length: 0)))
    }
  }

  /// Plug-ins that write no key for photos, camera, microphone or Live Activities.
  ///
  /// Expo's own packages, taken by what they are for, which none of those keys serves; what their
  /// plug-ins write was not looked up.
  private static let otherPlugins: Set<String> = [
    "expo-apple-authentication", "expo-asset", "expo-background-fetch", "expo-background-task",
    "expo-build-properties", "expo-calendar", "expo-contacts", "expo-document-picker", "expo-font",
    "expo-local-authentication", "expo-localization", "expo-location", "expo-mail-composer",
    "expo-navigation-bar", "expo-notifications", "expo-router", "expo-secure-store",
    "expo-sensors", "expo-splash-screen", "expo-sqlite", "expo-status-bar", "expo-system-ui",
    "expo-task-manager", "expo-tracking-transparency", "expo-updates", "expo-web-browser",
  ]

  /// The keys that a plug-in was told by `false` to take out, and that none was given a text for.
  private var refusedKeys: Set<String> {
    let refused = plugins.flatMap { plugin in
      (ExpoProject.permissions[plugin.name] ?? []).filter {
        plugin.options?[$0.property]?.value == .boolean(false)
      }.map(\.key)
    }
    return Set(refused).subtracting(pluginTexts(isStandard: false).map(\.key))
  }

  // MARK: Languages

  /// The texts of `expo.locales`: JSON files, or the texts themselves.
  private func localisations() -> [Localisation] {
    (expo.value["locales"]?.value.entries ?? []).compactMap { entry in
      var node = entry.node
      if let path = node.value.string {
        let table = file.parent.appending(path: path)
        guard loader.obstacle(to: table, "locales names \(path)", at: node.place) == nil,
          case .success(let read) = loader.json(table)
        else { return nil }
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
