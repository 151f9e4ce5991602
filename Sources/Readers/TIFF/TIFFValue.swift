import Validator

/// Reads the values of TIFF and Exif tags.
enum TIFFValue {
  /// The longest text that a fact may have; camera and software names take some dozen bytes.
  static let textLimit = 1_024

  /// A text without its closing NUL and the white space around it; nil where it is blank.
  ///
  /// - Throws: `malformed` for another type than ASCII and for control characters, `limit` for
  ///   texts over `textLimit`.
  static func text(_ value: inout ByteReader, _ entry: IFD.Entry) throws(ReadError)
    -> String?
  {
    guard entry.type == 2 || entry.type == 129 else {
      throw ReadError(
        .malformed, "the value has type \(entry.type), not 2, ASCII", at: value.place)
    }
    guard value.remaining <= textLimit else {
      throw ReadError(
        .limit, "a text of \(value.remaining) bytes is longer than any name", at: value.place)
    }
    let bytes = trimmed(value.rest.prefix { $0 != 0 })
    guard !bytes.isEmpty else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard isPrintable(text) else {
      throw ReadError(.malformed, "the text holds control characters", at: value.place)
    }
    return text
  }

  /// A whole number of type BYTE, SHORT or LONG; the first one where there are several.
  ///
  /// - Throws: `malformed` for another type.
  static func unsigned(_ value: inout ByteReader, _ entry: IFD.Entry) throws(ReadError)
    -> UInt32?
  {
    switch entry.type {
    case 1: return UInt32(try value.uint8())
    case 3: return UInt32(try value.uint16())
    case 4, 13: return try value.uint32()
    default:
      throw ReadError(
        .malformed, "the value has type \(entry.type), not 3, SHORT, or 4, LONG", at: value.place)
    }
  }

  /// A whole number of 16 bits.
  ///
  /// - Throws: `malformed` for a larger one and for another type.
  static func unsigned16(_ value: inout ByteReader, _ entry: IFD.Entry) throws(ReadError)
    -> UInt16?
  {
    guard let number = try unsigned(&value, entry) else { return nil }
    guard let small = UInt16(exactly: number) else {
      throw ReadError(.malformed, "\(number) is no 16-bit number", at: value.place)
    }
    return small
  }

  /// An angle in degrees, minutes and seconds (Exif 2.32, 4.6.6); nil where no degrees are given.
  ///
  /// Minutes and seconds of 0/0 count as none: many phones write them so.
  ///
  /// - Throws: `malformed` for another type and for a division by zero.
  static func degrees(_ value: inout ByteReader, _ entry: IFD.Entry) throws(ReadError)
    -> Double?
  {
    // SRATIONAL as well: vivo phones write it (measured on one file).
    guard entry.type == 5 || entry.type == 10 else {
      throw ReadError(
        .malformed, "the value has type \(entry.type), not 5, RATIONAL", at: value.place)
    }
    var angle = 0.0
    var unit = 1.0
    for index in 0..<min(3, value.remaining / 8) {
      let numerator = try value.uint32()
      let denominator = try value.uint32()
      if denominator == 0 {
        guard numerator == 0 else {
          throw ReadError(.malformed, "\(numerator)/0 is no angle", at: value.place)
        }
        if index == 0 { return nil }
      } else {
        angle += Double(numerator) / Double(denominator) / unit
      }
      unit *= 60
    }
    return unit == 1 ? nil : angle
  }

  /// Whether a text has no control characters.
  static func isPrintable(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  /// The bytes without spaces, tabs and line ends around them.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: isWhiteSpace)
    while let last = rest.last, isWhiteSpace(last) { rest = rest.dropLast() }
    return rest
  }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
