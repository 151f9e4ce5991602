import Readers
import Validator

/// Puts data of an item into a HEIF file and keeps `meta` true to where all items stand.
struct HEIFItemWriter {
  private let bytes: SourceBytes
  private let boxes: ItemBoxes
  private let table: ItemLocationTable

  /// Opens a file.
  ///
  /// - Throws: where the boxes that tell of its items are missing or damaged.
  init(_ bytes: SourceBytes) throws(ReadError) {
    self.bytes = bytes
    boxes = try ItemBoxes(bytes)
    table = try ItemLocationTable(boxes.locations.payload)
  }

  /// - Throws: where an item is stored otherwise than in one piece of this file.
  func requireOneExtent(of id: UInt32) throws(ReadError) {
    let entry = table.entries.first { $0.id == id }
    guard let entry, table.count(of: id) == 1, entry.extents.count == 1,
      entry.isInFile || entry.isInItemData
    else {
      throw ReadError(
        .unsupported, "item \(id) is stored in several pieces or in pieces of other items",
        at: boxes.locations.place)
    }
  }

  /// Whether an item's bytes lie in a place for data and are no other item's.
  func owns(_ item: ExifItem) -> Bool {
    guard let entry = table.entries.first(where: { $0.id == item.id }) else { return false }
    let range = item.data.startOffset..<(item.data.startOffset + UInt64(item.data.count))
    guard entry.isInFile else {
      let others = table.entries.filter { $0.id != item.id && $0.isInItemData }
      let start = entry.extents[0].offset &+ entry.base
      let own = start..<(start &+ max(1, UInt64(item.data.count)))
      return !others.contains { other in
        other.extents.contains {
          ($0.offset &+ other.base) < own.upperBound
            && ($0.length == 0 || own.lowerBound < $0.offset &+ other.base &+ $0.length)
        }
      }
    }
    let isInData = boxes.topLevel.contains {
      $0.type == "mdat" && $0.payloadOffset <= range.lowerBound
        && range.upperBound - $0.offset <= $0.size
    }
    return isInData
      && !table.rangesInFile.contains { $0.id != item.id && $0.range.overlaps(range) }
  }

  // MARK: Changes

  /// Lets an item begin so many bytes later.
  func shorten(_ id: UInt32, by length: UInt64) throws(ReadError) -> [Replacement] {
    var new = table
    new.shorten(id, by: length)
    return patches(new, purpose: "says where item \(id) begins now").map { [$0] } ?? []
  }

  /// Writes an item's data behind the picture's and says so.
  ///
  /// The old data stay where they are: nothing points to them.
  func move(_ id: UInt32, to data: [UInt8], purpose: String) throws(ReadError) -> [Replacement] {
    try write(data, as: id, purpose: purpose, additions: [])
  }

  /// Adds an Exif item about the primary item.
  ///
  /// - Throws: where no number is left for it, and what `move` throws.
  func add(_ data: [UInt8], purpose: String) throws(ReadError) -> [Replacement] {
    let highest = max(boxes.highestID, table.entries.map(\.id).max() ?? 0)
    let id = highest.addingReportingOverflow(1).partialValue
    guard id > 0, id <= table.highestID, table.entries.count < table.mostEntries else {
      throw ReadError(
        .unsupported, "no item number is left for an Exif item", at: boxes.locations.place)
    }
    return try write(data, as: id, purpose: purpose, additions: additions(for: id))
  }

  // MARK: The list of items and their references

  /// Bytes that come into `meta` at the end of a box.
  private struct Addition {
    /// The box that grows; nil where a box comes in behind another.
    var box: Place?
    var replacement: Replacement
  }

  /// The entries of a new Exif item in `iinf` and `iref`.
  private func additions(for id: UInt32) throws(ReadError) -> [Addition] {
    let itemsEnd = boxes.items.place.offset + boxes.items.place.length
    let entry = Part.fullBox(
      "infe", version: id > UInt16.max ? 3 : 2, flags: 1, number(id, isWide: id > UInt16.max),
      .uint16(0), .code("Exif"), .zeros(1))
    var result = [
      Addition(
        box: boxes.items.place,
        replacement: Replacement(
          itemsEnd..<itemsEnd, with: entry.written(), in: "meta/iinf",
          purpose: "lists the Exif item, number \(id)"))
    ]
    var isWide = id > UInt16.max || boxes.primaryID > UInt16.max
    if let references = boxes.references {
      var reader = references.payload
      let version = try reader.versionAndFlags().version
      guard !isWide || version > 0 else {
        throw ReadError(
          .unsupported, "iref has no room for the item number \(id)", at: references.place)
      }
      isWide = version > 0
    }
    let reference = Part.box(
      "cdsc", number(id, isWide: isWide), .uint16(1), number(boxes.primaryID, isWide: isWide))
    let purpose = "says that the Exif item is about item \(boxes.primaryID), the picture"
    if let references = boxes.references {
      let end = references.place.offset + references.place.length
      result.append(
        Addition(
          box: references.place,
          replacement: Replacement(
            end..<end, with: reference.written(), in: "meta/iref", purpose: purpose)))
    } else {
      let box = Part.fullBox("iref", version: isWide ? 1 : 0, reference)
      result.append(
        Addition(
          box: nil,
          replacement: Replacement(
            itemsEnd..<itemsEnd, with: box.written(), in: "meta/iref", purpose: purpose)))
    }
    return result
  }

  private func number(_ id: UInt32, isWide: Bool) -> Part {
    isWide ? .uint32(id) : .uint16(UInt16(clamping: id))
  }

  /// The patch of the number of items.
  private func countPatch() throws(ReadError) -> Replacement {
    var reader = boxes.items.payload
    let isShort = try reader.versionAndFlags().version == 0
    let at = reader.offset
    let count = isShort ? UInt32(try reader.uint16()) : try reader.uint32()
    guard count < (isShort ? UInt32(UInt16.max) : .max) else {
      throw ReadError(.unsupported, "iinf has no room for another item", at: boxes.items.place)
    }
    let bytes =
      isShort ? UInt16(clamping: count + 1).bytes(.bigEndian) : (count + 1).bytes(.bigEndian)
    return Replacement(
      at..<(at + UInt64(bytes.count)), with: bytes, in: "meta/iinf", purpose: "counts the new item")
  }

  // MARK: Writing

  private func write(
    _ data: [UInt8], as id: UInt32, purpose: String, additions: [Addition]
  ) throws(ReadError) -> [Replacement] {
    let (end, isOpen) = try boxes.endOfPicture(table)
    let header = isOpen ? [] : UInt32(clamping: data.count + 8).bytes(.bigEndian) + "mdat".utf8
    let (new, growth) = try placed(
      id, at: end, headerLength: header.count, length: data.count, additions)
    var result: [Replacement] = additions.map(\.replacement)
    for addition in additions {
      guard let box = addition.box else { continue }
      if let patch = try boxes.resized(box, by: addition.replacement.growth) {
        result.append(patch)
      }
    }
    if !additions.isEmpty { result.append(try countPatch()) }
    let says =
      growth == 0
      ? "says where the Exif item stands now"
      : "says where the Exif item stands, and that what follows meta moves by \(growth) bytes"
    if let patch = patches(new, purpose: says) { result.append(patch) }
    let locationGrowth = new.bytes.count - boxes.locations.payload.count
    if let patch = try boxes.resized(boxes.locations.place, by: locationGrowth) {
      result.append(patch)
    }
    let meta = Place("meta", offset: boxes.meta.offset, length: boxes.meta.size)
    if let patch = try boxes.resized(meta, by: growth) { result.append(patch) }
    result.append(Replacement(end..<end, with: header + data, in: "mdat", purpose: purpose))
    return HEIFItemWriter.joined(result)
  }

  /// The table with an item at the end of the picture, everything moved by what `meta` grows.
  private func placed(
    _ id: UInt32, at end: UInt64, headerLength: Int, length: Int, _ additions: [Addition]
  ) throws(ReadError) -> (ItemLocationTable, growth: Int) {
    let locations = boxes.locations.place
    var template = table
    // Wider numbers make the table longer, which may move an offset over a limit: twice at most.
    for _ in 0..<4 {
      var new = template
      new.place(id, at: 0, length: UInt64(length))
      var insertions = additions.map {
        (at: $0.replacement.range.lowerBound, count: UInt64($0.replacement.bytes.count))
      }
      let tableGrowth = new.bytes.count - boxes.locations.payload.count
      insertions.append((locations.offset + locations.length, UInt64(max(0, tableGrowth))))
      let growth = insertions.reduce(0) { $0 + $1.count }
      if growth > 0 { try checkRoom(insertions.map(\.at)) }
      func shift(_ offset: UInt64) -> UInt64 {
        insertions.reduce(offset) { $1.at <= offset ? $0 &+ $1.count : $0 }
      }
      new = template
      try new.move(shift)
      new.place(id, at: shift(end) + UInt64(headerLength), length: UInt64(length))
      guard new.widen() else { return (new, Int(clamping: growth)) }
      template.takeWidths(of: new)
    }
    throw ReadError(.unsupported, "iloc cannot be written anew", at: locations)
  }

  /// - Throws: where something besides `iloc` counts from the start of the file, or an item's data
  ///   surround a place where bytes come in.
  private func checkRoom(_ places: [UInt64]) throws(ReadError) {
    guard !boxes.hasOtherOffsets else {
      throw ReadError(
        .unsupported,
        "the file holds an image sequence (moov) or a second meta, whose data would move",
        at: boxes.locations.place)
    }
    // A data reference may be to this file all the same, or to a part of it.
    guard table.entries.allSatisfy({ $0.dataReference == 0 }) else {
      throw ReadError(
        .unsupported,
        "an item is stored by a data reference, and room for the Exif item would move it",
        at: boxes.locations.place)
    }
    let isSplit = table.rangesInFile.contains { item in
      places.contains { $0 > item.range.lowerBound && $0 < item.range.upperBound }
    }
    guard !isSplit else {
      throw ReadError(
        .malformed, "the data of an item are said to stand where the list of items does",
        at: boxes.locations.place)
    }
  }

  /// What differs in `iloc`: a stretch of it, or all of it where its length changes.
  private func patches(_ new: ItemLocationTable, purpose: String) -> Replacement? {
    let old = Array(boxes.locations.payload.rest)
    let bytes = new.bytes
    let start = boxes.locations.payload.startOffset
    guard old.count == bytes.count else {
      return Replacement(
        start..<(start + UInt64(old.count)), with: bytes, in: "meta/iloc", purpose: purpose)
    }
    let differing = old.indices.filter { old[$0] != bytes[$0] }
    guard let first = differing.first, let last = differing.last else { return nil }
    return Replacement(
      (start + UInt64(first))..<(start + UInt64(last) + 1), with: Array(bytes[first...last]),
      in: "meta/iloc", purpose: purpose)
  }

  /// Replacements of which no two put bytes in at one place: the order between them counts.
  private static func joined(_ replacements: [Replacement]) -> [Replacement] {
    var result: [Replacement] = []
    for replacement in replacements {
      let index = result.firstIndex {
        $0.range.isEmpty && replacement.range.isEmpty && $0.range == replacement.range
      }
      if let index {
        result[index].bytes += replacement.bytes
        result[index].purpose += "; " + replacement.purpose
      } else {
        result.append(replacement)
      }
    }
    return result
  }
}
