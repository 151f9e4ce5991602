package import Validator

/// Reads the settings of an app as Xcode would put them together.
package enum AppReader {
  /// Reads an app, the project that builds one, or an Info.plist by itself.
  ///
  /// Faults of the files are in the app; what could be read beside them is too.
  ///
  /// - Parameters:
  ///   - root: the project folder, product or property list.
  ///   - needs: what the app does with photos, where the user has said so; else the sources of a
  ///     project are asked.
  /// - Returns: nil where the path holds nothing that makes it an app, see `AppFinder`.
  package static func read(_ root: FilePath, needs: [AppNeed.Kind]? = nil) -> App? {
    guard var app = described(root) else { return nil }
    if let needs {
      app.needs = needs.map { AppNeed($0) }
      app.needsAreKnown = true
    }
    return app
  }

  private static func described(_ root: FilePath) -> App? {
    switch AppFinder.source(of: root) {
    case nil: nil
    case .xcodeProjects(let projects): app(root, xcodeProjects: projects)
    case .xcodeGen(let file): app(root, specification: file)
    case .expo(let file): app(root, expo: file)
    case .infoPlists(let files): app(root, infoPlists: files, form: .project)
    case .propertyList(let file): app(root, infoPlists: [file], form: .propertyList)
    case .settingsFile(let file): app(settingsFile: file)
    case .bundle(let folder): ProductReader.read(bundle: folder)
    case .archive(let file): ProductReader.read(archive: file)
    }
  }

  private static func app(_ root: FilePath, xcodeProjects: [FilePath]) -> App {
    let loader = SettingsLoader()
    let sources = xcodeProjects.flatMap { XcodeProject($0, loader: loader)?.targets() ?? [] }
    let folder = xcodeProjects.first?.normalised.parent ?? root
    return app(
      root, name: xcodeProjects.first?.normalised.stem ?? root.stem, folder: folder, sources,
      loader)
  }

  private static func app(_ root: FilePath, specification: FilePath) -> App? {
    let loader = SettingsLoader()
    guard let project = XcodeGenProject(specification, loader: loader) else {
      // A project.yml without targets that have a type is another program's.
      return loader.faults.isEmpty ? nil : failed(root, specification, loader)
    }
    return app(
      root, name: project.name, folder: specification.parent, project.targets(), loader)
  }

  private static func app(settingsFile file: FilePath) -> App {
    let loader = SettingsLoader()
    _ = file.pathExtension == "xcstrings" ? loader.json(file) : loader.propertyList(file)
    var app = App(name: file.nameText, root: file, form: .propertyList)
    app.faults = loader.faults
    app.files = loader.files
    return app
  }

  private static func app(_ root: FilePath, expo file: FilePath) -> App? {
    let loader = SettingsLoader()
    guard let project = ExpoProject(file, loader: loader) else {
      return loader.faults.isEmpty ? nil : failed(root, file, loader)
    }
    var app = App(name: project.name, root: root, form: .project)
    app.targets = [project.target()]
    app.faults = loader.faults
    app.files = loader.files
    return app
  }

  /// An app of which nothing is known but what is wrong with its description.
  private static func failed(_ root: FilePath, _ file: FilePath, _ loader: SettingsLoader) -> App {
    var app = App(name: file.parent.normalised.nameText, root: root, form: .project)
    app.faults = loader.faults
    app.files = loader.files
    return app
  }

  private static func app(
    _ root: FilePath, name: String, folder: FilePath, _ sources: [TargetSource],
    _ loader: SettingsLoader, depth: Int = ProjectFiles.depthLimit
  ) -> App {
    let files = ProjectFiles(in: folder, depth: depth)
    var builder = TargetBuilder(loader: loader, files: files)
    var app = App(name: name, root: root, form: .project)
    app.needs = SourceNeedScanner.scan(files.sources, below: folder)
    app.needsAreKnown = !files.sources.isEmpty
    app.targets = builder.targets(of: sources)
    app.animations = files.pictures.filter { PictureKind.isAnimation($0) }
    app.widgetAnimations = builder.widgetAnimations(of: sources, app.targets)
    app.faults = loader.faults
    app.files = loader.files
    return app
  }

  /// Info.plist files without the project that would tell their variables.
  private static func app(_ root: FilePath, infoPlists: [FilePath], form: App.Form) -> App {
    let loader = SettingsLoader()
    let sources = infoPlists.map { file in
      let folder = file.parent.normalised
      var settings = BuildSettings()
      settings.isComplete = false
      var source = TargetSource(
        name: InfoPlistOwner.name(of: file, loader), kind: InfoPlistOwner.kind(of: file, loader),
        place: SettingPlace(file: file), projectFolder: folder,
        configurations: [TargetSource.Configuration(name: "", settings: settings)])
      source.infoPlist = file
      source.folders = [folder]
      return source
    }
    let folder = form == .project ? root : infoPlists.first?.parent ?? root
    // Of a list by itself only what lies beside it is known to belong to it.
    var app = app(
      root, name: sources.first?.name ?? root.stem, folder: folder, sources, loader,
      depth: form == .project ? ProjectFiles.depthLimit : 1)
    app.form = form
    return app
  }
}

/// Tells from an Info.plist whose it is.
private enum InfoPlistOwner {
  /// The name in it, else that of its folder.
  static func name(of file: FilePath, _ loader: SettingsLoader) -> String {
    let root = try? loader.propertyList(file).get().value
    for key in ["CFBundleName", "CFBundleDisplayName"] {
      if let name = root?[key]?.value.string, !name.isEmpty, !name.contains("$") { return name }
    }
    let folder = file.parent.normalised.nameText
    return folder == "." || folder == "/" ? file.stem : folder
  }

  static func kind(of file: FilePath, _ loader: SettingsLoader) -> AppTarget.Kind {
    let root = try? loader.propertyList(file).get().value
    if root?["NSExtension"] != nil || root?["EXAppExtensionAttributes"] != nil {
      return .appExtension
    }
    return root?["CFBundlePackageType"]?.value.string == "XPC!" ? .appExtension : .app
  }
}
