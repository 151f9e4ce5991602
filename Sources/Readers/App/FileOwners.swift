internal import Validator

/// Tells which of a project's files belong to which targets.
struct FileOwners {
  /// What is known of a file.
  struct Owned {
    let file: FilePath
    /// The names of the targets that claim it.
    var names: Set<String> = []
    /// Those of them whose folder it lies in by that folder's name only.
    var guessed: Set<String> = []
    /// Whether it lies in a folder of a target that leaves it out, and no target claims it.
    var isLeftOut = false
  }

  /// The names of the targets that list a file, or a folder as a whole.
  private var listed: [FilePath: Set<String>] = [:]
  private var claims: [FilePath: [(name: String, claim: FileClaim)]] = [:]

  init(of sources: [TargetSource]) {
    for source in sources {
      for file in source.files { listed[file, default: []].insert(source.name) }
      for claim in source.claims { claims[claim.folder, default: []].append((source.name, claim)) }
    }
  }

  /// A file with the targets that claim it.
  ///
  /// Several targets may build one file, each by what it says of it or of a folder above. Of folders
  /// that are taken by their names alone the nearest that is claimed decides: a widget's may lie
  /// inside the app's.
  func owned(_ file: FilePath) -> Owned {
    var owned = Owned(file: file)
    owned.names = listed[file] ?? []
    var guesses: Set<String> = []
    var isClaimed = false
    var folder = file.parent
    while true {
      owned.names.formUnion(listed[folder] ?? [])
      if let claims = claims[folder] {
        let holding = claims.filter { $0.claim.holds(file) }
        if !isClaimed, owned.names.isEmpty {
          guesses = Set(holding.filter(\.claim.isGuess).map(\.name))
        }
        owned.names.formUnion(holding.filter { !$0.claim.isGuess }.map(\.name))
        isClaimed = true
      }
      let parent = folder.parent
      guard parent != folder else { break }
      folder = parent
    }
    owned.guessed = guesses.subtracting(owned.names)
    owned.names.formUnion(owned.guessed)
    owned.isLeftOut = isClaimed && owned.names.isEmpty
    return owned
  }
}

/// Tells which apps and extensions are built from a source, as far as the project says.
struct SourceOwners {
  private let owners: FileOwners
  private var roles: [String: TargetSource.Role] = [:]
  /// The targets that say of each source whether it is theirs.
  private var listing: Set<String> = []
  /// Of each library the apps and extensions that it is linked to, through others too.
  private var users: [String: Set<String>] = [:]
  /// Whether every app and extension lists its sources.
  private let isWhole: Bool
  private let files: ProjectFiles

  init(of sources: [TargetSource], in files: ProjectFiles) {
    owners = FileOwners(of: sources)
    self.files = files
    for source in sources {
      roles[source.name] = source.role
      if source.listsSources { listing.insert(source.name) }
    }
    let bundles = sources.filter { $0.role == .bundle }
    isWhole = !bundles.isEmpty && bundles.allSatisfy(\.listsSources)
    let dependencies = Dictionary(
      sources.map { ($0.name, $0.dependencies) }, uniquingKeysWith: { $0.union($1) })
    for bundle in bundles {
      var open = Array(bundle.dependencies)
      var seen: Set<String> = []
      while let name = open.popLast() {
        guard roles[name] == .linked, seen.insert(name).inserted else { continue }
        users[name, default: []].insert(bundle.name)
        open += dependencies[name] ?? []
      }
    }
  }

  /// The names of the apps and extensions that a source is built into; nil where it may be any.
  func targets(of file: FilePath) -> Set<String>? {
    let owned = owners.owned(file)
    if owned.isLeftOut { return [] }
    let names = owned.names.filter { !owned.guessed.contains($0) || !listing.contains($0) }
    guard !names.isEmpty else { return targetsOfUnclaimed(file) }
    var targets: Set<String> = []
    for name in names {
      switch roles[name] {
      case .bundle: targets.insert(name)
      case .linked:
        // A library that no target names is linked by Xcode itself, or by a workspace.
        guard let users = users[name] else { return nil }
        targets.formUnion(users)
      case .separate, nil: break
      }
    }
    return targets
  }

  /// The same of a source that no target claims.
  ///
  /// Packages and projects in the folder yield libraries of the app; a project that yields an app
  /// of its own, such as a demo, does not, and what no target lists is not built.
  private func targetsOfUnclaimed(_ file: FilePath) -> Set<String>? {
    var folder = file.parent
    while true {
      if let yieldsApp = files.projects[folder] { return yieldsApp ? [] : nil }
      if files.packages.contains(folder) { return nil }
      let parent = folder.parent
      guard parent != folder, folder != files.root else { return isWhole ? [] : nil }
      folder = parent
    }
  }
}
