import Readers
import Reporters
import Validator

/// What the results in a store depend on besides the files and the tool: a run with other settings
/// is another audit.
struct StoreSettings {
  /// By the name of the option that sets it; only what is set.
  let values: [String: String]

  /// - Parameter seen: the identifiers of earlier runs.
  init(_ options: CheckOptions, seen: Set<String>) {
    var values = ["--profile": options.profile.rawValue]
    values["PATH"] = options.paths.isEmpty ? "." : options.paths.joined(separator: "\n")
    let lists = [
      ("--select", options.selection.selected), ("--ignore", options.selection.ignored),
      ("--exclude", options.excluded.texts.map { FilePath(bytes: $0).description }),
      ("--pair", options.pairs.flatMap { [$0.still, $0.movie] }),
      ("--needs", options.needs.map { $0.map(\.rawValue) } ?? []),
    ]
    for (name, list) in lists where !list.isEmpty { values[name] = list.joined(separator: "\n") }
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

  init(values: [String: String]) {
    self.values = values
  }

  /// The first option, by its name, that other settings have otherwise.
  func difference(from other: StoreSettings) -> String? {
    let names = Set(values.keys).union(other.values.keys).sorted()
    return names.first { values[$0] != other.values[$0] }
  }
}
