internal import Validator

/// Puts the final Info.plist of a target together from its layers, as Xcode's build engine does.
struct InfoPlistMerge {
  /// The most values of one list, nested ones included; the largest real ones have a few hundred.
  static let valueLimit = 20_000

  private let settings: BuildSettings
  private let platforms: Set<Platform>?
  private var values: [SettingValue] = []
  private var positions: [String: Int] = [:]
  private(set) var overridden: [OverriddenSetting] = []
  private(set) var deadSettings: [DeadSetting] = []

  init(_ settings: BuildSettings, for platforms: Set<Platform>? = nil) {
    self.settings = settings
    self.platforms = platforms
  }

  /// The values that are left, in the order in which their keys came up.
  var finalValues: [SettingValue] {
    values.filter { value in
      guard case .string(let text) = value.expanded, text.isEmpty else { return true }
      let key = value.key.split(separator: "/").last.map(String.init) ?? value.key
      return !KnownInfoPlistKeys.droppedWhenEmpty.contains(key)
    }
  }

  /// Whether a key has a value so far.
  func holds(_ key: String) -> Bool { positions[key] != nil }

  /// Takes a value, which replaces one of the same key.
  mutating func add(_ value: SettingValue) {
    guard let index = positions[value.key] else {
      guard values.count < InfoPlistMerge.valueLimit else { return }
      positions[value.key] = values.count
      values.append(value)
      return
    }
    // In one file the second of two equal keys wins, which is a fault of the file.
    if values[index].place.file != value.place.file,
      !values[index].expanded.isSame(as: value.expanded)
    {
      overridden.append(OverriddenSetting(lower: values[index], upper: value))
    }
    values[index] = value
  }

  /// Takes a setting that does nothing.
  mutating func addDead(_ value: SettingValue, reason: String) {
    deadSettings.append(DeadSetting(value, reason: reason))
  }

  // MARK: Lists

  /// Takes the values of a property list.
  mutating func add(_ root: PropertyListNode, layer: SettingLayer) {
    for value in flattened(root, layer: layer) { add(value) }
  }

  /// Takes the values of a built app's list, in which nothing is expanded any more.
  mutating func addVerbatim(_ root: PropertyListNode) {
    for value in verbatim(root, layer: .infoPlist) { add(value) }
  }

  /// The values of a built product's list, as they stand in it.
  func verbatim(_ root: PropertyListNode, layer: SettingLayer) -> [SettingValue] {
    flattened(root, layer: layer).map { value in
      var value = value
      value.expanded = value.raw
      value.undefinedVariables = []
      return value
    }
  }

  /// The values of a dictionary, those of nested ones behind their dictionary.
  func flattened(_ root: PropertyListNode, layer: SettingLayer) -> [SettingValue] {
    var found: [SettingValue] = []
    flatten(root, key: "", layer: layer, into: &found)
    return found
  }

  private func flatten(
    _ node: PropertyListNode, key: String, layer: SettingLayer, into found: inout [SettingValue]
  ) {
    for entry in node.value.entries ?? [] {
      guard found.count < InfoPlistMerge.valueLimit else { return }
      let path = key.isEmpty ? entry.key : "\(key)/\(entry.key)"
      var expansion = BuildSettings.Expansion()
      let expanded = expand(entry.node.value, &expansion)
      // The line of the key: where a reader looks for a setting, and where editors jump.
      var place = entry.keyPlace
      place.path = path
      var value = SettingValue(
        key: path, raw: entry.node.value, expanded: expanded, layer: layer, place: place)
      value.undefinedVariables = expansion.undefined
      value.cutByComment = expansion.cutByComment
      found.append(value)
      flatten(entry.node, key: path, layer: layer, into: &found)
    }
  }

  /// A value with the variables in its texts and in those of its elements expanded.
  ///
  /// Members of dictionaries are values of their own.
  private func expand(_ value: PropertyListValue, _ expansion: inout BuildSettings.Expansion)
    -> PropertyListValue
  {
    switch value {
    case .string(let text):
      expansion.add(settings.expand(text))
      return .string(expansion.text)
    case .array(let nodes):
      return .array(
        nodes.map { node in
          guard case .string(let text) = node.value else { return node }
          expansion.add(settings.expand(text))
          return PropertyListNode(.string(expansion.text), at: node.place)
        })
    default: return value
    }
  }

  // MARK: Build settings

  /// Takes the build settings that are meant for Info.plist.
  mutating func addBuildSettings() {
    let generates = settings.isYes("GENERATE_INFOPLIST_FILE")
    if generates {
      for (key, name) in KnownInfoPlistKeys.fromOtherSettings {
        if let (setting, level) = settings.find(name) {
          add(settings.value(setting, at: level, for: key))
        }
      }
    }
    let names = Set(
      settings.levels.flatMap { level in
        level.keys.filter { $0.hasPrefix(KnownInfoPlistKeys.prefix) }
      })
    for name in names.sorted() { addBuildSetting(name, generates: generates) }
    addDeploymentTarget()
  }

  private mutating func addBuildSetting(_ name: String, generates: Bool) {
    guard let (setting, level) = settings.find(name) else { return }
    let bare = String(name.dropFirst(KnownInfoPlistKeys.prefix.count))
    let key = KnownInfoPlistKeys.key(of: bare)
    var value = settings.value(setting, at: level, for: key)
    guard KnownInfoPlistKeys.contains(bare) else {
      addDead(value, reason: "Xcode knows no setting of this name")
      return
    }
    if KnownInfoPlistKeys.booleans.contains(bare), case .string(let text) = value.expanded {
      value.expanded = .boolean(BuildSettings.isYes(text))
    }
    if KnownInfoPlistKeys.lists.contains(bare), case .string(let text) = value.expanded {
      value.expanded = .array(
        text.split(separator: " ").map { PropertyListNode(.string(String($0)), at: value.place) })
    }
    guard generates else {
      let state =
        settings.find("GENERATE_INFOPLIST_FILE") == nil
        ? "GENERATE_INFOPLIST_FILE is not set" : "GENERATE_INFOPLIST_FILE is NO"
      addDead(value, reason: state)
      return
    }
    add(value)
  }

  /// The oldest system that the target runs on, which Xcode writes where the list does not say.
  private mutating func addDeploymentTarget() {
    let own = Platform.allCases.first { platforms?.contains($0) ?? false }
    let platform = own ?? .iOS
    guard !holds(platform.minimumKey),
      let (setting, level) = settings.find(platform.deploymentSetting)
    else { return }
    add(settings.value(setting, at: level, for: platform.minimumKey))
  }
}
