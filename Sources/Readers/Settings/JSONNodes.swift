package import Validator

/// Reads JSON (RFC 8259) as a property list, with the line and column of every key and value.
///
/// Strict: no comments, no trailing commas, UTF-8 only. A key that stands twice is kept twice and is
/// a fault; an entry that is null is left out, as property lists have no null.
package struct JSONNodes {
  private let bytes: [UInt8]
  private var index: Int
  private var positions: TextPositions
  private var builder: PropertyListBuilder

  private init(_ bytes: [UInt8], file: FilePath) {
    self.bytes = bytes
    index = SettingsFile.markLength(bytes)
    positions = TextPositions(bytes)
    builder = PropertyListBuilder(file: file)
  }

  /// Reads a file: a string catalogue, an Expo `app.json`.
  package static func read(_ bytes: [UInt8], file: FilePath) -> SettingsReading {
    if let fault = SettingsFile.sizeFault(bytes, file) { return SettingsReading(fault) }
    var parser = JSONNodes(bytes, file: file)
    do throws(SettingsFault) {
      try parser.readRoot()
      return SettingsReading(parser.builder, fault: nil)
    } catch {
      return SettingsReading(parser.builder, fault: error)
    }
  }

  // MARK: Structure

  private mutating func readRoot() throws(SettingsFault) {
    skipSpace()
    if next == nil { throw malformed("the file is empty", at: index) }
    try readValue()
    while let kind = builder.kind {
      skipSpace()
      switch kind {
      case .dictionary: try readMember()
      case .array: try readValue()
      }
    }
    skipSpace()
    if let byte = next {
      throw malformed("\(byte.shown) stands behind the end of the value", at: index)
    }
    if builder.root == nil { throw malformed("the file holds null and nothing else", at: 0) }
  }

  /// A key, its colon and its value.
  private mutating func readMember() throws(SettingsFault) {
    let start = index
    guard next == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
    let key = try readText()
    try builder.key(key, at: positions.position(at: start))
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw unexpected("a colon") }
    index += 1
    skipSpace()
    try readValue()
  }

  /// A value and what follows it, up to where the next key or element begins.
  private mutating func readValue() throws(SettingsFault) {
    let start = index
    switch next {
    case UInt8(ascii: "{"): return try readOpening(.dictionary, UInt8(ascii: "}"))
    case UInt8(ascii: "["): return try readOpening(.array, UInt8(ascii: "]"))
    case UInt8(ascii: "\""):
      let text = try readText()
      try builder.value(.string(text), at: positions.position(at: start))
    case let byte? where byte == UInt8(ascii: "-") || JSONNodes.isDigit(byte):
      let number = try readNumber()
      try builder.value(number, at: positions.position(at: start))
    default:
      if let value = try readWord() {
        try builder.value(value, at: positions.position(at: start))
      } else {
        try builder.omit(at: positions.position(at: start))
      }
    }
    try readSeparators()
  }

  private mutating func readOpening(_ kind: PropertyListBuilder.Kind, _ end: UInt8)
    throws(SettingsFault)
  {
    try builder.open(kind, at: positions.position(at: index))
    index += 1
    skipSpace()
    guard next == end else { return }
    index += 1
    builder.close()
    try readSeparators()
  }

  /// A comma, or the ends of containers and then a comma.
  private mutating func readSeparators() throws(SettingsFault) {
    while let kind = builder.kind {
      skipSpace()
      let end = kind == .dictionary ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if next == UInt8(ascii: ",") {
        index += 1
        return
      }
      guard next == end else { throw unexpected("a comma or \(end.shown)") }
      index += 1
      builder.close()
    }
  }

  /// `true` or `false`; nil for `null`.
  private mutating func readWord() throws(SettingsFault) -> PropertyListValue? {
    let words: [(String, PropertyListValue?)] = [
      ("true", .boolean(true)), ("false", .boolean(false)), ("null", nil),
    ]
    for (word, value) in words where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return value
    }
    throw unexpected("a value")
  }

  // MARK: Numbers

  private mutating func readNumber() throws(SettingsFault) -> PropertyListValue {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    if next == UInt8(ascii: "0") { index += 1 } else { try skipDigits() }
    var isWhole = true
    if next == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      try skipDigits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try skipDigits()
    }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let value = Int64(digits) { return .integer(value) }
    guard let value = Double(digits) else {
      throw malformed("the number \(digits.shortened) cannot be read", at: start)
    }
    return .real(value)
  }

  private mutating func skipDigits() throws(SettingsFault) {
    guard let byte = next, JSONNodes.isDigit(byte) else { throw unexpected("a digit") }
    while let byte = next, JSONNodes.isDigit(byte) { index += 1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Texts

  /// A text, its opening quote next.
  private mutating func readText() throws(SettingsFault) -> String {
    let start = index
    index += 1
    var text = ""
    var runStart = index
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        let run = try utf8Text(runStart..<index)
        index += 1
        return text.isEmpty ? run : text + run
      case UInt8(ascii: "\\"):
        text += try utf8Text(runStart..<index)
        text.unicodeScalars.append(try readEscape())
        runStart = index
      case 0x00...0x1F:
        throw malformed("a text holds \(byte.shown), which is to be escaped", at: index)
      default: index += 1
      }
    }
    throw malformed("the text that begins here does not end", at: start)
  }

  private mutating func utf8Text(_ range: Range<Int>) throws(SettingsFault) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw malformed("the text that begins here is not UTF-8", at: range.lowerBound)
    }
    return text
  }

  private mutating func readEscape() throws(SettingsFault) -> Unicode.Scalar {
    let start = index
    index += 1
    let byte = next
    index += 1
    switch byte {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let scalar = readUTF16() { return scalar }
      throw malformed("the escape \\u lacks four hexadecimal digits", at: start)
    default: throw malformed("there is no such escape", at: start)
    }
  }

  /// The character of four hexadecimal digits, of two such escapes where the first is half a
  /// character; nil where digits are missing.
  private mutating func readUTF16() -> Unicode.Scalar? {
    guard let first = readFourDigits() else { return nil }
    if let scalar = Unicode.Scalar(first) { return scalar }
    let afterFirst = index
    if bytes[index...].starts(with: "\\u".utf8) {
      index += 2
      if let second = readFourDigits(), (0xD800...0xDBFF).contains(first),
        (0xDC00...0xDFFF).contains(second)
      {
        return Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
      }
      index = afterFirst
    }
    return "\u{FFFD}"
  }

  private mutating func readFourDigits() -> UInt32? {
    guard index <= bytes.count - 4 else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<(index + 4)] {
      guard let digit = byte.hexDigit else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }

  // MARK: Bytes

  /// The next byte; nil at the end.
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private mutating func malformed(_ message: String, at offset: Int) -> SettingsFault {
    builder.fault(message, at: positions.position(at: offset))
  }

  private mutating func unexpected(_ wanted: String) -> SettingsFault {
    malformed("\(next?.shown ?? "the end of the file") stands where \(wanted) belongs", at: index)
  }
}
