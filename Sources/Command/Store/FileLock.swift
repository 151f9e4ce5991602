import Validator
import Writers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is kept to this process until it ends, against other runs of the tool.
///
/// The system lets go of the lock with the process, however that ends. The descriptor stays open:
/// closing any would take away SQLite's own locks on the file too.
struct FileLock: Sendable {
  /// What the name of the file stands for by now.
  enum Standing: Sendable {
    /// The file that was locked.
    case inPlace
    case gone
    /// Another file.
    case replaced
  }

  private let path: FilePath
  private let descriptor: Int32

  /// Locks a file; it is made where there is none.
  ///
  /// - Throws: where another process has it, or it cannot be opened.
  init(_ path: FilePath) throws(UsageError) {
    self.path = path
    descriptor = unsafe open(path.terminated, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0o666)
    guard descriptor >= 0 else {
      throw UsageError("\(path): cannot be opened for writing: \(SystemReason.last)")
    }
    // A file system without such locks leaves it to SQLite.
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
    close(descriptor)
    throw UsageError("\(path): is in use by another run of the tool")
  }

  var standing: Standing {
    var held = stat()
    var named = stat()
    // A system that does not say leaves nothing to be told.
    guard unsafe fstat(descriptor, &held) == 0 else { return .inPlace }
    guard unsafe stat(path.terminated, &named) == 0 else {
      return errno == ENOENT || errno == ENOTDIR ? .gone : .inPlace
    }
    return held.st_dev == named.st_dev && held.st_ino == named.st_ino ? .inPlace : .replaced
  }
}
