import Readers
import Validator

/// `iloc` as it is written (ISO/IEC 14496-12, 8.11.3): every field apart, so that an entry can be
/// changed or added and the rest written as it was.
struct ItemLocationTable {
  /// An item's data.
  struct Entry {
    var id: UInt32
    /// Reserved bits and the construction method; not written in version 0.
    var method: UInt16 = 0
    var dataReference: UInt16 = 0
    var base: UInt64 = 0
    var extents: [Extent]

    /// Whether offsets count from the start of this file.
    var isInFile: Bool { method & 15 == 0 && dataReference == 0 }
    /// Whether offsets count from the start of `idat`.
    var isInItemData: Bool { method & 15 == 1 && dataReference == 0 }
  }

  /// A run of bytes.
  struct Extent {
    var index: UInt64 = 0
    var offset: UInt64
    var length: UInt64
  }

  /// More entries, and extents of all of them, than any camera writes (119 at most measured).
  private static let limit = 65_536

  private let version: UInt8
  private let flags: UInt32
  /// How many bytes the numbers take: 0, 4 or 8.
  private var offsetWidth: Int
  private var lengthWidth: Int
  private var baseWidth: Int
  private var indexWidth: Int
  var entries: [Entry] = []

  /// Reads the payload of the box.
  ///
  /// - Throws: what reading it throws, `malformed` where a number takes another width than 0, 4 or 8.
  init(_ payload: ByteReader) throws(ReadError) {
    var reader = payload
    (version, flags) = try reader.versionAndFlags()
    guard version <= 2 else {
      throw ReadError(.unsupported, "iloc version \(version)", at: payload.place)
    }
    let widths = Int(try reader.uint16())
    offsetWidth = widths >> 12
    lengthWidth = widths >> 8 & 15
    baseWidth = widths >> 4 & 15
    indexWidth = widths & 15
    guard [offsetWidth, lengthWidth, baseWidth].allSatisfy({ [0, 4, 8].contains($0) }),
      version == 0 || [0, 4, 8].contains(indexWidth)
    else {
      throw ReadError(
        .malformed, "iloc has numbers of another width than 0, 4 or 8 bytes", at: payload.place)
    }
    let count = version < 2 ? UInt32(try reader.uint16()) : try reader.uint32()
    var extentCount = 0
    for _ in 0..<count {
      let entry = try entry(&reader)
      extentCount += entry.extents.count
      guard entries.count < ItemLocationTable.limit, extentCount <= ItemLocationTable.limit else {
        throw ReadError(
          .limit, "more than \(ItemLocationTable.limit) items or extents in iloc",
          at: payload.place)
      }
      entries.append(entry)
    }
    guard reader.isAtEnd else {
      throw ReadError(
        .malformed, "bytes follow the last entry of iloc", at: reader.place(ofNext: 1))
    }
  }

  private func entry(_ reader: inout ByteReader) throws(ReadError) -> Entry {
    var entry = Entry(id: try version < 2 ? UInt32(reader.uint16()) : reader.uint32(), extents: [])
    if version > 0 { entry.method = try reader.uint16() }
    entry.dataReference = try reader.uint16()
    entry.base = try reader.unsigned(width: baseWidth)
    let count = Int(try reader.uint16())
    let width = (version > 0 ? indexWidth : 0) + offsetWidth + lengthWidth
    // Extents that take no bytes are told by nothing; one of them is all that makes sense.
    guard count <= 1 || width > 0 else {
      throw ReadError(.malformed, "iloc has extents without numbers", at: reader.place)
    }
    for _ in 0..<count {
      let index = version > 0 ? try reader.unsigned(width: indexWidth) : 0
      entry.extents.append(
        Extent(
          index: index, offset: try reader.unsigned(width: offsetWidth),
          length: try reader.unsigned(width: lengthWidth)))
    }
    return entry
  }

  // MARK: Writing

  /// The payload of the box.
  var bytes: [UInt8] {
    let widths = offsetWidth << 12 | lengthWidth << 8 | baseWidth << 4 | indexWidth
    var bytes = (UInt32(version) << 24 | flags).bytes(.bigEndian)
    bytes += UInt16(clamping: widths).bytes(.bigEndian)
    bytes += number(UInt64(entries.count), version < 2 ? 2 : 4)
    for entry in entries { bytes += self.bytes(of: entry) }
    return bytes
  }

  private func bytes(of entry: Entry) -> [UInt8] {
    var bytes = number(UInt64(entry.id), version < 2 ? 2 : 4)
    if version > 0 { bytes += entry.method.bytes(.bigEndian) }
    bytes += entry.dataReference.bytes(.bigEndian)
    bytes += number(entry.base, baseWidth)
    bytes += UInt16(clamping: entry.extents.count).bytes(.bigEndian)
    for extent in entry.extents {
      if version > 0 { bytes += number(extent.index, indexWidth) }
      bytes += number(extent.offset, offsetWidth) + number(extent.length, lengthWidth)
    }
    return bytes
  }

  private func number(_ value: UInt64, _ width: Int) -> [UInt8] {
    value.bytes(.bigEndian).suffix(width)
  }

  // MARK: Changing

  /// Writes numbers as wide as another table does.
  mutating func takeWidths(of other: ItemLocationTable) {
    (offsetWidth, lengthWidth, baseWidth) = (other.offsetWidth, other.lengthWidth, other.baseWidth)
  }

  /// The extents in the file that have a length, as ranges.
  var rangesInFile: [(id: UInt32, range: Range<UInt64>)] {
    entries.filter(\.isInFile).flatMap { entry in
      entry.extents.compactMap { extent in
        let (start, overflows) = entry.base.addingReportingOverflow(extent.offset)
        let (end, endOverflows) = start.addingReportingOverflow(extent.length)
        guard !overflows, !endOverflows, extent.length > 0 else { return nil }
        return (entry.id, start..<end)
      }
    }
  }

  /// How many entries an item has; one is the rule.
  func count(of id: UInt32) -> Int { entries.count { $0.id == id } }

  /// The highest number that an item may have here.
  var highestID: UInt32 { version < 2 ? UInt32(UInt16.max) : .max }
  /// The most entries that it can count.
  var mostEntries: Int { version < 2 ? Int(UInt16.max) : Int(UInt32.max) }

  /// Gives an item one extent in the file; it is added where it is not there.
  mutating func place(_ id: UInt32, at offset: UInt64, length: UInt64) {
    let index = entries.firstIndex { $0.id == id } ?? entries.endIndex
    if index == entries.endIndex { entries.append(Entry(id: id, extents: [])) }
    entries[index].method &= 0xFFF0
    let base = entries[index].base
    let usesBase = base <= offset && (base == offset || offsetWidth > 0)
    entries[index].base = usesBase ? base : offsetWidth > 0 ? 0 : offset
    entries[index].extents = [Extent(offset: offset - entries[index].base, length: length)]
  }

  /// Lets the extent of an item begin so many bytes later and end where it did.
  mutating func shorten(_ id: UInt32, by length: UInt64) {
    guard let index = entries.firstIndex(where: { $0.id == id }),
      let extent = entries[index].extents.first
    else { return }
    if offsetWidth > 0 {
      entries[index].extents[0].offset = extent.offset &+ length
    } else {
      entries[index].base &+= length
    }
    // Zero stands for all that follows.
    if extent.length > 0 { entries[index].extents[0].length = extent.length &- length }
  }

  /// Moves every offset in the file by what `shift` says of it.
  mutating func move(_ shift: (UInt64) -> UInt64) throws(ReadError) {
    for index in entries.indices where entries[index].isInFile {
      let base = entries[index].base
      var offsets: [UInt64] = []
      for extent in entries[index].extents {
        let (old, overflows) = base.addingReportingOverflow(extent.offset)
        guard !overflows else {
          throw ReadError(
            .malformed, "item \(entries[index].id) has an offset beyond 64 bits",
            at: Place("meta/iloc", offset: 0, length: 0))
        }
        offsets.append(shift(old))
      }
      guard let lowest = offsets.min() else { continue }
      // A base that stands for a part of the file moves with it.
      let newBase = base > 0 || offsetWidth == 0 ? min(shift(base), lowest) : 0
      entries[index].base = newBase
      for (extent, offset) in offsets.enumerated() {
        entries[index].extents[extent].offset = offset - newBase
      }
    }
  }

  /// Gives the numbers the width that they need, where theirs is too small.
  ///
  /// - Returns: whether one was.
  mutating func widen() -> Bool {
    let old = [offsetWidth, lengthWidth, baseWidth]
    func width(_ old: Int, _ highest: UInt64?) -> Int {
      let highest = highest ?? 0
      if old == 4, highest > UInt64(UInt32.max) { return 8 }
      if old == 0, highest > 0 { return highest > UInt64(UInt32.max) ? 8 : 4 }
      return old
    }
    offsetWidth = width(offsetWidth, entries.flatMap(\.extents).map(\.offset).max())
    lengthWidth = width(lengthWidth, entries.flatMap(\.extents).map(\.length).max())
    baseWidth = width(baseWidth, entries.map(\.base).max())
    return old != [offsetWidth, lengthWidth, baseWidth]
  }
}
