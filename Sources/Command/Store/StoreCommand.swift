import Reporters
import Rules
import Synchronization
import Validator
import Writers

extension Subcommand {
  static let judge = Subcommand(
    name: "judge",
    usage: "livephotolint judge [OPTION…] AUDIT",
    summary: "judges the facts in an audit store anew, without the files",
    details: """
      AUDIT is a database that 'livephotolint check --store AUDIT' has written. What is not given
      here is as it was there. The store is only read. Apps and projects keep the results of the run:
      their sources are not in the store.

      Exit codes are those of check.

      Examples:
        livephotolint judge audit.sqlite --profile wallpaper
        livephotolint judge audit.sqlite --profile camera --statistics --output csv=camera.csv
      """,
    optionHelp: StoreOptions.judge.help(width:),
    run: { arguments in try await StoreCommand(StoreOptions(judge: arguments))() })

  static let report = Subcommand(
    name: "report",
    usage: "livephotolint report [OPTION…] AUDIT",
    summary: "tells what an audit store holds, in any format",
    details: """
      AUDIT is a database that 'livephotolint check --store AUDIT' has written. The store is only
      read; a run may be writing to it meanwhile.

      Exit codes are those of check.

      Examples:
        livephotolint report audit.sqlite
        livephotolint report audit.sqlite --statistics
        livephotolint report audit.sqlite --failures-only --output csv=failures.csv --quiet
      """,
    optionHelp: StoreOptions.report.help(width:),
    run: { arguments in try await StoreCommand(StoreOptions(report: arguments))() })
}

/// `livephotolint judge` and `livephotolint report`: tell what is in an audit store.
struct StoreCommand: Sendable {
  private let options: StoreOptions

  init(_ options: StoreOptions) {
    self.options = options
  }

  /// Runs the command.
  ///
  /// - Returns: the exit code.
  func callAsFunction() async throws -> Int32 {
    let audit = try StoredAudit(options.audit)
    let check = try options.checkOptions(for: audit.settings)
    for output in check.outputs {
      let path = FilePath(typed: output.file)
      try OutputFile(path: path).requireNoInput(among: [audit.path])
    }
    if !check.outputs.isEmpty { StagedFiles.removeOnSignals() }
    Terminal.outliveClosedPipes()
    if !audit.isComplete, !check.isQuiet {
      Terminal.remark(
        "\(audit.path): the audit has not come to its end; this is what it has so far")
    }
    let targets = ReportTargets(check)
    let reports = RunReports(try targets.targets, check.profile)
    let totals = try await tell(audit, check, targets, to: reports)
    try reports.finish(
      RunSummary(
        profile: check.profile, totals: totals, sample: audit.sample, problems: audit.problems))
    return CheckCommand(options: check).exitCode(totals.failures, audit.problems)
  }

  /// Hands the subjects of an audit to reports, which it does not end.
  func tell(
    _ audit: StoredAudit, _ check: CheckOptions, _ targets: ReportTargets, to reports: RunReports
  ) async throws -> RunTotals {
    let engine = Engine(
      rules: Catalogue.rules, profile: check.profile, settings: check.settings,
      selection: check.selection, keepsAllResults: targets.needAllResults,
      provenanceScope: targets.provenanceScope, keepsTraits: targets.needTraits)
    let judgesAnew = options.judgesAnew || targets.needAllResults
    let rules = RuleTable(Catalogue.rules)
    let told = Mutex((count: 0, totals: RunTotals()))
    do {
      try await Workers(count: check.jobs ?? Terminal.coreCount)(
        { try audit.next() }, number: \.number,
        { page in
          try page.subjects.map { kept in
            judgesAnew ? try kept.judged(by: engine, rules) : try kept.report(rules)
          }
        },
        each: { subjects in
          for subject in subjects {
            let number = told.withLock { told in
              told.totals.add(subject)
              defer { told.count += 1 }
              return told.count
            }
            try reports.take(subject, number: number)
          }
        })
    } catch {
      throw error.told(ofStore: audit.path)
    }
    return told.withLock { $0.totals }
  }
}
