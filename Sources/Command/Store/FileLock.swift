import Validator
import Writers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps a file to this process until it ends, against other runs of the tool.
///
/// The system lets go of the lock with the process, however that ends. The descriptor stays open:
/// closing any would take away SQLite's own locks on the file too.
enum FileLock {
  /// Locks a file; it is made where there is none.
  ///
  /// - Throws: where another process has it, or it cannot be opened.
  static func take(_ path: FilePath) throws(UsageError) {
    let descriptor = unsafe open(path.terminated, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else {
      throw UsageError("\(path): cannot be opened for writing: \(SystemReason.last)")
    }
    // A file system without such locks leaves it to SQLite.
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    close(descriptor)
    throw UsageError("\(path): is in use by another run of the tool")
  }
}
