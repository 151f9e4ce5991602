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
  private(set) var keys: KeyNames = []
  private(set) var keysPlace: Place?
  /// What the names stand in.
  private var keyTable: ByteReader?
  /// The payload of `ilst`.
  var list: ByteReader?

  /// Reads the payload of a `meta` box.
  init(_ boxes: inout ByteReader) throws(ReadError) {
    isFullBox = MetadataTable.hasVersion(boxes)
    let own = boxes.path
    func path(_ type: FourCharacterCode) -> StructurePath? {
      type == "ilst" ? own.appending("ilst") : nil
    }
    if isFullBox { try boxes.skip(4) }
    try boxes.forEachBox(path) {
      box, payload throws(ReadError) in
      switch box.type {
      case "hdlr":
        try payload.skip(8)
        handler = try payload.fourCharacterCode()
      case "keys" where keysPlace == nil:
        keysPlace = box.place(payload.path)
        try readKeys(&payload)
      case "ilst" where list == nil: list = payload
      default: break
      }
    }
  }

  /// Whether the payload of a `meta` box opens with version and flags.
  package static func hasVersion(_ payload: ByteReader) -> Bool {
    guard let size = try? payload.uint32(at: 0), let type = payload.code(at: 4) else {
      return payload.remaining == 4
    }
    if size >= 8, type.looksLikeBoxType { return false }
    return payload.code(at: 8)?.looksLikeBoxType ?? false
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
    keyTable = reader
    let all = reader.rest
    keys = KeyNames(in: all, capacity: count)
    for _ in 0..<count {
      let at = reader.place(ofNext: 4)
      let size = try reader.uint32()
      guard size >= 8 else {
        throw ReadError(.malformed, "a key says it is \(size) bytes long", at: at)
      }
      try reader.skip(4)
      try reader.skip(UInt64(size) - 8)
      let end = all.endIndex - reader.remaining
      keys.append(end - (Int(size) - 8)..<end)
    }
  }

  /// Where the name of a key stands.
  func place(ofKey index: Int) -> Place? {
    guard let keyTable else { return nil }
    let range = keys.range(of: index)
    return Place(
      keyTable.path,
      offset: keyTable.offset + UInt64(range.lowerBound - keyTable.rest.startIndex),
      length: UInt64(range.count))
  }

  /// Calls the body with each item and its key; items without a key of the table are passed over.
  ///
  /// - Parameter body: gets the index of the key among `keys`.
  mutating func forEachItem(_ body: (_ key: Int, _ value: MetadataValue) -> Void)
    throws(ReadError)
  {
    let count = keys.count
    try list?.forEachBox { item, payload throws(ReadError) in
      let index = Int(item.type.rawValue)
      guard index >= 1, index <= count else { return }
      if let value = try MetadataValue(itemPayload: &payload) { body(index - 1, value) }
    }
  }
}

extension ByteReader {
  /// A code by its distance from the next byte; nil where it reaches past the part.
  fileprivate func code(at distance: Int) -> FourCharacterCode? {
    (try? uint32(at: distance)).map { FourCharacterCode(rawValue: $0) }
  }

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
    guard let length = try parts.lengthOfFirst("data") else { return nil }
    var payload = try parts.take(length)
    type = try payload.uint32()
    // The locale, which cameras leave zero here and set in track metadata.
    try payload.skip(4)
    bytes = payload
  }

  func place(at path: StructurePath) -> Place {
    Place(path, offset: bytes.offset, length: UInt64(bytes.remaining))
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
