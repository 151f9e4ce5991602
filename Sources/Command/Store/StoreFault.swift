import CSQLite
import Validator

extension Error {
  /// What is told where this ends the work with a store: of a fault of the store what it means and
  /// what to do, anything else as it is.
  ///
  /// All that opens, reads or writes a store ends its errors here, so that one fault has one message.
  func told(ofStore path: FilePath) -> any Error {
    switch self {
    case let fault as DatabaseFault: UsageError(storeFault: fault, path)
    case is BinaryReader.Fault:
      UsageError("\(path): is damaged: a record cannot be read; name another file")
    default: self
    }
  }
}

extension UsageError {
  /// Why a store cannot be used, and what to do.
  fileprivate init(storeFault fault: DatabaseFault, _ path: FilePath) {
    let reason =
      switch fault.code {
      case SQLITE_BUSY, SQLITE_LOCKED:
        "is in use by another program; wait for its end or name another file"
      case SQLITE_CORRUPT, SQLITE_NOTADB:
        "is no SQLite database, or a damaged one; name another file (\(fault.description))"
      case SQLITE_FULL, SQLITE_IOERR:
        "cannot be written: \(fault.description); what was kept before stays, and the same command "
          + "goes on once there is room"
      case SQLITE_READONLY: "is not open to writing (\(fault.description))"
      case SQLITE_CANTOPEN: "cannot be opened or made (\(fault.description))"
      default: "cannot be used: \(fault.description)"
      }
    self.init("\(path): \(reason)")
  }
}
