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

  /// What has come, sorted.
  var reports: [SubjectReport] {
    kept.withLock { $0 }.sorted { $0.order < $1.order }
  }

  func take(_ report: SubjectReport, number: Int) {
    kept.withLock { $0.append(report) }
  }

  func amend(_ report: SubjectReport, number: Int) {
    kept.withLock { $0[number] = report }
  }
}
