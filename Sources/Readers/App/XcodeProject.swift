internal import Validator

/// An Xcode project: the targets of a `project.pbxproj` with their build settings.
struct XcodeProject {
  /// How many groups may lie in each other.
  private static let groupDepthLimit = 64

  private let loader: SettingsLoader
  private let file: FilePath
  /// The folder that the `.xcodeproj` lies in, or `projectDirPath` in it.
  private let folder: FilePath
  private let name: String
  private var objects: [String: PropertyListNode] = [:]
  /// Of every file and group the group that holds it.
  private var parents: [String: String] = [:]
  private let project: PropertyListNode

  /// Reads a project; nil where it cannot be read, which is a fault.
  init?(_ bundle: FilePath, loader: SettingsLoader) {
    let bundle = bundle.normalised
    file = bundle.appending(Array("project.pbxproj".utf8))
    self.loader = loader
    name = bundle.stem
    switch loader.propertyList(file) {
    case .failure(let error):
      if error.kind == .notOpened {
        loader.noteUnread(file, error)
      }
      return nil
    case .success(let root):
      for entry in root.value["objects"]?.value.entries ?? [] {
        objects[entry.key] = entry.node
        for child in entry.node.value["children"]?.value.strings ?? [] {
          parents[child] = entry.key
        }
      }
      guard let rootName = root.value["rootObject"]?.value.string, let project = objects[rootName]
      else {
        loader.note([
          SettingsFault(.malformed, "the project names no root object", at: root.place)
        ])
        return nil
      }
      self.project = project
    }
    let directory = project.value["projectDirPath"]?.value.string ?? ""
    folder = directory.isEmpty ? bundle.parent : bundle.parent.appending(path: directory)
  }

  // MARK: Targets

  /// The targets: apps and extensions with their settings, all others with their files only.
  func targets() -> [TargetSource] {
    let ids = project.value["targets"]?.value.strings ?? []
    loader.noteTargets(beyondLimit: ids.count, at: project.place)
    var phases = BuildPhases(objects: objects, path: path(of:))
    var targets: [TargetSource] = []
    for id in ids.prefix(TargetSource.targetLimit) {
      guard let node = objects[id], var source = target(node) else { continue }
      let listed = phases.files(of: node, id: id)
      source.files = listed.files
      source.listsSources = listed.listsSources
      source.claims = phases.folders(of: node, id: id)
      source.dependencies.formUnion(phases.linked(to: node))
      targets.append(source)
    }
    if phases.isExhausted {
      // What is listed nowhere may be in what was left out.
      for index in targets.indices { targets[index].listsSources = false }
      loader.note([
        SettingsFault(.limit, "the targets list too many files", at: project.place, atMost: .note)
      ])
    }
    addGuesses(to: &targets)
    return targets
  }

  private func target(_ node: PropertyListNode) -> TargetSource? {
    guard node.value["isa"]?.value.string == "PBXNativeTarget",
      let name = node.value["name"]?.value.string
    else { return nil }
    let type = node.value["productType"]?.value.string ?? ""
    let isBundle = TargetSource.kind(ofProductType: type) != .other
    var source = TargetSource(
      name: name, productType: type, place: node.place, projectFolder: folder,
      configurations: isBundle ? configurations(of: node, name) : [])
    source.dependencies = dependencies(of: node)
    source.developmentRegion = developmentRegion
    return source
  }

  private var developmentRegion: String? { project.value["developmentRegion"]?.value.string }

  private func dependencies(of target: PropertyListNode) -> Set<String> {
    var names: Set<String> = []
    for id in target.value["dependencies"]?.value.strings ?? [] {
      guard let dependency = objects[id]?.value else { continue }
      let other = dependency["target"]?.value.string.flatMap { objects[$0]?.value["name"] }
      if let name = (other ?? dependency["name"])?.value.string { names.insert(name) }
    }
    return names
  }

  // MARK: Settings

  private func configurations(of target: PropertyListNode, _ name: String)
    -> [TargetSource.Configuration]
  {
    let (own, standard) = configurationList(of: target)
    let (shared, _) = configurationList(of: project)
    let made = own.map { configuration in
      let configurationName = configuration.value["name"]?.value.string ?? ""
      let base = shared.first { $0.value["name"]?.value.string == configurationName }
      var settings = BuildSettings()
      settings.builtIn = BuildSettings.builtIn(
        target: name, projectFolder: folder, project: self.name, configuration: configurationName,
        language: developmentRegion)
      for (node, isTarget) in [(configuration, true), (base, false)] {
        guard let node else { continue }
        settings.levels.append(buildSettings(node, isTarget: isTarget, configurationName))
        if let file = baseFile(of: node) {
          let reference = "configuration \(configurationName) names \(file.nameText)"
          if let error = loader.obstacle(
            to: file, reference, at: node.place, missing: .warning)
          {
            settings.leave(file, error)
            continue
          }
          let result = XCConfigReader.result(
            of: file, loader: loader, projectFolder: folder, configuration: configurationName)
          settings.add(result)
        }
      }
      return TargetSource.Configuration(name: configurationName, settings: settings)
    }
    return TargetSource.ordered(made, default: standard)
  }

  private func configurationList(of node: PropertyListNode) -> ([PropertyListNode], String?) {
    guard let id = node.value["buildConfigurationList"]?.value.string, let list = objects[id]
    else { return ([], nil) }
    let ids = list.value["buildConfigurations"]?.value.strings ?? []
    if ids.count > TargetSource.configurationLimit {
      loader.note([
        SettingsFault(
          .limit,
          "the list has \(ids.count) configurations, \(TargetSource.configurationLimit) are looked at",
          at: list.place)
      ])
    }
    return (
      ids.prefix(TargetSource.configurationLimit).compactMap { objects[$0] },
      list.value["defaultConfigurationName"]?.value.string
    )
  }

  private func buildSettings(
    _ configuration: PropertyListNode, isTarget: Bool, _ configurationName: String
  ) -> [String: BuildSetting] {
    loader.level(
      configuration.value["buildSettings"], layer: .buildSetting(isTarget: isTarget),
      configuration: configurationName)
  }

  // MARK: Files

  /// The xcconfig file of a configuration.
  private func baseFile(of configuration: PropertyListNode) -> FilePath? {
    if let id = configuration.value["baseConfigurationReference"]?.value.string {
      return path(of: id)
    }
    // Since Xcode 16, where the file lies in a folder that is listed as a whole.
    guard let anchor = configuration.value["baseConfigurationReferenceAnchor"]?.value.string,
      let relative = configuration.value["baseConfigurationReferenceRelativePath"]?.value.string
    else { return nil }
    return path(of: anchor)?.appending(path: relative)
  }

  /// The path of a file or group; nil where it does not lie in the project.
  private func path(of id: String) -> FilePath? {
    var parts: [String] = []
    var next: String? = id
    for _ in 0..<XcodeProject.groupDepthLimit {
      guard let id = next, let node = objects[id] else { break }
      if let path = node.value["path"]?.value.string { parts.append(path) }
      switch node.value["sourceTree"]?.value.string {
      case "<group>": next = parents[id]
      case "SOURCE_ROOT": next = nil
      case "<absolute>": return parts.last.map { FilePath($0) }
      // A product or a part of the SDK.
      case let other?: return other.isEmpty ? folder : nil
      case nil: next = parents[id]
      }
    }
    return parts.reversed().reduce(folder) { $0.appending(path: $1) }
  }

  /// The folders of further projects that this one has in it.
  var referencedFolders: Set<FilePath> {
    let references = project.value["projectReferences"]?.value.elements ?? []
    return Set(
      references.compactMap { reference in
        reference.value["ProjectRef"]?.value.string.flatMap { path(of: $0) }?.normalised.parent
      })
  }

  /// Gives targets the folders that are theirs by name: the one beside the project that is called as
  /// the target is, else the one that its Info.plist lies in.
  ///
  /// An extension's Info.plist often lies in the app's folder, or in one with all other settings.
  private func addGuesses(to targets: inout [TargetSource]) {
    let told = Set(targets.flatMap { $0.claims.map(\.folder) })
    for index in targets.indices {
      let beside = folder.appending(path: targets[index].name).normalised
      guard !told.contains(beside), Directory.kind(of: beside) == .folder else { continue }
      targets[index].claims.append(FileClaim(beside, isGuess: true))
    }
    let claimed = Set(targets.flatMap { $0.claims.map(\.folder) })
    let holders = targets.map { target -> FilePath? in
      guard target.claims.isEmpty,
        let path = target.configurations.first?.settings.value(of: "INFOPLIST_FILE"), !path.isEmpty
      else { return nil }
      let file = folder.appending(settingPath: path).normalised
      let holder = file.parent
      guard holder != folder, holder.isInside(folder), !claimed.contains(holder) else { return nil }
      // In a folder of the app's own, Widget-Info.plist lies with other settings.
      let isOwn = file.nameText == "Info.plist" || !claimed.contains { holder.isInside($0) }
      return isOwn ? holder : nil
    }
    var counts: [FilePath: Int] = [:]
    for holder in holders { if let holder { counts[holder, default: 0] += 1 } }
    for (index, holder) in holders.enumerated() {
      guard let holder, counts[holder] == 1 else { continue }
      targets[index].claims.append(FileClaim(holder, isGuess: true))
    }
  }
}

extension BuildSettings {
  /// The settings of a dictionary: lists are joined with spaces, as the build engine does.
  static func level(_ node: PropertyListNode?, layer: SettingLayer, configuration: String)
    -> [String: BuildSetting]
  {
    var plain: [String: BuildSetting] = [:]
    var conditional: [String: BuildSetting] = [:]
    for entry in node?.value.entries ?? [] {
      guard let value = entry.node.value.settingText,
        let (name, isConditional) = SettingCondition.name(entry.key, configuration: configuration)
      else { continue }
      let setting = BuildSetting(name: name, value: value, layer: layer, place: entry.keyPlace)
      if isConditional { conditional[name] = setting } else { plain[name] = setting }
    }
    return plain.merging(conditional) { $1 }
  }
}

extension PropertyListValue {
  /// The texts of an array.
  var strings: [String] {
    if case .array(let nodes) = self { nodes.compactMap(\.value.string) } else { [] }
  }

  /// The value as a build setting has it; nil where it is a dictionary, data or a date.
  var settingText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let isTrue): isTrue ? "YES" : "NO"
    case .array(let nodes): nodes.compactMap(\.value.settingText).joined(separator: " ")
    case .date, .data, .dictionary: nil
    }
  }
}
