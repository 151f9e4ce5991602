import CSQLite
import Reporters
import Validator

/// Writes and removes the rows of subjects and units.
struct StoreRows {
  private let insertSubject: Statement
  private let insertFile: Statement
  private let insertResult: Statement
  private let insertRecord: Statement
  private let insertUnit: Statement
  private let findUnit: Statement
  private let deleteUnit: Statement
  private let setCompany: Statement
  private let deletions: [Statement]

  init(_ database: Database) throws(DatabaseFault) {
    func insert(_ table: String, _ count: Int) throws(DatabaseFault) -> Statement {
      let places = Array(repeating: "?", count: count).joined(separator: ",")
      return try database.statement("INSERT INTO \(table) VALUES (\(places))")
    }
    insertSubject = try insert("subjects", 29)
    insertFile = try insert("files", 6)
    insertResult = try insert("results", 8)
    insertRecord = try insert("records", 4)
    insertUnit = try insert("units", 5)
    findUnit = try database.statement("SELECT first, count FROM units WHERE key = ?")
    deleteUnit = try database.statement("DELETE FROM units WHERE key = ?")
    setCompany = try database.statement("UPDATE records SET company = ? WHERE subject = ?")
    var deletions: [Statement] = []
    for (table, column) in [
      ("subjects", "id"), ("files", "subject"), ("results", "subject"), ("records", "subject"),
    ] {
      deletions.append(
        try database.statement("DELETE FROM \(table) WHERE \(column) BETWEEN ? AND ?"))
    }
    self.deletions = deletions
  }

  // MARK: Units

  /// Adds a unit whose subjects have numbers from `first` on.
  func insert(_ unit: JudgedUnit, _ rest: UnitRest, first: Int64) throws(DatabaseFault) {
    try insertUnit.run(
      .bytes(unit.key.bytes), unit.stamp.map { .integer(Int64(bitPattern: $0)) } ?? .null,
      .integer(first), .integer(Int64(unit.subjects.count)), .bytes(rest.record))
  }

  /// Removes a unit with its subjects, if there is one.
  ///
  /// - Returns: the numbers that its subjects had; nil where it had none.
  @discardableResult
  func remove(unit key: [UInt8]) throws(DatabaseFault) -> ClosedRange<Int64>? {
    try findUnit.bind([.bytes(key)])
    defer { findUnit.reset() }
    guard try findUnit.step() else { return nil }
    let (first, count) = (findUnit.integer(0), findUnit.integer(1))
    findUnit.reset()
    guard StoreSchema.areSubjects(first, count) else {
      throw DatabaseFault(code: SQLITE_CORRUPT, description: "a unit names no subjects")
    }
    try deleteUnit.run(.bytes(key))
    guard count > 0 else { return nil }
    try remove(subjects: first...first + count - 1)
    return first...first + count - 1
  }

  private func remove(subjects ids: ClosedRange<Int64>) throws(DatabaseFault) {
    for deletion in deletions {
      try deletion.run(.integer(ids.lowerBound), .integer(ids.upperBound))
    }
  }

  // MARK: Subjects

  /// Puts a subject in the place of one that is there.
  func replace(_ id: Int64, by subject: JudgedSubject, company: UInt64) throws(DatabaseFault) {
    try remove(subjects: id...id)
    try insert(subject, id: id, company: company)
  }

  /// Adds a subject.
  func insert(_ subject: JudgedSubject, id: Int64, company: UInt64 = 0) throws(DatabaseFault) {
    // Passes are told by the facts whenever somebody asks, but for apps, of which there are none.
    let report = subject.facts == nil ? subject.report : subject.report.withFaultsOnly
    try insertSubject.run(StoreRows.columns(of: report, id: id))
    for (position, reported) in report.files.enumerated() {
      try insertFile.run(
        .integer(id), .integer(Int64(position)), .text(reported.role.rawValue),
        Database.Value(reported.file.path), Database.Value(reported.file.type?.rawValue),
        .integer(Int64(clamping: reported.file.size)))
    }
    for (position, result) in report.results.enumerated() where result.isFault {
      try insertResult.run(
        .integer(id), .integer(Int64(position)), .text(result.rule.id),
        .text(result.state.rawValue), Database.Value(result.severity?.name),
        .text(result.message), .text(ResultText.evidence(of: result)),
        Database.Value(ResultText.remedy(of: result, in: report)))
    }
    try insertRecord.run(
      .integer(id), subject.facts.map(Database.Value.bytes) ?? .null, .bytes(report.record),
      .integer(Int64(bitPattern: company)))
  }

  /// Notes which subjects one was compared with, where that has changed nothing of it.
  func note(company: UInt64, of id: Int64) throws(DatabaseFault) {
    try setCompany.run(.integer(Int64(bitPattern: company)), .integer(id))
  }

  /// The values of a row of `subjects`, in the order of its columns.
  private static func columns(of report: SubjectReport, id: Int64) -> [Database.Value] {
    let (verdict, traits) = (report.verdict, report.traits)
    let (failures, counts) = (report.failures, report.counts)
    let path = report.sortPath
    return [
      .integer(id), .text(report.kind.rawValue), .text(report.name), Database.Value(path),
      Database.Value(FilePath(bytes: Array(path.folder))), Database.Value(report.bond?.rawValue),
      Database.Value(verdict?.pairs.rawValue), Database.Value(verdict?.moves.rawValue),
      Database.Value(verdict?.looks.rawValue), Database.Value(verdict?.wallpaper.rawValue),
      Database.Value(failures.error), Database.Value(failures.warning),
      Database.Value(failures.note), Database.Value(counts.pass), Database.Value(counts.fail),
      Database.Value(counts.notApplicable), Database.Value(counts.unreadable),
      Database.Value(counts.notRun), Database.Value(traits?.stillIdentifier),
      Database.Value(traits?.movieIdentifier), Database.Value(traits?.make),
      Database.Value(traits?.model), Database.Value(traits?.software),
      Database.Value(traits?.captured), Database.Value(traits?.pixelSize.map { Int($0.width) }),
      Database.Value(traits?.pixelSize.map { Int($0.height) }),
      traits?.duration.map(Database.Value.real) ?? .null, Database.Value(traits?.encoder),
      Database.Value(report.provenance?.conclusion.rawValue),
    ]
  }
}

extension SubjectReport {
  /// The report without passes and rules that did not apply or were not run.
  fileprivate var withFaultsOnly: SubjectReport {
    SubjectReport(
      kind: kind, name: name, bond: bond, files: files, verdict: verdict,
      results: results.filter(\.isFault), counts: counts,
      failures: failures, provenance: provenance, traits: traits)
  }
}

extension RuleResult {
  fileprivate var isFault: Bool { state == .fail || state == .unreadable }
}
