internal import CSystem
internal import Readers
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder that is being filled beside its destination, which sees it only when it is whole.
package final class StagedFolder {
  /// Where the folder is to stand.
  package let destination: FilePath
  /// Where it stands until then.
  package let temporary: FilePath
  private var isDone = false

  /// Creates an empty folder beside its destination.
  ///
  /// - Throws: the system's reason.
  package init(for destination: FilePath) throws(RewriteError) {
    self.destination = destination
    let number = UInt32.random(in: .min ... .max)
    temporary = destination.sibling(".livephotolint-\(getpid())-\(String(number, radix: 16))")
    // Before it is there: a signal must not find it unknown.
    StagedFiles.note(temporary)
    guard unsafe mkdir(temporary.terminated, 0o777) == 0 else {
      let reason = SystemReason.last
      StagedFiles.forget(temporary)
      isDone = true
      throw RewriteError("cannot be written: \(reason)")
    }
  }

  deinit {
    if !isDone { StagedFiles.discard(temporary) }
  }

  /// Gives the folder its name.
  ///
  /// - Parameter replaces: whether a folder of that name may be there; it gives way.
  /// - Throws: the system's reason; a file or folder of that name is one where it must not be
  ///   replaced.
  package func publish(replaces: Bool) throws(RewriteError) {
    let kind = Directory.kind(of: destination)
    if let kind {
      guard replaces else { throw RewriteError("is there already") }
      guard kind == .folder else { throw RewriteError("is there already, and is no folder") }
    }
    let flags = UInt32(kind == nil ? SYSTEM_RENAME_NOREPLACE : SYSTEM_RENAME_EXCHANGE)
    guard
      unsafe renameat2(
        AT_FDCWD, temporary.terminated, AT_FDCWD, destination.terminated, flags) == 0
    else { throw RewriteError("cannot be written: \(SystemReason.last)") }
    isDone = true
    // After an exchange the old folder bears the temporary name.
    if kind == nil { StagedFiles.forget(temporary) } else { StagedFiles.discard(temporary) }
  }
}
