/// A part of a whole, with the limits that a sample sets to what can be said of it.
struct Share: Sendable, Equatable {
  let count: Int
  let total: Int

  init(_ count: Int, of total: Int) {
    self.count = count
    self.total = total
  }

  /// 0 to 1; zero of nothing is zero.
  var value: Double { total > 0 ? Double(count) / Double(total) : 0 }

  /// Between which shares that of the whole lies in 95 of 100 samples.
  ///
  /// This is Wilson's score interval (1927): it holds for small counts too, and for none at all.
  var limits: ClosedRange<Double> {
    guard total > 0 else { return 0...1 }
    // The normal distribution's 97.5 % point.
    let z = 1.959_963_984_540_054
    // A damaged store may name a rule twice for one subject, and there is no root of less than none.
    let (found, drawn) = (Double(min(count, total)), Double(total))
    let width = z / (drawn + z * z) * (found * (drawn - found) / drawn + z * z / 4).squareRoot()
    let middle = (found + z * z / 2) / (drawn + z * z)
    return max(0, middle - width)...min(1, middle + width)
  }

  /// With one decimal; neither none nor all where it is not.
  var percent: String {
    let tenths = Int((value * 1_000).rounded())
    if tenths == 0, count > 0 { return "<0.1 %" }
    if tenths == 1_000, count < total { return ">99.9 %" }
    return Share.percent(tenths) + " %"
  }

  /// Both limits: `11.9–12.5 %`.
  var limitsText: String {
    let low = Share.percent(Int((limits.lowerBound * 1_000).rounded(.down)))
    let high = Share.percent(Int((limits.upperBound * 1_000).rounded(.up)))
    return "\(low)–\(high) %"
  }

  private static func percent(_ tenths: Int) -> String { "\(tenths / 10).\(tenths % 10)" }
}
