import Validator

/// What is wrong with a subject, without its values: equal for all subjects that fail alike.
struct FaultSet: Hashable, Sendable {
  /// A rule that failed, and how severely.
  struct Fault: Hashable, Sendable {
    let rule: String
    let severity: Severity
  }

  let kind: SubjectReport.Kind
  /// In the order of the catalogue.
  let faults: [Fault]
  /// The rules that could not tell.
  let unreadable: [String]
  /// The fault that most likely brings the others about; nil where nothing failed.
  let cause: Fault?

  init(_ report: SubjectReport) {
    kind = report.kind
    var faults: [Fault] = []
    var unreadable: [String] = []
    var cause: (rank: (Int, Int), fault: Fault)?
    for result in report.results {
      switch result.state {
      case .fail:
        let fault = Fault(rule: result.rule.id, severity: result.severity ?? .note)
        let rank = FaultSet.rank(of: fault, result.rule)
        // The first of equals: the catalogue goes from the halves' bond to finer points.
        if cause.map({ rank < $0.rank }) ?? true { cause = (rank, fault) }
        faults.append(fault)
      case .unreadable: unreadable.append(result.rule.id)
      case .pass, .notApplicable, .notRun: break
      }
    }
    self.faults = faults
    self.unreadable = unreadable
    self.cause = cause?.fault
  }

  /// How likely a fault is to bring about others; lower is likelier.
  ///
  /// Rules that a more exact one explains have not failed.
  private static func rank(of fault: Fault, _ rule: Rule) -> (Int, Int) {
    let depth = rule.breaks.compactMap { depths.firstIndex(of: $0) }.min() ?? depths.count
    return (-fault.severity.rawValue, depth)
  }

  /// What a fault breaks, deepest first: what is cut short can do nothing, what does not pair cannot
  /// move.
  private static let depths: [Promise] = [
    .integrity, .pairs, .moves, .looks, .wallpaper, .interop, .provenance,
  ]

  /// The most severe of the faults.
  var worst: Severity? { faults.map(\.severity).max() }
  var isClean: Bool { faults.isEmpty && unreadable.isEmpty }

  /// How soon a person wants to see it: higher is sooner.
  var urgency: Int {
    switch worst {
    case .error: 4
    case .warning: 3
    case .note: 2
    case nil: isClean ? 0 : 1
    }
  }

  /// The rules that failed or could not tell.
  var rules: [String] { faults.map(\.rule) + unreadable }
}
