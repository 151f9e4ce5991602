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
      app.unreadSources = []
    }
    return app
  }

  private static func described(_ root: FilePath) -> App? {
    switch AppFinder.source(of: root) {
    case nil: nil
    case .xcodeProjects(let projects): app(root, xcodeProjects: projects)
    case .xcodeGen(let file): app(root, specification: file)
    case .expo(let file): app(root, expo: file)
    case .program(let program): app(root, program: program)
    case .infoPlists(let files): app(root, infoPlists: files, form: .project)
    case .propertyList(let file): app(root, infoPlists: [file], form: .propertyList)
    case .settingsFile(let file): app(settingsFile: file)
    case .bundle(let folder): ProductReader.read(bundle: folder)
    case .archive(let file): ProductReader.read(archive: file)
    }
  }

  /// The boundary of an app that was found at a path: the folder, or the one that the file or
  /// `.xcodeproj` lies in.
  private static func boundary(of root: FilePath) -> ProjectBoundary {
    let isProjectFolder =
      Directory.kind(of: root) == .folder && root.normalised.pathExtension != "xcodeproj"
    guard !isProjectFolder else { return ProjectBoundary(around: root) }
    var folder = root.normalised.parent
    // A project.pbxproj lies in its `.xcodeproj`.
    if folder.pathExtension == "xcodeproj" { folder = folder.parent }
    return ProjectBoundary(around: folder, named: root)
  }

  private static func app(_ root: FilePath, xcodeProjects: [FilePath]) -> App {
    let boundary = boundary(of: root)
    let loader = SettingsLoader(boundary)
    let projects = xcodeProjects.compactMap { XcodeProject($0, loader: loader) }
    let folder = xcodeProjects.first?.normalised.parent ?? root
    var files = ProjectFiles(in: folder, boundary: boundary)
    files.takeProjects(in: projects.reduce(into: []) { $0.formUnion($1.referencedFolders) })
    return app(
      root, name: xcodeProjects.first?.normalised.stem ?? root.stem,
      projects.flatMap { $0.targets() }, loader, files, below: folder)
  }

  private static func app(_ root: FilePath, specification: FilePath) -> App? {
    let boundary = boundary(of: root)
    let loader = SettingsLoader(boundary)
    guard var project = XcodeGenProject(specification, loader: loader) else {
      // A project.yml without targets that have a type is another program's.
      return loader.faults.isEmpty ? nil : failed(root, specification, loader)
    }
    let folder = specification.parent
    return app(
      root, name: project.name, project.targets(), loader,
      ProjectFiles(in: folder, boundary: boundary), below: folder)
  }

  private static func app(settingsFile file: FilePath) -> App {
    let loader = SettingsLoader(boundary(of: file))
    let reading = file.pathExtension == "xcstrings" ? loader.json(file) : loader.propertyList(file)
    var app = App(name: file.nameText, root: file, form: .settingsFile)
    if file.pathExtension == "xcprivacy", case .success(let manifest) = reading {
      var target = AppTarget(
        name: file.nameText, kind: .other, infoPlist: .absent(searched: []))
      target.privacyManifests = [manifest]
      app.targets = [target]
    }
    if case .failure(let error) = reading, error.kind == .notOpened {
      loader.noteUnread(file, error)
    }
    app.faults = loader.faults
    app.files = loader.files
    return app
  }

  private static func app(_ root: FilePath, expo file: FilePath) -> App? {
    let loader = SettingsLoader(boundary(of: root))
    guard let project = ExpoProject(file, loader: loader) else {
      return loader.faults.isEmpty ? nil : failed(root, file, loader)
    }
    var app = App(name: project.name, root: root, form: .project)
    app.targets = [project.target()]
    app.faults = loader.faults
    app.files = loader.files
    return app
  }

  /// A project of which little more is known than that a program makes its settings.
  private static func app(_ root: FilePath, program: ProjectProgram) -> App {
    let boundary = boundary(of: root)
    let loader = SettingsLoader(boundary)
    loader.note([program.fault])
    let folder = program.file.parent.normalised
    let name = (Directory.resolved(folder) ?? folder).nameText
    var app = app(
      root, name: name, [], loader, ProjectFiles(in: folder, boundary: boundary), below: folder)
    app.targets = [AppTarget(name: name, kind: .app, infoPlist: .unreadable(program.error))]
    app.files = [program.file]
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
    _ root: FilePath, name: String, _ sources: [TargetSource], _ loader: SettingsLoader,
    _ files: ProjectFiles, below folder: FilePath
  ) -> App {
    var builder = TargetBuilder(loader: loader, files: files)
    var app = App(name: name, root: root, form: .project)
    let owners = SourceOwners(of: sources, in: files)
    let survey = SourceNeedScanner.survey(
      files.sources, below: folder, targets: owners.targets(of:))
    app.needs = survey.needs
    app.unreadSources = survey.unread + files.unread
    // A folder that was not looked into may hold sources.
    app.needsAreKnown = !files.sources.isEmpty || !app.unreadSources.isEmpty
    app.targets = builder.targets(of: sources)
    app.animations = builder.animations(of: sources, app.targets)
    for link in files.strayLinks {
      loader.note([
        SettingsFault(
          .outside, "the link leads out of the project and is not followed",
          at: SettingPlace(file: link), atMost: .note)
      ])
    }
    app.faults = loader.faults
    app.files = loader.files
    return app
  }

  /// Info.plist files without the project that would tell their variables.
  private static func app(_ root: FilePath, infoPlists: [FilePath], form: App.Form) -> App {
    let boundary = boundary(of: root)
    let loader = SettingsLoader(boundary)
    let sources = infoPlists.map { file in
      let folder = file.parent.normalised
      var settings = BuildSettings()
      settings.isComplete = false
      var source = TargetSource(
        name: InfoPlistOwner.name(of: file, loader), kind: InfoPlistOwner.kind(of: file, loader),
        place: SettingPlace(file: file), projectFolder: folder,
        configurations: [TargetSource.Configuration(name: "", settings: settings)])
      source.infoPlist = file
      source.claims = [FileClaim(folder)]
      return source
    }
    let folder = form == .project ? root : infoPlists.first?.parent ?? root
    // Of a list by itself only what lies beside it is known to belong to it.
    let files = ProjectFiles(
      in: folder, boundary: boundary, depth: form == .project ? ProjectFiles.depthLimit : 1)
    var app = app(
      root, name: sources.first?.name ?? root.stem, sources, loader, files, below: folder)
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
