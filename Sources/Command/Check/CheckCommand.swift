import Readers
import Reporters
import Rules
import Validator

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

      Exit codes: 0 nothing failed at or above --fail-on; 1 something did; 2 wrong usage;
      3 an input could not be opened, and nothing failed; 70 a fault of the tool itself.

      Examples:
        livephotolint IMG_0001.HEIC IMG_0001.MOV
        livephotolint --profile wallpaper --output junit=report.xml exported/
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
    for output in options.outputs {
      try OutputFile(path: FilePath(typed: output.file)).requireNoInput(
        among: roots + namedPairs.flatMap { [$0.still, $0.movie] })
    }
    let (report, problems) = try await judge(roots)
    try write(report)
    remark(on: report, problems)
    return exitCode(report, problems)
  }

  /// Judges files and folders, without a word to anybody.
  ///
  /// - Throws: where the list of earlier identifiers or a temporary file cannot be used.
  func judge(_ roots: [FilePath]) async throws -> (
    report: Report, problems: [InputProblem]
  ) {
    let needsAll =
      options.showsAllResults || options.format.needsAllResults
      || options.outputs.contains { $0.format.needsAllResults }
    let engine = Engine(
      rules: Catalogue.rules, profile: options.profile, settings: options.settings,
      selection: options.selection,
      keepsAllResults: needsAll, provenanceScope: provenanceScope)
    let progress = Progress(
      isShown: options.showsProgress && !options.isQuiet && Terminal.isInteractive(.errors)
    ) { Terminal.write($0, to: .errors) }
    let run = CheckRun(
      paths: roots, namedPairs: try namedPairs,
      judge: Judge(
        reader: MediaReader(
          plan: ReadingPlan(readsLivePhotoInfo: options.profile != .photos),
          timeLimit: options.fileTimeout),
        engine: engine, needs: options.needs, seenIdentifiers: try seenIdentifiers()),
      jobs: options.jobs ?? Terminal.coreCount, progress: progress,
      filter: PathFilter(patterns: options.excluded), readsArchives: options.readsArchives)
    let sink = CollectingSink()
    defer { progress.clear() }
    let outcome = try await run(sink)
    return (
      Report(profile: options.profile, rules: Catalogue.rules, subjects: sink.reports),
      outcome.problems
    )
  }

  /// The identifiers of the user's list; empty where there is none.
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

  /// The widest that any of the reports asks for.
  private var provenanceScope: ProvenanceScope {
    ([options.format] + options.outputs.map(\.format)).map {
      $0.provenanceScope(in: options.profile, showsAllResults: options.showsAllResults)
    }.max() ?? .none
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

  /// The pairs that the user names, one by one and in a list.
  private var namedPairs: [(still: FilePath, movie: FilePath)] {
    get throws(UsageError) {
      let typed = options.pairs.map { (FilePath(typed: $0.still), FilePath(typed: $0.movie)) }
      return try options.pairList.map { list throws(UsageError) in
        typed + (try PairList(FilePath(typed: list)).pairs)
      } ?? typed
    }
  }

  private func write(_ report: Report) throws {
    for output in options.outputs {
      let text = try output.format.render(
        report,
        options: ReportOptions(
          showsAllResults: options.showsAllResults, failOn: options.failOn))
      try Terminal.write(text, toFile: FilePath(typed: output.file))
    }
    let text = try options.format.render(
      report,
      options: ReportOptions(
        width: Terminal.width, usesColour: options.colour.usesColour,
        showsAllResults: options.showsAllResults, failOn: options.failOn, isQuiet: options.isQuiet))
    try Terminal.writeOutput(text)
  }

  /// Tells on standard error what of the input could not be judged.
  private func remark(on report: Report, _ problems: [InputProblem]) {
    for problem in problems {
      let path = problem.path.isEmpty ? "." : problem.path.description
      Terminal.remark("\(path): \(problem.message)")
    }
    if report.subjects.isEmpty, problems.isEmpty, !options.isQuiet {
      Terminal.remark("no still, movie, animation or app was found; nothing was judged")
    }
  }

  /// The exit code for what was found.
  func exitCode(_ report: Report, _ problems: [InputProblem]) -> Int32 {
    if let failOn = options.failOn, let worst = report.failures.worst, worst >= failOn { return 1 }
    return problems.isEmpty ? 0 : 3
  }
}
