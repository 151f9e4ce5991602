/// Text from outside, made harmless and short enough for people to read.
///
/// File names and file contents may hold terminal escapes, line ends and marks that turn the
/// direction of writing; none of them may act on the terminal, or on the page of a build server.
package enum ShownText {
  /// The most characters of a value found in a file; more tells a person nothing.
  static let longestValue = 120
  /// The most characters of a message: several findings with a value each fit, a hostile value
  /// of many kilobytes does not.
  static let longestMessage = 2_000

  /// The text with characters replaced that act rather than show.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - limit: the most characters to show, with the ellipsis for the rest.
  package static func escaped(_ text: String, atMost limit: Int = .max) -> String {
    if text.utf8.count <= limit, text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return text
    }
    var shown = ""
    var count = 0
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      let escape = escape(for: scalar)
      let length = escape?.utf8.count ?? 1
      if count + length > limit - (scalars.isEmpty ? 0 : 1) { return shown + "…" }
      count += length
      if let escape { shown += escape } else { shown.unicodeScalars.append(scalar) }
    }
    return shown
  }

  /// A value found in a file: escaped, shortened, and with outer spaces made visible.
  static func value(_ text: String) -> String {
    let shown = escaped(text, atMost: longestValue)
    let visible = shown.drop { $0 == " " }
    let leading = shown.count - visible.count
    let trailing = visible.reversed().prefix { $0 == " " }.count
    return String(repeating: "\\x20", count: leading) + visible.dropLast(trailing)
      + String(repeating: "\\x20", count: trailing)
  }

  /// What stands for a character that acts; nil for one that shows.
  private static func escape(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x00...0x1F, 0x7F: "\\x" + hexadecimal(scalar.value, digits: 2)
    // C1 controls; line and paragraph separators; embeddings, overrides and isolates of the
    // bidirectional algorithm (Unicode Standard Annex 9); noncharacters that XML forbids.
    case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
      "\\u{" + hexadecimal(scalar.value, digits: 2) + "}"
    default: nil
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// A number with its noun: `0 pairs`, `1 pair`, `2 pairs`.
func counted(_ count: some BinaryInteger, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// A number of subjects or the like with its noun: `1,234,567 pairs`.
func manyCounted(_ count: some BinaryInteger, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(grouped(count)) \(noun)s"
}

/// A number with commas between its thousands.
func grouped(_ number: some BinaryInteger) -> String { ShownText.grouped(number) }

extension ShownText {
  /// A number with commas between its thousands: `1,234,567`.
  package static func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
