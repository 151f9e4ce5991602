import Readers
import Synchronization
import Validator

/// Where the results of a run come in, one at a time: it keeps the index and the totals and hands
/// each subject on.
final class RunDesk: Sendable {
  private struct State {
    var index = SubjectIndex()
    var outcome = CheckRun.Outcome()
  }

  private let state = Mutex(State())
  private let sink: any RunSink

  init(_ sink: any RunSink) {
    self.sink = sink
  }

  var index: SubjectIndex { state.withLock { $0.index } }
  var outcome: CheckRun.Outcome { state.withLock { $0.outcome } }

  /// Takes what a chunk has given.
  func take(_ result: ChunkResult) throws {
    let first = try state.withLock { (state) throws(Spool.Failure) in
      let first = state.index.count
      try state.index.add(result)
      state.outcome.problems += result.problems
      for report in result.reports {
        state.outcome.totals.add(report)
        state.outcome.problems += RunDesk.unopened(report)
      }
      return first
    }
    for (number, report) in result.reports.enumerated() {
      try sink.take(report, number: first + number)
    }
  }

  /// Takes a subject once more.
  func amend(_ amendment: Amendment) throws {
    state.withLock {
      $0.outcome.totals.exchange(
        (amendment.old.counts, amendment.old.failures), for: amendment.new)
    }
    try sink.amend(amendment.new, number: amendment.number)
  }

  /// The files that the system did not let us read; what an archive does not yield is its fault.
  private static func unopened(_ subject: SubjectReport) -> [InputProblem] {
    subject.files
      .filter { $0.file.type == nil && !$0.file.path.isInArchive }
      .filter { !$0.file.path.isLivePhotoArchive || (try? FileSource($0.file.path)) == nil }
      .map { InputProblem(path: $0.file.path, message: reasonNotOpened($0.file.path)) }
  }

  /// Why a file cannot be opened, as trying it once more tells.
  private static func reasonNotOpened(_ path: FilePath) -> String {
    do {
      _ = try SourceBytes(FileSource(path))
      return "could not be read at first: it was not there, not open to read, or being written"
    } catch {
      return error.reason
    }
  }
}

/// A subject's new results in the place of its old ones.
struct Amendment: Sendable {
  let number: Int
  let old: SubjectIndex.Entry
  let new: SubjectReport
}
