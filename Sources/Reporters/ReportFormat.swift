package import Validator

/// The forms in which a report can be told.
///
/// A further format is one case here and one file of its own.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// For people at a terminal.
  case text
  /// For programs: `Schemas/livephotolint-report-1.schema.json`.
  case json
  /// For programs and millions of files, an object a line:
  /// `Schemas/livephotolint-lines-1.schema.json`.
  case jsonl
  /// For spreadsheets and tables (RFC 4180), a row a subject.
  case csv
  /// For the test pages of build servers: `Schemas/junit.xsd`.
  case junit
  /// For people who want shares instead of subjects.
  case statistics
  /// For programs that do: `Schemas/livephotolint-statistics-1.schema.json`.
  case statisticsJSON = "statistics-json"

  /// Whether the report must hold the results of every rule, not only faults.
  package var needsAllResults: Bool { self == .junit }

  /// Whether the report says in words how much was judged, and so that nothing was.
  package var saysWhatWasFound: Bool {
    switch self {
    case .text, .statistics: true
    case .json, .jsonl, .csv, .junit, .statisticsJSON: false
    }
  }

  /// Whether the report tells who took a subject, when and with what.
  package var needsTraits: Bool {
    switch self {
    case .text, .json, .junit: false
    case .jsonl, .csv, .statistics, .statisticsJSON: true
    }
  }

  /// Of which subjects the report tells where they come from.
  package func provenanceScope(in profile: Profile, showsAllResults: Bool) -> ProvenanceScope {
    switch self {
    case .text: profile == .camera || showsAllResults ? .all : .faulty
    case .json, .jsonl, .csv, .statistics, .statisticsJSON: .all
    case .junit: .none
    }
  }

  /// Renders a report.
  ///
  /// - Returns: the whole report, with a line feed at its end.
  /// - Throws: where a library that writes the format fails; the report is then not usable.
  package func render(
    _ report: Report, options: ReportOptions = ReportOptions()
  ) throws(ReportFailure) -> String {
    switch self {
    case .json: return JSONReporter(options).render(report)
    case .jsonl: return JSONLines(options).render(report)
    case .csv: return CSVTable(options).render(report)
    case .junit: return try JUnitReporter(options).render(report)
    case .text, .statistics, .statisticsJSON:
      return render(
        ReportDigest(of: report, for: [self], options: options), report.summary, options: options
      ) { report.subjects[$0] }
    }
  }

  /// Renders a digest, for the formats that are made from one; empty for the others.
  ///
  /// - Parameter subject: the report of a subject that the digest wanted to be put aside.
  package func render<Failure: Error>(
    _ digest: ReportDigest, _ summary: RunSummary, options: ReportOptions = ReportOptions(),
    subject: (Int) throws(Failure) -> SubjectReport
  ) throws(Failure) -> String {
    switch self {
    case .text: try TextReporter(options).render(digest, summary, subject: subject)
    case .statistics: StatisticsText(options).render(digest.statistics(summary))
    case .statisticsJSON: StatisticsJSON.render(digest.statistics(summary))
    case .json, .jsonl, .csv, .junit: ""
    }
  }
}

/// What a reader of a report asked for.
package struct ReportOptions: Sendable, Equatable {
  /// The columns that text is wrapped to; words longer than that are left whole.
  package var width: Int
  /// Whether text carries terminal colours.
  package var usesColour: Bool
  /// Whether passes, rules that do not apply and rules that were not run are told too.
  package var showsAllResults: Bool
  /// The least severe failure that counts as a failed test case; nil for none at all.
  package var failOn: Severity?
  /// Whether text tells findings only, without its closing summary.
  package var isQuiet: Bool
  /// The most entries that text lists; nil for all, each subject by itself.
  package var mostEntries: Int?
  /// Whether lists for programs leave out subjects without a fault.
  package var showsFailuresOnly: Bool

  /// More than anybody reads, and few enough to keep in memory.
  package static let usualMostEntries = 1_000

  package init(
    width: Int = 100, usesColour: Bool = false, showsAllResults: Bool = false,
    failOn: Severity? = .error, isQuiet: Bool = false, mostEntries: Int? = usualMostEntries,
    showsFailuresOnly: Bool = false
  ) {
    self.width = width
    self.usesColour = usesColour
    self.showsAllResults = showsAllResults
    self.failOn = failOn
    self.isQuiet = isQuiet
    self.mostEntries = mostEntries
    self.showsFailuresOnly = showsFailuresOnly
  }

  /// Whether a subject stands in a list for programs.
  func lists(_ subject: SubjectReport) -> Bool { !showsFailuresOnly || !subject.isClean }

  /// Whether a result belongs into a report that tells faults unless it is asked for more.
  func tells(_ result: RuleResult) -> Bool {
    switch result.state {
    case .fail, .unreadable: true
    case .pass, .notApplicable, .notRun: showsAllResults
    }
  }
}

/// Why a report could not be rendered.
package enum ReportFailure: Error, Sendable {
  /// The XML library refused to write; it does so where memory is out.
  case xmlWriter
}
