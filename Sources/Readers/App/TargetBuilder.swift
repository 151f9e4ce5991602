internal import Validator

/// Makes the targets of an app from what its project says of them.
struct TargetBuilder {
  /// How many settings and values are gone through, all targets and configurations together: a
  /// project of 300 targets takes some 100,000, a hostile one may have all of its targets share
  /// one large file.
  private static let effortLimit = 2_000_000

  let loader: SettingsLoader
  let files: ProjectFiles
  private var effort = 0

  init(loader: SettingsLoader, files: ProjectFiles) {
    self.loader = loader
    self.files = files
  }

  /// The targets, apps first; a target has one entry, or one for each configuration that differs.
  mutating func targets(of sources: [TargetSource]) -> [AppTarget] {
    let wanted = sources.filter { $0.kind != .other }
    let apps = wanted.filter { $0.kind == .app }
    let extensions = wanted.filter { $0.kind == .appExtension }
    let owners = FileOwners(of: wanted)
    let tables = files.tables.map(owners.owned)
    let privacyManifests = files.privacyManifests.map(owners.owned)
    var targets: [AppTarget] = []
    for source in apps + extensions {
      let takesUnclaimed = source.kind == .app && apps.count == 1
      var entries = configured(source)
      let localisations = TableReader(loader: loader).localisations(
        tables.filter { $0.belongs(to: source, takesUnclaimed: takesUnclaimed) }.map(\.file))
      let manifests = privacyManifests.filter {
        $0.belongs(to: source, takesUnclaimed: takesUnclaimed)
      }.compactMap { try? loader.propertyList($0.file).get() }
      let host =
        source.kind == .appExtension
        ? (apps.first { $0.dependencies.contains(source.name) }
          ?? (apps.count == 1 ? apps[0] : nil))?
          .name : nil
      for index in entries.indices {
        entries[index].localisations = localisations
        entries[index].privacyManifests += manifests
        entries[index].hostApp = host
      }
      targets += entries
    }
    return targets
  }

  /// GIF and APNG files of the widget extensions.
  func widgetAnimations(of sources: [TargetSource], _ targets: [AppTarget]) -> [FilePath] {
    let widgets = Set(targets.filter(\.isWidget).map(\.name))
    let folders = sources.filter { widgets.contains($0.name) }
    return files.pictures.filter { file in
      folders.contains { source in
        source.resources.contains(file) || source.folders.contains { file.isInside($0) }
      } && PictureKind.isAnimation(file)
    }
  }

  // MARK: Configurations

  private mutating func configured(_ source: TargetSource) -> [AppTarget] {
    var entries: [AppTarget] = []
    var seen: Set<DecidingSettings> = []
    for configuration in source.configurations {
      effort += configuration.settings.levels.reduce(0) { $0 + $1.count }
      guard effort <= TargetBuilder.effortLimit else {
        loader.note([
          SettingsFault(
            .limit, "the targets have more than \(TargetBuilder.effortLimit) settings",
            at: SettingPlace(file: source.place.file))
        ])
        break
      }
      var entry = target(source, configuration.settings)
      effort += entry.values.count
      if seen.insert(DecidingSettings(entry)).inserted {
        entry.configuration = configuration.name
        entries.append(entry)
      }
    }
    if entries.count == 1 { entries[0].configuration = nil }
    return entries
  }

  private func target(_ source: TargetSource, _ settings: BuildSettings) -> AppTarget {
    let (infoPlist, root) = infoPlist(of: source, settings)
    var merge = InfoPlistMerge(settings)
    if let properties = source.properties {
      merge.add(properties, layer: .xcodeGen)
      if let root { addHandEdits(root, to: &merge) }
    } else if let root {
      merge.add(root, layer: .infoPlist)
    }
    merge.addBuildSettings()
    var target = AppTarget(name: source.name, kind: source.kind, infoPlist: infoPlist)
    target.values = merge.finalValues
    target.overridden = merge.overridden
    target.deadSettings = merge.deadSettings
    return target
  }

  /// What stands in a file that XcodeGen writes anew from its specification.
  private func addHandEdits(_ root: PropertyListNode, to merge: inout InfoPlistMerge) {
    // XcodeGen writes these itself.
    let own = Set(KnownInfoPlistKeys.fromOtherSettings.map(\.key))
      .union(["CFBundlePackageType", "CFBundleInfoDictionaryVersion"])
    for value in merge.flattened(root, layer: .infoPlist) where !merge.holds(value.key) {
      if own.contains(value.key) {
        merge.add(value)
      } else if !value.key.contains("/") {
        merge.addDead(
          value, reason: "XcodeGen writes this file anew from project.yml, which has no such key")
      }
    }
  }

  // MARK: Info.plist

  private func infoPlist(of source: TargetSource, _ settings: BuildSettings)
    -> (Field<FilePath>, PropertyListNode?)
  {
    let wanted: FilePath
    if let file = source.infoPlist {
      wanted = file
    } else if let path = settings.value(of: "INFOPLIST_FILE"), !path.isEmpty {
      wanted = source.projectFolder.appending(settingPath: path)
    } else {
      let place = Place("project", offset: 0, length: 0)
      let isGenerated = settings.isYes("GENERATE_INFOPLIST_FILE") || source.properties != nil
      return (
        isGenerated ? .present(source.place.file, at: place) : .absent(searched: [place]), nil
      )
    }
    switch loader.propertyList(wanted) {
    case .success(let root) where root.value.entries == nil:
      let fault = SettingsFault(
        .malformed, "the property list does not hold a dictionary at its top", at: root.place)
      loader.note([fault])
      return (
        .unreadable(
          ReadError(.malformed, fault.message, at: Place("Info.plist", offset: 0, length: 0))), nil
      )
    case .success(let root):
      return (.present(wanted, at: Place("Info.plist", offset: 0, length: 0)), root)
    case .failure(let error) where error.kind == .notOpened && source.properties != nil:
      // XcodeGen has not written it yet.
      return (.present(source.place.file, at: Place("project", offset: 0, length: 0)), nil)
    case .failure(let error):
      return (
        .unreadable(ReadError(error.kind, "\(wanted) \(error.reason)", at: error.place)), nil
      )
    }
  }
}

/// The settings by which configurations are told apart: those that rules judge.
private struct DecidingSettings: Hashable {
  private struct Value: Hashable {
    var key: String
    var expanded: PropertyListValue
    var undefined: [String]
    var cut: String?
  }

  private var values: Set<Value>
  private var dead: Set<String>
  private var isReadable: Bool

  init(_ target: AppTarget) {
    let others: Set<String> = [
      "NSSupportsLiveActivities", "NSSupportsLiveActivitiesFrequentUpdates", "MinimumOSVersion",
      "NSExtension/NSExtensionPointIdentifier", "NSExtension/NSExtensionPrincipalClass",
      "PHPhotoLibraryPreventAutomaticLimitedAccessAlert",
    ]
    values = Set(
      target.values.filter { $0.key.hasSuffix("UsageDescription") || others.contains($0.key) }
        .map {
          Value(
            key: $0.key, expanded: $0.expanded, undefined: $0.undefinedVariables,
            cut: $0.cutByComment)
        })
    dead = Set(target.deadSettings.map(\.setting.key))
    isReadable = target.infoPlist.readError == nil
  }
}

/// Tells which of a project's files belong to which targets.
private struct FileOwners {
  /// The names of the targets that each folder is a folder of.
  private var names: [FilePath: Set<String>] = [:]

  init(of sources: [TargetSource]) {
    for source in sources {
      for folder in source.folders { names[folder.normalised, default: []].insert(source.name) }
    }
  }

  /// A file with the targets that claim it.
  ///
  /// A widget's folder may lie inside the app's: the nearest folder that is claimed decides.
  func owned(_ file: FilePath) -> OwnedFile {
    var folder = file.parent
    while true {
      if let owners = names[folder] { return OwnedFile(file: file, owners: owners) }
      let parent = folder.parent
      guard parent != folder else { return OwnedFile(file: file, owners: []) }
      folder = parent
    }
  }
}

/// A file with the names of the targets in whose folder it lies.
private struct OwnedFile {
  let file: FilePath
  let owners: Set<String>

  /// Whether it belongs to a target.
  ///
  /// - Parameter takesUnclaimed: whether the target is the only app, which gets what none claims.
  func belongs(to source: TargetSource, takesUnclaimed: Bool) -> Bool {
    owners.contains(source.name) || takesUnclaimed && owners.isEmpty
      || source.resources.contains(file)
  }
}

extension AppTarget {
  /// Whether it is a widget extension.
  var isWidget: Bool {
    kind == .appExtension
      && value(of: "NSExtension/NSExtensionPointIdentifier")?.expanded.string
        == "com.apple.widgetkit-extension"
  }
}
