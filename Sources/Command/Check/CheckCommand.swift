import Readers
import Reporters
import Rules
import Validator
import Writers

extension Subcommand {
  static let check = Subcommand(
    name: "check",
    usage: "livephotolint [check] [OPTION…] [PATH…]",
    summary: "judges Live Photos and apps and reports every fault; the default",
    details: """
      PATH is a still, a movie, a folder, a .pvt bundle or a .livp archive; a project, an Info.plist,
      an .app or an .ipa; a GIF or an APNG. - reads paths from standard input, one a line; no PATH
      means the working folder. Files are paired by the identifier in their bytes, then by their
      names.

      Archives (.zip, .tar, .tar.gz, .tar.zst, .tar.bz2) are looked into where they are named and
      where they lie in folders, but not in projects, and nothing is unpacked to disk; their members
      are named archive.zip!folder/IMG_0001.HEIC. Apps and archives in archives are passed over.
      Hidden files and those of systems (Thumbs.db, @eaDir, __MACOSX, …) and the caches in a Photos
      library are passed over too; --exclude '*.zip' passes over archives.

      Exit codes: 0 nothing failed at or above --fail-on; 1 something did; 2 wrong usage, or a
      report or store that could not be kept; 3 an input could not be opened or judged, and nothing
      failed; 70 a fault of the tool itself.

      Examples:
        livephotolint IMG_0001.HEIC IMG_0001.MOV
        livephotolint --profile wallpaper --output junit=report.xml exported/
        livephotolint --statistics --output csv=audit.csv --output jsonl=audit.jsonl submissions/
      """,
    optionHelp: CheckOptions.parser.help(width:),
    run: { arguments in try await CheckCommand(options: CheckOptions(arguments))() })
}

/// `livephotolint check`: judges files and folders and reports.
struct CheckCommand: Sendable {
  let options: CheckOptions

  /// Runs the command.
  ///
  /// - Returns: the exit code.
  /// - Throws: what makes a run impossible from the start, or a report that cannot be written.
  func callAsFunction() async throws -> Int32 {
    let roots = try roots
    let namedPairs = try namedPairs
    remarkOnSwapped(namedPairs)
    for output in options.outputs {
      try OutputFile(path: FilePath(typed: output.file)).requireNoInput(
        among: roots + namedPairs.flatMap { [$0.still, $0.movie] }
          + [options.pairList, options.seenIdentifiers].compactMap { $0.map(FilePath.init(typed:)) }
      )
    }
    let seen = try seenIdentifiers()
    let store = try store(seen)
    if let store {
      StagedFiles.removeOnSignals(before: store.endEarly)
    } else if !options.outputs.isEmpty {
      StagedFiles.removeOnSignals()
    }
    Terminal.outliveClosedPipes()
    let reports = RunReports(try ReportTargets(options).targets, options.profile)
    let outcome = try await run(roots, namedPairs, seen, store, into: reports)
    try reports.finish(
      RunSummary(
        profile: options.profile, totals: outcome.totals, sample: outcome.sample,
        problems: outcome.problems))
    remark(on: outcome)
    // Said last: the reports are whole, but the next run will find nothing to go on with.
    try store?.requireInPlace()
    return exitCode(outcome.totals.failures, outcome.problems)
  }

  /// Judges files and folders, without a word to anybody.
  ///
  /// - Throws: where the list of earlier identifiers or a temporary file cannot be used.
  func judge(_ roots: [FilePath]) async throws -> (
    report: Report, problems: [InputProblem]
  ) {
    let sink = CollectingSink()
    let outcome = try await run(
      roots, try namedPairs, try seenIdentifiers(), nil, into: sink)
    return (
      Report(
        profile: options.profile, rules: Catalogue.rules, subjects: sink.reports,
        sample: outcome.sample),
      outcome.problems
    )
  }

  private func run(
    _ roots: [FilePath], _ namedPairs: [(still: FilePath, movie: FilePath)], _ seen: Set<String>,
    _ store: AuditStore?, into sink: any RunSink
  ) async throws -> CheckRun.Outcome {
    let targets = ReportTargets(options)
    // A store keeps what any later question may need.
    let engine = Engine(
      rules: Catalogue.rules, profile: options.profile, settings: options.settings,
      selection: options.selection, keepsAllResults: targets.needAllResults,
      provenanceScope: store == nil ? targets.provenanceScope : .all,
      keepsTraits: store != nil || targets.needTraits)
    let progress = Progress(progressForm) { Terminal.write($0, to: .errors) }
    defer { progress.clear() }
    let run = CheckRun(
      paths: roots, namedPairs: namedPairs,
      judge: Judge(
        reader: MediaReader(
          plan: ReadingPlan(readsLivePhotoInfo: options.profile != .photos || store != nil),
          timeLimit: options.fileTimeout),
        engine: engine, needs: options.needs, seenIdentifiers: seen, keepsFacts: store != nil),
      jobs: options.jobs ?? Terminal.coreCount, progress: progress,
      filter: PathFilter(patterns: options.excluded, store: store?.path),
      readsArchives: options.readsArchives,
      sampling: options.sampling, store: store)
    return try await run(sink)
  }

  /// How progress is told: not in the lines of a report that comes to the same terminal meanwhile.
  private var progressForm: Progress.Form? {
    guard options.showsProgress, !options.isQuiet else { return nil }
    guard Terminal.isInteractive(.errors) else { return .log }
    if options.format == .jsonl, Terminal.isInteractive(.output) { return nil }
    return .line(columns: Terminal.width(of: .errors))
  }

  private func seenIdentifiers() throws(UsageError) -> Set<String> {
    guard let file = options.seenIdentifiers else { return [] }
    do throws(ReadError) {
      let source = try FileSource(FilePath(typed: file))
      return Set(
        TypedText.entries(of: try source.bytes(at: 0, count: Int(clamping: source.size))))
    } catch {
      throw UsageError("\(file): \(error.reason)")
    }
  }

  /// The store that the user asked for, opened; nil for none.
  private func store(_ seen: Set<String>) throws -> AuditStore? {
    guard let file = options.store else { return nil }
    let path = FilePath(typed: file)
    // Looked at before anything is made there.
    for output in options.outputs {
      let output = OutputFile(path: FilePath(typed: output.file))
      try output.requireNoInput(among: [path])
      try output.requireOtherPlace(than: path)
    }
    let store = try AuditStore(path, StoreSettings(options, seen: seen))
    if let remark = store.remark, !options.isQuiet { Terminal.remark(remark) }
    return store
  }

  /// The paths to walk: no path means the working folder, unless pairs are named.
  var roots: [FilePath] {
    get throws(UsageError) {
      if options.paths.contains("")
        || options.pairs.contains(where: { $0.still.isEmpty || $0.movie.isEmpty })
      {
        throw UsageError("a path is empty")
      }
      if options.paths.isEmpty {
        return options.pairs.isEmpty && options.pairList == nil ? [FilePath("")] : []
      }
      return options.paths.flatMap { path in
        path == "-"
          ? TypedText.entries(of: Terminal.allInput()).map { FilePath(typed: $0) }
          : [FilePath(typed: path)]
      }
    }
  }

  /// The pairs that the user names, one by one and in a list; whoever types a movie before its still
  /// means the same pair.
  private var namedPairs: [(still: FilePath, movie: FilePath)] {
    get throws(UsageError) {
      let typed = options.pairs.map { pair in
        let ordered = NamedPair([pair.still, pair.movie])
        return (
          FilePath(typed: ordered?.still ?? pair.still),
          FilePath(typed: ordered?.movie ?? pair.movie)
        )
      }
      return try options.pairList.map { list throws(UsageError) in
        typed + (try PairList(FilePath(typed: list)).pairs)
      } ?? typed
    }
  }

  /// Tells on standard error which pairs were typed the other way round.
  private func remarkOnSwapped(_ pairs: [(still: FilePath, movie: FilePath)]) {
    guard !options.isQuiet else { return }
    for (typed, pair) in zip(options.pairs, pairs)
    where FilePath(typed: typed.still) == pair.movie && typed.still != typed.movie {
      Terminal.remark(
        "--pair takes the still first: \(pair.still) was judged as the still, \(pair.movie) as the "
          + "movie")
    }
  }

  /// Tells on standard error what of the input could not be judged, or not as it was meant.
  private func remark(on outcome: CheckRun.Outcome) {
    for problem in outcome.problems {
      Terminal.remark("\(problem.shownPath): \(problem.message)")
    }
    if let remark = outcome.storeRemark, !options.isQuiet { Terminal.remark(remark) }
    guard !options.isQuiet, outcome.problems.isEmpty else { return }
    let totals = outcome.totals
    if totals.subjectCount == 0, !options.format.saysWhatWasFound {
      Terminal.remark("no still, movie, animation or app was found; nothing was judged")
    }
    if options.pairs.isEmpty, options.pairList == nil, totals.subjectCount == 2,
      totals.count(of: .still) == 1, totals.count(of: .movie) == 1,
      let pair = NamedPair(options.paths), pair.hasUnlikeNames
    {
      Terminal.remark(
        "\(FilePath(typed: pair.still)) and \(FilePath(typed: pair.movie)) were judged apart: they "
          + "share neither identifier nor name; --pair judges them as a pair")
    }
  }

  /// The exit code for what was found.
  func exitCode(_ failures: FailureCounts, _ problems: [InputProblem]) -> Int32 {
    if let failOn = options.failOn, let worst = failures.worst, worst >= failOn { return 1 }
    return problems.isEmpty ? 0 : 3
  }
}
