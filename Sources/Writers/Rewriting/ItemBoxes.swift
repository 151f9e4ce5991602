import Readers
import Validator

/// The boxes of a HEIF file that tell of its items, as they stand (ISO/IEC 14496-12, 8.11).
struct ItemBoxes {
  /// The top level up to a second `ftyp`, which begins another file behind the picture.
  let topLevel: [BoxHeader]
  let meta: BoxHeader
  let items: Box
  let locations: Box
  let references: Box?
  let primaryID: UInt32
  /// The highest number of an item or a group of items, which share their numbers.
  let highestID: UInt32
  private let bytes: SourceBytes

  /// Finds the boxes.
  ///
  /// - Throws: where one is missing, there twice, damaged or cut.
  init(_ bytes: SourceBytes) throws(ReadError) {
    self.bytes = bytes
    var source = bytes
    let layout = TopLevelBoxes(of: &source)
    if let error = layout.error { throw error }
    let next = layout.boxes.dropFirst().firstIndex { $0.type == "ftyp" }
    topLevel = Array(layout.boxes[..<(next ?? layout.boxes.endIndex)])
    guard let meta = topLevel.first(where: { $0.type == "meta" }) else {
      throw ReadError(
        .malformed, "the file has no meta box, which lists the picture's items",
        at: Place("file", offset: 0, length: bytes.size))
    }
    self.meta = meta
    let payload = try bytes.part(
      at: meta.payloadOffset, length: meta.payloadLength, path: "meta")
    var reader = payload
    _ = try reader.versionAndFlags()
    var children: [FourCharacterCode: Box] = [:]
    while let box = try reader.nextBox(ItemBoxes.path) {
      let isSought = ["iinf", "iloc", "iref", "pitm", "grpl"].contains(box.type)
      guard children.updateValue(box, forKey: box.type) == nil || !isSought else {
        throw ReadError(.malformed, "a second '\(box.type)' box in meta", at: box.place)
      }
    }
    guard let items = children["iinf"], let locations = children["iloc"],
      let primary = children["pitm"]
    else {
      throw ReadError(
        .malformed, "meta lacks one of pitm, iinf and iloc, which tell of the picture's items",
        at: payload.place)
    }
    self.items = items
    self.locations = locations
    references = children["iref"]
    var number = primary.payload
    primaryID =
      try number.versionAndFlags().version == 0
      ? UInt32(number.uint16()) : number.uint32()
    highestID = max(
      try ItemBoxes.highestItem(in: items), try ItemBoxes.highestGroup(in: children["grpl"]))
  }

  private static func path(_ type: FourCharacterCode) -> StructurePath? {
    switch type {
    case "iinf": "meta/iinf"
    case "iloc": "meta/iloc"
    case "iref": "meta/iref"
    case "pitm": "meta/pitm"
    default: nil
    }
  }

  private static func highestItem(in box: Box) throws(ReadError) -> UInt32 {
    var reader = box.payload
    let isShort = try reader.versionAndFlags().version == 0
    try reader.skip(isShort ? 2 : 4)
    var highest: UInt32 = 0
    while let entry = try reader.nextBox({ _ in nil }) {
      var item = entry.payload
      let version = try item.versionAndFlags().version
      highest = max(highest, version <= 2 ? UInt32(try item.uint16()) : try item.uint32())
    }
    return highest
  }

  private static func highestGroup(in box: Box?) throws(ReadError) -> UInt32 {
    var highest: UInt32 = 0
    guard var reader = box?.payload else { return 0 }
    while let group = try reader.nextBox({ _ in nil }) {
      var content = group.payload
      _ = try content.versionAndFlags()
      highest = max(highest, try content.uint32())
    }
    return highest
  }

  // MARK: Where things may be added

  /// Whether offsets from the start of the file stand elsewhere than in this `iloc`, as those of an
  /// image sequence do.
  var hasOtherOffsets: Bool {
    topLevel.contains { ["moov", "moof", "mfra", "sidx"].contains($0.type) }
      || topLevel.count { $0.type == "meta" } > 1
  }

  /// Where data may be added so that nothing that items point to moves: behind the last box that the
  /// picture needs, before what makers put behind it.
  ///
  /// - Parameter table: where the items stand.
  /// - Returns: the offset, and whether it lies in an `mdat` that reaches to the end of the file.
  /// - Throws: where the file ends before that.
  func endOfPicture(_ table: ItemLocationTable) throws(ReadError) -> (UInt64, isOpen: Bool) {
    let ranges = table.rangesInFile
    if let cut = ranges.first(where: { $0.range.upperBound > bytes.size }) {
      throw ReadError(
        .pastEnd(needed: cut.range.upperBound, available: bytes.size),
        "the data of item \(cut.id) reach past the end of the file", at: locations.place)
    }
    let limit = topLevel.last.map { $0.offset + min($0.size, bytes.size - $0.offset) } ?? 0
    let last = ranges.map(\.range.lowerBound).filter { $0 < limit }.max() ?? 0
    let needed = topLevel.last { box in
      ["ftyp", "meta", "mdat", "moov", "moof"].contains(box.type)
        || last >= box.offset && last - box.offset < box.size
    }
    guard let needed else { return (bytes.size, false) }
    guard needed.size <= bytes.size - needed.offset else {
      throw ReadError(
        .pastEnd(needed: needed.size, available: bytes.size - needed.offset),
        "the file ends before its box '\(needed.type)' does",
        at: Place("file", offset: needed.offset, length: bytes.size - needed.offset))
    }
    let isOpen = try size(at: needed.offset) == 0
    guard !isOpen || needed.type == "mdat" else {
      throw ReadError(
        .unsupported, "the box '\(needed.type)' has no size: it takes all the rest of the file",
        at: Place("file", offset: needed.offset, length: needed.size))
    }
    return (needed.offset + needed.size, isOpen)
  }

  private func size(at offset: UInt64) throws(ReadError) -> UInt32 {
    var header = try bytes.part(at: offset, length: 4, path: "file")
    return try header.uint32()
  }

  /// The patch that makes a box longer or shorter.
  ///
  /// - Throws: where its size has no room for the number.
  func resized(_ place: Place, by growth: Int) throws(ReadError) -> Replacement? {
    guard growth != 0 else { return nil }
    let purpose = "sets the size of the box"
    let size32 = try size(at: place.offset)
    // It reaches to the end of what holds it, whatever that is.
    if size32 == 0 { return nil }
    if size32 == 1 {
      guard let size = UInt64(exactly: Int(clamping: place.length) + growth) else {
        throw ReadError(.malformed, "the box cannot change its size", at: place)
      }
      let at = place.offset + 8
      return Replacement(
        at..<(at + 8), with: size.bytes(.bigEndian), in: place.path, purpose: purpose)
    }
    guard let size = UInt32(exactly: Int(size32) + growth) else {
      throw ReadError(.malformed, "the box cannot change its size", at: place)
    }
    return Replacement(
      place.offset..<(place.offset + 4), with: size.bytes(.bigEndian), in: place.path,
      purpose: purpose)
  }
}
