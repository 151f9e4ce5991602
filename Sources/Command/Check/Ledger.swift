import Validator

/// What the run knows so far.
struct Ledger {
  var reports: [SubjectReport] = []
  /// The identifiers of all subjects, by the position of their report.
  var marks: [IdentifierMark] = []
  var strangers: [Int: [Surroundings.Stranger]] = [:]
  var waiting: [PairingCandidate] = []

  mutating func add(_ result: ChunkResult) {
    let start = reports.count
    marks += result.marks.map { mark in
      var moved = mark
      moved.report += start
      return moved
    }
    for (position, found) in result.strangers { strangers[position + start] = found }
    reports += result.reports
    waiting += result.waiting
  }

  mutating func append(_ report: SubjectReport, identifiers: [String?]) {
    var result = ChunkResult()
    result.append(report, identifiers: identifiers)
    add(result)
  }
}
