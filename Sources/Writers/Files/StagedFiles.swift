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

  /// Has what is noted removed when a signal asks the process to end; it ends then as the signal has
  /// it, so that a shell sees why.
  package static func removeOnSignals() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    // A thread that waits may lock and free memory, which a signal handler must not.
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(SignalSet(waited)).toOpaque()
    unsafe pthread_create(
      &thread, nil,
      { raw in
        guard let raw = unsafe raw else { return nil }
        var signals = unsafe Unmanaged<SignalSet>.fromOpaque(raw).takeRetainedValue().signals
        var number: Int32 = 0
        unsafe sigwait(&signals, &number)
        StagedFiles.swap.withLock { _ in
          StagedFiles.removeAll()
          signal(number, SIG_DFL)
          var own = sigset_t()
          unsafe sigemptyset(&own)
          unsafe sigaddset(&own, number)
          unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
          pthread_kill(pthread_self(), number)
        }
        return nil
      }, box)
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

  private static func removeAll() {
    for path in paths.withLock({ $0 }) { remove(path) }
  }

  private static func remove(_ path: FilePath) {
    guard unsafe unlink(path.terminated) != 0, errno == EISDIR || errno == EPERM else { return }
    for entry in (try? Directory.entries(of: path)) ?? [] { remove(path.appending(entry.name)) }
    unsafe rmdir(path.terminated)
  }

  /// A set of signals that a thread can take over.
  private final class SignalSet {
    let signals: sigset_t

    init(_ signals: sigset_t) {
      self.signals = signals
    }
  }
}
