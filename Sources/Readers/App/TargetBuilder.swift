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
    let owners = FileOwners(of: sources)
    let names = Set(wanted.map(\.name))
    let shares = FileShares(
      tables: files.tables.map(owners.owned), among: apps, TableReader(loader: loader))
    // A library's manifest is checked with the app's.
    let manifests = files.privacyManifests.map(owners.owned).filter { !$0.isLeftOut }.map { owned in
      (owned.file, owned.names.isDisjoint(with: names) ? Set(apps.map(\.name)) : owned.names)
    }
    var targets: [AppTarget] = []
    for source in apps + extensions {
      var entries = configured(source)
      let own = manifests.filter { $0.1.contains(source.name) }.compactMap { found($0.0) }
      let host =
        source.kind == .appExtension
        ? (apps.first { $0.dependencies.contains(source.name) }
          ?? (apps.count == 1 ? apps[0] : nil))?
          .name : nil
      for index in entries.indices {
        shares.give(to: &entries[index])
        entries[index].privacyManifests += own
        entries[index].hostApp = host
      }
      targets += entries
    }
    return targets
  }

  /// A property list that the walk has found; a fault says where it cannot be opened.
  private func found(_ file: FilePath) -> PropertyListNode? {
    switch loader.propertyList(file) {
    case .success(let root): return root
    case .failure(let error):
      if error.kind == .notOpened { loader.noteUnread(file, error) }
      return nil
    }
  }

  /// The GIF and APNG files, those of widget extensions marked.
  func animations(of sources: [TargetSource], _ targets: [AppTarget]) -> [Animation] {
    let widgets = Set(targets.filter(\.isWidget).map(\.name))
    let owners = FileOwners(of: sources)
    return files.pictures.filter { PictureKind.isAnimation($0) }.map { file in
      var animation = AnimationFileReader.read(file)
      animation.isInWidget = !owners.owned(file).names.isDisjoint(with: widgets)
      return animation
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
    let platforms = source.platforms ?? settings.platforms
    var merge = InfoPlistMerge(settings, for: platforms)
    if let properties = source.properties {
      merge.add(properties, layer: .xcodeGen)
      if let root { addHandEdits(root, to: &merge) }
    } else if let root {
      merge.add(root, layer: .infoPlist)
    }
    merge.addBuildSettings()
    var target = AppTarget(name: source.name, kind: source.kind, infoPlist: infoPlist)
    target.values = merge.finalValues
    if target.values.count >= InfoPlistMerge.valueLimit {
      loader.note([
        SettingsFault(
          .limit, "the list of \(source.name) has more than \(InfoPlistMerge.valueLimit) values",
          at: source.place)
      ])
    }
    target.unreadSettings = settings.unread
    target.platforms = platforms
    target.developmentRegion = source.developmentRegion
    target.overridden = merge.overridden
    target.deadSettings = merge.deadSettings
    addEntitlements(to: &target, of: source, settings)
    return target
  }

  /// Adds what CODE_SIGN_ENTITLEMENTS or XcodeGen's specification entitles the target to.
  private func addEntitlements(
    to target: inout AppTarget, of source: TargetSource, _ settings: BuildSettings
  ) {
    let merge = InfoPlistMerge(settings)
    let start = Place("entitlements", offset: 0, length: 0)
    let written = source.entitlements
    if let written, written.properties.value.entries?.isEmpty == false {
      // XcodeGen writes the file from these.
      target.entitlementsFile = .present(written.file ?? source.place.file, at: start)
      target.entitlements = merge.flattened(written.properties, layer: .xcodeGen)
      return
    }
    let named: BuildSettings.NamedPath
    if let written, let file = written.file {
      named = BuildSettings.NamedPath(
        text: file.nameText, written: file.nameText, place: written.properties.place, isKnown: true)
    } else if let path = settings.path(of: "CODE_SIGN_ENTITLEMENTS") {
      named = path
    } else {
      return
    }
    let file = written?.file ?? source.projectFolder.appending(settingPath: named.text)
    switch followed(file, "CODE_SIGN_ENTITLEMENTS", named) {
    case .success(let root):
      target.entitlementsFile = .present(file, at: start)
      target.entitlements = merge.flattened(root, layer: .entitlements)
    case .failure(let error): target.entitlementsFile = .unreadable(error)
    }
  }

  /// The dictionary in a file that a setting names.
  private func followed(_ file: FilePath, _ setting: String, _ named: BuildSettings.NamedPath)
    -> Result<PropertyListNode, ReadError>
  {
    let reference = "\(setting) names \(named.text)"
    if named.isKnown, let error = loader.obstacle(to: file, reference, at: named.place) {
      return .failure(error)
    }
    switch loader.propertyList(file) {
    case .success(let root) where root.value.entries == nil:
      let fault = SettingsFault(
        .malformed, "the property list does not hold a dictionary at its top", at: root.place)
      loader.note([fault])
      return .failure(
        ReadError(.malformed, fault.message, at: Place("file", offset: 0, length: 0)))
    case .success(let root): return .success(root)
    case .failure(let error):
      if named.isKnown, error.kind == .notOpened { loader.noteUnread(file, error) }
      return .failure(ReadError(error.kind, "\(file) \(error.reason)", at: error.place))
    }
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
    let project = Place("project", offset: 0, length: 0)
    let wanted: FilePath
    let named: BuildSettings.NamedPath
    if let file = source.infoPlist {
      wanted = file
      named = BuildSettings.NamedPath(
        text: file.nameText, written: file.nameText, place: source.place, isKnown: true)
    } else if let path = settings.path(of: "INFOPLIST_FILE") {
      wanted = source.projectFolder.appending(settingPath: path.text)
      named = path
    } else {
      let isGenerated = settings.isYes("GENERATE_INFOPLIST_FILE") || source.properties != nil
      return (
        isGenerated ? .present(source.place.file, at: project) : .absent(searched: [project]), nil
      )
    }
    if source.properties != nil, Directory.kind(of: wanted) == nil {
      // XcodeGen has not written it yet.
      return (.present(source.place.file, at: project), nil)
    }
    if settings.isYes("INFOPLIST_PREPROCESS") {
      let reason = "\(wanted.nameText) goes through the C preprocessor first"
      return (.unreadable(unknown(reason, wanted)), nil)
    }
    switch followed(wanted, "INFOPLIST_FILE", named) {
    case .success(let root):
      return (.present(wanted, at: Place("Info.plist", offset: 0, length: 0)), root)
    case .failure where !named.isKnown && Directory.kind(of: wanted) == nil:
      let reason = "INFOPLIST_FILE names \(named.written), which the build makes or finds"
      return (.unreadable(unknown(reason, named.place.file)), nil)
    case .failure(let error): return (.unreadable(error), nil)
    }
  }

  /// Why an Info.plist is not known that a build makes of what is there.
  private func unknown(_ reason: String, _ file: FilePath) -> ReadError {
    let fault = SettingsFault(
      .program, "\(reason): what comes of it is not known", at: SettingPlace(file: file))
    loader.note([fault])
    return ReadError(.unsupported, fault.message, at: Place("file", offset: 0, length: 0))
  }
}

/// The settings by which configurations are told apart: those that rules judge, and entitlements.
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
  private var entitlementsFile: FilePath?
  private var entitlements: [String: PropertyListValue]

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
    entitlementsFile = target.entitlementsFile.value
    entitlements = Dictionary(
      target.entitlements.map { ($0.key, $0.expanded) }, uniquingKeysWith: { $1 })
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
