import CSQLite
import Validator

/// Why the SQLite library does not do what it was asked.
struct DatabaseFault: Error, CustomStringConvertible {
  /// The library's result code: `SQLITE_BUSY`, `SQLITE_FULL`, ….
  let code: Int32
  let description: String
}

/// An open SQLite database, for one thread at a time.
@safe final class Database {
  enum Access {
    case reading, writing
  }

  /// A value of a column.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])
  }

  private let handle: OpaquePointer

  /// Opens a database; one that is opened for writing is made where there is none.
  init(_ path: FilePath, for access: Access) throws(DatabaseFault) {
    let flags =
      switch access {
      case .reading: SQLITE_OPEN_READONLY
      case .writing: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      Database.name(of: path), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let handle = unsafe opened else {
      defer { unsafe sqlite3_close_v2(opened) }
      throw unsafe Database.fault(code, opened)
    }
    unsafe self.handle = handle
    // Somebody may be looking into the store, or changing its indices, for a moment.
    unsafe sqlite3_busy_timeout(handle, 10_000)
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  /// The library takes `:memory:` and names that begin with `file:` for something else than files.
  private static func name(of path: FilePath) -> [CChar] {
    let isPlain = path.bytes.first == UInt8(ascii: "/")
    return ((isPlain ? [] : Array("./".utf8)) + path.bytes + [0]).map { CChar(bitPattern: $0) }
  }

  /// Carries out statements that give no rows.
  func run(_ sql: String) throws(DatabaseFault) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw fault(code) }
  }

  /// Compiles a statement.
  func statement(_ sql: String) throws(DatabaseFault) -> Statement {
    var compiled: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &compiled, nil)
    guard code == SQLITE_OK, let pointer = unsafe compiled else { throw fault(code) }
    return unsafe Statement(pointer, of: self)
  }

  /// The number that a statement gives in its first row; nil where there is none.
  func integer(_ sql: String) throws(DatabaseFault) -> Int64? {
    let statement = try statement(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  fileprivate func fault(_ code: Int32) -> DatabaseFault {
    unsafe Database.fault(code, handle)
  }

  private static func fault(_ code: Int32, _ handle: OpaquePointer?) -> DatabaseFault {
    let message =
      unsafe handle == nil
      ? unsafe String(cString: sqlite3_errstr(code))
      : unsafe String(cString: sqlite3_errmsg(handle))
    return DatabaseFault(code: code & 0xFF, description: message)
  }
}

/// A compiled statement, to be run any number of times.
@safe final class Statement {
  private let handle: OpaquePointer
  private let database: Database

  fileprivate init(_ handle: OpaquePointer, of database: Database) {
    unsafe self.handle = handle
    self.database = database
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Runs a statement that gives no rows.
  func run(_ values: Database.Value...) throws(DatabaseFault) { try run(values) }

  /// Runs a statement that gives no rows.
  func run(_ values: [Database.Value]) throws(DatabaseFault) {
    try bind(values)
    while try step() {}
    reset()
  }

  /// Sets the values of the parameters, to begin from the first row.
  func bind(_ values: [Database.Value]) throws(DatabaseFault) {
    reset()
    for (position, value) in values.enumerated() {
      let index = Int32(clamping: position + 1)
      let code =
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
        case .text(var text):
          text.withUTF8 { unsafe bindText($0, index) }
        case .bytes(let bytes):
          unsafe bytes.withUnsafeBytes { buffer in
            unsafe sqlite_bind_blob_copy(
              handle, index, buffer.baseAddress, UInt64(buffer.count))
          }
        }
      guard code == SQLITE_OK else { throw database.fault(code) }
    }
  }

  private func bindText(_ buffer: UnsafeBufferPointer<UInt8>, _ index: Int32) -> Int32 {
    unsafe sqlite_bind_text_copy(handle, index, buffer.baseAddress, UInt64(buffer.count))
  }

  /// Goes to the next row; false where there are no more.
  func step() throws(DatabaseFault) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      reset()
      throw database.fault(code)
    }
  }

  func reset() { unsafe sqlite3_reset(handle) }

  // MARK: Columns of the row

  func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func bytes(_ column: Int32) -> [UInt8] {
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = Int(unsafe sqlite3_column_bytes(handle, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension Database.Value {
  init(_ text: String?) { self = text.map(Database.Value.text) ?? .null }
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// A path: text, or bytes where it is none.
  init(_ path: FilePath) {
    self =
      String(validating: path.bytes, as: UTF8.self).map(Database.Value.text)
      ?? .bytes(path.bytes)
  }
}
