import Synchronization

/// Hands values on in the order of their numbers, whichever order they come in.
///
/// Whoever brings the value that is next hands it on, and those that waited for it; nobody else
/// waits meanwhile.
final class OrderedQueue<Value: Sendable>: Sendable {
  private struct State {
    var next = 0
    var early: [Int: Value] = [:]
    var isHandingOn = false
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  private let hand: @Sendable (Value) throws -> Void

  /// - Parameter hand: takes the values, one at a time.
  init(_ hand: @escaping @Sendable (Value) throws -> Void) {
    self.hand = hand
  }

  /// How many values have come before their turn.
  var waitingCount: Int { state.withLock { $0.early.count } }

  /// What went wrong as a value was taken; nothing is handed on any more then.
  var failure: (any Error)? { state.withLock { $0.failure } }

  /// Brings the value of a number; each number from 0 on must come once.
  func put(_ value: Value, number: Int) {
    state.withLock { $0.early[number] = value }
    while let value = nextInOrder() {
      do {
        try hand(value)
      } catch {
        fail(error)
      }
      state.withLock { state in
        state.next += 1
        state.isHandingOn = false
      }
    }
  }

  /// Ends the handing on: a value cannot be brought.
  func fail(_ error: any Error) {
    state.withLock { state in
      state.failure = state.failure ?? error
      state.early = [:]
    }
  }

  private func nextInOrder() -> Value? {
    state.withLock { state in
      guard !state.isHandingOn, state.failure == nil,
        let value = state.early.removeValue(forKey: state.next)
      else { return nil }
      state.isHandingOn = true
      return value
    }
  }
}
