internal import Readers
internal import Synchronization
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The files and folders of this process that are not yet what somebody asked for.
///
/// Where a run is stopped, by Ctrl-C or a closed terminal, they are removed before it ends: a
/// folder never holds half a file.
package enum StagedFiles {
  private static let paths = Mutex<Set<FilePath>>([])
  /// Held while files change places, and by the end of the process.
  private static let swap = Mutex(())
  private static let beforeEnd = Mutex<@Sendable () -> Void>({})

  /// Where the signal handler writes the number of a signal; the handler may do little else.
  nonisolated(unsafe) private static var wakeUp: Int32 = -1

  /// Has what is noted removed when a signal asks the process to end.
  ///
  /// It ends then as the signal has it, so that a shell sees why. Signals that the process was
  /// started to ignore stay ignored.
  ///
  /// A thread does the work, which may lock and free memory; whichever thread the system hands the
  /// signal to, only wakes it.
  ///
  /// - Parameter before: ends whatever else may still be writing.
  package static func removeOnSignals(before: @escaping @Sendable () -> Void = {}) {
    beforeEnd.withLock { $0 = before }
    guard unsafe wakeUp < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    unsafe wakeUp = ends[1]
    var thread = pthread_t()
    let readEnd = unsafe UnsafeMutableRawPointer(bitPattern: Int(ends[0]) + 1)
    unsafe pthread_create(
      &thread, nil,
      { raw in
        var number: UInt8 = 0
        let end = Int32(Int(bitPattern: raw) - 1)
        while unsafe read(end, &number, 1) != 1 {}
        StagedFiles.end(by: Int32(number))
        return nil
      }, readEnd)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let former = signal(number) { number in
        var byte = UInt8(truncatingIfNeeded: number)
        _ = unsafe write(StagedFiles.wakeUp, &byte, 1)
      }
      // SIG_IGN is 1 wherever there is a signal.h.
      if unsafe unsafeBitCast(former, to: Int.self) == 1 { signal(number, SIG_IGN) }
    }
  }

  /// Removes what is noted and ends the process; nothing new is noted meanwhile.
  private static func end(by number: Int32) {
    swap.withLock { _ in
      beforeEnd.withLock { $0() }
      paths.withLock { paths in
        for path in paths { remove(path) }
        signal(number, SIG_DFL)
        kill(getpid(), number)
        // The signal may reach another thread first; nothing is to happen until it has.
        while true { pause() }
      }
    }
  }

  /// Does what must not be left half done: a signal waits for its end.
  package static func uninterrupted<Failure: Error>(
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try swap.withLock { _ throws(Failure) in try body() }
  }

  /// Notes a path that is to go unless it is forgotten.
  package static func note(_ path: FilePath) {
    paths.withLock { _ = $0.insert(path) }
  }

  /// Lets a path stay.
  package static func forget(_ path: FilePath) {
    paths.withLock { _ = $0.remove(path) }
  }

  /// Removes a noted file, or a noted folder with all that it holds.
  package static func discard(_ path: FilePath) {
    forget(path)
    remove(path)
  }

  private static func remove(_ path: FilePath) {
    guard unsafe unlink(path.terminated) != 0, errno == EISDIR || errno == EPERM else { return }
    for entry in (try? Directory.entries(of: path)) ?? [] { remove(path.appending(entry.name)) }
    unsafe rmdir(path.terminated)
  }
}
