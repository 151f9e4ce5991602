import Readers
import Synchronization
import Validator

/// Where the results of a run come in, one at a time: it keeps the index and the totals and hands
/// each subject on.
final class RunDesk: Sendable {
  private struct State {
    var index = SubjectIndex()
    var outcome = CheckRun.Outcome()
    /// The subjects that the store has as compared with others.
    var formerlyRelated: Set<Int> = []
    /// The files that the system did not let us read, of which several subjects may want one.
    var unopened: Set<FilePath> = []
  }

  private let state = Mutex(State())
  private let sink: any RunSink
  private let store: AuditStore?

  init(_ sink: any RunSink, _ store: AuditStore? = nil) {
    self.sink = sink
    self.store = store
  }

  var index: SubjectIndex { state.withLock { $0.index } }
  /// The files that wait for a partner.
  var waiting: WaitingFiles { state.withLock { $0.index.waiting } }

  /// Gives away the identifiers of all subjects: nobody else needs them any more.
  func takeMarks() -> [IdentifierMark] { state.withLock { $0.index.takeMarks() } }

  var outcome: CheckRun.Outcome { state.withLock { $0.outcome } }
  var formerlyRelated: Set<Int> { state.withLock { $0.formerlyRelated } }

  /// Takes what a chunk has given.
  func take(_ result: ChunkResult) throws {
    let ids = try store?.keep(result)
    let first = try state.withLock { (state) throws(Spool.Failure) in
      let first = state.index.count
      try state.index.add(result, ids: ids)
      state.outcome.problems += result.problems
      for (position, subject) in result.subjects.enumerated() {
        state.outcome.totals.add(subject.report)
        for path in RunDesk.unopened(subject, of: result)
        where state.unopened.insert(path).inserted {
          state.outcome.problems.append(
            InputProblem(path: path, message: RunDesk.reasonNotOpened(path)))
        }
        if (subject.stored?.company ?? 0) != 0 { state.formerlyRelated.insert(first + position) }
      }
      return first
    }
    for (number, subject) in result.subjects.enumerated() {
      try sink.take(subject.report, number: first + number)
    }
  }

  /// Notes an archive that could not be looked into.
  func note(unopened archive: FilePath) {
    state.withLock { $0.outcome.unopened.append(archive) }
  }

  /// Takes a subject once more.
  func amend(_ amendment: Amendment) throws {
    let old = amendment.old
    if let id = old.storedID, amendment.new != nil || amendment.company != old.company {
      try store?.amend(id, amendment.new, company: amendment.company)
    }
    guard let report = amendment.new?.report else { return }
    state.withLock { $0.outcome.totals.exchange((old.counts, old.failures), for: report) }
    try sink.amend(report, number: amendment.number)
  }

  /// The files that the system did not let us read; what an archive does not yield is its fault.
  private static func unopened(_ subject: JudgedSubject, of result: ChunkResult) -> [FilePath] {
    subject.report.files
      .filter { $0.file.type == nil && !result.isArchived($0.file.path, of: subject) }
      .map(\.file.path)
      .filter { !$0.isLivePhotoArchive || (try? FileSource($0)) == nil }
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
  /// Nil where nothing has changed.
  let new: JudgedSubject?
  /// Of the subjects that it was compared with; 0 for none.
  let company: UInt64
}
