import Validator

/// The keys and the items of a `meta` box, whichever of its two shapes it has.
package struct MetadataTable {
  /// More keys than a metadata list has (31 measured on an iPhone 17 Pro).
  private static let keyLimit = 1_024
  /// `©too`, the encoding tool.
  static let tool: UInt32 = 0xA974_6F6F
  /// `©enc`, the encoder.
  static let encoder: UInt32 = 0xA965_6E63
  /// `©swr`, the software.
  static let writer: UInt32 = 0xA973_7772

  /// Whether version and flags stand before the first box, as ISO/IEC 14496-12 has it.
  ///
  /// QuickTime's own `meta` begins with its first box at once. The bytes tell, the brand does not.
  let isFullBox: Bool
  /// What handles the list: `mdta` for keys by name, `mdir` for iTunes.
  private(set) var handler: FourCharacterCode?
  /// The names of the keys, in order.
  private(set) var keys: [ByteReader] = []
  private(set) var keysPlace: Place?
  /// The payload of `ilst`.
  private(set) var list: ByteReader?

  /// Reads the payload of a `meta` box.
  init(_ payload: ByteReader) throws(ReadError) {
    isFullBox = MetadataTable.hasVersion(payload)
    var boxes = payload
    let path = payload.path
    if isFullBox { try boxes.skip(4) }
    while var box = try boxes.nextBox({ $0 == "ilst" ? path.appending("ilst") : nil }) {
      switch box.type {
      case "hdlr":
        try box.payload.skip(8)
        handler = try box.payload.fourCharacterCode()
      case "keys" where keysPlace == nil:
        keysPlace = box.place
        try readKeys(&box.payload)
      case "ilst" where list == nil: list = box.payload
      default: break
      }
    }
  }

  /// Whether the payload of a `meta` box opens with version and flags.
  package static func hasVersion(_ payload: ByteReader) -> Bool {
    var plain = payload
    guard let size = try? plain.uint32(), let type = try? plain.fourCharacterCode() else {
      return payload.remaining == 4
    }
    if size >= 8, type.looksLikeBoxType { return false }
    guard let inner = try? plain.fourCharacterCode() else { return false }
    return inner.looksLikeBoxType
  }

  /// Reads `keys`: a count, then size, namespace and name of each (QuickTime File Format).
  private mutating func readKeys(_ reader: inout ByteReader) throws(ReadError) {
    _ = try reader.versionAndFlags()
    let count = try reader.entryCount(entryLength: 8)
    guard count <= MetadataTable.keyLimit else {
      throw ReadError(
        .limit, "the list has \(count) keys, over \(MetadataTable.keyLimit)", at: reader.place)
    }
    guard count > 0 || reader.remaining < 8 else {
      throw ReadError(
        .malformed, "the list says it has no keys, \(reader.remaining) bytes follow",
        at: reader.place)
    }
    keys.reserveCapacity(count)
    for _ in 0..<count {
      let at = reader.place(ofNext: 4)
      let size = try reader.uint32()
      guard size >= 8 else {
        throw ReadError(.malformed, "a key says it is \(size) bytes long", at: at)
      }
      try reader.skip(4)
      keys.append(try reader.take(UInt64(size) - 8))
    }
  }

  /// The names of the keys, as they stand in the file.
  var keyNames: KeyNames {
    var names = KeyNames()
    names.reserveCapacity(keys.count, bytes: keysPlace.map { Int(clamping: $0.length) } ?? 0)
    for key in keys { names.append(key.rest) }
    return names
  }

  /// Calls the body with each item and its key; items without a key of the table are passed over.
  func forEachItem(_ body: (_ key: ByteReader, _ value: MetadataValue) -> Void) throws(ReadError) {
    guard var items = list else { return }
    while var item = try items.nextBox({ _ in nil }) {
      let index = Int(item.type.rawValue)
      guard index >= 1, index <= keys.count else { continue }
      if let value = try MetadataValue(itemPayload: &item.payload) { body(keys[index - 1], value) }
    }
  }
}

extension ByteReader {
  /// Whether the bytes that are left are these.
  func isAll(_ text: StaticString) -> Bool {
    remaining == text.utf8CodeUnitCount && starts(with: text)
  }
}

/// The value of one item of an `ilst` box.
struct MetadataValue {
  /// The well-known type: 1 is UTF-8, 2 UTF-16.
  let type: UInt32
  private let bytes: ByteReader

  /// Reads the `data` box of an item; nil where it has none.
  init?(itemPayload parts: inout ByteReader) throws(ReadError) {
    while var part = try parts.nextBox({ _ in nil }) {
      guard part.type == "data" else { continue }
      type = try part.payload.uint32()
      // The locale, which cameras leave zero here and set in track metadata.
      try part.payload.skip(4)
      bytes = try part.payload.take(UInt64(part.payload.remaining))
      return
    }
    return nil
  }

  func place(at path: StructurePath) -> Place {
    Place(path, offset: bytes.startOffset, length: UInt64(bytes.count))
  }

  /// The value as text.
  func text(at path: StructurePath) -> Field<String> {
    parsed(at: path) { $0 }
  }

  /// What the text stands for, unreadable where it stands for nothing.
  func parsed<Value>(at path: StructurePath, _ parse: (String) -> Value?) -> Field<Value> {
    let place = place(at: path)
    // Zeros are what is left of a text that was lost.
    guard let text = decoded, text.utf8.first != 0, let value = parse(text) else {
      return .unreadable(
        ReadError(
          .malformed,
          decoded.map { "the value is \"\($0.prefix(64))\"" } ?? "the value is no UTF-8 text",
          at: place))
    }
    return .present(value, at: place)
  }

  private var decoded: String? {
    guard type == 2 else { return String(validating: bytes.rest, as: UTF8.self) }
    var units: [UInt16] = []
    var reader = bytes
    while let unit = try? reader.uint16() { units.append(unit) }
    return String(decoding: units, as: UTF16.self)
  }

  /// The value as a Live Photo identifier, with what is unusual about its form.
  var identifier: StoredIdentifier {
    var oddities: [StoredIdentifier.Oddity] = []
    if type != 1 { oddities.append(.dataType(type)) }
    guard type != 2 else {
      return StoredIdentifier(text: decoded ?? "", oddities: oddities)
    }
    var text = bytes.rest
    let closing = text.reversed().prefix { $0 == 0 }.count
    if closing > 0 { oddities.append(.extraNULs(closing)) }
    text = text.dropLast(closing)
    let length = text.count
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text = text.dropLast() }
    if text.count != length { oddities.append(.whiteSpace) }
    guard let valid = String(validating: text, as: UTF8.self) else {
      return StoredIdentifier(
        text: String(decoding: text, as: UTF8.self), oddities: oddities + [.notUTF8])
    }
    return StoredIdentifier(text: valid, oddities: oddities)
  }
}
