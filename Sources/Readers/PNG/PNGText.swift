internal import Validator

/// A text chunk of a PNG file: `tEXt`, `zTXt` or `iTXt` (PNG specification, 11.3.3).
struct PNGText {
  /// The longest keyword that the specification allows, in bytes.
  private static let keywordLimit = 79

  var keyword: String
  var isCompressed: Bool
  /// The text, compressed or not.
  var content: ByteReader

  /// Reads a chunk's data.
  ///
  /// - Throws: `malformed` where a closing NUL is missing.
  init(_ data: ByteReader, type: FourCharacterCode) throws(ReadError) {
    var reader = data
    keyword = String(
      decoding: try PNGText.field(&reader, limit: PNGText.keywordLimit), as: UTF8.self)
    switch type {
    case "zTXt":
      isCompressed = true
      try reader.skip(1)
    case "iTXt":
      isCompressed = try reader.uint8() != 0
      try reader.skip(1)
      // The language and the translated keyword.
      _ = try PNGText.field(&reader, limit: reader.remaining)
      _ = try PNGText.field(&reader, limit: reader.remaining)
    default:
      isCompressed = false
    }
    content = try reader.take(UInt64(reader.remaining))
  }

  /// Whether the keyword is one that tools store a Live Photo identifier under.
  var namesIdentifier: Bool {
    let name = keyword.lowercased()
    return name.hasSuffix("contentidentifier") || name.hasSuffix("mediagroupuuid")
      || name == "com.apple.quicktime.content.identifier"
  }

  /// The bytes before the next NUL, which is passed.
  private static func field(_ reader: inout ByteReader, limit: Int) throws(ReadError)
    -> ArraySlice<UInt8>
  {
    let bytes = reader.rest
    guard let end = bytes.prefix(limit + 1).firstIndex(of: 0) else {
      throw ReadError(
        .malformed, "a text chunk's field has no closing NUL",
        at: reader.place(ofNext: reader.remaining))
    }
    try reader.skip(UInt64(end - bytes.startIndex) + 1)
    return bytes[..<end]
  }
}
