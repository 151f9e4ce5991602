internal import CSystem
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Files that give way to their successors in their own folder: all of them, or none.
///
/// Under the old name there is at any moment the old file or the new one.
package struct FileSwap {
  /// One file.
  package struct Step {
    let old: FilePath
    let new: FilePath
    let staged: StagedFile?
    let backup: FilePath?

    /// A file whose name alone changes.
    package init(renaming old: FilePath, to new: FilePath) {
      self.old = old
      self.new = new
      staged = nil
      backup = nil
    }

    /// A file that a new one takes the place of, and the name under which it is kept.
    package init(_ old: FilePath, by staged: StagedFile, keptAs backup: FilePath) {
      self.old = old
      new = staged.destination
      self.staged = staged
      self.backup = backup
    }
  }

  private let steps: [Step]

  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Carries it out.
  ///
  /// - Throws: the first thing that could not be done; all that was done before is undone then.
  package func callAsFunction() throws(PublishError) {
    try StagedFiles.uninterrupted { () throws(PublishError) in
      for (index, step) in steps.enumerated() {
        do throws(PublishError) {
          try FileSwap.carryOut(step)
        } catch {
          for done in steps[..<index].reversed() { FileSwap.undo(done) }
          throw error
        }
      }
    }
  }

  private static func carryOut(_ step: Step) throws(PublishError) {
    guard let staged = step.staged, let backup = step.backup else {
      return try rename(step.old, to: step.new)
    }
    // A second name for the old file, so that its first one is never without a file; file systems
    // without links get it renamed.
    let isLinked = step.new == step.old && link(step.old, backup)
    if !isLinked { try rename(step.old, to: backup) }
    do {
      try staged.publish(replaces: isLinked)
    } catch {
      if isLinked { unsafe unlink(backup.terminated) } else { try? rename(backup, to: step.old) }
      throw PublishError(destination: step.new, reason: error.reason)
    }
  }

  private static func link(_ file: FilePath, _ name: FilePath) -> Bool {
    unsafe Glibc.link(file.terminated, name.terminated) == 0
  }

  private static func undo(_ step: Step) {
    guard let backup = step.backup else {
      try? rename(step.new, to: step.old)
      return
    }
    if step.new != step.old { unsafe unlink(step.new.terminated) }
    unsafe Glibc.rename(backup.terminated, step.old.terminated)
  }

  /// Gives a file another name that nothing bears yet.
  package static func rename(_ old: FilePath, to new: FilePath) throws(PublishError) {
    let flags = UInt32(SYSTEM_RENAME_NOREPLACE)
    guard
      unsafe renameat2(AT_FDCWD, old.terminated, AT_FDCWD, new.terminated, flags) != 0
    else { return }
    let reason = errno == EEXIST ? "is there already" : "cannot be written: \(SystemReason.last)"
    // File systems without the flag: the name was looked at, and nobody else is expected to take it.
    if errno == EINVAL, !new.isTaken {
      guard unsafe Glibc.rename(old.terminated, new.terminated) != 0 else { return }
    }
    throw PublishError(destination: new, reason: reason)
  }
}

extension FilePath {
  /// A name beside this one under which the file can be kept: `IMG_0001.MOV.bak`, where that is
  /// taken `IMG_0001.MOV.2.bak` and so on.
  package var backup: FilePath {
    var path = FilePath(bytes: bytes + Array(".bak".utf8))
    var number = 2
    while path.isTaken {
      path = FilePath(bytes: bytes + Array(".\(number).bak".utf8))
      number += 1
    }
    return path
  }

  /// Whether a file, a folder or a link that leads nowhere bears the name.
  package var isTaken: Bool {
    var status = stat()
    return unsafe lstat(terminated, &status) == 0
  }
}

extension StagedFile {
  /// Gives the file the permissions and the time of change of another, as far as the system lets us:
  /// libraries date pictures without a date by it.
  package func keepAttributes(of source: FilePath) {
    var status = stat()
    guard unsafe stat(source.terminated, &status) == 0 else { return }
    unsafe chmod(temporary.terminated, status.st_mode & 0o7777)
    let times = [status.st_atim, status.st_mtim]
    _ = unsafe times.withUnsafeBufferPointer { times in
      unsafe utimensat(AT_FDCWD, temporary.terminated, times.baseAddress, 0)
    }
  }
}
