import Readers
import Rules
import Synchronization
import Validator

/// An audit store that is only read.
///
/// A run may be writing to it meanwhile: what it had committed when the reading began is seen.
final class StoredAudit: Sendable {
  /// Some subjects, one after the other.
  struct Page: Sendable {
    let number: Int
    let subjects: [KeptSubject]
  }

  private struct Reading {
    let order: Statement
    let record: Statement
    var nextPage = 0
    var isAtEnd = false
  }

  private static let pageLength = 128

  let path: FilePath
  /// What the run was asked for.
  let settings: StoreSettings
  /// Whether the run came to its end.
  let isComplete: Bool
  let sample: RunSample?
  /// What the run could not open.
  let problems: [InputProblem]
  private let reading: Mutex<Reading>

  /// Opens a store.
  ///
  /// - Throws: where the file is no store, or one whose records this tool cannot read.
  init(_ path: FilePath) throws {
    self.path = path
    do {
      guard Directory.kind(of: path) == .regular else {
        throw UsageError(
          "\(path): \(Directory.kind(of: path) == nil ? "is not there" : "is no file")")
      }
      let database = try Database(path, for: .reading)
      try StoreOpening.requireStore(database, path)
      let values = try StoreOpening.values(in: database, like: "")
      guard values["records"] == String(RecordForm.version) else {
        throw UsageError(
          "\(path): was written by another version of the tool; give 'livephotolint check --store' "
            + "once more to bring it up to date")
      }
      settings = StoreSettings(values: try StoreOpening.values(in: database, like: "option "))
      isComplete = values["state"] == "complete"
      sample = StoreSample.sample(values)
      problems = try StoredAudit.problems(in: database)
      // The order of paths, whatever the order in which files came into the store.
      reading = Mutex(
        Reading(
          order: try database.statement(StoredAudit.order),
          record: try database.statement("SELECT facts, report FROM records WHERE subject = ?")))
    } catch {
      throw error.told(ofStore: path)
    }
  }

  /// The next subjects, in the order of their paths; nil where there are no more.
  func next() throws -> Page? {
    do {
      return try reading.withLock { reading in
        var subjects: [KeptSubject] = []
        while subjects.count < StoredAudit.pageLength, !reading.isAtEnd {
          // A statement that has come to its end would begin anew.
          guard try reading.order.step() else {
            reading.isAtEnd = true
            break
          }
          guard let kind = SubjectReport.Kind(rawValue: reading.order.text(1)) else {
            throw BinaryReader.Fault()
          }
          try reading.record.bind([.integer(reading.order.integer(0))])
          guard try reading.record.step() else { throw BinaryReader.Fault() }
          subjects.append(
            KeptSubject(
              kind: kind, facts: reading.record.isNull(0) ? nil : reading.record.bytes(0),
              report: reading.record.bytes(1)))
        }
        guard !subjects.isEmpty else { return nil }
        defer { reading.nextPage += 1 }
        return Page(number: reading.nextPage, subjects: subjects)
      }
    } catch {
      throw error.told(ofStore: path)
    }
  }

  /// As `SubjectOrder` has them; text that is no UTF-8 is bytes, which SQLite puts behind all text.
  private static let order = """
    SELECT id, kind FROM subjects
    ORDER BY CAST(path AS BLOB), kind,
      (SELECT CAST(path AS BLOB) FROM files WHERE subject = id AND position = 1), id
    """

  private static func problems(in database: Database) throws(DatabaseFault) -> [InputProblem] {
    let rows = try database.statement("SELECT path, message FROM problems")
    var problems: [InputProblem] = []
    while try rows.step() {
      problems.append(InputProblem(path: FilePath(bytes: rows.bytes(0)), message: rows.text(1)))
    }
    return problems
  }
}

/// A subject as it is kept.
struct KeptSubject: Sendable {
  let kind: SubjectReport.Kind
  /// The record of its facts; nil for apps.
  let facts: [UInt8]?
  /// The record of what the rules of the run said of it.
  let report: [UInt8]

  /// What the rules of the run said of it.
  ///
  /// - Parameter rules: those that results name.
  func report(_ rules: RuleTable) throws(BinaryReader.Fault) -> SubjectReport {
    try SubjectReport(record: report, rules: rules)
  }

  /// What an engine says of its facts.
  func judged(by engine: Engine, _ rules: RuleTable) throws(BinaryReader.Fault) -> SubjectReport {
    guard let facts else { return engine.judgeAnew(app: try report(rules)) }
    return try StoredFacts(record: facts, of: kind).judged(by: engine)
  }
}
