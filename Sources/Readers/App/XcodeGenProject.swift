internal import Validator

/// An XcodeGen project: the targets of a `project.yml`.
struct XcodeGenProject {
  let name: String
  private let file: FilePath
  private let folder: FilePath
  private let loader: SettingsLoader
  private var specification: XcodeGenSpecification

  /// Reads a specification; nil where it cannot be read or describes no targets.
  init?(_ file: FilePath, loader: SettingsLoader) {
    guard let specification = XcodeGenSpecification(file, loader: loader),
      specification.root["targets"]?.value.entries?.contains(where: { entry in
        entry.node.value["type"] != nil || entry.node.value["templates"] != nil
      }) == true
    else { return nil }
    self.file = file
    self.loader = loader
    self.specification = specification
    folder = file.parent.normalised
    name = specification.root["name"]?.value.string ?? folder.nameText
  }

  private var root: PropertyListValue { specification.root }

  /// The targets: apps and extensions with their settings, all others with their files only.
  mutating func targets() -> [TargetSource] {
    let entries = root["targets"]?.value.entries ?? []
    loader.noteTargets(beyondLimit: entries.count, at: SettingPlace(file: file))
    var targets: [TargetSource] = []
    for entry in entries.prefix(TargetSource.targetLimit) {
      let value = specification.filledIn(entry)
      targets.append(target(entry, value))
    }
    return targets
  }

  private func target(_ entry: PropertyListEntry, _ node: PropertyListValue) -> TargetSource {
    let type = node["type"]?.value.string ?? ""
    let isBundle = TargetSource.kind(ofProductType: type) != .other
    let name = node["name"]?.value.string ?? entry.key
    var source = TargetSource(
      name: name, productType: type, place: entry.keyPlace, projectFolder: folder,
      configurations: isBundle ? configurations(of: node, name) : [])
    source.platforms = platforms(of: node)
    source.developmentRegion = developmentLanguage
    addSources(of: node, to: &source)
    for dependency in node["dependencies"]?.value.elements ?? [] {
      if let other = dependency.value["target"]?.value.string { source.dependencies.insert(other) }
    }
    guard isBundle else { return source }
    source.properties = node["info"]?.value["properties"]
    if let info = node["info"] {
      source.infoPlist = info.value["path"]?.value.string.map { folder.appending(path: $0) }
      if source.properties == nil {
        source.properties = PropertyListNode(.dictionary([]), at: info.place)
      }
    } else if source.configurations.first?.settings.find("INFOPLIST_FILE") == nil {
      source.infoPlist = XcodeGenProject.infoPlist(in: source.claims)
    }
    if let entitlements = node["entitlements"] {
      source.entitlements = (
        entitlements.value["path"]?.value.string.map { folder.appending(path: $0) },
        entitlements.value["properties"]
          ?? PropertyListNode(.dictionary([]), at: entitlements.place)
      )
    }
    if !source.listsSources, let path = source.infoPlist?.parent.normalised, path != folder,
      path.isInside(folder)
    {
      source.claims.append(FileClaim(path, isGuess: true))
    }
    return source
  }

  private var developmentLanguage: String? {
    root["options"]?.value["developmentLanguage"]?.value.string
  }

  /// What `platform`, or the destinations beside it, say that a target is for.
  private func platforms(of target: PropertyListValue) -> Set<Platform>? {
    guard let stated = target["platform"]?.value else { return nil }
    let names = stated.string == "auto" ? target["supportedDestinations"]?.value : stated
    let texts = names?.string.map { [$0] } ?? names?.strings ?? []
    let platforms = Set(texts.compactMap { Platform(destination: $0) })
    return platforms.isEmpty ? nil : platforms
  }

  // MARK: Sources

  private func addSources(of target: PropertyListValue, to source: inout TargetSource) {
    guard let sources = target["sources"]?.value else { return }
    for node in sources.elements ?? [PropertyListNode(sources, at: SettingPlace(file: file))] {
      guard let path = node.value.string ?? node.value["path"]?.value.string else { continue }
      source.listsSources = true
      let file = folder.appending(path: path).normalised
      // What is in the project only is built into nothing.
      if node.value["buildPhase"]?.value.string == "none" { continue }
      guard Directory.kind(of: file) == .folder else {
        source.files.insert(file)
        continue
      }
      source.claims.append(
        FileClaim(
          file, excluded: node.value["excludes"]?.value.strings ?? [],
          included: node.value["includes"]?.value.strings ?? []))
    }
  }

  /// The most folders that are searched for an Info.plist.
  private static let searchLimit = 2_000

  /// The Info.plist that XcodeGen takes where nothing names one: it lies in a folder of sources, at any
  /// depth.
  private static func infoPlist(in claims: [FileClaim]) -> FilePath? {
    let name = Array("Info.plist".utf8)
    var count = 0
    for claim in claims {
      var open = [claim.folder]
      while !open.isEmpty {
        let found = open.map { $0.appending(name).normalised }
          .first { Directory.kind(of: $0) == .regular && claim.holds($0) }
        if let found { return found }
        var next: [FilePath] = []
        for folder in open {
          count += 1
          guard count <= searchLimit else { return nil }
          let entries = (try? Directory.entries(of: folder)) ?? []
          for entry in entries where entry.kind == .folder && !entry.isLink {
            if !ProjectFiles.isSkipped(entry.name) { next.append(folder.appending(entry.name)) }
          }
        }
        open = next
      }
    }
    return nil
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
    settings.unread = specification.unread
    settings.isComplete = specification.unread == nil
    settings.builtIn = BuildSettings.builtIn(
      target: name, projectFolder: folder, project: self.name, configuration: configuration,
      language: developmentLanguage)
    let platforms = platforms(of: target)
    for (node, isTarget) in [(target, true), (root, false)] {
      var level: [String: BuildSetting] = [:]
      if let part = node["settings"] {
        add(part, configuration, to: &level, &settings, isShared: !isTarget)
      }
      let stated = isTarget ? node["deploymentTarget"] : node["options"]?.value["deploymentTarget"]
      for platform in Platform.allCases {
        let setting = platform.deploymentSetting
        let own = stated?.value.entries == nil ? nil : stated?.value[platform.rawValue]
        let alone = isTarget && stated?.value.entries == nil && (platforms ?? [.iOS]) == [platform]
        guard level[setting] == nil, let version = own ?? (alone ? stated : nil),
          let text = version.value.settingText
        else { continue }
        level[setting] = BuildSetting(
          name: setting, value: text, layer: .xcodeGen, place: version.place)
      }
      settings.levels.append(level)
      addConfigurationFile(of: node, configuration, to: &settings)
    }
    return settings
  }

  private func addConfigurationFile(
    of node: PropertyListValue, _ configuration: String, to settings: inout BuildSettings
  ) {
    guard let named = node["configFiles"]?.value[configuration], let path = named.value.string
    else { return }
    let file = folder.appending(path: path)
    if let error = loader.obstacle(to: file, "configFiles names \(path)", at: named.place) {
      settings.leave(file, error)
      return
    }
    settings.add(
      XCConfigReader.result(
        of: file, loader: loader, projectFolder: folder, configuration: configuration))
  }

  /// How deep groups of settings may name groups.
  private static let groupDepthLimit = 16

  /// Adds the settings of a `settings` part: `groups`, `base` and `configs` where it has them, each
  /// over the one before, else the part itself.
  private func add(
    _ part: PropertyListNode, _ configuration: String, to level: inout [String: BuildSetting],
    _ settings: inout BuildSettings, isShared: Bool, depth: Int = 0
  ) {
    let value = part.value
    let isParted = ["base", "configs", "groups"].contains { value[$0] != nil }
    for group in value["groups"]?.value.strings ?? [] {
      guard depth < XcodeGenProject.groupDepthLimit,
        let named = root["settingGroups"]?.value[group]
      else {
        let error = ReadError(
          .notOpened, "names the group of settings \(group), which is not there",
          at: Place("file", offset: 0, length: 0))
        settings.leave(file, error)
        continue
      }
      add(named, configuration, to: &level, &settings, isShared: true, depth: depth + 1)
    }
    let plain = isParted ? value["base"] : part
    if let plain {
      // Templates give many targets the same lines, with the target's name in them.
      let own =
        isShared
        ? loader.level(plain, layer: .xcodeGen, configuration: configuration)
        : BuildSettings.level(plain, layer: .xcodeGen, configuration: configuration)
      if level.isEmpty { level = own } else { level.merge(own) { $1 } }
    }
    guard isParted, let own = value["configs"]?.value.configuration(configuration) else { return }
    add(own, configuration, to: &level, &settings, isShared: isShared, depth: depth + 1)
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
