import Readers
import Reporters
import Validator

/// What the results in a store depend on besides the files and the tool: a run with other settings
/// is another audit.
struct StoreSettings {
  /// By the name of the option that sets it; only what is set.
  let values: [String: String]

  /// The name of the folder that relative paths were typed in: a number, which tells no place.
  static let workingFolder = "working folder"

  /// - Parameter seen: the identifiers of earlier runs.
  init(_ options: CheckOptions, seen: Set<String>) {
    var values = ["--profile": options.profile.rawValue]
    // A shell that completes the name of a folder adds a slash.
    let paths = (options.paths.isEmpty ? ["."] : options.paths).map { path in
      String(path.reversed().drop { $0 == "/" && path.count > 1 }.reversed())
    }
    values["PATH"] = StoreSettings.list(paths)
    if paths.contains(where: { !$0.hasPrefix("/") }), let folder = Directory.resolved(FilePath("."))
    {
      values[StoreSettings.workingFolder] = String(IdentifierMark.hash(of: folder.bytes), radix: 16)
    }
    let lists = [
      ("--select", options.selection.selected), ("--ignore", options.selection.ignored),
      ("--exclude", options.excluded.texts.map { FilePath(bytes: $0).description }),
      ("--pair", options.pairs.flatMap { [$0.still, $0.movie] }),
      ("--needs", options.needs.map { $0.map(\.rawValue) } ?? []),
    ]
    for (name, list) in lists where !list.isEmpty { values[name] = StoreSettings.list(list) }
    values["--pairs"] = options.pairList
    if options.settings.animationPlace != Settings().animationPlace {
      values["--animation-place"] = options.settings.animationPlace.rawValue
    }
    if !seen.isEmpty {
      let hash = seen.reduce(0) { $0 ^ IdentifierMark.hash(of: $1.utf8) }
      values["--seen"] = String(hash, radix: 16)
    }
    if let sampling = options.sampling {
      values["--sample"] = String(sampling.size)
      values["--seed"] = String(sampling.seed)
    }
    self.values = values
  }

  /// Several values as one, each on a line.
  private static func list(_ values: [String]) -> String {
    values.map { value in
      FilePath(typed: value).description.split(separator: "\\", omittingEmptySubsequences: false)
        .joined(separator: "\\\\").split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\\n")
    }.joined(separator: "\n")
  }

  init(values: [String: String]) {
    self.values = values
  }

  /// The first option, by its name, that other settings have otherwise.
  func difference(from other: StoreSettings) -> String? {
    let names = Set(values.keys).union(other.values.keys).sorted()
    return names.first { values[$0] != other.values[$0] }
  }
}
