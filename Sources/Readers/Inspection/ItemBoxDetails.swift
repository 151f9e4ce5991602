internal import Validator

extension BoxInspector {
  /// Entries that are shown of one item table; cameras write up to 119 items.
  private static let entryLimit = 400

  /// What a box of a HEIF picture says; nil for a box of another kind.
  func itemDetail(of type: FourCharacterCode, _ reader: inout ByteReader) throws(ReadError)
    -> String?
  {
    switch type {
    case "pitm":
      let version = try reader.versionAndFlags().version
      let id = version == 0 ? UInt32(try reader.uint16()) : try reader.uint32()
      return "the primary item is \(id)"
    case "iinf":
      let version = try reader.versionAndFlags().version
      let count = version == 0 ? UInt32(try reader.uint16()) : try reader.uint32()
      return InspectedText.counted(count, "item")
    case "ispe":
      try reader.skip(4)
      let width = try reader.uint32()
      return "\(width)×\(try reader.uint32())"
    case "irot":
      let quarters = try reader.uint8() & 3
      return "turned by \(Int(quarters) * 90)° anticlockwise (\(quarters))"
    case "imir":
      return try reader.uint8() & 1 == 0
        ? "mirrored top to bottom (0)" : "mirrored left to right (1)"
    case "pixi":
      try reader.skip(4)
      let channels = try reader.uint8()
      var bits: [String] = []
      for _ in 0..<channels { bits.append("\(try reader.uint8())") }
      return bits.joined(separator: ", ") + " bits"
    case "auxC":
      try reader.skip(4)
      return InspectedText.plain(reader.rest.prefix { $0 != 0 })
    case "hvcC": return try BoxInspector.hevcConfiguration(&reader)
    case "avcC":
      try reader.skip(1)
      let profile = try reader.uint8()
      try reader.skip(1)
      return
        "AVC profile \(profile), level \(InspectedText.number(Double(try reader.uint8()) / 10))"
    default: return nil
    }
  }

  /// Profile, level and bit depth (ISO/IEC 14496-15, 8.3.3.1).
  private static func hevcConfiguration(_ reader: inout ByteReader) throws(ReadError) -> String {
    try reader.skip(1)
    let profile = try reader.uint8() & 0x1F
    try reader.skip(10)
    let level = try reader.uint8()
    try reader.skip(4)
    let depth = try reader.uint8() & 7
    return "HEVC profile \(profile), level \(InspectedText.number(Double(level) / 30)), "
      + "\(depth + 8) bits"
  }

  // MARK: Items

  func decodeItemInfo(_ reader: inout ByteReader, into node: inout StructureNode)
    throws(ReadError)
  {
    let (version, flags) = try reader.versionAndFlags()
    let id = version <= 2 ? UInt32(try reader.uint16()) : try reader.uint32()
    node.name = "infe[\(id)]"
    try reader.skip(2)
    guard version >= 2 else {
      node.detail = "item \(id), an entry of version \(version)"
      return
    }
    let type = try reader.fourCharacterCode()
    let name = reader.rest.prefix { $0 != 0 }
    try reader.skip(UInt64(min(name.count + 1, reader.remaining)))
    let content = type == "mime" ? reader.rest.prefix { $0 != 0 } : reader.rest.prefix(0)
    node.detail =
      "'\(type)'" + (name.isEmpty ? "" : " \(InspectedText.quoted(name))")
      + (content.isEmpty ? "" : " \(InspectedText.plain(content))")
      + (flags & 1 != 0 ? ", hidden" : "")
  }

  func decodeLocations(
    _ reader: inout ByteReader, into node: inout StructureNode, _ inspection: inout Inspection
  ) throws(ReadError) {
    defer { node.children = StructureNode.numbered(node.children) }
    let version = try reader.versionAndFlags().version
    let sizes = Int(try reader.uint16())
    let count = version < 2 ? UInt32(try reader.uint16()) : try reader.uint32()
    node.detail = "version \(version), \(InspectedText.counted(count, "item"))"
    for number in 0..<count {
      guard node.children.count < BoxInspector.entryLimit, inspection.admitsPart() else {
        node.children.append(
          inspection.omitted(
            in: reader.offset..<(node.offset + node.length), "\(count - number) more entries"))
        break
      }
      node.children.append(
        try BoxInspector.location(&reader, version, sizes, fileSize: inspection.bytes.size))
    }
  }

  /// One entry of `iloc` (ISO/IEC 14496-12, 8.11.3).
  private static func location(
    _ reader: inout ByteReader, _ version: UInt8, _ sizes: Int, fileSize: UInt64
  )
    throws(ReadError) -> StructureNode
  {
    let start = reader.offset
    let id = version < 2 ? UInt32(try reader.uint16()) : try reader.uint32()
    let method = version == 0 ? 0 : try reader.uint16() & 15
    let dataReference = try reader.uint16()
    let base = try reader.unsigned(width: sizes >> 4 & 15)
    let count = try reader.uint16()
    var extents: [String] = []
    var isOutside = false
    for _ in 0..<count {
      if version > 0 { _ = try reader.unsigned(width: sizes & 15) }
      let offset = try reader.unsigned(width: sizes >> 12)
      let length = try reader.unsigned(width: sizes >> 8 & 15)
      let (sum, overflows) = base.addingReportingOverflow(offset)
      if method == 0, overflows || sum > fileSize || length > fileSize - sum { isOutside = true }
      guard extents.count < shownExtents else { continue }
      extents.append("\(length) bytes at \(overflows ? "\(base) + \(offset)" : "\(sum)")")
    }
    let counted = method == 0 ? "" : method == 1 ? " of idat" : " by method \(method)"
    return StructureNode(
      .entry, "[\(id)]", offset: start, length: reader.offset - start,
      detail: extents.joined(separator: ", ") + (Int(count) > extents.count ? ", …" : "") + counted
        + (dataReference == 0 ? "" : ", in another file (\(dataReference))"),
      problem: isOutside && dataReference == 0
        ? "the data reach past the end of the file, which is \(fileSize) bytes long" : nil)
  }

  /// Extents that one entry writes out; cameras have one for an item.
  private static let shownExtents = 4

  static func itemReference(_ reader: inout ByteReader, parentVersion: UInt8)
    throws(ReadError) -> String
  {
    let width = parentVersion == 0 ? 2 : 4
    let from = try reader.unsigned(width: width)
    let count = Int(try reader.uint16())
    var targets: [String] = []
    for _ in 0..<min(count, 12) { targets.append("\(try reader.unsigned(width: width))") }
    return "item \(from) to \(targets.joined(separator: ", "))" + (count > 12 ? ", …" : "")
      + (count > 12 ? " (\(count))" : "")
  }

  func decodeAssociations(
    _ reader: inout ByteReader, into node: inout StructureNode, _ inspection: inout Inspection
  ) throws(ReadError) {
    defer { node.children = StructureNode.numbered(node.children) }
    let (version, flags) = try reader.versionAndFlags()
    let count = try reader.uint32()
    node.detail = InspectedText.counted(count, "item")
    for number in 0..<count {
      guard node.children.count < BoxInspector.entryLimit, inspection.admitsPart() else {
        node.children.append(
          inspection.omitted(
            in: reader.offset..<(node.offset + node.length), "\(count - number) more entries"))
        break
      }
      let start = reader.offset
      let id = version == 0 ? UInt32(try reader.uint16()) : try reader.uint32()
      var shown: [String] = []
      var dangling: UInt64?
      for _ in 0..<(try reader.uint8()) {
        let isWide = flags & 1 != 0
        let value = try reader.unsigned(width: isWide ? 2 : 1)
        let essential: UInt64 = isWide ? 0x8000 : 0x80
        let index = value & (essential - 1)
        let name = property(index)
        if name == nil, index > 0 { dangling = dangling ?? index }
        shown.append("\(index) \(name ?? "?")" + (value & essential != 0 ? "!" : ""))
      }
      var entry = StructureNode(
        .entry, "[\(id)]", offset: start, length: reader.offset - start,
        detail: shown.joined(separator: ", "))
      entry.problem = dangling.map {
        "the item has property \($0), ipco holds \(properties.count)"
      }
      node.children.append(entry)
    }
  }

  /// The type of a property by its number, from 1.
  private func property(_ number: UInt64) -> String? {
    guard number > 0, number <= UInt64(properties.count) else { return nil }
    return properties[Int(number) - 1]
  }

  /// A group of items (ISO/IEC 14496-12, 8.15.3).
  static func entityGroup(_ reader: inout ByteReader) throws(ReadError) -> String {
    try reader.skip(4)
    let id = try reader.uint32()
    let count = Int(try reader.uint32())
    var entities: [String] = []
    for _ in 0..<min(count, 12) { entities.append("\(try reader.uint32())") }
    return "group \(id) of items " + entities.joined(separator: ", ") + (count > 12 ? ", …" : "")
  }
}
