internal import Validator

/// The folder of an app: what leads out of it, by `..`, as an absolute path or through a link, is
/// not read.
///
/// Projects come from anybody. One that names `/etc/passwd` as its Info.plist must not bring that
/// file's contents into a report.
struct ProjectBoundary {
  /// The folder without links; nil where it cannot be reached, and then nothing lies in it.
  private let root: FilePath?
  /// What the user has named, which is read wherever it leads.
  private let named: FilePath?

  /// Creates the boundary of an app.
  ///
  /// The `ios` folder of a Flutter, React Native or Expo tree names files of the tree around it,
  /// such as `../node_modules/…`: there the tree is the app.
  init(around folder: FilePath, named: FilePath? = nil) {
    root = Directory.resolved(folder).map { ProjectBoundary.tree(around: $0) ?? $0 }
    self.named = named.flatMap { Directory.resolved($0) }
  }

  private static func tree(around folder: FilePath) -> FilePath? {
    guard folder.nameText == "ios" else { return nil }
    let tree = folder.parent
    let isTree = ["package.json", "pubspec.yaml"].contains {
      Directory.kind(of: tree.appending(Array($0.utf8))) == .regular
    }
    return isTree ? tree : nil
  }

  /// Whether a path, links followed, stays in the app; of one that is not there, its folder counts.
  func holds(_ path: FilePath) -> Bool {
    guard let root else { return false }
    var path = path
    while true {
      if let resolved = Directory.resolved(path) {
        return resolved == root || resolved == named || resolved.isInside(root)
      }
      let parent = path.parent
      guard parent != path else { return false }
      path = parent
    }
  }
}
