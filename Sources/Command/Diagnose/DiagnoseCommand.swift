import Readers
import Reporters
import Rules
import Validator

extension Subcommand {
  static let diagnose = Subcommand(
    name: "diagnose",
    usage: """
      livephotolint diagnose [OPTION…] STILL MOVIE
             livephotolint diagnose [OPTION…] PATH…
      """,
    summary: "names the likeliest cause of “saved but doesn't move”",
    details: """
      Judges as check does, then ranks what it found: the likeliest cause first, with the bytes that
      prove it, why it matters and what to do in code. Two files are taken for the halves of one
      Live Photo, whatever they are called. Where the files explain nothing, it says so, and lists
      what could be wrong outside them.

      Exit codes: 0 no error in the files; 1 an error; 2 wrong usage, such as a symptom that is not
      known; 3 an input could not be opened, and nothing failed; 70 a fault of the tool itself.

      Examples:
        livephotolint diagnose IMG_0001.HEIC IMG_0001.MOV
        livephotolint diagnose --symptom 'PHPhotosErrorDomain 3302' still.jpg movie.mov
        livephotolint diagnose --symptom 'motion not available' --redact still.heic movie.mov
      """,
    optionHelp: DiagnoseOptions.parser.help(width:),
    run: { arguments in try await DiagnoseCommand(options: DiagnoseOptions(arguments))() })
}

/// `livephotolint diagnose`: finds out why a Live Photo does not work.
struct DiagnoseCommand: Sendable {
  let options: DiagnoseOptions

  /// Runs the command.
  ///
  /// - Returns: the exit code, as that of `check`.
  /// - Throws: what makes a run impossible from the start.
  func callAsFunction() async throws -> Int32 {
    let check = CheckCommand(options: checkOptions)
    let (report, problems) = try await check.judge(try check.roots)
    // Apps and animations have no motion to miss; `check` judges them.
    var subjects = report.subjects.filter { $0.kind != .app && $0.kind != .animation }
    if options.isRedacted { subjects = redacted(subjects) }
    let diagnoses = subjects.map { Diagnosis(of: $0, symptoms: options.symptoms) }
    try write(diagnoses)
    remark(on: diagnoses, problems)
    return check.exitCode(report.failures, problems)
  }

  /// What `check` is asked to do: two files are a pair because the user says so.
  private var checkOptions: CheckOptions {
    var check = CheckOptions()
    check.profile = options.profile
    check.showsAllResults = true
    check.showsProgress = options.showsProgress
    check.isQuiet = options.isQuiet
    // Redaction reads the files once more, which it cannot do in archives.
    check.readsArchives = !options.isRedacted
    if let pair = NamedPair(options.paths) {
      check.pairs = [(pair.still, pair.movie)]
    } else {
      check.paths = options.paths
    }
    return check
  }

  // MARK: Telling

  private func write(_ diagnoses: [Diagnosis]) throws {
    switch options.format {
    case .json:
      try Terminal.writeOutput(
        DiagnosisJSON.render(
          diagnoses, of: options.symptoms, for: options.profile, isRedacted: options.isRedacted))
    case .text:
      let text = DiagnosisText(
        width: Terminal.proseWidth, usesColour: options.colour.usesColour,
        isQuiet: options.isQuiet)
      try Terminal.writeOutput(text.render(diagnoses))
    }
  }

  private func remark(on diagnoses: [Diagnosis], _ problems: [InputProblem]) {
    for problem in problems {
      let path = options.isRedacted ? "an input" : problem.path.description
      Terminal.remark("\(path): \(problem.message)")
    }
    if diagnoses.isEmpty, problems.isEmpty, !options.isQuiet {
      Terminal.remark("no still and no movie was found; nothing was judged")
    }
  }

  private func redacted(_ subjects: [SubjectReport]) -> [SubjectReport] {
    let reader = MediaReader(plan: ReadingPlan(readsLivePhotoInfo: false))
    let identifiers = subjects.flatMap(\.files).flatMap { reported in
      reader.read(reported.file.path, meantAs: reported.half)?.allIdentifiers ?? []
    }
    var redaction = Redaction(of: subjects, identifiers: identifiers)
    return subjects.enumerated().map { index, subject in
      redaction.redacted(subject, number: subjects.count == 1 ? nil : index + 1)
    }
  }
}

extension MediaFacts {
  /// Every identifier in the file, wherever it stands.
  fileprivate var allIdentifiers: [String] {
    switch self {
    case .still(let still):
      [still.identifier.value].compactMap { $0?.text }
        + (still.otherIdentifiers + still.strayIdentifiers).map(\.identifier.text)
    case .movie(let movie):
      [movie.identifier.value].compactMap { $0?.text }
        + (movie.otherIdentifiers + movie.strayIdentifiers).map(\.identifier.text)
    }
  }
}
