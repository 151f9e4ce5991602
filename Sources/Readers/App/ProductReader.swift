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

  /// The most bytes of an archive's PNG files that are unpacked to find those that move; products
  /// have most pictures in asset catalogues.
  private static let pictureLimit: UInt64 = 64 * 1024 * 1024

  private let boundary: ProjectBoundary
  private let loader: SettingsLoader
  private var files: [ProductFile] = []
  /// The moving pictures, with their paths in the product.
  private var animations: [(path: FilePath, animation: Animation)] = []
  private var pictureBytes: UInt64 = 0
  private var faults: [SettingsFault] = []

  private init(_ root: FilePath) {
    boundary = ProjectBoundary(around: root)
    loader = SettingsLoader(boundary)
  }

  /// Reads an `.app` or `.appex` folder.
  static func read(bundle root: FilePath) -> App {
    var reader = ProductReader(root)
    reader.walk(root)
    return reader.app(named: root.normalised.stem, root: root)
  }

  /// Reads an `.ipa`.
  static func read(archive root: FilePath) -> App {
    var reader = ProductReader(root)
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

  private mutating func walk(_ root: FilePath) {
    let root = root.normalised
    var open: [(folder: FilePath, depth: Int)] = [(root, 0)]
    while let (folder, depth) = open.popLast() {
      guard files.count < ProductReader.fileLimit else {
        note(.limit, "the product has over \(ProductReader.fileLimit) settings files", at: folder)
        break
      }
      let entries: [Directory.Entry]
      do {
        entries = try Directory.entries(of: folder)
      } catch {
        note(.missing, error.reason, at: folder)
        continue
      }
      for entry in entries {
        let path = folder.appending(entry.name)
        if entry.kind == .folder, !entry.isLink {
          if depth < ProductReader.depthLimit {
            open.append((path, depth + 1))
          } else {
            note(.limit, "is not looked into: it lies \(depth) folders deep", at: path)
          }
        }
        guard entry.kind == .regular else { continue }
        if entry.isLink, !boundary.holds(path) {
          note(.outside, "the link leads out of the product and is not followed", at: path)
          continue
        }
        read(path)
      }
    }
    sortFiles()
  }

  private mutating func read(_ path: FilePath) {
    if ProductReader.mayMove(path), PictureKind.isAnimation(path) {
      animations.append((path, AnimationFileReader.read(path)))
    }
    guard ProductLayout.isWanted(path) else { return }
    do {
      let bytes = try SettingsFile.bytes(of: path)
      files.append(ProductFile(path: path, shown: path, bytes: bytes))
    } catch {
      note(error.kind == .limit ? .limit : .missing, error.reason, at: path)
    }
  }

  private mutating func sortFiles() {
    files.sort { $0.path < $1.path }
    animations.sort { $0.path < $1.path }
  }

  private mutating func note(_ kind: SettingsFault.Kind, _ message: String, at file: FilePath) {
    faults.append(
      SettingsFault(
        kind, message, at: SettingPlace(file: file), atMost: kind == .outside ? .note : nil))
  }

  private static func mayMove(_ path: FilePath) -> Bool {
    ["gif", "apng", "png"].contains(path.pathExtension)
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
      if ProductReader.mayMove(path) {
        try unpackPicture(archive, member, path, in: root)
        continue
      }
      guard ProductLayout.isWanted(path) else { continue }
      if let size = member.size, size > ProductReader.sizeLimit {
        throw ReadError(.limit, "\(path) is \(size) bytes long", at: member.place)
      }
      let content = try archive.content()
      if let fault = content.fault { throw fault }
      let bytes = try content.source.bytes(at: 0, count: Int(clamping: content.source.size))
      files.append(ProductFile(path: path, shown: member.path(in: root), bytes: bytes))
    }
    sortFiles()
  }

  /// Unpacks a picture of an archive and keeps its facts where it moves.
  private mutating func unpackPicture(
    _ archive: ArchiveReader, _ member: ArchiveMember, _ path: FilePath, in root: FilePath
  ) throws(ReadError) {
    // A picture by name alone moves often, a PNG hardly ever.
    if path.pathExtension == "png" {
      let size = member.size ?? ProductReader.pictureLimit
      guard pictureBytes + size <= ProductReader.pictureLimit else {
        if pictureBytes <= ProductReader.pictureLimit {
          note(
            .limit,
            "this and further PNG files are not looked into: they have over "
              + "\(ProductReader.pictureLimit) bytes", at: member.path(in: root))
        }
        pictureBytes = ProductReader.pictureLimit + 1
        return
      }
      pictureBytes += size
    }
    let content = try archive.content()
    let shown = member.path(in: root)
    let head = try content.source.bytes(at: 0, count: PictureKind.headLength)
    if let fault = content.fault {
      guard path.pathExtension != "png" || PictureKind.isAnimation(head) else {
        // Most PNG files stand still, but whether this one does is not known.
        note(fault.kind == .limit ? .limit : .malformed, fault.reason, at: shown)
        return
      }
      let type: FileType = path.pathExtension == "gif" ? .gif : .apng
      let file = MediaFile(path: shown, size: member.size ?? content.source.size, type: type)
      animations.append((path, Animation(file: file, unreadable: fault)))
      return
    }
    guard PictureKind.isAnimation(head) else { return }
    animations.append((path, AnimationFileReader.read(content.source, path: shown)))
  }

  // MARK: Targets

  private func app(named name: String, root: FilePath) -> App {
    var app = App(name: name, root: root, form: .product)
    let settings = BuildSettings()
    var targets: [(folder: FilePath, target: AppTarget)] = []
    var folders = Set(files.compactMap { ProductLayout.bundle(around: $0.path) })
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
    app.animations = animations.map { path, animation in
      var animation = animation
      animation.isInWidget = widgets.contains { path.isInside($0) }
      return animation
    }
    app.faults = faults + loader.faults
    app.files = files.map(\.shown)
    return app
  }

  private func target(in folder: FilePath, _ settings: BuildSettings) -> AppTarget {
    let own = files.filter { ProductLayout.bundle(around: $0.path) == folder }
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
          target.platforms =
            root.value.builtPlatforms ?? ProductLayout.platforms(of: folder, list: file.path)
        case .failure(let error): target.infoPlist = .unreadable(error)
        }
      case "strings":
        guard let table = TableReader.table(of: file.path) else { continue }
        let (found, faults) = TableReader.localisations(
          file.bytes, file: file.shown, table: table)
        target.localisations += found
        target.otherLanguages += TableReader.languages(file.bytes, file: file.shown)
        loader.note(faults)
      case "xcent":
        switch loader.take(PropertyListReader.read(file.bytes, file: file.shown)) {
        case .success(let root):
          target.entitlementsFile = .present(file.shown, at: place)
          target.entitlements = InfoPlistMerge(settings).verbatim(root, layer: .entitlements)
        case .failure(let error): target.entitlementsFile = .unreadable(error)
        }
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
