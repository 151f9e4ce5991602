internal import Validator

/// Reads built apps: `.app` and `.appex` folders and `.ipa` archives.
struct ProductReader {
  /// A file of a product that tells something.
  private struct ProductFile {
    /// The path in the product.
    var path: FilePath
    /// The path by which reports name it.
    var shown: FilePath
    var bytes: [UInt8]
  }

  /// The most files of a product that are read; each language adds one.
  private static let fileLimit = 5_000
  /// The most members of an archive that are looked at.
  private static let memberLimit = 200_000
  /// The deepest folder of a product that is entered.
  private static let depthLimit = 12
  /// The largest file that is read; Info.plist and tables have some 100 KB at most.
  private static let sizeLimit: UInt64 = 16 * 1024 * 1024

  private let loader = SettingsLoader()
  private var files: [ProductFile] = []
  /// Of folders only: what lies in an archive cannot be read by its path.
  private var pictures: [FilePath] = []
  private var faults: [SettingsFault] = []

  /// Reads an `.app` or `.appex` folder.
  static func read(bundle root: FilePath) -> App {
    var reader = ProductReader()
    reader.walk(root)
    return reader.app(named: root.normalised.stem, root: root)
  }

  /// Reads an `.ipa`.
  static func read(archive root: FilePath) -> App {
    var reader = ProductReader()
    do throws(ReadError) {
      try reader.unpack(root)
    } catch {
      reader.faults.append(
        SettingsFault(
          error.kind == .limit ? .limit : .malformed, error.reason, at: SettingPlace(file: root)))
    }
    if reader.files.isEmpty, reader.faults.isEmpty {
      reader.faults.append(
        SettingsFault(
          .malformed, "the archive holds no Payload/….app/Info.plist",
          at: SettingPlace(file: root)))
    }
    return reader.app(named: root.stem, root: root)
  }

  // MARK: Files

  private static func isWanted(_ path: FilePath) -> Bool {
    switch path.pathExtension {
    case "plist": path.nameText == "Info.plist" && bundle(of: path) != nil
    case "strings": path.parent.pathExtension == "lproj" && TableReader.table(of: path) != nil
    case "xcprivacy": bundle(of: path) != nil
    default: false
    }
  }

  /// The `.app` or `.appex` that a file lies directly in, or in an `.lproj` of which.
  private static func bundle(of path: FilePath) -> FilePath? {
    let folder = path.parent.pathExtension == "lproj" ? path.parent.parent : path.parent
    let isBundle = folder.pathExtension == "app" || folder.pathExtension == "appex"
    return isBundle ? folder : nil
  }

  private mutating func walk(_ root: FilePath) {
    let root = root.normalised
    var open: [(folder: FilePath, depth: Int)] = [(root, 0)]
    while let (folder, depth) = open.popLast(), files.count < ProductReader.fileLimit {
      for entry in (try? Directory.entries(of: folder)) ?? [] {
        let path = folder.appending(entry.name)
        if entry.kind == .folder, !entry.isLink, depth < ProductReader.depthLimit {
          open.append((path, depth + 1))
        }
        guard entry.kind == .regular else { continue }
        if ["gif", "apng", "png"].contains(path.pathExtension) { pictures.append(path) }
        guard ProductReader.isWanted(path) else { continue }
        guard let bytes = try? SettingsFile.bytes(of: path) else { continue }
        files.append(ProductFile(path: path, shown: path, bytes: bytes))
      }
    }
    files.sort { $0.path < $1.path }
  }

  private mutating func unpack(_ root: FilePath) throws(ReadError) {
    let archive = try ArchiveReader(FileSource(root))
    var count = 0
    while let member = try archive.nextMember() {
      count += 1
      guard count <= ProductReader.memberLimit, files.count < ProductReader.fileLimit else {
        throw ReadError(
          .limit, "the archive holds more than \(ProductReader.memberLimit) members",
          at: member.place)
      }
      if member.leadsOutside {
        throw ReadError(
          .malformed, "the member \(member.path) leads out of the archive", at: member.place)
      }
      let path = member.path.normalised
      guard member.kind == .regular, path.bytes.starts(with: "Payload/".utf8),
        !member.isBookkeeping
      else { continue }
      guard ProductReader.isWanted(path) else { continue }
      if let size = member.size, size > ProductReader.sizeLimit {
        throw ReadError(.limit, "\(path) is \(size) bytes long", at: member.place)
      }
      let content = archive.content()
      if let fault = content.fault { throw fault }
      let bytes = try content.source.bytes(at: 0, count: Int(clamping: content.source.size))
      files.append(ProductFile(path: path, shown: member.path(in: root), bytes: bytes))
    }
    files.sort { $0.path < $1.path }
  }

  // MARK: Targets

  private func app(named name: String, root: FilePath) -> App {
    var app = App(name: name, root: root, form: .product)
    let settings = BuildSettings()
    var targets: [(folder: FilePath, target: AppTarget)] = []
    var folders = Set(files.compactMap { ProductReader.bundle(of: $0.path) })
    if folders.isEmpty, root.pathExtension != "ipa" { folders.insert(root.normalised) }
    for folder in folders.sorted() {
      targets.append((folder, target(in: folder, settings)))
    }
    for index in targets.indices where targets[index].target.kind == .appExtension {
      // An app in an app is a watch app; the nearest one around holds the extension.
      targets[index].target.hostApp =
        targets.filter { $0.target.kind == .app && targets[index].folder.isInside($0.folder) }
        .max { $0.folder.bytes.count < $1.folder.bytes.count }?.target.name
    }
    app.targets =
      targets.map(\.target).filter { $0.kind == .app }
      + targets.map(\.target).filter { $0.kind != .app }
    if let main = targets.first(where: { $0.target.kind == .app })?.target { app.name = main.name }
    let widgets = targets.filter(\.target.isWidget).map(\.folder)
    let animations = pictures.filter { PictureKind.isAnimation($0) }.sorted()
    app.animations = animations
    app.widgetAnimations = animations.filter { picture in
      widgets.contains { picture.isInside($0) }
    }
    app.faults = faults + loader.faults
    app.files = files.map(\.shown)
    return app
  }

  private func target(in folder: FilePath, _ settings: BuildSettings) -> AppTarget {
    let own = files.filter { ProductReader.bundle(of: $0.path) == folder }
    let kind: AppTarget.Kind = folder.pathExtension == "appex" ? .appExtension : .app
    let place = Place("Info.plist", offset: 0, length: 0)
    var target = AppTarget(name: folder.stem, kind: kind, infoPlist: .absent(searched: [place]))
    for file in own {
      switch file.path.pathExtension {
      case "plist":
        switch loader.take(PropertyListReader.read(file.bytes, file: file.shown)) {
        case .success(let root):
          var merge = InfoPlistMerge(settings)
          merge.addVerbatim(root)
          target.values = merge.finalValues
          target.infoPlist = .present(file.shown, at: place)
        case .failure(let error): target.infoPlist = .unreadable(error)
        }
      case "strings":
        guard let table = TableReader.table(of: file.path) else { continue }
        let (found, faults) = TableReader.localisations(
          file.bytes, file: file.shown, table: table)
        target.localisations += found
        loader.note(faults)
      default:
        if case .success(let root) = loader.take(
          PropertyListReader.read(file.bytes, file: file.shown))
        {
          target.privacyManifests.append(root)
        }
      }
    }
    return target
  }
}
