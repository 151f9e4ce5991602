internal import Validator

/// Walks over the marker segments of JPEG files (ISO/IEC 10918-1, B.1).
enum JPEGInspector {
  /// Pictures lie behind one another in multi-picture files: preview, gain map, disparity.
  private static let depthLimit = 6
  /// How far behind a picture a movie's `ftyp` is looked for: makers put short marks before it.
  private static let movieSearch: UInt64 = 64 * 1024
  /// A scan is looked through piece by piece; a hostile file may hold many short ones.
  private static let firstPieceLength: UInt64 = 4 * 1024
  private static let pieceLength: UInt64 = 256 * 1024
  /// Beyond this much a scan is not walked through.
  private static let scanLimit: UInt64 = 256 * 1024 * 1024

  /// The segments of the picture that begins a range, and what lies behind it.
  static func parts(in range: Range<UInt64>, depth: Int, _ inspection: inout Inspection)
    -> [StructureNode]
  {
    var found: [StructureNode] = []
    var at = range.lowerBound
    while at < range.upperBound {
      guard inspection.admitsPart() else {
        found.append(inspection.omitted(in: at..<range.upperBound))
        break
      }
      let rest = at..<range.upperBound
      guard let marker = marker(in: rest, inspection) else {
        let next = nextSegment(in: rest, inspection) ?? range.upperBound
        found.append(inspection.data("rest", at..<next, problem: "no marker stands here"))
        at = next
        continue
      }
      if marker.start > at {
        found.append(inspection.data("fill", at..<marker.start))
        at = marker.start
      }
      let node = segment(marker.code, in: at..<range.upperBound, &inspection)
      found.append(node)
      at += node.length
      if marker.code == 0xD9 {
        if at < range.upperBound {
          found.append(behind(at..<range.upperBound, depth, &inspection))
        }
        break
      }
      if marker.code == 0xDA, at < range.upperBound {
        let end = endOfScan(in: at..<range.upperBound, inspection)
        found.append(scan(at..<end.offset, end.problem))
        at = end.offset
      }
    }
    return StructureNode.numbered(found)
  }

  /// The marker at the start of a range, behind fill bytes; nil where there is none.
  private static func marker(in range: Range<UInt64>, _ inspection: Inspection) -> (
    start: UInt64, code: UInt8
  )? {
    guard
      let head = try? inspection.bytes.available(
        at: range.lowerBound, length: min(UInt64(range.count), 64), path: "file"),
      head.rest.first == 0xFF
    else { return nil }
    let fill = head.rest.prefix { $0 == 0xFF }.count
    guard let code = head.rest.dropFirst(fill).first, code != 0 else { return nil }
    return (range.lowerBound + UInt64(fill) - 1, code)
  }

  /// Where reading can go on behind damage: at a segment that another marker follows.
  private static func nextSegment(in range: Range<UInt64>, _ inspection: Inspection) -> UInt64? {
    guard
      let bytes = try? inspection.bytes.available(
        at: range.lowerBound, length: min(UInt64(range.count), pieceLength), path: "file"
      ).rest
    else { return nil }
    var rest = bytes.dropFirst()
    while let found = rest.firstIndex(of: 0xFF), found + 3 < bytes.endIndex {
      let length = Int(bytes[found + 2]) << 8 | Int(bytes[found + 3])
      let end = found + 2 + length
      switch bytes[found + 1] {
      case 0xC0...0xCF, 0xDA...0xDD, 0xE0...0xEF, 0xFE:
        if length >= 2, end < bytes.endIndex, bytes[end] == 0xFF {
          return range.lowerBound + UInt64(found - bytes.startIndex)
        }
      default: break
      }
      rest = bytes[(found + 1)...]
    }
    return nil
  }

  private static func segment(
    _ code: UInt8, in range: Range<UInt64>, _ inspection: inout Inspection
  ) -> StructureNode {
    var node = StructureNode(
      .segment, name(of: code), offset: range.lowerBound, length: 2, headerLength: 2)
    // These stand alone (B.1.1.3).
    if (0xD0...0xD9).contains(code) || code == 0x01 { return node }
    do throws(ReadError) {
      var header = try inspection.bytes.available(
        at: range.lowerBound + 2, length: min(UInt64(range.count) - 2, 2), path: "file")
      let length = UInt64(try header.uint16())
      let room = UInt64(range.count) - 2
      node.headerLength = 4
      node.length = 2 + min(max(length, 2), room)
      if length < 2 {
        node.problem = "the segment says it is \(length) bytes long, its length alone takes 2"
      } else if length > room {
        node.problem = "the segment says it is \(length) bytes long, \(room) are left in the file"
      }
      let payload = (range.lowerBound + 4)..<(range.lowerBound + node.length)
      try look(into: &node, code, payload, &inspection)
    } catch {
      node.length = UInt64(range.count)
      node.problem = node.problem ?? error.reason
    }
    return node
  }

  // MARK: Payloads

  private static func look(
    into node: inout StructureNode, _ code: UInt8, _ payload: Range<UInt64>,
    _ inspection: inout Inspection
  ) throws(ReadError) {
    var reader = try inspection.reader(payload)
    switch code {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      let depth = try reader.uint8()
      let height = try reader.uint16()
      let width = try reader.uint16()
      let components = InspectedText.counted(try reader.uint8(), "component")
      node.detail = "\(width)×\(height), \(depth) bits, \(components)"
    case 0xE0...0xEF:
      if reader.starts(with: "Exif\0") {
        node.name += "/Exif"
        // A NUL or a fill byte, then the block.
        let start = payload.lowerBound + min(6, UInt64(payload.count))
        let block = TIFFInspector.block(
          named: "", in: start..<payload.upperBound, &inspection)
        node.detail = block.detail
        node.problem = node.problem ?? block.problem
        node.children = block.children
        return
      }
      let label = reader.rest.prefix { $0 != 0 }
      switch String(decoding: label.prefix(64), as: UTF8.self) {
      case "http://ns.adobe.com/xap/1.0/": node.name += "/XMP"
      case "http://ns.adobe.com/xmp/extension/": node.name += "/ExtendedXMP"
      case "ICC_PROFILE": node.name += "/ICC"
      case "MPF":
        node.name += "/MPF"
        let start = payload.lowerBound + min(4, UInt64(payload.count))
        let block = TIFFInspector.block(named: "", in: start..<payload.upperBound, &inspection)
        node.detail = block.detail
        node.problem = node.problem ?? block.problem
        node.children = block.children
        return
      default: break
      }
      node.detail = InspectedText.preview(
        label.count >= 3 ? label.prefix(64) : reader.rest.prefix(64), of: payload.count)
    case 0xFE: node.detail = InspectedText.preview(reader.rest, of: payload.count)
    default: break
    }
  }

  private static func name(of code: UInt8) -> String {
    switch code {
    case 0xC4: "DHT"
    case 0xC8: "JPG"
    case 0xCC: "DAC"
    case 0xC0...0xCF: "SOF\(code - 0xC0)"
    case 0xD0...0xD7: "RST\(code - 0xD0)"
    case 0xD8: "SOI"
    case 0xD9: "EOI"
    case 0xDA: "SOS"
    case 0xDB: "DQT"
    case 0xDC: "DNL"
    case 0xDD: "DRI"
    case 0xDE: "DHP"
    case 0xDF: "EXP"
    case 0xE0...0xEF: "APP\(code - 0xE0)"
    case 0xFE: "COM"
    default: "marker 0x" + InspectedText.digits(UInt64(code), 2)
    }
  }

  // MARK: Scans

  private static func scan(_ range: Range<UInt64>, _ problem: String?) -> StructureNode {
    StructureNode(
      .data, "scan", offset: range.lowerBound, length: UInt64(range.count),
      detail: "entropy-coded data", problem: problem)
  }

  /// Where a scan's data end: at a marker that is no restart marker.
  private static func endOfScan(in range: Range<UInt64>, _ inspection: Inspection) -> (
    offset: UInt64, problem: String?
  ) {
    var at = range.lowerBound
    var wanted = firstPieceLength
    while at < range.upperBound {
      guard at - range.lowerBound < scanLimit else {
        return (
          range.upperBound, "the scan is longer than \(scanLimit) bytes and not looked through"
        )
      }
      guard
        let piece = try? inspection.bytes.available(
          at: at, length: min(wanted, range.upperBound - at), path: "scan"
        ).rest
      else { return (range.upperBound, "the scan cannot be read") }
      var index = piece.startIndex
      while let found = piece[index...].firstIndex(of: 0xFF), found + 1 < piece.endIndex {
        let next = piece[found + 1]
        if next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) {
          return (at + UInt64(found - piece.startIndex), nil)
        }
        index = next == 0xFF ? found + 1 : found + 2
      }
      wanted = pieceLength
      // The last byte is looked at again: it may be the first of a marker.
      guard piece.count > 1 else { break }
      at += UInt64(piece.count) - (piece.last == 0xFF ? 1 : 0)
    }
    return (range.upperBound, "the file ends inside the scan, without an end-of-image marker")
  }

  // MARK: Behind the picture

  /// What lies behind a picture: another one, a movie, or bytes of a maker's own.
  private static func behind(
    _ range: Range<UInt64>, _ depth: Int, _ inspection: inout Inspection
  ) -> StructureNode {
    var node = inspection.data("behind EOI", range)
    guard depth < depthLimit,
      let head = try? inspection.bytes.available(
        at: range.lowerBound, length: min(UInt64(range.count), movieSearch), path: "behind EOI"
      ).rest
    else { return node }
    if head.starts(with: [0xFF, 0xD8]) {
      node.detail = "another JPEG picture"
      node.children = parts(in: range, depth: depth + 1, &inspection)
    } else if let start = startOfMovie(in: head) {
      let movie = range.lowerBound + start
      node.detail = "a movie" + (start == 0 ? "" : " behind \(start) bytes")
      if start > 0 { node.children.append(inspection.data("padding", range.lowerBound..<movie)) }
      node.children += BoxInspector.movie(in: movie..<range.upperBound, depth: 1, &inspection)
    }
    return node
  }

  /// The distance of a box `ftyp`, whose length is that of a few brands.
  private static func startOfMovie(in bytes: ArraySlice<UInt8>) -> UInt64? {
    var rest = bytes.dropFirst(4)
    while let found = rest.firstIndex(of: UInt8(ascii: "f")) {
      rest = rest[found...]
      if rest.starts(with: "ftyp".utf8), bytes[found - 4] == 0, bytes[found - 3] == 0 {
        return UInt64(found - 4 - bytes.startIndex)
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
