import Readers
import Reporters
import Rules
import Validator
import Writers

extension Subcommand {
  static let fix = Subcommand(
    name: "fix",
    usage: """
      livephotolint fix [OPTION…] STILL MOVIE
             livephotolint fix [OPTION…] PATH…
      """,
    summary: "mends faults of Live Photos that can be mended without touching a picture",
    details: """
      PATH is what check takes: files, folders, .pvt bundles, .livp archives. Without -o or
      --in-place it shows the plan alone: every change with the bytes before and after, and what it
      leaves and why. It writes identifiers, the mark of the still's moment, the ftyp box, Exif
      orientation and size, file names and metadata.plist; pictures and sound stay bit for bit, and
      permissions and file times are kept. Results are checked by the same rules before they get
      their names, and a file is written whole or not at all. -o writes both files of each pair
      that it mends; of a .livp archive it writes the two files that are in it. --in-place keeps
      each file that it replaces as NAME.bak, which check passes over in folders; a .pvt bundle is
      kept as a folder.

      Exit codes: 0 no error is left; 1 one is left, or there is something to do and nothing was
      written; 2 wrong usage, or files that could not be written; 3 an input could not be opened;
      70 a fault of the tool itself.

      Examples:
        livephotolint fix IMG_0001.HEIC IMG_0001.MOV
        livephotolint fix -o mended shots/
        livephotolint fix --in-place --select 'identifier/*' shots/
      """,
    optionHelp: FixOptions.parser.help(width:),
    run: { arguments in try await FixCommand(options: FixOptions(arguments))() })
}

/// `livephotolint fix`: mends faults that can be mended safely.
struct FixCommand: Sendable {
  let options: FixOptions

  /// Runs the command.
  ///
  /// - Returns: the exit code.
  /// - Throws: what makes a run impossible from the start.
  func callAsFunction() async throws -> Int32 {
    let (outcome, problems) = try await outcome()
    try tell(outcome, problems)
    return exitCode(outcome, problems)
  }

  /// Plans and, where wanted, writes the mends, without a word to anybody.
  ///
  /// - Throws: what makes a run impossible from the start.
  func outcome() async throws -> (FixOutcome, [InputProblem]) {
    if let archive = options.paths.first(where: { FilePath(typed: $0).isArchive }),
      Directory.kind(of: FilePath(typed: archive)) == .regular
    {
      throw UsageError("\(archive): fix writes no archives of many files; unpack it first")
    }
    let named = NamedPair(options.paths)
    let (found, roots, problems) = try await judge(named)
    let subjects = found.filter { subject in
      [.pair, .still, .movie].contains(subject.kind) && (subject.counts.fail > 0 || isAsked)
    }
    var request = options.request
    request.isNamedPair = named != nil
    if request.identifier != nil, subjects.count(where: { $0.kind == .pair }) != 1 {
      throw UsageError("--identifier goes with one pair; two pairs must not share an identifier")
    }
    let run = FixRun(
      request: request, destination: destination, roots: roots, profile: options.profile,
      isDryRun: options.isDryRun)
    return (run(subjects, among: found), problems)
  }

  /// Whether there may be something to do to files without a fault.
  private var isAsked: Bool {
    options.request.identifier != nil || options.request.stillTime != nil
  }

  private var destination: MendDestination {
    if options.isInPlace { return .inPlace }
    return options.output.map {
      .folder(FilePath(typed: $0), replaces: options.replaces)
    } ?? .none
  }

  /// Judges as `check` does; two files that it does not take for one pair are one because the user
  /// says so.
  private func judge(_ named: NamedPair?) async throws -> (
    [SubjectReport], roots: [FilePath], [InputProblem]
  ) {
    var check = CheckOptions()
    // Members of archives can be judged but not mended.
    check.readsArchives = false
    check.profile = options.profile
    check.showsProgress = options.showsProgress
    check.isQuiet = options.isQuiet
    check.paths = options.paths
    let command = CheckCommand(options: check)
    let roots = try command.roots
    let (report, problems) = try await command.judge(roots)
    guard let named, report.subjects.count != 1 || report.subjects.first?.kind != .pair else {
      return (report.subjects, roots, problems)
    }
    check.paths = []
    check.pairs = [(named.still, named.movie)]
    let (paired, pairedProblems) = try await CheckCommand(options: check).judge([])
    return (paired.subjects, roots, pairedProblems)
  }

  // MARK: Telling

  private func tell(_ outcome: FixOutcome, _ problems: [InputProblem]) throws {
    let summary = MendSummary(
      mode: outcome.mode, profile: options.profile, pairCount: outcome.pairCount,
      loneCount: outcome.loneCount)
    switch options.format {
    case .json: try Terminal.writeOutput(MendJSON.render(outcome.reports, summary))
    case .text:
      let text = MendText(
        width: Terminal.proseWidth, usesColour: options.colour.usesColour,
        isQuiet: options.isQuiet)
      try Terminal.writeOutput(text.render(outcome.reports, summary))
    }
    for problem in problems {
      Terminal.remark(
        "\(problem.path.isEmpty ? "." : problem.path.description): \(problem.message)")
    }
    // A person who reads the text has it before their eyes.
    let isTold =
      options.format == .text && !options.isQuiet && Terminal.isInteractive(.output)
    for report in outcome.reports where !isTold {
      if let problem = report.problem { Terminal.remark(problem) }
    }
  }

  /// The exit code for what was done.
  func exitCode(_ outcome: FixOutcome, _ problems: [InputProblem]) -> Int32 {
    if let code = outcome.failureCode { return code }
    let isToDo = outcome.reports.contains { $0.state == .planned }
    if isToDo || outcome.reports.contains(where: { $0.worstLeft == .error }) { return 1 }
    return problems.isEmpty ? 0 : 3
  }
}
