internal import Validator

/// The texts of numbers, dates and data in property lists.
enum PropertyListScalar {
  /// A whole number, decimal or hexadecimal with `0x`; nil where it is none.
  ///
  /// Numbers beyond 64 bits with sign become real: no setting that is judged has such a one.
  static func integer(_ text: String) -> PropertyListValue? {
    let isNegative = text.hasPrefix("-")
    var digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    var radix = 10
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      digits = digits.dropFirst(2)
      radix = 16
    }
    // The number parsers take a sign of their own.
    guard let first = digits.utf8.first, first.hexDigit != nil else { return nil }
    if let value = Int64((isNegative ? "-" : "") + digits, radix: radix) { return .integer(value) }
    guard let large = UInt64(digits, radix: radix) else { return nil }
    return .real(isNegative ? -Double(large) : Double(large))
  }

  /// Whether a text has the form that property lists write dates in: `2024-05-01T08:00:00Z`.
  static func isDate(_ text: String) -> Bool {
    let form = "dddd-dd-ddTdd:dd:ddZ".utf8
    return text.utf8.count == form.count
      && zip(text.utf8, form).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "d")
          ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == wanted
      }
  }

  /// The date so many seconds after 2001 began, in the form of XML lists; nil where it has no
  /// four-digit year.
  static func date(secondsSince2001 seconds: Double) -> String? {
    // The first seconds of the years 1 and 10000.
    guard seconds >= -63_113_904_000, seconds < 252_423_993_600 else { return nil }
    let whole = Int(seconds.rounded(.down))
    // Days are counted from 1 March of the year 0, so that a leap day ends its year.
    let daysBefore2001 = 730_791
    let secondsOfDay = ((whole % 86_400) + 86_400) % 86_400
    let days = (whole - secondsOfDay) / 86_400 + daysBefore2001
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T"
      + padded(secondsOfDay / 3_600, 2) + ":" + padded(secondsOfDay / 60 % 60, 2) + ":"
      + padded(secondsOfDay % 60, 2) + "Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The bytes of a Base64 text, white space left out; nil where it is none.
  static func base64(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var digitCount = 0
    var paddingCount = 0
    for byte in text.utf8 {
      if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
      if byte == UInt8(ascii: "=") {
        paddingCount += 1
        continue
      }
      guard paddingCount == 0, let digit = base64Digit(byte) else { return nil }
      bits = bits << 6 | digit
      digitCount += 1
      if digitCount % 4 == 0 {
        bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
        bits = 0
      }
    }
    switch digitCount % 4 {
    case 2 where paddingCount == 2: bytes.append(UInt8(bits >> 4 & 0xFF))
    case 3 where paddingCount == 1: bytes += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    case 0 where paddingCount == 0: break
    default: return nil
    }
    return bytes
  }

  private static func base64Digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
