internal import Validator

/// The files of a project folder that an app's settings may stand in, found by one walk.
struct ProjectFiles {
  /// The most files that are looked at; the largest open-source apps have about 20,000.
  private static let fileLimit = 100_000
  /// The deepest folder that is entered.
  static let depthLimit = 24

  /// `.strings` files in `.lproj` folders and string catalogues.
  private(set) var tables: [FilePath] = []
  /// `PrivacyInfo.xcprivacy` files.
  private(set) var privacyManifests: [FilePath] = []
  /// Files whose extension says GIF, APNG or PNG.
  private(set) var pictures: [FilePath] = []

  /// Swift and Objective-C sources.
  private(set) var sources: [FilePath] = []
  /// Links of all these kinds but sources that lead out of the app, and are in none of the lists.
  private(set) var strayLinks: [FilePath] = []
  /// Folders that were not looked into and sources that were not listed, and why.
  private(set) var unread: [UnreadSource] = []
  /// The folders of Swift packages and pods, whose sources no project lists.
  private(set) var packages: Set<FilePath> = []
  /// The folders of further Xcode projects, and whether they yield an app of their own.
  private(set) var projects: [FilePath: Bool] = [:]
  let root: FilePath

  /// Walks through a folder and the folders in it, so many levels deep; links to folders are not
  /// followed.
  init(in root: FilePath, boundary: ProjectBoundary, depth limit: Int = depthLimit) {
    self.root = root.normalised
    var open: [(folder: FilePath, depth: Int)] = [(root, 0)]
    var count = 0
    while let (folder, depth) = open.popLast() {
      let entries: [Directory.Entry]
      do {
        entries = try Directory.entries(of: folder)
      } catch {
        unread.append(UnreadSource(folder, error))
        continue
      }
      count += entries.count
      guard count <= ProjectFiles.fileLimit else {
        leave(folder, "is not looked into: the project has over \(ProjectFiles.fileLimit) files")
        break
      }
      for entry in entries {
        note(entry, in: folder)
        switch entry.kind {
        case .folder where entry.isLink || ProjectFiles.isSkipped(entry.name): break
        case .folder where depth < limit: open.append((folder.appending(entry.name), depth + 1))
        // Of an Info.plist by itself only what lies beside it is wanted.
        case .folder where limit == ProjectFiles.depthLimit:
          leave(folder.appending(entry.name), "is not looked into: it lies \(limit) folders deep")
        case .regular: add(entry, in: folder, boundary)
        case .folder, .special: break
        }
      }
    }
    tables.sort()
    privacyManifests.sort()
    pictures.sort()
    strayLinks.sort()
  }

  /// Notes what tells whose the sources of a folder are.
  private mutating func note(_ entry: Directory.Entry, in folder: FilePath) {
    let name = entry.name
    switch entry.kind {
    case .regular where name.elementsEqual("Package.swift".utf8) || name.ends(in: ".podspec"):
      packages.insert(folder.normalised)
    case .folder where !entry.isLink && folder.normalised != root && name.ends(in: ".xcodeproj"):
      let file = folder.appending(name).appending(Array("project.pbxproj".utf8))
      let yieldsApp = (try? SettingsFile.bytes(of: file))?.contains(ProjectFiles.appType) ?? false
      projects[folder.normalised] = yieldsApp || projects[folder.normalised] ?? false
    default: break
    }
  }

  /// How a project file writes the product type of an app.
  private static let appType: StaticString = "com.apple.product-type.application\""

  /// Takes what further projects yield for parts of the app, which the app's project has in it.
  mutating func takeProjects(in folders: Set<FilePath>) {
    for folder in folders where projects[folder] != nil { projects[folder] = false }
  }

  private mutating func leave(_ folder: FilePath, _ reason: String) {
    unread.append(
      UnreadSource(folder, ReadError(.limit, reason, at: Place("folder", offset: 0, length: 0))))
  }

  private mutating func add(
    _ entry: Directory.Entry, in folder: FilePath, _ boundary: ProjectBoundary
  ) {
    let name = entry.name
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return }
    let list: WritableKeyPath<ProjectFiles, [FilePath]>
    switch String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased() {
    case "strings" where folder.pathExtension == "lproj", "xcstrings": list = \.tables
    case "xcprivacy": list = \.privacyManifests
    case "gif", "apng", "png": list = \.pictures
    case "swift", "m", "mm", "h": list = \.sources
    default: return
    }
    let file = folder.appending(name).normalised
    guard entry.isLink, !boundary.holds(file) else {
      self[keyPath: list].append(file)
      return
    }
    if list == \.sources {
      leave(file, "is a link that leads out of the project and is not followed")
    } else {
      strayLinks.append(file)
    }
  }

  /// Whether a folder holds other people's code or products: of these, a project's own settings
  /// tell nothing.
  static func isSkipped(_ name: [UInt8]) -> Bool {
    if name.first == UInt8(ascii: ".") { return true }
    let text = String(decoding: name, as: UTF8.self)
    let others: Set<String> = [
      "Pods", "build", "DerivedData", "node_modules", "Carthage", "SourcePackages", "vendor",
    ]
    if others.contains(text) { return true }
    let products = [
      ".app", ".appex", ".framework", ".xcframework", ".xcarchive", ".xcodeproj", ".xcworkspace",
    ]
    return products.contains { text.hasSuffix($0) }
  }
}

extension [UInt8] {
  fileprivate func ends(in suffix: StaticString) -> Bool {
    self.suffix(suffix.utf8CodeUnitCount).elementsEqual(suffix.description.utf8)
  }
}
