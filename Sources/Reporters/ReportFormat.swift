package import Validator

/// The forms in which a report can be told.
///
/// A further format is one case here and one file of its own.
package enum ReportFormat: String, Sendable, CaseIterable {
  /// For people at a terminal.
  case text
  /// For programs: `Schemas/livephotolint-report-1.schema.json`.
  case json
  /// For the test pages of build servers: `Schemas/junit.xsd`.
  case junit

  /// Whether the report must hold the results of every rule, not only faults.
  package var needsAllResults: Bool {
    switch self {
    case .text, .json: false
    case .junit: true
    }
  }

  /// Of which subjects the report tells where they come from.
  package func provenanceScope(in profile: Profile, showsAllResults: Bool) -> ProvenanceScope {
    switch self {
    case .text: profile == .camera || showsAllResults ? .all : .faulty
    case .json: .all
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
    case .text: TextReporter(options).render(report)
    case .json: JSONReporter(options).render(report)
    case .junit: try JUnitReporter(options).render(report)
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

  package init(
    width: Int = 100, usesColour: Bool = false, showsAllResults: Bool = false,
    failOn: Severity? = .error, isQuiet: Bool = false
  ) {
    self.width = width
    self.usesColour = usesColour
    self.showsAllResults = showsAllResults
    self.failOn = failOn
    self.isQuiet = isQuiet
  }

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
