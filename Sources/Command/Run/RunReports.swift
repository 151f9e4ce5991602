import Reporters
import Validator

/// All reports that a run was asked for; each keeps of the subjects only what it needs.
final class RunReports: RunSink {
  /// A report and where it goes.
  struct Target: Sendable {
    let format: ReportFormat
    let options: ReportOptions
    let output: ReportOutput
  }

  private let sinks: [any ReportSink]

  /// Opens the files that reports go to.
  ///
  /// - Parameter targets: the reports, those that go to files first.
  init(_ targets: [Target], _ profile: Profile) {
    var sinks: [any ReportSink] = []
    var digested: [Target] = []
    var whole: [Target] = []
    for target in targets {
      switch target.format {
      case .jsonl: sinks.append(LinesSink(target.options, profile, to: target.output))
      case .csv: sinks.append(TableSink(target.options, to: target.output))
      case .text, .statistics, .statisticsJSON: digested.append(target)
      case .json, .junit: whole.append(target)
      }
    }
    if let first = digested.first {
      sinks.append(DigestSink(digested, profile, first.options))
    }
    if !whole.isEmpty { sinks.append(WholeSink(whole)) }
    self.sinks = sinks
  }

  func take(_ report: SubjectReport, number: Int) throws {
    for sink in sinks { try sink.take(report, number: number) }
  }

  func amend(_ report: SubjectReport, number: Int) throws {
    for sink in sinks { try sink.amend(report, number: number) }
  }

  /// Writes what the end of the run tells, to every report.
  func finish(_ summary: RunSummary) throws {
    for sink in sinks { try sink.finish(summary) }
  }
}
