/// How many subjects there were, and what came of them.
package struct RunTotals: Sendable, Equatable {
  package private(set) var subjects: [SubjectReport.Kind: Int] = [:]
  package private(set) var counts = ResultCounts()
  package private(set) var failures = FailureCounts()
  /// How many subjects have no fault, and no check that could not be made.
  package private(set) var cleanCount = 0
  /// The results of the first subject: rules are switched off for a whole run, so that it tells for
  /// all how many were.
  package private(set) var first: ResultCounts?

  package init() {}

  package var subjectCount: Int { subjects.values.reduce(0, +) }

  /// How many subjects there are of a kind.
  package func count(of kind: SubjectReport.Kind) -> Int { subjects[kind] ?? 0 }

  package mutating func add(_ report: SubjectReport) {
    subjects[report.kind, default: 0] += 1
    if first == nil { first = report.counts }
    count(report.counts, report.failures)
  }

  /// Counts a subject's new results in the place of its old ones.
  package mutating func exchange(
    _ old: (counts: ResultCounts, failures: FailureCounts), for new: SubjectReport
  ) {
    counts -= old.counts
    failures -= old.failures
    if old.counts.isClean { cleanCount -= 1 }
    count(new.counts, new.failures)
  }

  private mutating func count(_ results: ResultCounts, _ found: FailureCounts) {
    counts += results
    failures += found
    if results.isClean { cleanCount += 1 }
  }
}

/// Which part of a set of files was judged, where not all of it was.
package struct RunSample: Sendable, Equatable {
  /// How many base names were drawn, each with all files that bear it.
  package var taken: Int
  /// How many there are.
  package var total: Int
  /// What the draw depends on besides the files.
  package var seed: UInt64

  package init(taken: Int, total: Int, seed: UInt64) {
    self.taken = taken
    self.total = total
    self.seed = seed
  }

  /// Whether nothing was left out, so that shares are exact.
  package var isWhole: Bool { taken >= total }
}

/// An input of a run that could not be opened or judged, and why.
package struct InputProblem: Sendable, Equatable {
  package let path: FilePath
  package let message: String

  package init(path: FilePath, message: String) {
    self.path = path
    self.message = message
  }

  /// The path as people read it; the working folder has no name.
  package var shownPath: String { path.bytes.isEmpty ? "." : path.description }
}

/// What a run came to as a whole.
package struct RunSummary: Sendable {
  package var profile: Profile
  package var totals: RunTotals
  /// Where a part was judged for all.
  package var sample: RunSample?
  /// What of the input could not be opened or judged.
  package var problems: [InputProblem]

  package init(
    profile: Profile, totals: RunTotals, sample: RunSample? = nil, problems: [InputProblem] = []
  ) {
    self.profile = profile
    self.totals = totals
    self.sample = sample
    self.problems = problems
  }
}
