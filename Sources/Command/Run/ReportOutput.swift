import Readers
import Synchronization
import Validator
import Writers

/// Where one report goes, piece by piece: to standard output, or to a file that nobody sees before it
/// is whole.
///
/// A link stays one, its file is replaced; a device or FIFO is written to as it is.
final class ReportOutput: Sendable {
  /// Large enough that writing costs nothing beside judging.
  private static let bufferLength = 64 << 10
  /// A person or program at the other end of a pipe waits no longer for what is there.
  private static let longestWait = Duration.milliseconds(500)

  private enum Target {
    case standardOutput
    case special(Int32)
    case file(StagedFile)
  }

  private struct State {
    let target: Target
    var buffer: [UInt8] = []
    var lastWritten = ContinuousClock.now
  }

  /// The name that faults are told under.
  private let name: String
  private let state: Mutex<State>

  /// Opens standard output.
  init() {
    name = "standard output"
    state = Mutex(State(target: .standardOutput))
  }

  /// Opens a file.
  ///
  /// - Throws: the system's reason, as text.
  init(_ path: FilePath) throws(UsageError) {
    name = path.description
    if Directory.kind(of: path) == .special {
      guard let descriptor = Terminal.openForWriting(path) else {
        throw UsageError("\(path): cannot be written: \(SystemReason.last)")
      }
      state = Mutex(State(target: .special(descriptor)))
      return
    }
    do {
      let staged = try StagedFile(for: Directory.resolved(path) ?? path)
      state = Mutex(State(target: .file(staged)))
    } catch {
      throw UsageError("\(path): \(error.reason)")
    }
  }

  /// Writes bytes, at once or with later ones.
  ///
  /// - Throws: the system's reason as text, or `ClosedPipe`.
  func write(_ bytes: [UInt8]) throws {
    try state.withLock { state in
      state.buffer += bytes
      guard
        state.buffer.count >= ReportOutput.bufferLength
          || ContinuousClock.now - state.lastWritten > ReportOutput.longestWait
      else { return }
      try flush(&state)
    }
  }

  /// Writes what is left; a file gets its name.
  func finish() throws {
    try state.withLock { state in
      try flush(&state)
      switch state.target {
      case .standardOutput: break
      case .special(let descriptor): Terminal.close(descriptor)
      case .file(let file):
        do throws(RewriteError) {
          try file.publish(replaces: true)
        } catch {
          throw UsageError("\(name): \(error.reason)")
        }
      }
    }
  }

  private func flush(_ state: inout State) throws {
    state.lastWritten = .now
    switch state.target {
    case .standardOutput: try Terminal.writeOutput(state.buffer)
    case .special(let descriptor):
      guard Terminal.write(state.buffer, to: descriptor) else {
        throw UsageError("\(name): cannot be written: \(SystemReason.last)")
      }
    case .file(let file):
      do throws(RewriteError) {
        try file.append(state.buffer)
      } catch {
        throw UsageError("\(name): \(error.reason)")
      }
    }
    state.buffer.removeAll(keepingCapacity: true)
  }
}

/// Nobody reads standard output any more: no fault, but the end of the run.
struct ClosedPipe: Error {}
