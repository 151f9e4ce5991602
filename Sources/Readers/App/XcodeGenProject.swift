internal import Validator

/// An XcodeGen specification: the targets of a `project.yml`.
struct XcodeGenProject {
  let name: String
  private let file: FilePath
  private let folder: FilePath
  private let root: PropertyListValue
  private let loader: SettingsLoader
  /// Whether settings may come from files that are not read here.
  private let isComplete: Bool

  /// Reads a specification; nil where it cannot be read or describes no targets.
  init?(_ file: FilePath, loader: SettingsLoader) {
    guard case .success(let node) = loader.yaml(file), let targets = node.value["targets"]?.value,
      targets.entries?.contains(where: { entry in
        entry.node.value["type"] != nil || entry.node.value["templates"] != nil
      }) == true
    else { return nil }
    self.file = file
    self.loader = loader
    root = node.value
    folder = file.parent.normalised
    name = root["name"]?.value.string ?? folder.nameText
    isComplete = root["include"] == nil && root["settingGroups"] == nil
  }

  /// The targets that yield an app or an extension.
  func targets() -> [TargetSource] {
    let targets = root["targets"]?.value.entries ?? []
    loader.noteTargets(beyondLimit: targets.count, at: SettingPlace(file: file))
    return targets.prefix(TargetSource.targetLimit).compactMap { target($0) }
  }

  private func target(_ entry: PropertyListEntry) -> TargetSource? {
    let node = filledIn(entry.node.value)
    let kind = TargetSource.kind(ofProductType: node["type"]?.value.string ?? "")
    guard kind != .other else { return nil }
    let name = node["name"]?.value.string ?? entry.key
    var source = TargetSource(
      name: name, kind: kind, place: entry.keyPlace, projectFolder: folder,
      configurations: configurations(of: node, name))
    source.folders = sourceFolders(node)
    for dependency in node["dependencies"]?.value.elements ?? [] {
      if let other = dependency.value["target"]?.value.string { source.dependencies.insert(other) }
    }
    source.properties = node["info"]?.value["properties"]
    if let info = node["info"] {
      source.infoPlist = info.value["path"]?.value.string.map { folder.appending(path: $0) }
      if source.properties == nil {
        source.properties = PropertyListNode(.dictionary([]), at: info.place)
      }
    } else if source.configurations.first?.settings.find("INFOPLIST_FILE") == nil {
      // XcodeGen takes one that lies in a source folder.
      source.infoPlist = source.folders.map { $0.appending(path: "Info.plist") }
        .first { Directory.kind(of: $0) == .regular }
    }
    if let entitlements = node["entitlements"] {
      source.entitlements = (
        entitlements.value["path"]?.value.string.map { folder.appending(path: $0) },
        entitlements.value["properties"]
          ?? PropertyListNode(.dictionary([]), at: entitlements.place)
      )
    }
    if let path = source.infoPlist?.parent.normalised, path != folder, path.isInside(folder) {
      source.folders.append(path)
    }
    return source
  }

  /// A target with what its templates, and the templates that those name, give it.
  private func filledIn(_ target: PropertyListValue) -> PropertyListValue {
    guard var entries = target.entries else { return target }
    var keys = Set(entries.map(\.key))
    var open = (target["templates"]?.value.strings ?? []).reversed() as [String]
    // A template gives nothing the second time, so each is taken once, however they name each other.
    var taken: Set<String> = []
    while let name = open.popLast() {
      guard taken.insert(name).inserted, let template = root["targetTemplates"]?.value[name]?.value
      else { continue }
      let given = (template.entries ?? []).filter { !keys.contains($0.key) }
      entries += given
      keys.formUnion(given.map(\.key))
      open += (template["templates"]?.value.strings ?? []).reversed()
    }
    return .dictionary(entries)
  }

  private func sourceFolders(_ target: PropertyListValue) -> [FilePath] {
    guard let sources = target["sources"]?.value else { return [] }
    let nodes = sources.elements ?? [PropertyListNode(sources, at: SettingPlace(file: file))]
    return nodes.compactMap { node in
      (node.value.string ?? node.value["path"]?.value.string).map { folder.appending(path: $0) }
    }
  }

  // MARK: Settings

  private func configurations(of target: PropertyListValue, _ name: String)
    -> [TargetSource.Configuration]
  {
    let named = (root["configs"]?.value.entries ?? [])
      .prefix(TargetSource.configurationLimit).map(\.key)
    let names = named.isEmpty ? ["Debug", "Release"] : named
    return TargetSource.ordered(
      names.map { TargetSource.Configuration(name: $0, settings: settings(of: target, name, $0)) },
      default: nil)
  }

  private func settings(of target: PropertyListValue, _ name: String, _ configuration: String)
    -> BuildSettings
  {
    var settings = BuildSettings()
    settings.isComplete = isComplete
    settings.builtIn = BuildSettings.builtIn(
      target: name, projectFolder: folder, project: self.name, configuration: configuration)
    for (node, isTarget) in [(target, true), (root, false)] {
      var level = level(node["settings"], configuration)
      if level.hasGroups { settings.isComplete = false }
      let version =
        isTarget
        ? node["deploymentTarget"] : node["options"]?.value["deploymentTarget"]?.value["iOS"]
      let own = version?.value["iOS"] ?? version
      if level.settings["IPHONEOS_DEPLOYMENT_TARGET"] == nil, let own,
        let text = own.value.settingText
      {
        level.settings["IPHONEOS_DEPLOYMENT_TARGET"] = BuildSetting(
          name: "IPHONEOS_DEPLOYMENT_TARGET", value: text, layer: .xcodeGen, place: own.place)
      }
      settings.levels.append(level.settings)
      guard let named = node["configFiles"]?.value[configuration], let path = named.value.string
      else { continue }
      let file = folder.appending(path: path)
      if let error = loader.obstacle(to: file, "configFiles names \(path)", at: named.place) {
        settings.leave(file, error)
        continue
      }
      let result = XCConfigReader.result(
        of: file, loader: loader, projectFolder: folder, configuration: configuration)
      settings.add(result)
    }
    return settings
  }

  /// The settings of a `settings` part: `base` and `configs` where it has them, else the part.
  private func level(_ node: PropertyListNode?, _ configuration: String)
    -> (settings: [String: BuildSetting], hasGroups: Bool)
  {
    guard let value = node?.value else { return ([:], false) }
    let isParted = ["base", "configs", "groups"].contains { value[$0] != nil }
    let shared = loader.level(
      isParted ? value["base"] : node, layer: .xcodeGen, configuration: configuration)
    let own = loader.level(
      value["configs"]?.value.configuration(configuration), layer: .xcodeGen,
      configuration: configuration)
    return (shared.merging(own) { $1 }, value["groups"] != nil)
  }
}

extension PropertyListValue {
  /// The elements, where it is an array.
  var elements: [PropertyListNode]? {
    if case .array(let nodes) = self { nodes } else { nil }
  }

  /// The part for a configuration; XcodeGen takes a part of its name for it, in any case.
  fileprivate func configuration(_ name: String) -> PropertyListNode? {
    self[name] ?? entries?.last { name.lowercased().contains($0.key.lowercased()) }?.node
  }
}
