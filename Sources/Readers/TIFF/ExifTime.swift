import Validator

/// Reads times as Exif writes them (Exif 2.32, 4.6.5, tags 0x9003 and 0x9011).
enum ExifTime {
  /// The time that a date and a zone say.
  ///
  /// - Parameters:
  ///   - date: `YYYY:MM:DD HH:MM:SS`.
  ///   - zone: `+HH:MM`, where the file has one.
  /// - Returns: nil where the date is none; a zone that is none counts as not there.
  static func wallTime(date: String, zone: String?) -> WallTime? {
    let bytes = Array(date.utf8)
    guard bytes.count >= 19, isSeparator(bytes[4]), isSeparator(bytes[7]),
      bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T"),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      year >= 1, (1...12).contains(month), (1...days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = daysSince1970(year: year, month: month, day: day) * 86_400
    let minutes = zone.flatMap(zoneMinutes)
    return WallTime(
      localSeconds: Int64(seconds + hour * 3_600 + minute * 60 + second),
      zoneMinutes: minutes, text: minutes == nil ? date : date + (zone ?? ""))
  }

  /// Whether a date is left open, as a camera without a clock writes it: zeros, blanks and colons.
  static func isBlank(_ date: String) -> Bool {
    date.utf8.allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ":") }
  }

  /// Minutes east of UTC for `Z`, `+HH:MM` and `+HHMM`; nil for other texts.
  static func zoneMinutes(_ text: String) -> Int? {
    if text == "Z" { return 0 }
    let bytes = text.utf8.filter { $0 != UInt8(ascii: ":") }
    guard bytes.count == 5, let hours = number(bytes[1..<3]), let minutes = number(bytes[3..<5]),
      // Zones run from -12:00 to +14:00.
      hours <= 14, minutes < 60
    else { return nil }
    switch bytes[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Years are counted from 1 March, so that the leap day comes last; 146,097 days make 400 years.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let century = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - century * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return century * 146_097 + dayOfEra - 719_468
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Exif asks for colons; hyphens are common all the same.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
  }

  /// A decimal number of a few digits.
  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
