import Validator

extension WallTime {
  /// Seconds from the epoch of QuickTime, 1904-01-01, to that of Unix.
  private static let macintoshEpoch: Int64 = 2_082_844_800

  /// Creates a time from a header's count of seconds since 1904 in UTC.
  ///
  /// Nil after the year 9999, which no clock shows.
  init?(secondsSince1904 seconds: UInt64) {
    guard seconds < 255_485_232_000 else { return nil }
    let local = Int64(seconds) - WallTime.macintoshEpoch
    let day = local / 86_400 - (local % 86_400 < 0 ? 1 : 0)
    let second = local - day * 86_400
    let date = WallTime.civil(day: day)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "T\(two(second / 3_600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    self.init(
      localSeconds: local, zoneMinutes: 0,
      text: "\(date.year)-\(two(date.month))-\(two(date.day))" + clock)
  }

  /// Creates a time from ISO 8601 text: `2024-05-01T10:00:00+0200`, zone optional.
  init?(iso8601 text: String) {
    var digits = Digits(text)
    guard let year = digits.number(4), digits.passes("-"),
      let month = digits.number(2), (1...12).contains(month), digits.passes("-"),
      let day = digits.number(2), (1...31).contains(day),
      digits.passes("T") || digits.passes(" "),
      let hour = digits.number(2), hour < 24, digits.passes(":"),
      let minute = digits.number(2), minute < 60, digits.passes(":"),
      let second = digits.number(2), second <= 60
    else { return nil }
    digits.passFraction()
    var zone: Int?
    if digits.passes("Z") {
      zone = 0
    } else if let sign = digits.sign() {
      guard let hours = digits.number(2), hours <= 18 else { return nil }
      _ = digits.passes(":")
      let minutes = digits.number(2) ?? 0
      guard minutes < 60 else { return nil }
      zone = sign * (hours * 60 + minutes)
    }
    guard digits.isAtEnd else { return nil }
    let days = WallTime.days(year: Int64(year), month: Int64(month), day: Int64(day))
    self.init(
      localSeconds: days * 86_400 + Int64(hour * 3_600 + minute * 60 + second), zoneMinutes: zone,
      text: text)
  }

  /// Days since 1970-01-01 of a date of the Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day comes last.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let ofEra = year - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  /// The date of a day since 1970-01-01.
  private static func civil(day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let march = (5 * ofYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    return (year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1)
  }
}

extension Coordinate {
  /// Creates a position from ISO 6709 text: `+48.1371+011.5754+519.000/`.
  ///
  /// Degrees, degrees and minutes, or degrees, minutes and seconds; a height is passed over.
  init?(iso6709 text: String) {
    var digits = Digits(text)
    guard let latitude = digits.angle(degreeDigits: 2), abs(latitude) <= 90,
      let longitude = digits.angle(degreeDigits: 3), abs(longitude) <= 180
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

/// A cursor over the ASCII of a short text.
private struct Digits {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    rest = Array(text.utf8)[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func passes(_ character: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == character.value else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count else { return nil }
    var value = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    rest = rest.dropFirst(count)
    return value
  }

  /// The factor that a sign stands for.
  mutating func sign() -> Int? {
    if passes("+") { return 1 }
    return passes("-") ? -1 : nil
  }

  mutating func passFraction() {
    guard passes(".") else { return }
    rest = rest.drop { (0x30...0x39).contains($0) }
  }

  /// A signed angle whose whole digits tell its form: degrees, plus 2 for minutes, plus 2 for
  /// seconds.
  mutating func angle(degreeDigits: Int) -> Double? {
    guard let sign = sign() else { return nil }
    let run = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2E }
    let whole = run.prefix { $0 != 0x2E }.count
    // More digits than any receiver gives would only feed the number parser.
    guard run.count <= 32, let value = Double(String(decoding: run, as: UTF8.self)) else {
      return nil
    }
    rest = rest.dropFirst(run.count)
    let degrees: Double? =
      switch whole - degreeDigits {
      case 0: value
      case 2: (value / 100).rounded(.down) + value.truncatingRemainder(dividingBy: 100) / 60
      case 4:
        (value / 10_000).rounded(.down)
          + (value / 100).rounded(.down).truncatingRemainder(dividingBy: 100) / 60
          + value.truncatingRemainder(dividingBy: 100) / 3_600
      default: nil
      }
    return degrees.map { Double(sign) * $0 }
  }
}
