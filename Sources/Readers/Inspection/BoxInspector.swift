internal import Validator

/// Walks over the boxes of ISO BMFF and QuickTime files (ISO/IEC 14496-12, 4.2).
struct BoxInspector {
  /// Boxes lie in each other at most 11 deep in camera movies: moov to the parts of a `mebx` key.
  static let depthLimit = 24

  /// The contents of the tracks, by number.
  var tracks: [Range<UInt64>] = []
  /// The time scale of the movie, and of the track that is being walked over.
  var movieScale: UInt32?
  var mediaScale: UInt32?
  /// What handles the track that is being walked over.
  var handler: FourCharacterCode?
  /// The version of the `iref` box, which says how long item numbers are in it.
  var itemReferenceVersion: UInt8 = 0
  /// The types of the item properties that were read last, in their order.
  var properties: [String] = []
  /// The names of the key table that was read last.
  var keys: [String] = []

  /// The parts of a file that is made of boxes.
  static func parts(_ inspection: inout Inspection) -> [StructureNode] {
    var walk = BoxInspector()
    var parts = walk.boxes(in: 0..<inspection.bytes.size, of: nil, depth: 0, &inspection)
    if !walk.tracks.isEmpty {
      TimedSampleInspector.add(to: &parts, walk, &inspection)
    }
    if let index = parts.firstIndex(where: { $0.name == "meta" }) {
      ItemDataInspector.add(to: &parts[index], &inspection)
    }
    return parts
  }

  /// The boxes of a movie that lies inside another file.
  static func movie(in range: Range<UInt64>, depth: Int, _ inspection: inout Inspection)
    -> [StructureNode]
  {
    var walk = BoxInspector()
    return walk.boxes(in: range, of: nil, depth: depth, &inspection)
  }

  /// The boxes in a range; what is no box becomes data with a problem.
  ///
  /// - Parameter parent: the type of the box whose contents these are; nil at the top level.
  mutating func boxes(
    in range: Range<UInt64>, of parent: FourCharacterCode?, depth: Int,
    _ inspection: inout Inspection
  ) -> [StructureNode] {
    guard depth < BoxInspector.depthLimit else {
      return [inspection.omitted(in: range, "boxes more than \(BoxInspector.depthLimit) deep")]
    }
    var found: [StructureNode] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard inspection.admitsPart() else {
        found.append(inspection.omitted(in: at..<range.upperBound))
        break
      }
      guard let header = header(in: at..<range.upperBound, of: parent, inspection) else {
        found.append(rest(at..<range.upperBound, of: parent, inspection))
        break
      }
      found.append(box(header, in: at..<range.upperBound, of: parent, depth, &inspection))
      guard header.size >= header.headerLength else {
        let end = min(at + header.headerLength, range.upperBound)
        if end < range.upperBound {
          found.append(inspection.data("rest", end..<range.upperBound))
        }
        break
      }
      guard header.size < range.upperBound - at else { break }
      at += header.size
    }
    return StructureNode.numbered(found)
  }

  /// The header at the start of a range; nil where the bytes cannot be one.
  private func header(
    in range: Range<UInt64>, of parent: FourCharacterCode?, _ inspection: Inspection
  ) -> BoxHeader? {
    let room = UInt64(range.count)
    guard room >= 8,
      var reader = try? inspection.bytes.available(
        at: range.lowerBound, length: min(room, 16), path: "file"),
      let size32 = try? reader.uint32(), let type = try? reader.fourCharacterCode()
    else { return nil }
    // The items of `ilst` and the keys of `mebx` have numbers for types.
    let isNumbered = parent == "ilst" || parent == "keys"
    guard isNumbered || type.looksLikeBoxType || (parent != nil && size32 >= 8 && size32 <= room)
    else { return nil }
    switch size32 {
    case 0:
      // Four zero bytes close a QuickTime list (QuickTime File Format, User Data Atoms).
      if parent == "udta" { return nil }
      return BoxHeader(type: type, offset: range.lowerBound, headerLength: 8, size: room)
    case 1:
      guard let size = try? reader.uint64() else { return nil }
      return BoxHeader(type: type, offset: range.lowerBound, headerLength: 16, size: size)
    default:
      return BoxHeader(
        type: type, offset: range.lowerBound, headerLength: 8, size: UInt64(size32))
    }
  }

  /// Bytes behind the last box.
  private func rest(
    _ range: Range<UInt64>, of parent: FourCharacterCode?, _ inspection: Inspection
  ) -> StructureNode {
    let bytes = try? inspection.bytes.available(
      at: range.lowerBound, length: min(UInt64(range.count), 8), path: "file")
    if parent != nil, range.count <= 4, bytes?.rest.allSatisfy({ $0 == 0 }) ?? false {
      return StructureNode(
        .data, "rest", offset: range.lowerBound, length: UInt64(range.count),
        detail: "zeros that close the list")
    }
    return inspection.data("rest", range, problem: "these bytes are no box")
  }

  private mutating func box(
    _ header: BoxHeader, in range: Range<UInt64>, of parent: FourCharacterCode?, _ depth: Int,
    _ inspection: inout Inspection
  ) -> StructureNode {
    let room = UInt64(range.count)
    var node = StructureNode(
      .box, header.type.description, offset: header.offset, length: min(header.size, room),
      headerLength: header.headerLength)
    guard header.size >= header.headerLength else {
      node.length = min(header.headerLength, room)
      node.problem =
        "the box says it is \(header.size) bytes long, its header alone is \(header.headerLength)"
      return node
    }
    if header.size > room {
      node.problem =
        "the box says it is \(header.size) bytes long, \(room) are left in what holds it"
    }
    let end = header.offset + node.length
    let payload = min(header.payloadOffset, end)..<end
    if header.type == "trak", depth == 1 {
      tracks.append(payload)
      node.name = "trak[\(tracks.count)]"
    }
    do throws(ReadError) {
      try look(into: &node, header.type, of: parent, payload, depth, &inspection)
    } catch {
      node.problem = node.problem ?? error.reason
    }
    return node
  }

  /// Decodes a box and walks over the boxes in it.
  private mutating func look(
    into node: inout StructureNode, _ type: FourCharacterCode, of parent: FourCharacterCode?,
    _ payload: Range<UInt64>, _ depth: Int, _ inspection: inout Inspection
  ) throws(ReadError) {
    switch type {
    case "mdat", "idat", "free", "skip", "wide": return
    default: break
    }
    let reader = try inspection.reader(payload)
    if type == "iref" { itemReferenceVersion = reader.rest.first ?? 0 }
    let skipped = contentsOffset(of: type, in: parent, reader)
    if let skipped {
      let start = min(payload.lowerBound + skipped, payload.upperBound)
      node.children = boxes(in: start..<payload.upperBound, of: type, depth: depth + 1, &inspection)
    }
    if type == "ipco" { properties = node.children.map { StructureNode.unnumbered($0.name) } }
    nameByNumber(&node, type, of: parent)
    try decode(type, of: parent, reader, into: &node, &inspection)
    if node.detail.isEmpty, skipped == nil, !reader.isAtEnd {
      node.detail = InspectedText.preview(reader.rest, of: payload.count)
    }
  }

  /// Names the boxes whose type is a number, and lifts the value of a metadata item to the item.
  private func nameByNumber(
    _ node: inout StructureNode, _ type: FourCharacterCode, of parent: FourCharacterCode?
  ) {
    let number = Int(type.rawValue)
    switch parent {
    case "keys":
      node.kind = .entry
      node.name = "[\(number)]"
      lift("keyd", to: &node)
    case "ilst":
      if number <= keys.count, number > 0 {
        node.kind = .entry
        node.name = keys[number - 1]
      } else if !type.looksLikeBoxType {
        node.kind = .entry
        node.name = "[\(number)]"
        node.problem = node.problem ?? "the key table has no key \(number)"
      }
      lift("data", to: &node)
    default: break
    }
  }

  /// Shows what the box of a name or value says with the entry that holds the box.
  private func lift(_ name: String, to node: inout StructureNode) {
    guard let index = node.children.firstIndex(where: { $0.name == name }) else { return }
    node.detail = node.children[index].detail
    node.children[index].detail = ""
  }
}
