package import Validator

/// Tells folders and files that hold an app's settings from all others.
///
/// Walks over photo libraries ask this of every folder, with its names at hand: none but an `ios`
/// folder in it is listed, and files are read only where their names are those of an app's.
package enum AppFinder {
  /// What an app is read from.
  enum Source: Hashable {
    /// `.xcodeproj` folders.
    case xcodeProjects([FilePath])
    /// XcodeGen's `project.yml`.
    case xcodeGen(FilePath)
    /// Expo's `app.json`.
    case expo(FilePath)
    /// The Info.plist files of a project whose `.xcodeproj` is not there.
    case infoPlists([FilePath])
    /// A project whose settings a program makes, which has not been run.
    case program(ProjectProgram)
    /// An Info.plist by itself.
    case propertyList(FilePath)
    /// A settings file that makes no app by itself: all that can be judged is its form.
    case settingsFile(FilePath)
    /// An `.app` or `.appex` folder.
    case bundle(FilePath)
    /// An `.ipa`.
    case archive(FilePath)
  }

  /// How much of an `app.json` or `project.yml` is searched; real ones have a few kilobytes.
  private static let headLength = 64 * 1024

  /// Whether a path is an app, a project that builds one, or its Info.plist.
  package static func isApp(_ path: FilePath) -> Bool { source(of: path) != nil }

  /// The same of a folder whose names are known.
  package static func isApp(_ folder: FilePath, entries: [Directory.Entry]) -> Bool {
    source(ofFolder: folder, entries: entries) != nil
  }

  /// What a path holds; nil where it is no app.
  static func source(of path: FilePath) -> Source? {
    switch Directory.kind(of: path) {
    case .regular: file(path)
    case .folder: source(ofFolder: path, entries: nil)
    case .special, nil: nil
    }
  }

  private static func file(_ path: FilePath) -> Source? {
    let name = path.nameText
    if path.pathExtension == "ipa" { return .archive(path) }
    if name == "project.pbxproj" { return .xcodeProjects([path.parent]) }
    if name == "project.yml" { return .xcodeGen(path) }
    if name == "app.json" { return namesExpo(path) ? .expo(path) : nil }
    if let program = ProjectProgram.program(of: path, head: head) { return .program(program) }
    if name.hasSuffix("Info.plist") { return .propertyList(path) }
    switch path.pathExtension {
    case "plist": return isOfBundle(path) ? .propertyList(path) : .settingsFile(path)
    case "entitlements", "xcent", "strings", "xcstrings", "pbxproj", "xcprivacy":
      return .settingsFile(path)
    default: return nil
    }
  }

  /// What a folder holds; it is listed where its names are not known.
  private static func source(ofFolder path: FilePath, entries: [Directory.Entry]?) -> Source? {
    switch path.normalised.pathExtension {
    case "app", "appex": return .bundle(path)
    case "xcodeproj": return .xcodeProjects([path])
    default: break
    }
    guard let entries = entries ?? (try? Directory.entries(of: path)) else { return nil }
    let found = Names(entries, in: path)
    let projects = xcodeProjects(in: path, entries)
    if !projects.isEmpty { return .xcodeProjects(projects) }
    if let file = found.specification, describesTargets(file) { return .xcodeGen(file) }
    let iosEntries = found.ios.flatMap { try? Directory.entries(of: $0) } ?? []
    if let ios = found.ios {
      let projects = xcodeProjects(in: ios, iosEntries)
      if !projects.isEmpty { return .xcodeProjects(projects) }
    }
    if let file = found.expo, namesExpo(file) { return .expo(file) }
    for file in found.programs {
      guard let program = ProjectProgram.program(of: file, head: head) else { continue }
      let made = program.madeFolder.map { path.appending(path: $0) }
      let projects = made.flatMap { folder in
        (try? Directory.entries(of: folder)).map { xcodeProjects(in: folder, $0) }
      }
      return projects.flatMap { $0.isEmpty ? nil : .xcodeProjects($0) } ?? .program(program)
    }
    if let ios = found.ios {
      let lists = infoPlists(in: ios, iosEntries)
      if !lists.isEmpty { return .infoPlists(lists) }
    }
    return found.list.flatMap { isOfBundle($0) ? .propertyList($0) : nil }
  }

  /// The names in a folder that tell of an app.
  private struct Names {
    var list: FilePath?
    var specification: FilePath?
    var expo: FilePath?
    var ios: FilePath?
    var programs: [FilePath] = []

    init(_ entries: [Directory.Entry], in folder: FilePath) {
      for entry in entries where entry.kind != .special {
        // Every folder of a photo library comes here: most names are told apart by their length.
        guard (3...16).contains(entry.name.count) else { continue }
        switch (String(decoding: entry.name, as: UTF8.self), entry.kind) {
        case ("ios", .folder): ios = folder.appending(entry.name)
        case ("Info.plist", .regular): list = folder.appending(entry.name)
        case ("project.yml", .regular): specification = folder.appending(entry.name)
        case ("app.json", .regular): expo = folder.appending(entry.name)
        case (let name, .regular) where ProjectProgram.names.contains(name):
          programs.append(folder.appending(entry.name))
        default: break
        }
      }
    }
  }

  private static func xcodeProjects(in folder: FilePath, _ entries: [Directory.Entry])
    -> [FilePath]
  {
    entries.filter { $0.kind == .folder && $0.name.suffix(10).elementsEqual(".xcodeproj".utf8) }
      .map { folder.appending($0.name) }
      .filter { Directory.kind(of: $0.appending(Array("project.pbxproj".utf8))) == .regular }
  }

  private static func infoPlists(in folder: FilePath, _ entries: [Directory.Entry]) -> [FilePath] {
    entries.filter { $0.kind == .folder && !ProjectFiles.isSkipped($0.name) }
      .map { folder.appending($0.name).appending(Array("Info.plist".utf8)) }
      .filter { Directory.kind(of: $0) == .regular }
  }

  /// Whether an `app.json` is Expo's; React Native writes one without the key.
  private static func namesExpo(_ path: FilePath) -> Bool {
    head(path)?.contains("\"expo\"") ?? false
  }

  /// Whether a `project.yml` may be XcodeGen's; other programs have files of that name too.
  private static func describesTargets(_ path: FilePath) -> Bool {
    guard let head = head(path) else { return false }
    return head.contains("targets:") && (head.contains("type:") || head.contains("templates:"))
  }

  private static func head(_ path: FilePath) -> [UInt8]? {
    guard let source = try? FileSource(path) else { return nil }
    return try? source.bytes(at: 0, count: headLength)
  }

  /// Whether a property list is a bundle's: backups of iPhones and photo libraries have an
  /// Info.plist too.
  ///
  /// One that cannot be read may be, so that its fault is told.
  private static func isOfBundle(_ path: FilePath) -> Bool {
    // The keys of most stand near the beginning, in the binary form too.
    if let head = head(path), head.contains("CFBundle") || head.contains("UsageDescription") {
      return true
    }
    guard let bytes = try? SettingsFile.bytes(of: path),
      let entries = PropertyListReader.read(bytes, file: path).root?.value.entries
    else { return true }
    return entries.contains { isBundleKey($0.key) }
  }

  /// Whether a key is written as Apple writes those of bundles: capitals of the framework, then the
  /// name in mixed case, such as `PHPhotoLibrary…`; a backup has `IMEI` and `Device Name`.
  private static func isBundleKey(_ key: String) -> Bool {
    key.prefix { $0.isUppercase }.count >= 2 && key.contains { $0.isLowercase }
      && !key.contains(" ")
  }
}

extension [UInt8] {
  /// Whether the bytes of a text occur in it.
  func contains(_ text: StaticString) -> Bool {
    let wanted = text.withUTF8Buffer { unsafe Array($0) }
    guard let first = wanted.first, count >= wanted.count else { return false }
    var start = 0
    while let index = self[start...(count - wanted.count)].firstIndex(of: first) {
      if self[index..<(index + wanted.count)].elementsEqual(wanted) { return true }
      start = index + 1
      if start > count - wanted.count { return false }
    }
    return false
  }
}
