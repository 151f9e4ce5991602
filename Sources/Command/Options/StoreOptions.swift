import Reporters
import Validator

/// What the command lines of `judge` and `report` ask for.
struct StoreOptions: Sendable {
  let audit: FilePath
  /// Whether facts are judged anew; else the results of the run are told.
  let judgesAnew: Bool
  /// What was given; the rest is as the run had it.
  private let given: CheckOptions
  private let givenNames: Set<String>

  /// How results are told: as `check` has it.
  private static let reporting: Set<String> = [
    "--format", "--output", "--fail-on", "--all-results", "--quiet", "--color", "--statistics",
    "--failures-only", "--max-findings", "--jobs",
  ]
  private static let judging: Set<String> = [
    "--profile", "--select", "--ignore", "--animation-place",
  ]

  static let report = CheckOptions.parser.limited(to: reporting)
  static let judge = CheckOptions.parser.limited(to: judging.union(reporting))

  init(report arguments: [String]) throws(UsageError) {
    try self.init(arguments, StoreOptions.report, judgesAnew: false)
  }

  init(judge arguments: [String]) throws(UsageError) {
    try self.init(arguments, StoreOptions.judge, judgesAnew: true)
  }

  private init(_ arguments: [String], _ parser: ArgumentParser<CheckOptions>, judgesAnew: Bool)
    throws(UsageError)
  {
    let options = try CheckOptions(arguments, parser)
    guard options.paths.count == 1, let path = options.paths.first, !path.isEmpty else {
      throw UsageError("one AUDIT is needed: the file that 'check --store' has written")
    }
    audit = FilePath(typed: path)
    given = options
    givenNames = Set(arguments.map { String($0.prefix { $0 != "=" }) })
    self.judgesAnew = judgesAnew
  }

  /// The options of the run that this command stands for.
  func checkOptions(for settings: StoreSettings) throws(UsageError) -> CheckOptions {
    var options = given
    let list = { (name: String) in
      settings.values[name].map { $0.split(separator: "\n").map(String.init) } ?? []
    }
    if !givenNames.contains("--profile"), let name = settings.values["--profile"] {
      options.profile = try choice(of: name, for: "profile")
    }
    if !givenNames.contains("--select") { options.selection.selected = list("--select") }
    if !givenNames.contains("--ignore") { options.selection.ignored = list("--ignore") }
    if !givenNames.contains("--animation-place"), let place = settings.values["--animation-place"] {
      options.settings.animationPlace = try choice(of: place, for: "place")
    }
    return options
  }
}
