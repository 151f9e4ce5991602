import Reporters
import Synchronization
import Validator

/// A line on the terminal that tells how far one piece of work has come.
final class ProgressLine: Sendable {
  private static let barLength = 24

  private let isShown: Bool
  private let title: String
  private let isOnScreen = Mutex(false)

  /// Creates a line; nothing is shown before the work says how far it is.
  init(isShown: Bool, title: String) {
    self.isShown = isShown
    self.title = ShownText.escaped(title)
  }

  /// Shows a part of the work as done, 0 to 1.
  func show(_ fraction: Double) {
    guard isShown, fraction.isFinite else { return }
    let filled = Int((min(max(fraction, 0), 1) * Double(ProgressLine.barLength)).rounded())
    let bar =
      String(repeating: "█", count: filled)
      + String(repeating: "░", count: ProgressLine.barLength - filled)
    isOnScreen.withLock { $0 = true }
    Terminal.write("\r\u{1B}[K\(bar) \(title)", to: .errors)
  }

  /// Takes the line off the screen.
  func clear() {
    if isOnScreen.withLock({ state in
      defer { state = false }
      return state
    }) {
      Terminal.write("\r\u{1B}[K", to: .errors)
    }
  }
}
