import Readers
import Validator

/// Opens the database of an audit store for a run and finds out what it holds.
struct StoreOpening {
  let database: Database
  /// Keeps the file to this run.
  let lock: FileLock
  /// How many units it holds of earlier runs.
  let unitCount: Int
  /// The number of the next subject.
  let nextID: Int64
  /// What the user must know; nil where there is nothing.
  private(set) var remark: String?

  /// - Throws: `UsageError` where it is another file or another audit, `DatabaseFault`.
  init(_ path: FilePath, _ settings: StoreSettings) throws {
    try StoreOpening.requirePlainFile(path)
    lock = try FileLock(path)
    database = try Database(path, for: .writing)
    let isEmpty = try database.integer("SELECT count(*) FROM sqlite_schema") == 0
    // A store that is refused stays as it is, to the byte.
    if !isEmpty {
      try StoreOpening.requireStore(database, path)
      try StoreOpening.requireSame(settings, in: database, path)
    }
    try database.run(
      """
      PRAGMA page_size = \(StoreSchema.pageSize);
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = -16384;
      PRAGMA wal_autocheckpoint = 2048;
      """)
    // All or nothing: a run that is stopped here leaves no store without its settings.
    try database.run("BEGIN IMMEDIATE")
    if isEmpty {
      try StoreOpening.create(database)
    } else {
      try database.run(StoreSchema.newViews)
      if try StoreOpening.isOfOtherMaker(database) {
        try StoreOpening.empty(database)
        remark = "\(path): was written by another version of the tool; all files are judged anew"
      }
    }
    try StoreOpening.note(settings, in: database)
    try database.run("COMMIT")
    let last = try database.integer("SELECT max(id) FROM subjects") ?? 0
    guard (0...StoreSchema.lastSubject).contains(last) else { throw BinaryReader.Fault() }
    nextID = last + 1
    unitCount = Int(try database.integer("SELECT count(*) FROM units") ?? 0)
  }

  /// A store must be a file of its own: nothing that is judged is written over.
  private static func requirePlainFile(_ path: FilePath) throws(UsageError) {
    let file = MediaFile(path: path, size: 0, type: nil)
    if file.halfByExtension != nil || path.isArchive || path.isLivePhotoArchive
      || FileWalker.mayBeAnimation(path)
    {
      throw UsageError("\(path): has the name of a file to judge; --store needs another")
    }
    switch Directory.kind(of: path) {
    case nil: return
    case .folder: throw UsageError("\(path): is a folder; --store needs a file")
    case .special: throw UsageError("\(path): is not a regular file; --store needs one")
    case .regular: break
    }
    guard let source = try? FileSource(path), source.size > 0 else { return }
    let head = (try? source.bytes(at: 0, count: 16)) ?? []
    guard head.elementsEqual("SQLite format 3\0".utf8) else {
      throw UsageError("\(path): is no SQLite database; nothing was written to it")
    }
  }

  /// Refuses databases of other programs and stores of another form.
  static func requireStore(_ database: Database, _ path: FilePath) throws {
    guard try database.integer("PRAGMA application_id") == StoreSchema.applicationID else {
      throw UsageError("\(path): is a database of another program; nothing was written to it")
    }
    let version = try database.integer("PRAGMA user_version") ?? 0
    guard version == StoreSchema.version else {
      throw UsageError(
        "\(path): has the tables of another version of the tool (\(version), this one writes "
          + "\(StoreSchema.version)); name another file")
    }
  }

  /// Refuses a store that is of another audit.
  private static func requireSame(
    _ settings: StoreSettings, in database: Database, _ path: FilePath
  ) throws {
    let former = StoreSettings(values: try values(in: database, like: "option "))
    guard let option = settings.difference(from: former) else { return }
    let (was, now) = (former.values[option], settings.values[option])
    if option == StoreSettings.workingFolder {
      throw UsageError(
        "\(path): holds an audit of paths that were typed in another folder; give the command there, "
          + "or name another file")
    }
    throw UsageError(
      "\(path): holds an audit with \(told(option, was)), not \(told(option, now)); name another "
        + "file, or judge its facts anew with 'livephotolint judge'")
  }

  private static func create(_ database: Database) throws(DatabaseFault) {
    try database.run(
      """
      PRAGMA application_id = \(StoreSchema.applicationID);
      PRAGMA user_version = \(StoreSchema.version);
      \(StoreSchema.tables)
      \(StoreSchema.newViews)
      """)
  }

  /// Whether results or records are of another form than this tool's.
  static func isOfOtherMaker(_ database: Database) throws(DatabaseFault) -> Bool {
    let values = try values(in: database, like: "")
    return StoreSchema.makers.contains { values[$0.name] != $0.value }
  }

  private static func empty(_ database: Database) throws(DatabaseFault) {
    let tables = ["audit", "subjects", "files", "results", "problems", "records", "units"]
    try database.run(tables.map { "DELETE FROM \($0);" }.joined())
  }

  /// The values of `audit` whose names begin with a text, by what is left of their names.
  static func values(in database: Database, like start: String) throws(DatabaseFault) -> [String:
    String]
  {
    let rows = try database.statement("SELECT name, value FROM audit")
    var values: [String: String] = [:]
    while try rows.step() {
      let name = rows.text(0)
      if name.hasPrefix(start) { values[String(name.dropFirst(start.count))] = rows.text(1) }
    }
    return values
  }

  private static func note(_ settings: StoreSettings, in database: Database) throws(DatabaseFault) {
    let insert = try database.statement("INSERT OR REPLACE INTO audit VALUES (?, ?)")
    for (name, value) in StoreSchema.makers { try insert.run(.text(name), .text(value)) }
    for (name, value) in settings.values { try insert.run(.text("option \(name)"), .text(value)) }
    try insert.run(.text("state"), .text("running"))
  }

  private static func told(_ option: String, _ value: String?) -> String {
    guard let value else { return "no \(option)" }
    return "\(option) \(value.split(separator: "\n").joined(separator: " "))"
  }
}

/// What a store says of a draw.
enum StoreSample {
  static func values(_ sample: RunSample) -> [(String, String)] {
    [
      ("sample taken", String(sample.taken)), ("sample total", String(sample.total)),
      ("sample seed", String(sample.seed)),
    ]
  }

  /// - Parameter values: those of `audit`, by their names.
  static func sample(_ values: [String: String]) -> RunSample? {
    guard let taken = values["sample taken"].flatMap(Int.init),
      let total = values["sample total"].flatMap(Int.init),
      let seed = values["sample seed"].flatMap(UInt64.init), taken >= 0, taken <= total
    else { return nil }
    return RunSample(taken: taken, total: total, seed: seed)
  }
}
