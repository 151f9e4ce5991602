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

  /// Walks through a folder and the folders in it, so many levels deep; links to folders are not
  /// followed.
  init(in root: FilePath, depth limit: Int = depthLimit) {
    var open: [(folder: FilePath, depth: Int)] = [(root, 0)]
    var count = 0
    while let (folder, depth) = open.popLast() {
      guard let entries = try? Directory.entries(of: folder) else { continue }
      count += entries.count
      guard count <= ProjectFiles.fileLimit else { break }
      for entry in entries {
        switch entry.kind {
        case .folder:
          if !entry.isLink, depth < limit, !ProjectFiles.isSkipped(entry.name) {
            open.append((folder.appending(entry.name), depth + 1))
          }
        case .regular: add(entry.name, in: folder)
        case .special: break
        }
      }
    }
    tables.sort()
    privacyManifests.sort()
    pictures.sort()
  }

  private mutating func add(_ name: [UInt8], in folder: FilePath) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return }
    switch String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased() {
    case "strings" where folder.pathExtension == "lproj", "xcstrings":
      tables.append(folder.appending(name).normalised)
    case "xcprivacy": privacyManifests.append(folder.appending(name).normalised)
    case "gif", "apng", "png": pictures.append(folder.appending(name).normalised)
    case "swift", "m", "mm", "h": sources.append(folder.appending(name).normalised)
    default: break
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
