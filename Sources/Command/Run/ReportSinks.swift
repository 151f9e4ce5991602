import Reporters
import Rules
import Synchronization
import Validator

/// Makes reports of the subjects of a run.
protocol ReportSink: RunSink {
  /// Writes what the end of the run tells.
  func finish(_ summary: RunSummary) throws
}

/// Writes each subject as it comes (`jsonl`) and keeps a bit of each.
final class LinesSink: ReportSink {
  private struct State {
    var hasBegun = false
    var subjects = 0
    var amendments = 0
    /// Which subjects a line was written for, 64 to a word.
    var written: [UInt64] = []

    mutating func mark(_ number: Int) {
      while written.count <= number / 64 { written.append(0) }
      written[number / 64] |= 1 << UInt64(number % 64)
    }

    func isMarked(_ number: Int) -> Bool {
      number / 64 < written.count && written[number / 64] & 1 << UInt64(number % 64) != 0
    }
  }

  private let lines: JSONLines
  private let profile: Profile
  private let output: ReportOutput
  private let state = Mutex(State())

  init(_ options: ReportOptions, _ profile: Profile, to output: ReportOutput) {
    lines = JSONLines(options)
    self.profile = profile
    self.output = output
  }

  func take(_ report: SubjectReport, number: Int) throws {
    try state.withLock { state in
      try begin(&state)
      guard let line = lines.subject(report, number: number) else { return }
      state.mark(number)
      state.subjects += 1
      try output.write(line)
    }
  }

  func amend(_ report: SubjectReport, number: Int) throws {
    try state.withLock { state in
      // What was left out and is left out still, nobody needs to hear of again.
      guard lines.subject(report, number: number) != nil || state.isMarked(number) else { return }
      state.amendments += 1
      try output.write(lines.amend(report, number: number))
    }
  }

  func finish(_ summary: RunSummary) throws {
    try state.withLock { state in
      try begin(&state)
      try output.write(
        lines.summary(summary, subjects: state.subjects, amendments: state.amendments))
    }
    try output.finish()
  }

  private func begin(_ state: inout State) throws {
    guard !state.hasBegun else { return }
    state.hasBegun = true
    try output.write(lines.run(profile))
  }
}

/// Puts the row of each subject aside until the rest of the run can change nothing more (`csv`).
///
/// A subject takes 8 bytes of memory; rows are in a temporary file.
final class TableSink: ReportSink {
  private struct State {
    let spool = Spool()
    /// Where the row of each subject is; the row of one that is left out is empty.
    var positions: [UInt64] = []
  }

  private let table: CSVTable
  private let output: ReportOutput
  private let state = Mutex(State())

  init(_ options: ReportOptions, to output: ReportOutput) {
    table = CSVTable(options)
    self.output = output
  }

  func take(_ report: SubjectReport, number: Int) throws {
    let row = table.row(of: report) ?? []
    try state.withLock { state throws(Spool.Failure) in
      state.positions.append(try state.spool.append(row))
    }
  }

  func amend(_ report: SubjectReport, number: Int) throws {
    let row = table.row(of: report) ?? []
    try state.withLock { state throws(Spool.Failure) in
      state.positions[number] = try state.spool.append(row)
    }
  }

  func finish(_ summary: RunSummary) throws {
    try output.write(table.header)
    try state.withLock { state in
      for position in state.positions { try output.write(state.spool.record(at: position)) }
    }
    try output.finish()
  }
}

/// Gathers what text reports and statistics tell.
final class DigestSink: ReportSink {
  private struct State {
    var digest: ReportDigest
    var shelf = ReportShelf()
  }

  private let targets: [RunReports.Target]
  private let state: Mutex<State>

  init(_ targets: [RunReports.Target], _ profile: Profile, _ options: ReportOptions) {
    self.targets = targets
    state = Mutex(
      State(
        digest: ReportDigest(
          for: Set(targets.map(\.format)), profile: profile, options: options)))
  }

  func take(_ report: SubjectReport, number: Int) throws {
    try state.withLock { (state) throws(Spool.Failure) in
      guard state.digest.add(report, number: number) else { return }
      try state.shelf.put(report, number: number)
    }
  }

  func amend(_ report: SubjectReport, number: Int) throws {
    try state.withLock { (state) throws(Spool.Failure) in
      if state.digest.amend(report, number: number) {
        try state.shelf.put(report, number: number)
      } else {
        state.shelf.remove(number)
      }
    }
  }

  func finish(_ summary: RunSummary) throws {
    let (digest, shelf) = try state.withLock { (state) throws(Spool.Failure) in
      try state.digest.choose(by: state.shelf.order(of:))
      return (state.digest, state.shelf)
    }
    for target in targets {
      let text = try target.format.render(
        digest, summary, options: target.options, subject: shelf.report(of:))
      try target.output.write(Array(text.utf8))
      try target.output.finish()
    }
  }
}

/// Keeps all subjects, for formats that are written as a whole (`json`, `junit`).
final class WholeSink: ReportSink {
  private let targets: [RunReports.Target]
  private let collected = CollectingSink()

  init(_ targets: [RunReports.Target]) {
    self.targets = targets
  }

  func take(_ report: SubjectReport, number: Int) { collected.take(report, number: number) }

  func amend(_ report: SubjectReport, number: Int) { collected.amend(report, number: number) }

  func finish(_ summary: RunSummary) throws {
    let report = Report(
      profile: summary.profile, rules: Catalogue.rules, subjects: collected.reports,
      sample: summary.sample, problems: summary.problems)
    for target in targets {
      let text = try target.format.render(report, options: target.options)
      try target.output.write(Array(text.utf8))
      try target.output.finish()
    }
  }
}
