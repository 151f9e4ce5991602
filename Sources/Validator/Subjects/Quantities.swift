extension String {
  /// Whether the text is a version number such as `17.6.1`, as cameras name their software: other
  /// programs write their names.
  package var isVersionNumber: Bool {
    utf8.first.map { (0x30...0x39).contains($0) } == true
      && utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
  }
}

extension Double {
  /// The number as messages show it: rounded to at most so many decimals, such as `3.5`.
  ///
  /// - Parameter decimals: 0 to 3.
  package func shown(decimals: Int) -> String {
    // Beyond this the whole part no longer leaves room for decimals in 64 bits.
    guard isFinite, magnitude < 1e12 else { return String(self) }
    let factors = [1, 10, 100, 1_000]
    let places = Swift.min(Swift.max(decimals, 0), factors.count - 1)
    let factor = factors[places]
    let scaled = Int((magnitude * Double(factor)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    var fraction = String(scaled % factor + factor).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    let whole = sign + String(scaled / factor)
    return fraction.isEmpty ? whole : whole + "." + fraction
  }

  /// A span of so many seconds in the unit that suits it: `2.4 s`, `17 min`, `3.5 h`, `49 days`.
  package var shownAsTimeSpan: String {
    switch magnitude {
    case ..<120: shown(decimals: 2) + " s"
    case ..<7_200: (self / 60).shown(decimals: 0) + " min"
    case ..<172_800: (self / 3_600).shown(decimals: 1) + " h"
    default: (self / 86_400).shown(decimals: 0) + " days"
    }
  }
}
