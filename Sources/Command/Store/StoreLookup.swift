import Rules
import Validator

/// Finds in a store what was judged before.
struct StoreLookup {
  private let database: Database
  private let findUnit: Statement
  private let nextUnits: Statement
  private let findSubjects: Statement
  private let findFacts: Statement
  private let rules = RuleTable(Catalogue.rules)

  init(_ path: FilePath) throws(DatabaseFault) {
    database = try Database(path, for: .reading)
    try database.run("PRAGMA cache_size = -4096")
    findUnit = try database.statement("SELECT stamp, first, count, rest FROM units WHERE key = ?")
    nextUnits = try database.statement(
      "SELECT stamp, first, count, rest, key FROM units WHERE key > ? AND key < ? ORDER BY key "
        + "LIMIT 256")
    findSubjects = try database.statement(
      """
      SELECT subject, report, company, facts FROM records
      WHERE subject BETWEEN ? AND ? ORDER BY subject
      """)
    findFacts = try database.statement(
      "SELECT kind, facts FROM records JOIN subjects ON id = subject WHERE subject = ?")
  }

  /// A unit that has a stamp; nil where there is none.
  func unit(_ key: UnitKey, stamp: UInt64, _ judge: Judge) throws -> ChunkResult? {
    try findUnit.bind([.bytes(key.bytes)])
    defer { findUnit.reset() }
    guard try findUnit.step() else { return nil }
    return try unit(key, stamp: stamp, in: findUnit, judge)
  }

  /// The next units of an archive that has not changed; nil where there are no more.
  ///
  /// - Parameter last: the key of the last one; nil for the first ones.
  func units(of archive: FilePath, after last: [UInt8]?, stamp: UInt64, _ judge: Judge) throws
    -> (results: [ChunkResult], last: [UInt8])?
  {
    let start = UnitKey(.members, archive.bytes).bytes
    try nextUnits.bind([.bytes(last ?? start + [0]), .bytes(start + [1])])
    defer { nextUnits.reset() }
    var results: [ChunkResult] = []
    var end: [UInt8]?
    while try nextUnits.step() {
      let key = UnitKey(bytes: nextUnits.bytes(4))
      if let result = try unit(key, stamp: stamp, in: nextUnits, judge) { results.append(result) }
      end = key.bytes
    }
    return end.map { (results, $0) }
  }

  /// The facts of a subject; nil where none are kept.
  func facts(of id: Int64) throws -> StoredFacts? {
    try findFacts.bind([.integer(id)])
    defer { findFacts.reset() }
    guard try findFacts.step(), !findFacts.isNull(1),
      let kind = SubjectReport.Kind(rawValue: findFacts.text(0))
    else { return nil }
    return try StoredFacts(record: findFacts.bytes(1), of: kind)
  }

  private func unit(_ key: UnitKey, stamp: UInt64, in row: Statement, _ judge: Judge) throws
    -> ChunkResult?
  {
    guard !row.isNull(0), row.integer(0) == Int64(bitPattern: stamp) else { return nil }
    let (first, count) = (row.integer(1), row.integer(2))
    guard StoreSchema.areSubjects(first, count) else { throw BinaryReader.Fault() }
    let rest = try UnitRest(record: row.bytes(3))
    var subjects: [JudgedSubject] = []
    try findSubjects.bind([.integer(first), .integer(first + count - 1)])
    defer { findSubjects.reset() }
    while try findSubjects.step() {
      var subject = JudgedSubject(
        report: try SubjectReport(record: findSubjects.bytes(1), rules: rules),
        stored: JudgedSubject.Stored(
          id: findSubjects.integer(0), company: UInt64(bitPattern: findSubjects.integer(2))))
      if judge.engine.keepsAllResults, !findSubjects.isNull(3) {
        subject.report = try StoredFacts(record: findSubjects.bytes(3), of: subject.report.kind)
          .judged(by: judge.engine)
      }
      subjects.append(subject)
    }
    guard subjects.count == Int(count) else { return nil }
    return try ChunkResult(key, stamp: stamp, subjects, rest, keep: judge.archived.keep)
  }
}
