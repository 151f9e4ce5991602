internal import Validator

/// Values as an inspection words them.
enum InspectedText {
  /// The most characters of one text.
  static let longestText = 100

  /// Bytes in hexadecimal, with an ellipsis for those that are left out.
  static func hexadecimal(
    _ bytes: some Collection<UInt8>, atMost limit: Int = 24, of total: Int? = nil
  ) -> String {
    let shown = bytes.prefix(limit).map { digits(UInt64($0), 2) }.joined(separator: " ")
    return (total ?? bytes.count) > min(limit, bytes.count) ? shown + " …" : shown
  }

  /// A number in hexadecimal digits, at least so many.
  static func digits(_ value: UInt64, _ least: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, least - text.count)) + text
  }

  /// A text in quotes, or the bytes where they are no UTF-8.
  static func quoted(_ bytes: ArraySlice<UInt8>) -> String {
    let closing = bytes.reversed().prefix { $0 == 0 }.count
    guard let text = String(validating: bytes.dropLast(closing), as: UTF8.self) else {
      return hexadecimal(bytes)
    }
    return "\"" + shortened(text) + "\""
  }

  /// A UTF-16 text in quotes.
  static func quoted16(_ reader: inout ByteReader) throws(ReadError) -> String {
    var units: [UInt16] = []
    while reader.remaining >= 2, units.count <= longestText { units.append(try reader.uint16()) }
    return "\"" + shortened(String(decoding: units, as: UTF16.self)) + "\""
  }

  /// A text that needs no quotes, such as a key; bytes that are no UTF-8 are shown as such.
  static func plain(_ bytes: ArraySlice<UInt8>) -> String {
    let closing = bytes.reversed().prefix { $0 == 0 }.count
    return shortened(FilePath(bytes: Array(bytes.dropLast(closing).prefix(1_024))).description)
  }

  /// Bytes of which nothing is known: text in quotes where they are nothing but letters.
  static func preview(_ bytes: ArraySlice<UInt8>, of total: Int) -> String {
    let isText = bytes.count >= 4 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
    return isText ? quoted(bytes) : hexadecimal(bytes, of: total)
  }

  static func shortened(_ text: String) -> String {
    // Counted in scalars: one character may be made of any number of them.
    let scalars = text.unicodeScalars
    return scalars.count > longestText ? String(scalars.prefix(longestText)) + "…" : text
  }

  /// A number without a fraction where it has none, else with up to six digits of it.
  static func number(_ value: Double) -> String {
    // Above this, sixths of a millionth are no more in the number.
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    let millionths = (value * 1_000_000).rounded()
    let whole = Int64(millionths) / 1_000_000
    var fraction = String(abs(Int64(millionths) % 1_000_000))
    guard fraction != "0" else { return "\(whole)" }
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (value < 0 ? "-" : "") + "\(abs(whole)).\(fraction)"
  }

  /// A time with its scale: `1.133333 s (680/600)`.
  static func time(_ value: Int64, scale: UInt32?) -> String {
    guard let scale, let time = MediaTime(value, scale: scale) else {
      return "\(value) units of an unknown time scale"
    }
    return "\(number(time.seconds)) s (\(value)/\(scale))"
  }

  static func fixedPoint16(_ value: Int32) -> String { number(Double(value) / 65_536) }

  static func counted(_ count: some BinaryInteger, _ noun: String, _ plural: String? = nil)
    -> String
  {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? noun + "s")"
  }
}
