internal import Validator

/// Walks over the chunks of PNG files (PNG 3rd edition, 5.3).
enum PNGInspector {
  private static let signatureLength: UInt64 = 8

  static func parts(_ inspection: inout Inspection) -> [StructureNode] {
    let size = inspection.bytes.size
    var found = [
      StructureNode(
        .data, "signature", offset: 0, length: min(signatureLength, size))
    ]
    var at = signatureLength
    while at < size {
      guard inspection.admitsPart() else {
        found.append(inspection.omitted(in: at..<size))
        break
      }
      guard size - at >= 12, let chunk = chunk(at: at, &inspection) else {
        found.append(inspection.data("rest", at..<size, problem: "these bytes are no chunk"))
        break
      }
      found.append(chunk)
      at += chunk.length
      if chunk.name == "IEND" {
        if at < size { found.append(inspection.data("behind IEND", at..<size)) }
        break
      }
    }
    return found
  }

  private static func chunk(at offset: UInt64, _ inspection: inout Inspection) -> StructureNode? {
    guard var header = try? inspection.bytes.part(at: offset, length: 8, path: "chunk"),
      let length = try? header.uint32(), let type = try? header.fourCharacterCode()
    else { return nil }
    let room = inspection.bytes.size - offset - 8
    var node = StructureNode(
      .chunk, type.description, offset: offset, length: 8 + min(UInt64(length) + 4, room),
      headerLength: 8)
    if UInt64(length) + 4 > room {
      node.problem =
        "the chunk says it holds \(length) bytes and a checksum, \(room) are left in the file"
    }
    let data = (offset + 8)..<(offset + 8 + min(UInt64(length), room))
    guard var reader = try? inspection.reader(data) else { return node }
    switch type {
    case "IHDR":
      if let width = try? reader.uint32(), let height = try? reader.uint32(),
        let depth = try? reader.uint8(), let colour = try? reader.uint8()
      {
        node.detail = "\(width)×\(height), \(depth) bits, colour type \(colour)"
      }
    case "eXIf":
      let block = TIFFInspector.block(named: "", in: data, &inspection)
      node.detail = block.detail
      node.problem = node.problem ?? block.problem
      node.children = block.children
    case "IDAT", "fdAT", "IEND": break
    default: node.detail = InspectedText.preview(reader.rest.prefix(64), of: data.count)
    }
    return node
  }
}

/// Walks over the chunks of WebP files (RFC 9649, 2).
enum WebPInspector {
  private static let headerLength: UInt64 = 12

  static func parts(_ inspection: inout Inspection) -> [StructureNode] {
    let size = inspection.bytes.size
    var header = StructureNode(.chunk, "RIFF", offset: 0, length: min(headerLength, size))
    var end = size
    if var reader = try? inspection.bytes.available(at: 4, length: 4, path: "RIFF") {
      reader.order = .littleEndian
      let length = UInt64((try? reader.uint32()) ?? 0)
      header.detail = "WEBP, \(length) bytes"
      if length + 8 > size {
        header.problem =
          "the file says it holds \(length) bytes behind its first 8, \(size - min(8, size)) are "
          + "there"
      } else {
        end = max(length + 8, min(headerLength, size))
      }
    }
    var found = [header]
    var at = headerLength
    while at < end {
      guard inspection.admitsPart() else {
        found.append(inspection.omitted(in: at..<end))
        break
      }
      guard end - at >= 8, let chunk = chunk(at: at, end, &inspection) else {
        found.append(inspection.data("rest", at..<end, problem: "these bytes are no chunk"))
        break
      }
      found.append(chunk)
      at += chunk.length
    }
    if end < size { found.append(inspection.data("behind RIFF", end..<size)) }
    return found
  }

  private static func chunk(at offset: UInt64, _ end: UInt64, _ inspection: inout Inspection)
    -> StructureNode?
  {
    guard var header = try? inspection.bytes.part(at: offset, length: 8, path: "chunk"),
      let type = try? header.fourCharacterCode()
    else { return nil }
    header.order = .littleEndian
    guard let length = (try? header.uint32()).map(UInt64.init) else { return nil }
    let room = end - offset - 8
    // A chunk of odd length has a byte of padding.
    var node = StructureNode(
      .chunk, type.description, offset: offset, length: 8 + min(length + length % 2, room),
      headerLength: 8)
    if length > room {
      node.problem = "the chunk says it holds \(length) bytes, \(room) are left in the file"
    }
    let data = (offset + 8)..<(offset + 8 + min(length, room))
    switch type {
    case "EXIF":
      var start = data.lowerBound
      if let reader = try? inspection.reader(data), reader.starts(with: "Exif\0\0") { start += 6 }
      let block = TIFFInspector.block(named: "", in: start..<data.upperBound, &inspection)
      node.detail = block.detail
      node.problem = node.problem ?? block.problem
      node.children = block.children
    case "VP8 ", "VP8L", "ALPH", "ANMF": break
    default:
      if let reader = try? inspection.reader(data) {
        node.detail = InspectedText.preview(reader.rest.prefix(64), of: data.count)
      }
    }
    return node
  }
}
