import Synchronization
import Validator

/// A line on the terminal that tells how far a long run has come.
final class Progress: Sendable {
  private struct State {
    var subjects = 0
    var failures = 0
    var lastShown: ContinuousClock.Instant
    var isOnScreen = false
  }

  private let state: Mutex<State>
  private let isShown: Bool
  private let write: @Sendable (String) -> Void

  /// Creates a progress line.
  ///
  /// - Parameters:
  ///   - isShown: whether to show anything at all: a terminal is there and nobody said no.
  ///   - write: puts text on the terminal.
  init(isShown: Bool, write: @escaping @Sendable (String) -> Void) {
    self.isShown = isShown
    self.write = write
    state = Mutex(State(lastShown: ContinuousClock.now + .milliseconds(400)))
  }

  /// Counts what a chunk has given, and now and then says so.
  func count(_ result: ChunkResult) {
    guard isShown else { return }
    state.withLock { state in
      state.subjects += result.reports.count
      state.failures += result.reports.count { $0.failures.worst == .error }
      let now = ContinuousClock.now
      guard now - state.lastShown > .milliseconds(100) else { return }
      state.lastShown = now
      state.isOnScreen = true
      let faulty = state.failures == 0 ? "" : ", \(state.failures) with errors"
      write("\r\u{1B}[K\(state.subjects) judged\(faulty)…")
    }
  }

  /// Takes the line off the screen.
  func clear() {
    state.withLock { state in
      if state.isOnScreen { write("\r\u{1B}[K") }
      state.isOnScreen = false
    }
  }
}
