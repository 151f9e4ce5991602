internal import Validator

/// The properties of the primary item and the mark of a gain map: `iprp` (ISO/IEC 23008-12, 9.3).
struct ItemProperties: Sendable {
  /// Associations are 15-bit numbers at most, so no property beyond this can be used.
  static let limit = 32_767

  /// One property of `ipco`.
  struct Property: Sendable {
    let type: FourCharacterCode
    /// Where the payload stands, counted from the start of the file.
    let offset: UInt64
    let length: UInt64
    /// Whether it is an `auxC` that says: this item is a gain map.
    let marksGainMap: Bool
  }

  /// An association that points to no property.
  struct DanglingAssociation: Sendable {
    let itemID: UInt32
    let index: Int
    let place: Place
  }

  private var properties: [Property] = []
  private var container: ByteReader?
  private var associations: [ByteReader] = []
  /// The primary item's properties in the order of their association, which is that of transforms.
  private(set) var ofPrimary: [Property] = []
  /// The property that marks an item as a gain map.
  private(set) var gainMap: Place?
  private(set) var dangling: DanglingAssociation?
  private(set) var associationError: ReadError?

  mutating func read(_ reader: inout ByteReader) throws(ReadError) {
    func path(_ type: FourCharacterCode) -> StructurePath? {
      type == "ipco" ? "meta/iprp/ipco" : type == "ipma" ? "meta/iprp/ipma" : nil
    }
    try reader.forEachBox(path) { box, payload throws(ReadError) in
      if box.type == "ipma" { associations.append(payload) }
      if box.type == "ipco" { try readProperties(&payload) }
    }
  }

  private mutating func readProperties(_ boxes: inout ByteReader) throws(ReadError) {
    guard container == nil else {
      throw ReadError(.malformed, "a second ipco box", at: boxes.place)
    }
    container = boxes
    try boxes.forEachBox { box, payload throws(ReadError) in
      guard properties.count < ItemProperties.limit else {
        throw ReadError(
          .limit, "more than \(ItemProperties.limit) item properties", at: box.place(payload.path))
      }
      properties.append(
        Property(
          type: box.type, offset: box.payloadOffset, length: box.payloadLength,
          marksGainMap: box.type == "auxC" && ItemProperties.isGainMap(payload)))
    }
  }

  /// Whether an `auxC` property names Apple's gain map, such as
  /// `urn:com:apple:photo:2020:aux:hdrgainmap` (measured on iPhone files from iOS 14.1 on).
  private static func isGainMap(_ payload: ByteReader) -> Bool {
    payload.rest.dropFirst(4).containsRun(of: "hdrgainmap")
  }

  /// Reads `ipma`: which properties belong to the primary item, and whether any item has one that
  /// marks a gain map.
  mutating func associate(primary: UInt32?) {
    for box in associations {
      do throws(ReadError) {
        try readAssociations(box, primary: primary)
      } catch {
        associationError = associationError ?? error
      }
    }
  }

  private mutating func readAssociations(_ box: ByteReader, primary: UInt32?) throws(ReadError) {
    var reader = box
    let (version, flags) = try reader.versionAndFlags()
    for _ in 0..<(try reader.uint32()) {
      let start = reader.offset
      let id = version == 0 ? UInt32(try reader.uint16()) : try reader.uint32()
      for _ in 0..<(try reader.uint8()) {
        // The highest bit says whether the property is essential.
        let number =
          flags & 1 != 0 ? Int(try reader.uint16() & 0x7FFF) : Int(try reader.uint8() & 0x7F)
        guard number > 0 else { continue }
        guard number <= properties.count else {
          dangling =
            dangling
            ?? DanglingAssociation(
              itemID: id, index: number,
              place: Place(
                "meta/iprp/ipma", offset: start, length: reader.offset - start))
          continue
        }
        let property = properties[number - 1]
        if id == primary { ofPrimary.append(property) }
        if gainMap == nil, property.marksGainMap {
          gainMap = Place(
            "meta/iprp/ipco/auxC", offset: property.offset, length: property.length)
        }
      }
    }
  }

  /// The payload of a property.
  func payload(of property: Property, path: StructurePath) throws(ReadError) -> ByteReader {
    guard let container, property.offset >= container.startOffset else {
      throw ReadError(
        .malformed, "the property stands outside ipco",
        at: Place(path, offset: property.offset, length: property.length))
    }
    return try container.slice(
      from: property.offset - container.startOffset, length: property.length, path: path)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes of an ASCII text stand anywhere in these.
  func containsRun(of text: StaticString) -> Bool {
    let wanted = text.utf8CodeUnitCount
    return text.withUTF8Buffer { letters in
      guard let first = unsafe letters.first else { return wanted == 0 }
      var rest = self
      while let found = rest.firstIndex(of: first) {
        rest = rest[found...]
        if rest.count < wanted { return false }
        if unsafe letters.elementsEqual(rest.prefix(wanted)) { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }
}
