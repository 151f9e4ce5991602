import Reporters
import Synchronization
import Validator

/// Tells how far a long run has come: on a terminal in one line that changes, elsewhere in a line
/// now and then.
final class Progress: Sendable {
  /// How it is told.
  enum Form: Sendable {
    /// One line of at most so many columns, written over and over.
    case line(columns: Int)
    /// A line of its own every 10 s.
    case log
  }

  typealias Clock = @Sendable () -> ContinuousClock.Instant

  private struct State {
    var files = 0
    /// Files that are judged once their partners have been looked for everywhere.
    var waiting = 0
    /// How many of these are judged.
    var settled = 0
    var failures = 0
    /// All files of the run; nil while they are being counted.
    var total: Int?
    /// What counts the files ahead, as far as it has come.
    var counting: (walker: FileWalker, count: Int)?
    var begin: ContinuousClock.Instant
    var lastTold: ContinuousClock.Instant
    /// Files a second, of the last 10 s or so.
    var rate = 0.0
    var lastDone = 0

    /// Looks at files: those that wait take two.
    var done: Int { files + settled }

    /// All looks at files, as far as can be told; nil while files are being counted.
    var work: Int? {
      guard let total, total >= files, files > 0 else { return nil }
      return total + Int(Double(waiting) * Double(total) / Double(files))
    }
  }

  /// A run that is over sooner tells nothing.
  private static let patience = Duration.milliseconds(400)
  /// Over how many seconds the rate is smoothed.
  private static let rateSeconds = 10.0

  private let state: Mutex<State>
  private let form: Form?
  private let now: Clock
  private let write: @Sendable (String) -> Void
  /// Where it is told in one line.
  private let line: ProgressLine?

  /// Creates a progress display.
  ///
  /// - Parameters:
  ///   - form: how to tell; nil for not at all.
  ///   - now: the clock.
  ///   - write: puts text on the terminal or into the log.
  init(
    _ form: Form?, now: @escaping Clock = { .now }, write: @escaping @Sendable (String) -> Void
  ) {
    self.form = form
    self.now = now
    self.write = write
    line =
      if case .line(let columns) = form { ProgressLine(columns: columns, write: write) } else {
        nil
      }
    let begin = now()
    let first: Duration =
      switch form {
      case .log: .zero
      case .line, nil: Progress.patience
      }
    state = Mutex(State(begin: begin, lastTold: begin + first))
  }

  private var interval: Duration {
    switch form {
    case .log: .seconds(10)
    case .line, nil: .milliseconds(100)
    }
  }

  /// Has the files of a walk counted, a few at a time, so that the time that is left can be told.
  func count(ahead walker: @autoclosure () -> FileWalker) {
    guard form != nil else { return }
    let walker = walker()
    state.withLock { $0.counting = (walker, 0) }
  }

  /// Says how many files there are.
  func expect(_ total: @autoclosure () -> Int) {
    guard form != nil else { return }
    let total = total()
    state.withLock { $0.total = total }
  }

  /// Counts what some files have given, and now and then says so.
  ///
  /// - Parameter isSettled: whether the files had to wait and are looked at for the second time.
  func count(_ result: ChunkResult, fileCount: Int, isSettled: Bool = false) {
    guard form != nil else { return }
    state.withLock { state in
      if isSettled { state.settled += fileCount } else { state.files += fileCount }
      state.waiting += result.waiting.count
      state.failures += result.subjects.count { $0.report.failures.worst == .error }
      let time = now()
      guard time - state.lastTold > interval else { return }
      Progress.countAhead(&state, after: time - state.lastTold)
      tell(&state, at: time)
    }
  }

  /// Takes the line off the screen.
  func clear() { line?.clear() }

  /// Counts for a small part of the time that has gone by, so that judging hardly waits.
  private static func countAhead(_ state: inout State, after elapsed: Duration) {
    guard let (walker, _) = state.counting else { return }
    let end = ContinuousClock.now + elapsed / 25
    while ContinuousClock.now < end {
      guard let chunk = walker.next() else {
        state.total = state.counting?.count
        state.counting = nil
        return
      }
      state.counting?.count += chunk.content.fileCount
    }
  }

  // MARK: Words

  private func tell(_ state: inout State, at time: ContinuousClock.Instant) {
    let seconds = (time - max(state.begin, state.lastTold)).inSeconds
    if state.lastDone == 0 {
      state.rate = Double(state.done) / max((time - state.begin).inSeconds, 0.001)
    } else {
      let current = Double(state.done - state.lastDone) / max(seconds, 0.001)
      state.rate += (current - state.rate) * seconds / (seconds + Progress.rateSeconds)
    }
    state.lastTold = time
    state.lastDone = state.done
    let words = Progress.words(of: state)
    guard let line else { return write("\(Tool.name): \(words.joined(separator: ", "))\n") }
    line.show(
      state.work.map { Double(state.done) / Double($0) }, words.joined(separator: " · "))
  }

  private static func words(of state: State) -> [String] {
    var words = [ShownText.grouped(state.files)]
    if let total = state.total, total >= state.files {
      words[0] += " of \(ShownText.grouped(total))"
    }
    words[0] += " files"
    if state.settled > 0 {
      words.append(
        "second look \(ShownText.grouped(state.settled)) of \(ShownText.grouped(state.waiting))")
    }
    words.append("\(ShownText.grouped(Int(state.rate.rounded())))/s")
    if state.failures > 0 { words.append("\(ShownText.grouped(state.failures)) with errors") }
    if let work = state.work, work > state.done, state.rate > 0 {
      let left = Double(work - state.done) / state.rate
      if left < 360_000_000 { words.append("\(span(Int(left.rounded(.up)))) left") }
    }
    return words
  }

  /// A span in its two greatest units: `45 s`, `3 min 12 s`, `2 h 5 min`.
  private static func span(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
