import Rules
import Validator

/// Finds in a store what was judged before.
struct StoreLookup {
  /// How many units of an archive are taken at once.
  private static let pageLength = 256

  private let database: Database
  private let findUnit: Statement
  private let nextUnits: Statement
  private let findOtherUnit: Statement
  private let findSubjects: Statement
  private let findFacts: Statement

  init(_ path: FilePath) throws(DatabaseFault) {
    database = try Database(path, for: .reading)
    try database.run("PRAGMA cache_size = -4096")
    findUnit = try database.statement(
      "SELECT key, stamp, first, count, rest FROM units WHERE key = ?")
    nextUnits = try database.statement(
      "SELECT key, stamp, first, count, rest FROM units WHERE key > ? AND key < ? AND stamp = ? "
        + "ORDER BY key LIMIT \(StoreLookup.pageLength)")
    findOtherUnit = try database.statement(
      "SELECT 1 FROM units WHERE key > ? AND key < ? AND stamp IS NOT ? LIMIT 1")
    findSubjects = try database.statement(
      """
      SELECT subject, kind, company, report, facts FROM records JOIN subjects ON id = subject
      WHERE subject BETWEEN ? AND ? ORDER BY subject
      """)
    findFacts = try database.statement(
      "SELECT kind, facts FROM records JOIN subjects ON id = subject WHERE subject = ?")
  }

  /// A unit that has a stamp, and was judged from files that cannot have changed unseen; nil where
  /// there is none.
  func unit(_ key: UnitKey, stamp: UInt64) throws -> KeptUnit? {
    try findUnit.bind([.bytes(key.bytes)])
    defer { findUnit.reset() }
    guard try findUnit.step() else { return nil }
    return try unit(in: findUnit, stamp: stamp)
  }

  /// The next units of an archive; nil where there are no more.
  ///
  /// - Parameter last: the key of the last one that was taken; nil for the first ones.
  func units(of archive: FilePath, after last: [UInt8]?, stamp: UInt64) throws -> [KeptUnit]? {
    let (start, end) = StoreLookup.bounds(of: archive)
    try nextUnits.bind([
      .bytes(last ?? start), .bytes(end), .integer(Int64(bitPattern: stamp)),
    ])
    defer { nextUnits.reset() }
    var units: [KeptUnit] = []
    while try nextUnits.step() {
      if let unit = try unit(in: nextUnits, stamp: stamp) { units.append(unit) }
    }
    return units.isEmpty ? nil : units
  }

  /// Whether all units of an archive have this stamp.
  ///
  /// Where the system or a limit kept a member from us its unit has none, and where a run was
  /// stopped some may be of what the archive was before.
  func hasOnlyUnits(of archive: FilePath, stamp: UInt64) throws(DatabaseFault) -> Bool {
    let (start, end) = StoreLookup.bounds(of: archive)
    try findOtherUnit.bind([
      .bytes(start), .bytes(end), .integer(Int64(bitPattern: stamp)),
    ])
    defer { findOtherUnit.reset() }
    return try !findOtherUnit.step()
  }

  /// What stands before and behind the keys of all units of an archive.
  private static func bounds(of archive: FilePath) -> (start: [UInt8], end: [UInt8]) {
    let start = UnitKey(.members, archive.bytes).bytes
    return (start + [0], start + [1])
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

  private func unit(in row: Statement, stamp: UInt64) throws -> KeptUnit? {
    guard !row.isNull(1), row.integer(1) == Int64(bitPattern: stamp) else { return nil }
    let (first, count) = (row.integer(2), row.integer(3))
    guard StoreSchema.areSubjects(first, count) else { throw BinaryReader.Fault() }
    var unit = KeptUnit(key: UnitKey(bytes: row.bytes(0)), stamp: stamp, rest: row.bytes(4))
    try findSubjects.bind([.integer(first), .integer(first + count - 1)])
    defer { findSubjects.reset() }
    while try findSubjects.step() {
      guard let kind = SubjectReport.Kind(rawValue: findSubjects.text(1)) else {
        throw BinaryReader.Fault()
      }
      unit.subjects.append(
        KeptUnit.Subject(
          id: findSubjects.integer(0), company: UInt64(bitPattern: findSubjects.integer(2)),
          kept: KeptSubject(
            kind: kind, facts: findSubjects.isNull(4) ? nil : findSubjects.bytes(4),
            report: findSubjects.bytes(3))))
    }
    guard unit.subjects.count == Int(count) else { throw BinaryReader.Fault() }
    return unit
  }
}

/// A unit as it is kept.
struct KeptUnit: Sendable {
  struct Subject: Sendable {
    let id: Int64
    let company: UInt64
    let kept: KeptSubject
  }

  let key: UnitKey
  let stamp: UInt64
  let rest: [UInt8]
  var subjects: [Subject] = []

  private static let rules = RuleTable(Catalogue.rules)

  /// What the unit gave when it was judged; nil where a sidecar has changed since.
  ///
  /// - Parameter judge: judges kept facts anew where a report tells more than faults.
  func result(_ judge: Judge) throws -> ChunkResult? {
    let subjects = try subjects.map { subject in
      JudgedSubject(
        report: judge.engine.keepsAllResults
          ? try subject.kept.judged(by: judge.engine, KeptUnit.rules)
          : try subject.kept.report(KeptUnit.rules),
        stored: JudgedSubject.Stored(id: subject.id, company: subject.company))
    }
    let rest = try UnitRest(record: rest)
    for sidecar in rest.archivedSidecars {
      judge.archived.keep(sidecar.identifier, in: sidecar.path)
    }
    return try ChunkResult(key, stamp: stamp, subjects, rest, keep: judge.archived.keep)
  }
}
