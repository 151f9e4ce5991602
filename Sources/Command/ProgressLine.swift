import Synchronization

/// The line on a terminal that tells how far work has come: a bar and words, written over and over.
final class ProgressLine: Sendable {
  private static let barLength = 20

  private let columns: Int
  private let write: @Sendable (String) -> Void
  private let isOnScreen = Mutex(false)

  /// Creates a line; nothing is on the screen before the work says how far it is.
  ///
  /// - Parameters:
  ///   - columns: those of the terminal. A line that is longer breaks there and cannot be taken back.
  ///   - write: puts text on the terminal.
  init(
    columns: Int, write: @escaping @Sendable (String) -> Void = { Terminal.write($0, to: .errors) }
  ) {
    // The last column is left to the cursor.
    self.columns = max(0, columns - 1)
    self.write = write
  }

  /// Shows words, and a bar before them where there is room for it.
  ///
  /// - Parameter fraction: the part of the work that is done, 0 to 1; nil where nobody can tell.
  func show(_ fraction: Double?, _ words: String) {
    isOnScreen.withLock { isOnScreen in
      isOnScreen = true
      write("\r\u{1B}[K" + String((bar(fraction, before: words) + words).prefix(columns)))
    }
  }

  /// Takes the line off the screen.
  func clear() {
    isOnScreen.withLock { isOnScreen in
      if isOnScreen { write("\r\u{1B}[K") }
      isOnScreen = false
    }
  }

  private func bar(_ fraction: Double?, before words: String) -> String {
    guard let fraction, fraction.isFinite, words.count + ProgressLine.barLength + 1 <= columns
    else { return "" }
    let filled = Int(min(max(fraction, 0), 1) * Double(ProgressLine.barLength))
    return String(repeating: "█", count: filled)
      + String(repeating: "░", count: ProgressLine.barLength - filled) + " "
  }
}
