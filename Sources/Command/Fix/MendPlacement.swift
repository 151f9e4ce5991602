import Readers
import Validator
import Writers

/// Where mended files go.
enum MendDestination: Sendable {
  /// Nowhere: the plan is all that is wanted.
  case none
  /// Into a folder, under the paths that they have below the roots of the run.
  case folder(FilePath, replaces: Bool)
  /// Where the old ones are, which are kept beside them.
  case inPlace
}

/// The paths that the files of one subject get.
struct MendPlacement: Sendable {
  /// The files' new paths.
  private(set) var paths: [Half: FilePath] = [:]
  /// What the old files are kept as, where they are.
  private(set) var backups: [Half: FilePath] = [:]
  /// The bundle's new folder, and what the old one is kept as.
  private(set) var bundle: (path: FilePath, backup: FilePath?)?

  /// Places the files of a plan.
  ///
  /// - Parameter roots: the paths that the user has typed.
  init(
    _ plan: MendPlan, of subject: MendSubject, at destination: MendDestination, roots: [FilePath]
  ) {
    if case .bundle(let old) = subject.container {
      let folder: FilePath
      switch destination {
      case .none: folder = old
      case .inPlace: folder = old
      case .folder(let output, _):
        folder = MendPlacement.folder(of: old, below: output, roots).appending(old.name)
      }
      if case .inPlace = destination {
        bundle = (folder, old.backup)
      } else {
        bundle = (folder, nil)
      }
      for half in plan.halves { paths[half.role] = folder.appending(half.newName) }
      return
    }
    for half in plan.halves {
      let old = half.file.path
      switch destination {
      case .none: paths[half.role] = old.renamed(half.newName)
      case .inPlace:
        paths[half.role] = old.renamed(half.newName)
        if half.isRewritten { backups[half.role] = old.backup }
      case .folder(let output, _):
        var place = old
        if case .archive(let archive) = subject.container { place = archive }
        paths[half.role] = MendPlacement.folder(of: place, below: output, roots)
          .appending(half.newName)
      }
    }
  }

  /// The folder below the output that stands for the one that a file lies in.
  ///
  /// It lies as it did below the folder that was typed; where several were, that one's name comes
  /// first. A file that was typed lies at the top.
  private static func folder(of path: FilePath, below output: FilePath, _ roots: [FilePath])
    -> FilePath
  {
    let folder = FilePath(bytes: Array(path.folder))
    let folders = roots.map(\.trimmed).filter {
      Directory.kind(of: $0.isEmpty ? FilePath(".") : $0) == .folder && !$0.isBundle
    }
    let above = folders.filter { $0.isEmpty || folder.isSame(asOrBelow: $0) }
      .max { $0.bytes.count < $1.bytes.count }
    guard let above else { return output }
    let below = folder.bytes.dropFirst(above.bytes.count).drop { $0 == UInt8(ascii: "/") }
    var place = output
    if folders.count > 1, !above.hasNoName { place = place.appending(above.name) }
    return below.isEmpty ? place : place.appending(below)
  }
}

extension FilePath {
  /// The path without slashes at its end.
  var trimmed: FilePath {
    var path = bytes
    while path.count > 1, path.last == UInt8(ascii: "/") { path.removeLast() }
    return FilePath(bytes: path)
  }

  /// Whether the path ends with no name that a folder could get: `.`, `..`, `/` or nothing.
  fileprivate var hasNoName: Bool {
    [[], [UInt8(ascii: ".")], [UInt8(ascii: "."), UInt8(ascii: ".")]].contains(Array(name))
  }
}
