internal import Validator

/// Shows TIFF blocks: Exif, GPS and MakerNote directories with their values (TIFF 6.0, section 2).
struct TIFFInspector {
  /// Directories of one chain; Exif has two, documents have one a page.
  private static let chainLimit = 8

  /// The block, which offsets count from.
  private let range: Range<UInt64>
  private let order: ByteOrder
  private let inspection: Inspection

  /// The node of a block with its directories.
  static func block(
    named name: String, in range: Range<UInt64>, _ inspection: inout Inspection
  ) -> StructureNode {
    var node = StructureNode(
      .directory, name, offset: range.lowerBound, length: UInt64(range.count))
    do throws(ReadError) {
      var header = try inspection.bytes.available(
        at: range.lowerBound, length: min(UInt64(range.count), 8), path: "file")
      let mark = try header.uint16()
      guard mark == 0x4D4D || mark == 0x4949 else {
        node.detail = inspection.data("", range).detail
        node.problem = "no TIFF header stands here: it begins with MM or II"
        return node
      }
      header.order = mark == 0x4D4D ? .bigEndian : .littleEndian
      let magic = try header.uint16()
      let first = try header.uint32()
      node.detail =
        "TIFF, \(mark == 0x4D4D ? "MM, big-endian" : "II, little-endian"), first directory at "
        + "\(first)"
      if magic != 42 { node.problem = "the TIFF header says \(magic) where 42 belongs" }
      let block = TIFFInspector(range: range, order: header.order, inspection: inspection)
      node.children = StructureNode.numbered(block.chain(from: first, &inspection))
    } catch {
      node.problem = error.reason
    }
    return node
  }

  /// The directories that follow one another, each with those that its tags point to.
  private func chain(from first: UInt32, _ inspection: inout Inspection) -> [StructureNode] {
    var found: [StructureNode] = []
    var seen: Set<UInt64> = []
    var next = UInt64(first)
    var number = 0
    while next > 0 {
      guard number < TIFFInspector.chainLimit, inspection.admitsPart() else {
        found.append(inspection.omitted(in: position(next)..<position(next), "further directories"))
        return found
      }
      var directory = directory(
        named: "IFD\(number)", at: next, base: range, order, names: ExifTags.image, &inspection)
      if !seen.insert(next).inserted {
        directory.node.problem = "the directory has been read before: the chain goes round"
        directory.node.children = []
        found.append(directory.node)
        return found
      }
      found.append(directory.node)
      for pointer in directory.pointers {
        found += pointedTo(pointer, &seen, &inspection)
      }
      next = directory.next
      number += 1
    }
    return found
  }

  /// A tag that points to a directory, or holds a MakerNote.
  private struct Pointer {
    let tag: UInt16
    let distance: UInt64
    let length: UInt64
  }

  /// The directory or MakerNote that a tag points to, with those inside it.
  private func pointedTo(
    _ pointer: Pointer, _ seen: inout Set<UInt64>, _ inspection: inout Inspection
  ) -> [StructureNode] {
    guard inspection.admitsPart(), seen.insert(pointer.distance).inserted else { return [] }
    let (name, names): (String, [UInt16: String]) =
      switch pointer.tag {
      case 0x8825: ("GPS", ExifTags.position)
      case 0xA005: ("Interop", [:])
      default: ("ExifIFD", ExifTags.image)
      }
    if pointer.tag == 0x927C { return [makerNote(pointer, &inspection)] }
    let directory = directory(
      named: name, at: pointer.distance, base: range, order, names: names, &inspection)
    var found = [directory.node]
    for inner in directory.pointers where inner.tag != 0x8769 {
      found += pointedTo(inner, &seen, &inspection)
    }
    return found
  }

  // MARK: Directories

  /// A position in the file, at most the block's end.
  private func position(_ distance: UInt64) -> UInt64 {
    range.lowerBound + min(distance, UInt64(range.count))
  }

  /// Reads a directory as far as it goes.
  ///
  /// - Parameter base: the bytes that the directory and its values lie in and count from.
  private func directory(
    named name: String, at distance: UInt64, base: Range<UInt64>, _ order: ByteOrder,
    names: [UInt16: String], _ inspection: inout Inspection
  ) -> (node: StructureNode, pointers: [Pointer], next: UInt64) {
    let room = UInt64(base.count)
    let start = base.lowerBound + min(distance, room)
    var node = StructureNode(.directory, name, offset: start, length: 0)
    var pointers: [Pointer] = []
    var next: UInt64 = 0
    do throws(ReadError) {
      guard distance <= room, room - distance >= 2 else {
        throw ReadError(
          .malformed, "the directory at \(distance) lies outside a block of \(room) bytes",
          at: Place("file", offset: start, length: 0))
      }
      var head = try inspection.bytes.part(at: start, length: 2, path: "file")
      head.order = order
      let count = Int(try head.uint16())
      // The entries of 12 bytes and the link to the next directory.
      var reader = try inspection.bytes.available(
        at: start, length: min(base.upperBound - start, 2 + UInt64(count) * 12 + 4), path: "file")
      reader.order = order
      try reader.skip(2)
      node.detail = InspectedText.counted(count, "entry", "entries")
      for number in 0..<count {
        guard reader.remaining >= 12 else {
          node.problem = "the directory says it has \(count) entries, \(number) of them are there"
          break
        }
        guard inspection.admitsPart() else {
          node.children.append(inspection.omitted(in: reader.offset..<reader.offset))
          break
        }
        let entry = Entry(
          offset: reader.offset, tag: try reader.uint16(), type: try reader.uint16(),
          count: try reader.uint32(), value: try reader.uint32())
        node.children.append(part(entry, in: base, order, names))
        if let pointer = pointer(entry) { pointers.append(pointer) }
      }
      if node.problem == nil, reader.remaining >= 4 { next = UInt64(try reader.uint32()) }
      node.length = reader.offset - start
    } catch {
      node.problem = error.reason
    }
    node.children = StructureNode.numbered(node.children)
    return (node, pointers, next)
  }

  private struct Entry {
    let offset: UInt64
    let tag: UInt16
    let type: UInt16
    let count: UInt32
    let value: UInt32

    var length: UInt64 { UInt64(count) * UInt64(TIFFValueText.width(ofType: type)) }
  }

  private func pointer(_ entry: Entry) -> Pointer? {
    switch entry.tag {
    case 0x8769, 0x8825, 0xA005:
      Pointer(tag: entry.tag, distance: UInt64(entry.value), length: 0)
    case 0x927C where entry.length > 4:
      Pointer(tag: entry.tag, distance: UInt64(entry.value), length: entry.length)
    default: nil
    }
  }

  /// The node of an entry: its value's bytes, wherever they are.
  private func part(
    _ entry: Entry, in base: Range<UInt64>, _ order: ByteOrder, _ names: [UInt16: String]
  ) -> StructureNode {
    let isAppleNote = names[0x0011] == AppleTags.names[0x0011]
    let code = "0x" + InspectedText.digits(UInt64(entry.tag), 4)
    let name = names[entry.tag]
    let kind = TIFFValueText.name(ofType: entry.type, count: entry.count)
    var node = StructureNode(
      .entry, isAppleNote ? code : name ?? code, offset: entry.offset + 8, length: entry.length)
    let label = isAppleNote ? name ?? "" : name == nil ? "" : code
    if entry.length > 4 {
      let room = UInt64(base.count)
      node.isPointedTo = true
      let distance = UInt64(entry.value)
      guard distance <= room, entry.length <= room - distance else {
        node.offset = entry.offset
        node.length = 12
        node.isPointedTo = false
        node.detail = label.isEmpty ? kind : "\(label), \(kind)"
        node.problem =
          "the value says it takes \(entry.length) bytes at \(entry.value), the block is \(room) "
          + "bytes long"
        return node
      }
      node.offset = base.lowerBound + distance
    }
    if entry.tag == 0x927C, !isAppleNote {
      node.detail = "\(label), \(kind), is shown as a directory of its own"
      return node
    }
    guard
      var value = try? inspection.bytes.available(
        at: node.offset, length: min(node.length, 512), path: "file")
    else { return node }
    value.order = order
    let text = TIFFValueText.text(ofType: entry.type, count: entry.count, &value)
    node.detail = (label.isEmpty ? "" : label + " ") + "= \(text) (\(kind))"
    return node
  }

  // MARK: MakerNote

  private func makerNote(_ pointer: Pointer, _ inspection: inout Inspection) -> StructureNode {
    let start = position(pointer.distance)
    let end = position(pointer.distance + pointer.length)
    let note = start..<end
    var node = StructureNode(
      .directory, "MakerNote", offset: start, length: UInt64(note.count))
    if UInt64(note.count) < pointer.length {
      node.problem =
        "the MakerNote says it is \(pointer.length) bytes long, \(note.count) are there"
    }
    guard
      let head = try? inspection.bytes.available(
        at: start, length: min(UInt64(note.count), 14), path: "file")
    else { return node }
    guard head.starts(with: "Apple iOS") else {
      node.kind = .data
      node.detail = "not Apple's: " + InspectedText.preview(head.rest, of: note.count)
      return node
    }
    let mark = head.rest.suffix(2)
    let isLittle = mark.elementsEqual([0x49, 0x49])
    guard head.count == 14, isLittle || mark.elementsEqual([0x4D, 0x4D]) else {
      node.problem = node.problem ?? "the byte order of the Apple MakerNote is neither MM nor II"
      return node
    }
    let directory = directory(
      named: "MakerNote", at: 14, base: note, isLittle ? .littleEndian : .bigEndian,
      names: AppleTags.names, &inspection)
    node.detail = "Apple iOS, \(isLittle ? "II" : "MM"), \(directory.node.detail)"
    node.headerLength = 14
    node.problem = node.problem ?? directory.node.problem
    node.children = directory.node.children
    return node
  }
}
