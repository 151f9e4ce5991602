import Reporters
import Validator

/// The reports that a command line asks for, and what they need of a run.
struct ReportTargets {
  private let options: CheckOptions
  private let formats: [ReportFormat]

  init(_ options: CheckOptions) {
    self.options = options
    formats = options.outputs.map(\.format) + [options.format]
  }

  /// Whether passes and the like are told too, not only faults.
  var needAllResults: Bool {
    options.showsAllResults || formats.contains(where: \.needsAllResults)
  }

  /// Whether who took a subject, when and with what, is told.
  var needTraits: Bool { formats.contains(where: \.needsTraits) }

  /// The widest that any of the reports asks for.
  var provenanceScope: ProvenanceScope {
    formats.map {
      $0.provenanceScope(in: options.profile, showsAllResults: options.showsAllResults)
    }.max() ?? .none
  }

  /// The reports with where they go; files are opened.
  var targets: [RunReports.Target] {
    get throws(UsageError) {
      var plain = ReportOptions(
        showsAllResults: options.showsAllResults, failOn: options.failOn,
        mostEntries: options.mostFindings, showsFailuresOnly: options.showsFailuresOnly)
      var targets: [RunReports.Target] = []
      for output in options.outputs {
        targets.append(
          RunReports.Target(
            format: output.format, options: plain,
            output: try ReportOutput(FilePath(typed: output.file))))
      }
      plain.width = Terminal.width
      plain.usesColour = options.colour.usesColour
      plain.isQuiet = options.isQuiet
      return targets + [
        RunReports.Target(format: options.format, options: plain, output: ReportOutput())
      ]
    }
  }
}
