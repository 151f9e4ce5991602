internal import Validator

/// Reads property lists in the old text form: `project.pbxproj`, `.strings`, older Info.plist files.
///
/// What is accepted follows Apple's CFOldStylePList.c: `//` and `/* */` comments, single and double
/// quotes, `key;` for a key that is its own value, and a `.strings` file's dictionary without
/// braces. Values without quotes are texts. Octal escapes are taken as Unicode, where NeXTSTEP's own
/// table has other characters from 200 on; no tool writes them today.
struct OpenStepPropertyList {
  private let bytes: [UInt8]
  private var index: Int
  private var positions: TextPositions
  private var builder: PropertyListBuilder
  /// Whether the outermost dictionary has no braces.
  private var isBraceless = false

  private init(_ bytes: [UInt8], file: FilePath) {
    self.bytes = bytes
    index = SettingsFile.markLength(bytes)
    positions = TextPositions(bytes)
    builder = PropertyListBuilder(file: file)
  }

  /// Reads a list in UTF-8; a text that is not UTF-8 is taken as Latin-1, as Apple's reader does.
  static func read(_ text: [UInt8], file: FilePath) -> SettingsReading {
    var parser = OpenStepPropertyList(text, file: file)
    do throws(SettingsFault) {
      try parser.readRoot()
      return SettingsReading(parser.builder, fault: nil)
    } catch {
      return SettingsReading(parser.builder, fault: error)
    }
  }

  // MARK: Structure

  private mutating func readRoot() throws(SettingsFault) {
    try skipSpace()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"): try readValue()
    default: try readBracelessRoot()
    }
    while let kind = builder.kind {
      try skipSpace()
      switch kind {
      case .dictionary: try readMember()
      case .array: try readElement()
      }
    }
    try skipSpace()
    if let byte = next {
      throw malformed("\(byte.shown) stands behind the end of the list", at: index)
    }
  }

  /// A single text, or a dictionary as `.strings` files have it; one that holds only comments is
  /// empty.
  private mutating func readBracelessRoot() throws(SettingsFault) {
    let start = index
    if next != nil {
      let text = try readText(of: "a value")
      try skipSpace()
      if next == nil { return try builder.value(.string(text), at: positions.position(at: start)) }
    }
    index = start
    isBraceless = true
    try builder.open(.dictionary, at: positions.position(at: start))
  }

  /// A key with its value, or the end of the dictionary.
  private mutating func readMember() throws(SettingsFault) {
    let isOutermost = isBraceless && builder.depth == 1
    guard let byte = next else {
      guard isOutermost else { throw unclosed("dictionary") }
      return builder.close()
    }
    if byte == UInt8(ascii: "}"), !isOutermost {
      index += 1
      builder.close()
      return try readSeparator()
    }
    let start = index
    let key = try readText(of: "a key")
    let end = index
    try builder.key(key, at: positions.position(at: start))
    try skipSpace()
    switch next {
    case UInt8(ascii: "="):
      index += 1
      try skipSpace()
      try readValue()
    case UInt8(ascii: ";"):
      index += 1
      try builder.value(.string(key), at: positions.position(at: start))
    default: throw malformed("an equals sign is missing after the key \(key.shortened)", at: end)
    }
  }

  /// An element of an array, or its end.
  private mutating func readElement() throws(SettingsFault) {
    guard let byte = next else { throw unclosed("array") }
    guard byte == UInt8(ascii: ")") else { return try readValue() }
    index += 1
    builder.close()
    try readSeparator()
  }

  /// A value and what separates it from the next, or the beginning of a container.
  private mutating func readValue() throws(SettingsFault) {
    let start = index
    switch next {
    case UInt8(ascii: "{"):
      index += 1
      return try builder.open(.dictionary, at: positions.position(at: start))
    case UInt8(ascii: "("):
      index += 1
      return try builder.open(.array, at: positions.position(at: start))
    case UInt8(ascii: "<"):
      let data = try readData()
      try builder.value(.data(data), at: positions.position(at: start))
    default:
      let text = try readText(of: "a value")
      try builder.value(.string(text), at: positions.position(at: start))
    }
    try readSeparator()
  }

  /// The semicolon after a dictionary's value or the comma after an array's.
  private mutating func readSeparator() throws(SettingsFault) {
    guard let kind = builder.kind else { return }
    let end = index
    try skipSpace()
    switch (kind, next) {
    case (.dictionary, UInt8(ascii: ";")), (.array, UInt8(ascii: ",")): index += 1
    case (.array, UInt8(ascii: ")")): break
    case (.dictionary, _): throw malformed("a semicolon is missing after the value", at: end)
    case (.array, _): throw malformed("a comma is missing after the value", at: end)
    }
  }

  // MARK: Texts and data

  private mutating func readText(of role: String) throws(SettingsFault) -> String {
    guard let byte = next else { throw malformed("the file ends where \(role) belongs", at: index) }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try readQuoted(byte) }
    let start = index
    while index < bytes.count, OpenStepPropertyList.isUnquoted(bytes[index]) { index += 1 }
    guard index > start else {
      throw malformed("\(byte.shown) stands where \(role) belongs", at: start)
    }
    // Only ASCII stands without quotes.
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      // The last range is `-`, `.`, `/`, the digits and `:`.
      UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "-")...UInt8(ascii: ":"):
      true
    default: false
    }
  }

  private mutating func readQuoted(_ quote: UInt8) throws(SettingsFault) -> String {
    let start = index
    index += 1
    var text = ""
    var runStart = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        let run = OpenStepPropertyList.text(bytes[runStart..<index])
        index += 1
        return text.isEmpty ? run : text + run
      }
      if byte == UInt8(ascii: "\\") {
        text += OpenStepPropertyList.text(bytes[runStart..<index])
        index += 1
        text.unicodeScalars.append(readEscape())
        runStart = index
      } else {
        index += 1
      }
    }
    throw malformed("the text in quotes that begins here does not end", at: start)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }

  /// The character of an escape, the backslash of which is passed.
  private mutating func readEscape() -> Unicode.Scalar {
    guard let byte = next else { return "\\" }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      return Unicode.Scalar(UInt8(truncatingIfNeeded: readDigits(bitsEach: 3, most: 3)))
    case UInt8(ascii: "U"):
      index += 1
      return readUTF16()
    case 0x80...:
      // A backslash before another character says nothing.
      return readNonASCII()
    default:
      index += 1
      return OpenStepPropertyList.controlEscapes[byte] ?? Unicode.Scalar(byte)
    }
  }

  private static let controlEscapes: [UInt8: Unicode.Scalar] = [
    UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "f"): "\u{0C}",
    UInt8(ascii: "n"): "\n", UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "v"): "\u{0B}",
  ]

  /// A character of several bytes, or a single byte as Latin-1.
  private mutating func readNonASCII() -> Unicode.Scalar {
    for length in 2...4 where length <= bytes.count - index {
      if let text = String(validating: bytes[index..<(index + length)], as: UTF8.self),
        let scalar = text.unicodeScalars.first
      {
        index += length
        return scalar
      }
    }
    defer { index += 1 }
    return Unicode.Scalar(bytes[index])
  }

  /// The character of up to four hexadecimal digits, of a pair of such escapes where the first is
  /// half a character.
  private mutating func readUTF16() -> Unicode.Scalar {
    let first = readDigits(bitsEach: 4, most: 4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    let afterFirst = index
    if bytes[index...].starts(with: "\\U".utf8) {
      index += 2
      let second = readDigits(bitsEach: 4, most: 4)
      if (0xD800...0xDBFF).contains(first), (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return scalar
      }
      index = afterFirst
    }
    return "\u{FFFD}"
  }

  private mutating func readDigits(bitsEach bits: UInt32, most: Int) -> UInt32 {
    var value: UInt32 = 0
    let end = index + min(most, bytes.count - index)
    while index < end, let digit = bytes[index].hexDigit, UInt32(digit) < 1 << bits {
      value = value << bits | UInt32(digit)
      index += 1
    }
    return value
  }

  /// The bytes between angle brackets: hexadecimal digits and white space.
  private mutating func readData() throws(SettingsFault) -> [UInt8] {
    let start = index
    index += 1
    var data: [UInt8] = []
    var high: UInt8?
    while let byte = next {
      if let digit = byte.hexDigit {
        if let first = high {
          data.append(first << 4 | digit)
          high = nil
        } else {
          high = digit
        }
      } else if byte == UInt8(ascii: ">") {
        guard high == nil else {
          throw malformed("the data that begin here have half a byte too much", at: start)
        }
        index += 1
        return data
      } else if byte != 0x20, !(0x09...0x0D).contains(byte) {
        throw malformed("\(byte.shown) stands among data", at: index)
      }
      index += 1
    }
    throw malformed("the data that begin here do not end", at: start)
  }

  // MARK: Bytes

  /// The next byte; nil at the end.
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Passes white space and comments.
  private mutating func skipSpace() throws(SettingsFault) {
    while let byte = next {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        index += 1
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "/")
      {
        while let byte = next, byte != 0x0A, byte != 0x0D { index += 1 }
      } else if byte == UInt8(ascii: "/"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "*")
      {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() throws(SettingsFault) {
    let start = index
    index += 2
    while index + 1 < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
        index += 2
        return
      }
      index += 1
    }
    throw malformed("the comment that begins here does not end", at: start)
  }

  private mutating func malformed(_ message: String, at offset: Int) -> SettingsFault {
    builder.fault(message, at: positions.position(at: offset))
  }

  private mutating func unclosed(_ kind: String) -> SettingsFault {
    let line = builder.containerPlace?.line.map { " in line \($0)" } ?? ""
    return malformed("the \(kind) that begins\(line) does not end", at: index)
  }
}
