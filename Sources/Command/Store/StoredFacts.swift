import Validator

/// The facts of a subject as a store keeps them: enough to judge it anew without its files.
///
/// Of apps there are none: they are judged with all their sources.
enum StoredFacts {
  case media(Subject)
  case animation(Animation)

  /// Reads a record.
  ///
  /// - Parameter kind: what it is of; apps have none.
  init(record: [UInt8], of kind: SubjectReport.Kind) throws(BinaryReader.Fault) {
    self =
      kind == .animation
      ? .animation(try Animation(record: record)) : .media(try Subject(record: record))
  }

  /// What the rules say of the subject.
  func judged(by engine: Engine) -> SubjectReport {
    switch self {
    case .media(let subject): engine.judge(subject)
    case .animation(let animation): engine.judge(animation)
    }
  }
}

/// A subject of a run with what a store keeps of it.
struct JudgedSubject: Sendable {
  var report: SubjectReport
  /// The record of its facts; nil where nothing is kept, and for apps.
  var facts: [UInt8]?
  /// Whether the system or a limit kept something of it from us, which may be otherwise next time.
  var isIncomplete = false
  /// The archive that all its files lie in, where they were found as such; a `.livp` on disk stands
  /// for a half that was not found in it.
  var archive: FilePath?
  /// What it is in the store, where that had it before this run.
  var stored: Stored?

  struct Stored: Sendable {
    let id: Int64
    /// Of the subjects that it was compared with; 0 for none.
    let company: UInt64
  }
}
