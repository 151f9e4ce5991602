import Readers
import Synchronization
import Validator

/// The audit store that a run keeps its facts and results in.
///
/// Rows are committed several times a second: a run that was stopped at any moment, however, finds
/// what it has judged when it is started again with the same command.
final class AuditStore: Sendable {
  /// How long rows wait for their commit.
  private static let commitInterval = Duration.milliseconds(500)

  private struct Writing {
    let database: Database
    let rows: StoreRows
    let setAudit: Statement
    var nextID: Int64
    /// Hashes of the keys of this run's units, where there were others before.
    var seen: [UInt64] = []
    var lastCommit = ContinuousClock.now
  }

  let path: FilePath
  /// What the user must know of what was found; nil where there is nothing.
  let remark: String?
  /// Whether the store was empty when the run began, so that there is nothing to look up.
  private let isFresh: Bool
  private let lock: FileLock
  private let writing: Mutex<Writing>
  private let known: Mutex<StoreLookup?>

  /// Opens a store to go on with it, or makes one.
  ///
  /// - Throws: where the file is no store, belongs to another audit, is in use or cannot be written.
  init(_ path: FilePath, _ settings: StoreSettings) throws {
    self.path = path
    do {
      let opened = try StoreOpening(path, settings)
      remark = opened.remark
      lock = opened.lock
      let count = opened.unitCount
      isFresh = count == 0
      writing = Mutex(
        Writing(
          database: opened.database, rows: try StoreRows(opened.database),
          setAudit: try opened.database.statement("INSERT OR REPLACE INTO audit VALUES (?, ?)"),
          nextID: opened.nextID))
      // A list that grows as it is filled takes twice the memory now and then.
      writing.withLock { $0.seen.reserveCapacity(count) }
      known = Mutex(try StoreLookup(path))
      try writing.withLock { try $0.database.run("BEGIN IMMEDIATE") }
    } catch {
      throw error.told(ofStore: path)
    }
  }

  // MARK: What is there

  /// A unit that was judged before and whose files are as they were; nil for any other.
  ///
  /// - Parameters:
  ///   - judge: judges kept facts anew where a report tells more than faults.
  func unit(_ key: UnitKey, stamp: UInt64?, _ judge: Judge) throws -> ChunkResult? {
    guard !isFresh, let stamp else { return nil }
    return try guarded { try known.withLock { try $0?.unit(key, stamp: stamp) }?.result(judge) }
  }

  /// The facts of a subject; nil where none are kept.
  func facts(of id: Int64) throws -> StoredFacts? {
    try guarded { try known.withLock { try $0?.facts(of: id) } }
  }

  /// The next units of an archive that was gone through before; nil where there are no more.
  ///
  /// - Parameter last: the key of the last one that was taken; nil for the first ones.
  func units(of archive: FilePath, after last: [UInt8]?, stamp: UInt64, _ judge: Judge) throws
    -> (results: [ChunkResult], last: [UInt8])?
  {
    try guarded {
      let units = try known.withLock { try $0?.units(of: archive, after: last, stamp: stamp) }
      guard let units, let end = units.last?.key.bytes else { return nil }
      return (try units.compactMap { try $0.result(judge) }, end)
    }
  }

  /// Whether all units of an archive were judged from what it is now.
  func hasOnlyUnits(of archive: FilePath, stamp: UInt64) throws -> Bool {
    try guarded { try known.withLock { try $0?.hasOnlyUnits(of: archive, stamp: stamp) ?? true } }
  }

  // MARK: What comes in

  /// Keeps what some units gave.
  ///
  /// - Returns: the numbers of the subjects in the store.
  func keep(_ result: ChunkResult) throws -> [Int64] {
    try guarded {
      try writing.withLock { writing in
        var ids = [Int64](repeating: 0, count: result.subjects.count)
        for unit in result.units {
          if !isFresh { writing.seen.append(unit.key.hash) }
          guard let rest = unit.rest else {
            for position in unit.subjects {
              ids[position] = result.subjects[position].stored?.id ?? 0
            }
            continue
          }
          let first = try insert(unit, rest, of: result, &writing)
          for position in unit.subjects {
            ids[position] = first + Int64(position - unit.subjects.lowerBound)
          }
        }
        try AuditStore.commitNowAndThen(&writing)
        return ids
      }
    }
  }

  /// Keeps what came of a subject once the whole run was known.
  ///
  /// - Parameters:
  ///   - subject: nil where nothing of it has changed.
  ///   - company: of the subjects that it was compared with; 0 for none.
  func amend(_ id: Int64, _ subject: JudgedSubject?, company: UInt64) throws {
    try guarded {
      try writing.withLock { writing in
        if let subject {
          try writing.rows.replace(id, by: subject, company: company)
        } else {
          try writing.rows.note(company: company, of: id)
        }
        try AuditStore.commitNowAndThen(&writing)
      }
    }
  }

  /// Makes all rows so far visible to those who look something up.
  func commit() throws {
    try guarded {
      try writing.withLock { writing in
        try AuditStore.commit(&writing)
      }
    }
  }

  /// Ends the audit: what the run has not come upon is removed.
  ///
  /// - Parameter keepsUnseen: whether nothing was asked for, which is hardly what somebody wanted.
  /// - Returns: what the user must know of it; nil where there is nothing.
  func finish(_ outcome: CheckRun.Outcome, keepsUnseen: Bool) throws -> String? {
    try guarded {
      let remark = try writing.withLock { writing in
        let remark = try removeUnseen(&writing, outcome, keepsUnseen: keepsUnseen)
        try writing.database.run("DELETE FROM problems")
        let insert = try writing.database.statement("INSERT INTO problems VALUES (?, ?)")
        for problem in outcome.problems {
          try insert.run(Database.Value(problem.path), .text(problem.message))
        }
        try writing.setAudit.run(.text("state"), .text("complete"))
        for (name, value) in outcome.sample.map(StoreSample.values) ?? [] {
          try writing.setAudit.run(.text(name), .text(value))
        }
        try writing.database.run("COMMIT")
        return remark
      }
      known.withLock { $0 = nil }
      // A store at rest is one file. Somebody who looks into it at this moment keeps it in two. What
      // has taken its place is somebody else's, with what lies beside it.
      guard lock.standing == .inPlace else { return remark }
      try? writing.withLock { try $0.database.run("PRAGMA journal_mode = DELETE") }
      return remark
    }
  }

  /// Commits what has come so far, as the process is about to end, and says how to go on.
  func endEarly() {
    writing.withLock { writing in
      // What others still bring before the process is gone is rolled back with it.
      try? writing.database.run("COMMIT; BEGIN IMMEDIATE")
      Terminal.remark(
        loss
          ?? "stopped; what was judged is kept in \(path), and the same command goes on from there")
    }
  }

  // MARK: Where it is

  /// Makes sure that what was kept can be found again.
  ///
  /// - Throws: where the file was taken away while the run went on: the system lets the run write on
  ///   into it without a word, and nobody can open it any more.
  func requireInPlace() throws(UsageError) {
    if let loss { throw UsageError(loss) }
  }

  /// What is to be said of a file that is not where it was; nil where it is.
  private var loss: String? {
    switch lock.standing {
    case .inPlace: nil
    case .gone:
      "\(path): was deleted or moved while the run went on, and what was judged is not kept there; "
        + "give the same command once more"
    case .replaced:
      "\(path): was replaced by another file while the run went on, and what was judged is not kept "
        + "in it; give the same command once more, or name another file"
    }
  }

  // MARK: Steps

  /// Puts a unit and its subjects in the place of what the store had of them.
  ///
  /// - Returns: the number of its first subject.
  private func insert(
    _ unit: JudgedUnit, _ rest: UnitRest, of result: ChunkResult, _ writing: inout Writing
  ) throws(DatabaseFault) -> Int64 {
    let former = isFresh ? nil : try writing.rows.remove(unit: unit.key.bytes)
    // As many subjects as before keep their numbers.
    let isSame = former?.count == unit.subjects.count
    let first = isSame ? former?.lowerBound ?? writing.nextID : writing.nextID
    try writing.rows.insert(unit, rest, first: first)
    for position in unit.subjects {
      let id = first + Int64(position - unit.subjects.lowerBound)
      try writing.rows.insert(result.subjects[position], id: id)
      writing.nextID = max(writing.nextID, id + 1)
    }
    return first
  }

  private static func commitNowAndThen(_ writing: inout Writing) throws(DatabaseFault) {
    if ContinuousClock.now - writing.lastCommit > commitInterval { try commit(&writing) }
  }

  private static func commit(_ writing: inout Writing) throws(DatabaseFault) {
    try writing.database.run("COMMIT; BEGIN IMMEDIATE")
    writing.lastCommit = .now
  }

  /// Removes the units that the run has not come upon, but for those in places that could not be
  /// opened this time.
  ///
  /// - Returns: what the user must know of it; nil where there is nothing.
  private func removeUnseen(
    _ writing: inout Writing, _ outcome: CheckRun.Outcome, keepsUnseen: Bool
  ) throws(DatabaseFault) -> String? {
    guard !isFresh else { return nil }
    guard !keepsUnseen else { return "\(path): no path was given; what it held before was kept" }
    let before = try writing.database.integer(AuditStore.subjectCount) ?? 0
    writing.seen.sort()
    try UnseenUnits(beside: writing.seen).remove(
      from: writing.database, writing.rows, but: UnopenedPlaces(outcome.unopened))
    let removed = before - (try writing.database.integer(AuditStore.subjectCount) ?? 0)
    guard writing.seen.isEmpty, removed > 0 else { return nil }
    return "\(path): nothing was found where there was something before; "
      + "\(removed) \(removed == 1 ? "subject was" : "subjects were") removed"
  }

  private static let subjectCount = "SELECT count(*) FROM subjects"

  private func guarded<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw error.told(ofStore: path)
    }
  }
}
