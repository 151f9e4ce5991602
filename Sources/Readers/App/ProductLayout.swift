internal import Validator

/// Where the settings of a built app lie.
enum ProductLayout {
  /// Whether a file tells something of a product.
  static func isWanted(_ path: FilePath) -> Bool {
    switch path.pathExtension {
    case "plist": path.nameText == "Info.plist" && bundle(of: path) != nil
    case "strings":
      path.parent.pathExtension == "lproj" && TableReader.table(of: path) != nil
        && bundle(of: path) != nil
    // Those of frameworks and resource bundles are checked at the upload as well.
    case "xcprivacy": bundle(around: path) != nil
    case "xcent": path.nameText == entitlementsName && bundle(of: path) != nil
    default: false
    }
  }

  /// The `.app` or `.appex` that a file lies directly in, or in an `.lproj` of which.
  ///
  /// Those for the Mac have their list in `Contents` and their tables in `Contents/Resources`.
  private static func bundle(of path: FilePath) -> FilePath? {
    let isTable = path.parent.pathExtension == "lproj"
    var folder = isTable ? path.parent.parent : path.parent
    if isTable, folder.nameText == "Resources", isContents(folder.parent) { folder = folder.parent }
    if isContents(folder) { folder = folder.parent }
    let isBundle = folder.pathExtension == "app" || folder.pathExtension == "appex"
    return isBundle ? folder : nil
  }

  private static func isContents(_ folder: FilePath) -> Bool { folder.nameText == "Contents" }

  /// The nearest `.app` or `.appex` that a file lies in, at any depth.
  static func bundle(around path: FilePath) -> FilePath? {
    var folder = path
    while folder.parent != folder {
      folder = folder.parent
      if folder.pathExtension == "app" || folder.pathExtension == "appex" { return folder }
    }
    return nil
  }

  /// The file in which Xcode leaves a product's entitlements, variables expanded.
  private static let entitlementsName = "archived-expanded-entitlements.xcent"

  /// The systems that a product is for by where it lies and how it is laid out.
  static func platforms(of folder: FilePath, list: FilePath) -> Set<Platform>? {
    if isContents(list.parent) { return [.macOS] }
    let isWatch = folder.bytes.split(separator: UInt8(ascii: "/")).contains {
      $0.elementsEqual("Watch".utf8)
    }
    return isWatch && bundle(around: folder) != nil ? [.watchOS] : nil
  }
}
