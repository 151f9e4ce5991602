import Reporters
import Rules
import Validator

/// What the command line of `check` asks for.
struct CheckOptions: Sendable {
  var paths: [String] = []
  var profile = Profile.photos
  var format = ReportFormat.text
  var outputs: [(format: ReportFormat, file: String)] = []
  var pairs: [(still: String, movie: String)] = []
  /// The least severe failure that makes the exit code 1; nil for none.
  var failOn: Severity? = .error
  var selection = Selection()
  var showsAllResults = false
  /// What apps do; nil where their sources are to tell.
  var needs: [AppNeed.Kind]?
  /// A file with the identifiers of earlier runs.
  var seenIdentifiers: String?
  var settings = Settings()
  var jobs: Int?
  var isQuiet = false
  var showsProgress = true
  var colour = ColourChoice.auto
  var excluded = ExcludePatterns()
  /// A file with pairs that the user names.
  var pairList: String?
  /// How long the reading of one file may take.
  var fileTimeout = Duration.seconds(10)
  /// Whether archives of many files are looked into.
  var readsArchives = true
  var showsFailuresOnly = false
  /// The most entries of text; nil for all.
  var mostFindings: Int? = ReportOptions.usualMostEntries
  var tellsStatistics = false
  /// The database that facts and results are kept in.
  var store: String?
  var sampling: SampleRequest? {
    sampleSize.map { SampleRequest(size: $0, seed: seed ?? CheckOptions.usualSeed) }
  }
  fileprivate var sampleSize: Int?
  fileprivate var seed: UInt64?

  private static let usualSeed: UInt64 = 1
}

extension CheckOptions {
  /// Reads the words after the command's name.
  ///
  /// - Parameter parser: knows the options that the command has.
  init(_ arguments: [String], _ parser: ArgumentParser<CheckOptions> = parser) throws(UsageError) {
    self.init()
    paths = try parser.parse(arguments, into: &self)
    if seed != nil, sampleSize == nil { throw UsageError("--seed goes with --sample") }
    try OutputFile.requireDistinct(outputs.map(\.file))
    guard tellsStatistics else { return }
    switch format {
    case .text, .statistics: format = .statistics
    case .json, .statisticsJSON: format = .statisticsJSON
    case .jsonl, .csv, .junit:
      throw UsageError(
        "--statistics goes with --format text or json; other reports go to files: "
          + "--output \(format.rawValue)=FILE")
    }
  }

  static let parser = ArgumentParser<CheckOptions>(options: [
    Option(
      "--profile", "NAME", choices: Profile.allCases.map(\.rawValue),
      help: "judge for photos (default), wallpaper (photos and Lock Screen motion) or camera "
        + "(as an untouched capture would be)"
    ) { options, values throws(UsageError) in
      options.profile = try choice(of: values[0], for: "profile")
    },
    Option(
      "--format", "FORMAT", choices: ReportFormat.allCases.map(\.rawValue),
      help: "report on standard output as text (default), json, jsonl (an object a line, as they "
        + "come), csv, junit, statistics or statistics-json"
    ) { options, values throws(UsageError) in
      options.format = try choice(of: values[0], for: "format")
    },
    Option(
      "--output", "FORMAT=FILE",
      help: "write a report to a file too; may be given several times"
    ) { options, values throws(UsageError) in
      let parts = values[0].split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else {
        throw UsageError("--output needs FORMAT=FILE, such as junit=report.xml")
      }
      let format: ReportFormat = try choice(of: String(parts[0]), for: "format")
      guard parts[1] != "-" else {
        throw UsageError(
          "--output needs a file; a report on standard output is --format \(format.rawValue)")
      }
      options.outputs.append((format, String(parts[1])))
    },
    Option(
      "--pair", "STILL", "MOVIE",
      help: "judge these two files as a pair, whatever their bytes and names say; may be given "
        + "several times"
    ) { options, values in
      options.pairs.append((values[0], values[1]))
    },
    Option(
      "--needs", "LIST",
      help: "what an app does with photos, with commas between: save, read, capture, pick, "
        + "live-activity; without it a project's sources tell"
    ) { options, values throws(UsageError) in
      options.needs = try needs(in: values[0])
    },
    Option(
      "--animation-place", "PLACE",
      help: "where GIF and APNG files are to be shown: home-screen (default) or lock-screen"
    ) { options, values throws(UsageError) in
      options.settings.animationPlace = try choice(of: values[0], for: "place")
    },
    Option(
      "--seen", "FILE",
      help: "a list of identifiers of earlier runs, one a line: a pair that carries one of them "
        + "fails identifier/reused"
    ) { options, values in options.seenIdentifiers = values[0] },
    Option(
      "--fail-on", "SEVERITY",
      help:
        "exit with 1 for failures from this severity on: error (default), warning, note or never"
    ) { options, values throws(UsageError) in
      let names = Severity.allCases.map(\.name)
      guard values[0] == "never" || names.contains(values[0]) else {
        throw .unknownChoice("severity", values[0], among: names + ["never"])
      }
      options.failOn = Severity.allCases.first { $0.name == values[0] }
    },
    Option(
      "--select", "RULES",
      help: "run these rules only: ids and families such as identifier/*, with commas between"
    ) { options, values throws(UsageError) in
      options.selection.selected += try patterns(in: values[0])
    },
    Option("--ignore", "RULES", help: "do not run these rules") {
      options, values throws(UsageError) in
      options.selection.ignored += try patterns(in: values[0])
    },
    Option(
      "--all-results", help: "report passed, not applicable and not run rules too"
    ) { options, _ in options.showsAllResults = true },
    Option(
      "--jobs", short: "-j", "N", help: "judge on N workers; default: one for each core"
    ) { options, values throws(UsageError) in
      guard let jobs = Int(values[0]), (1...1024).contains(jobs) else {
        throw UsageError("--jobs needs a number from 1 to 1024, not '\(values[0])'")
      }
      options.jobs = jobs
    },
    .quiet(\.isQuiet, help: "show findings only: no summary, no remarks on the run"),
    .noProgress(\.showsProgress),
    .colour(\.colour),
    Option(
      "--exclude", "PATTERN",
      help: "pass over files and folders that a .gitignore pattern matches, below each PATH or in "
        + "an archive: '*.png', 'thumbs/', '/old/**'; '!' takes back; may be given several times"
    ) { options, values throws(UsageError) in
      try options.excluded.append(FilePath(typed: values[0]).bytes)
    },
    Option(
      "--pairs", "FILE",
      help: "judge the pairs of a list: CSV with the columns still and movie, or JSON lines with "
        + "these keys"
    ) { options, values in options.pairList = values[0] },
    Option(
      "--file-timeout", "SECONDS",
      help: "give up a file whose reading takes longer; default: 10"
    ) { options, values throws(UsageError) in
      guard let seconds = Double(values[0]), (0.001...86_400).contains(seconds) else {
        throw UsageError("--file-timeout needs seconds from 0.001 to 86400, not '\(values[0])'")
      }
      options.fileTimeout = .milliseconds(Int64(seconds * 1000))
    },
    Option(
      "--statistics",
      help:
        "tell shares in place of subjects, in text or json: of each rule, cause, device, origin "
        + "and folder"
    ) { options, _ in options.tellsStatistics = true },
    Option(
      "--sample", "N",
      help: "judge N base names drawn at random, each with all files that bear it"
    ) { options, values throws(UsageError) in
      guard let size = Int(values[0]), (1...10_000_000).contains(size) else {
        throw UsageError("--sample needs a number from 1 to 10000000, not '\(values[0])'")
      }
      options.sampleSize = size
    },
    Option(
      "--seed", "S", help: "what the draw of --sample depends on, a whole number; default: 1"
    ) { options, values throws(UsageError) in
      guard let seed = UInt64(values[0]) else {
        throw UsageError("--seed needs a whole number, not '\(values[0])'")
      }
      options.seed = seed
    },
    Option(
      "--store", "FILE",
      help: "keep all facts and results in an SQLite database; a run that was stopped goes on from "
        + "there with the same command, and files that have not changed are not read again"
    ) { options, values in options.store = values[0] },
    Option(
      "--failures-only", help: "leave subjects without a fault out of json, jsonl and csv"
    ) { options, _ in options.showsFailuresOnly = true },
    Option(
      "--max-findings", "N",
      help:
        "list at most N entries in text, subjects that fail alike as one, and say what was left "
        + "out (default: 1000); 0 lists every subject by itself"
    ) { options, values throws(UsageError) in
      guard let most = Int(values[0]), (0...10_000_000).contains(most) else {
        throw UsageError("--max-findings needs a number from 0 to 10000000, not '\(values[0])'")
      }
      options.mostFindings = most == 0 ? nil : most
    },
  ])

  /// Needs with commas between.
  ///
  /// The microphone is for sources to tell: a Live Photo may be silent.
  private static func needs(in list: String) throws(UsageError) -> [AppNeed.Kind] {
    let known = AppNeed.Kind.allCases.filter { $0 != .microphone }
    var needs: [AppNeed.Kind] = []
    for word in list.split(separator: ",").map(String.init) {
      guard let need = known.first(where: { $0.rawValue == word }) else {
        throw .unknownChoice("need", word, among: known.map(\.rawValue))
      }
      needs.append(need)
    }
    guard !needs.isEmpty else { throw UsageError("a list of needs is empty") }
    return needs
  }

  /// Rule ids and families with commas between; each must name a rule.
  static func patterns(in list: String) throws(UsageError) -> [String] {
    var patterns: [String] = []
    for pattern in list.split(separator: ",").map(String.init) {
      guard Catalogue.rules.contains(where: { $0.isNamed(by: pattern) }) else {
        let families = Set(Catalogue.rules.map { $0.family + "/*" })
        throw .unknown("rule", pattern, among: Catalogue.rules.map(\.id) + families.sorted())
      }
      patterns.append(pattern)
    }
    guard !patterns.isEmpty else { throw UsageError("a list of rules is empty") }
    return patterns
  }
}
