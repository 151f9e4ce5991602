internal import Validator

/// The files that the targets of an Xcode project list in their build phases and folders.
struct BuildPhases {
  /// What a target lists.
  struct Listed {
    var files: Set<FilePath> = []
    /// Whether the sources are among them, or in folders that are listed as a whole.
    var listsSources = false
  }

  /// The most files of all targets together: a project of 300 targets lists some 50,000, a hostile
  /// one may have all of its targets share one long phase.
  private static let fileLimit = 200_000

  private let objects: [String: PropertyListNode]
  private let path: (String) -> FilePath?
  /// The files of each phase; targets may share one.
  private var known: [String: Set<FilePath>] = [:]
  private var count = 0
  /// Of each folder that is listed as a whole the exceptions, and whose they are.
  private let exceptions: [String: [(target: String, paths: [String])]]
  /// The targets' names by what they yield.
  private var products: [String: String] = [:]
  /// The folders that targets list, with the identifiers of these targets.
  private var members: [String: Set<String>] = [:]

  init(objects: [String: PropertyListNode], path: @escaping (String) -> FilePath?) {
    self.objects = objects
    self.path = path
    var exceptions: [String: [(target: String, paths: [String])]] = [:]
    for (id, node) in objects {
      switch node.value["isa"]?.value.string {
      case "PBXNativeTarget":
        if let product = node.value["productReference"]?.value.string {
          products[product] = node.value["name"]?.value.string
        }
        for group in BuildPhases.groups(of: node) { members[group, default: []].insert(id) }
      case "PBXFileSystemSynchronizedRootGroup":
        exceptions[id] = (node.value["exceptions"]?.value.strings ?? []).compactMap { name in
          guard let set = objects[name]?.value, let target = set["target"]?.value.string else {
            return nil
          }
          return (target, set["membershipExceptions"]?.value.strings ?? [])
        }
      default: break
      }
    }
    self.exceptions = exceptions
  }

  /// Whether files were left out for their number.
  var isExhausted: Bool { count > BuildPhases.fileLimit }

  private static func groups(of target: PropertyListNode) -> [String] {
    target.value["fileSystemSynchronizedGroups"]?.value.strings ?? []
  }

  private func phases(of target: PropertyListNode, _ kind: String) -> [(
    id: String, files: [String]
  )] {
    (target.value["buildPhases"]?.value.strings ?? []).compactMap { id in
      guard let phase = objects[id]?.value, phase["isa"]?.value.string == kind else { return nil }
      return (id, phase["files"]?.value.strings ?? [])
    }
  }

  // MARK: Files

  /// The files that a target compiles or copies, folders among them.
  mutating func files(of target: PropertyListNode, id: String) -> Listed {
    var listed = Listed()
    for kind in ["PBXSourcesBuildPhase", "PBXResourcesBuildPhase"] {
      for phase in phases(of: target, kind) {
        let files = files(ofPhase: phase.id, phase.files)
        listed.files.formUnion(files)
        if kind == "PBXSourcesBuildPhase", !files.isEmpty { listed.listsSources = true }
      }
    }
    if !BuildPhases.groups(of: target).isEmpty { listed.listsSources = true }
    // A file of another target's folder is added by an exception.
    for (group, sets) in exceptions where !(members[group] ?? []).contains(id) {
      guard let folder = path(group) else { continue }
      for set in sets where set.target == id {
        for name in set.paths where !isExhausted {
          count += 1
          listed.files.insert(folder.appending(path: name))
        }
      }
    }
    return listed
  }

  private mutating func files(ofPhase id: String, _ entries: [String]) -> Set<FilePath> {
    if let files = known[id] {
      count += files.count
      return isExhausted ? [] : files
    }
    var files: Set<FilePath> = []
    for entry in entries {
      guard let id = objects[entry]?.value["fileRef"]?.value.string, let node = objects[id] else {
        continue
      }
      // A group of variants holds one file for each language.
      for child in node.value["children"]?.value.strings ?? [id] {
        count += 1
        guard !isExhausted else { return files }
        if let path = path(child) { files.insert(path.normalised) }
      }
    }
    known[id] = files
    return files
  }

  /// The folders that a target lists as a whole, but for exceptions.
  func folders(of target: PropertyListNode, id: String) -> [FileClaim] {
    BuildPhases.groups(of: target).compactMap { group in
      let own = exceptions[group]?.filter { $0.target == id } ?? []
      return path(group).map { FileClaim($0, excluded: own.flatMap(\.paths)) }
    }
  }

  // MARK: Libraries

  /// The names of the targets whose products a target links.
  func linked(to target: PropertyListNode) -> Set<String> {
    let entries = phases(of: target, "PBXFrameworksBuildPhase").flatMap(\.files)
    return Set(
      entries.compactMap { entry in
        objects[entry]?.value["fileRef"]?.value.string.flatMap { products[$0] }
      })
  }
}
