import Readers
import Reporters
import Rules
import Validator

/// `livephotolint check`: judges files and folders and reports.
struct CheckCommand: Sendable {
  let options: CheckOptions

  /// Runs the command.
  ///
  /// - Returns: the exit code.
  /// - Throws: what makes a run impossible from the start, or a report that cannot be written.
  func callAsFunction() async throws -> Int32 {
    let needsAll =
      options.showsAllResults || options.format.needsAllResults
      || options.outputs.contains { $0.format.needsAllResults }
    let engine = Engine(
      rules: Catalogue.rules, profile: options.profile, selection: options.selection,
      keepsAllResults: needsAll)
    let progress = Progress(
      isShown: options.showsProgress && !options.isQuiet && Terminal.isInteractive(.errors)
    ) { Terminal.write($0, to: .errors) }
    let run = CheckRun(
      paths: roots, namedPairs: options.pairs.map { (FilePath($0.still), FilePath($0.movie)) },
      judge: Judge(reader: MediaReader(plan: ReadingPlan(readsLivePhotoInfo: options.profile != .photos)), engine: engine),
      jobs: options.jobs ?? Terminal.coreCount, progress: progress)
    let (subjects, problems) = await run()
    progress.clear()
    let report = Report(profile: options.profile, rules: Catalogue.rules, subjects: subjects)
    try write(report)
    remark(on: report, problems)
    return exitCode(report, problems)
  }

  /// The paths to walk: no path means the working folder, unless pairs are named.
  private var roots: [FilePath] {
    if options.paths.isEmpty { return options.pairs.isEmpty ? [FilePath("")] : [] }
    return options.paths.flatMap { path in
      path == "-" ? Terminal.lines().map { FilePath($0) } : [FilePath(path)]
    }
  }

  private func write(_ report: Report) throws {
    for output in options.outputs {
      let text = try output.format.render(
        report,
        options: ReportOptions(
          showsAllResults: options.showsAllResults, failOn: options.failOn))
      try Terminal.write(text, toFile: output.file)
    }
    let usesColour =
      switch options.colour {
      case .always: true
      case .never: false
      case .auto:
        Terminal.isInteractive(.output) && Terminal.environment("NO_COLOR") == nil
          && Terminal.environment("TERM") != "dumb"
      }
    let text = try options.format.render(
      report,
      options: ReportOptions(
        width: Terminal.width, usesColour: usesColour, showsAllResults: options.showsAllResults,
        failOn: options.failOn, isQuiet: options.isQuiet))
    Terminal.write(text, to: .output)
  }

  /// Tells on standard error what of the input could not be judged.
  private func remark(on report: Report, _ problems: [InputProblem]) {
    for problem in problems {
      Terminal.write(
        "livephotolint: \(shown(problem.path)): \(problem.message)\n", to: .errors)
    }
    if report.subjects.isEmpty, problems.isEmpty, !options.isQuiet {
      Terminal.write(
        "livephotolint: no still and no movie was found; nothing was judged\n", to: .errors)
    }
  }

  private func shown(_ path: FilePath) -> String {
    path.isEmpty ? "." : ShownText.escaped(path.description)
  }

  private func exitCode(_ report: Report, _ problems: [InputProblem]) -> Int32 {
    if let failOn = options.failOn, let worst = report.failures.worst, worst >= failOn { return 1 }
    return problems.isEmpty ? 0 : 3
  }
}
