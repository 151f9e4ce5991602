import Synchronization
import Validator

/// Takes the subjects of a run as they are judged.
///
/// Subjects come one at a time and have numbers from 0 on: first those that their own folder settles,
/// in the order of the walk, then those whose partner lay elsewhere.
protocol RunSink: AnyObject, Sendable {
  /// Takes a subject.
  func take(_ report: SubjectReport, number: Int) throws

  /// Takes a subject once more, about which the rest of the run had something to say.
  func amend(_ report: SubjectReport, number: Int) throws
}

/// Keeps all subjects, for reports that are written as a whole.
final class CollectingSink: RunSink {
  private let kept = Mutex<[SubjectReport]>([])

  /// What has come, sorted by path.
  var reports: [SubjectReport] {
    kept.withLock { $0 }.sorted { $0.sortPath < $1.sortPath }
  }

  func take(_ report: SubjectReport, number: Int) {
    kept.withLock { $0.append(report) }
  }

  func amend(_ report: SubjectReport, number: Int) {
    kept.withLock { $0[number] = report }
  }
}

/// How many subjects there were, and what came of them.
struct RunTotals: Sendable {
  private(set) var subjects: [SubjectReport.Kind: Int] = [:]
  private(set) var counts = ResultCounts()
  private(set) var failures = FailureCounts()

  mutating func add(_ report: SubjectReport) {
    subjects[report.kind, default: 0] += 1
    counts += report.counts
    failures += report.failures
  }

  /// Counts a subject's new results in the place of its old ones.
  mutating func exchange(_ old: SubjectIndex.Entry, for new: SubjectReport) {
    counts -= old.counts
    failures -= old.failures
    counts += new.counts
    failures += new.failures
  }
}
