internal import Validator

/// Where the data of items stand: `iloc` (ISO/IEC 14496-12, 8.11.3).
struct ItemLocations: Sendable {
  /// Extents may take no bytes in the box, so their number is capped for itself.
  ///
  /// Cameras write one extent for an item.
  static let extentLimit = 65_536

  /// What offsets count from.
  enum Method: Sendable, Hashable {
    /// The start of the file.
    case file
    /// The start of the `idat` payload.
    case itemData
    /// The start of another item's data.
    case item
    /// A value that the specification does not define.
    case unknown(UInt16)

    init(_ value: UInt16) {
      switch value {
      case 0: self = .file
      case 1: self = .itemData
      case 2: self = .item
      default: self = .unknown(value)
      }
    }
  }

  /// One entry.
  struct Location: Sendable {
    let id: UInt32
    let method: Method
    /// Whether the data stand in another file.
    let isElsewhere: Bool
    /// The entry's extents, as indices.
    let extents: Range<Int>
    /// Where the entry stands in the file.
    let offset: UInt64
    let length: UInt64

    /// The entry.
    var place: Place {
      Place(StructurePath("meta/iloc[*]", Int(id)), offset: offset, length: length)
    }
  }

  /// A run of bytes, counted from where the method says.
  struct Extent: Sendable {
    let offset: UInt64
    /// Zero stands for all bytes to the end.
    let length: UInt64
    /// For method `item`: which of the `iloc` references; zero where the box does not say.
    let index: UInt64
  }

  private(set) var version: UInt8 = 0
  /// The entries in the order of their item numbers.
  private(set) var all: [Location] = []
  private var extents: [Extent] = []

  /// The entry of an item.
  func location(of id: UInt32) -> Location? {
    all.firstSorted(id) { $0.id }
  }

  func extents(of location: Location) -> ArraySlice<Extent> {
    extents[location.extents]
  }

  mutating func read(_ reader: inout ByteReader) throws(ReadError) {
    defer { all.sortWhereNeeded { $0.id } }
    version = try reader.versionAndFlags().version
    guard version <= 2 else {
      throw ReadError(.unsupported, "iloc version \(version)", at: reader.place)
    }
    let sizes = Int(try reader.uint16())
    let widths = Widths(
      offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15,
      index: version == 0 ? 0 : sizes & 15)
    let count = version < 2 ? UInt32(try reader.uint16()) : try reader.uint32()
    // An entry takes 6 bytes at least; the limit is that of items.
    let expected = min(Int(clamping: count), reader.remaining / 6, ItemList.limit)
    all.reserveCapacity(expected)
    extents.reserveCapacity(expected)
    for _ in 0..<count {
      guard all.count < ItemList.limit else {
        throw ReadError(.limit, "more than \(ItemList.limit) items in iloc", at: reader.place)
      }
      try readEntry(&reader, widths)
    }
  }

  /// How many bytes the numbers of the box take.
  private struct Widths {
    let offset: Int
    let length: Int
    let base: Int
    let index: Int
  }

  private mutating func readEntry(_ reader: inout ByteReader, _ widths: Widths) throws(ReadError) {
    let start = reader.offset
    let id = version < 2 ? UInt32(try reader.uint16()) : try reader.uint32()
    let method = version == 0 ? 0 : try reader.uint16() & 15
    let dataReference = try reader.uint16()
    let base = try reader.unsigned(width: widths.base)
    let count = Int(try reader.uint16())
    guard count <= ItemLocations.extentLimit - extents.count else {
      throw ReadError(
        .limit, "more than \(ItemLocations.extentLimit) extents", at: reader.place)
    }
    let first = extents.count
    for _ in 0..<count {
      let index = try reader.unsigned(width: widths.index)
      let distance = try reader.unsigned(width: widths.offset)
      let length = try reader.unsigned(width: widths.length)
      let (offset, overflows) = base.addingReportingOverflow(distance)
      guard !overflows else {
        throw ReadError(
          .malformed, "item \(id) has the base offset \(base) and the extent offset \(distance)",
          at: Place(
            StructurePath("meta/iloc[*]", Int(id)), offset: start, length: reader.offset - start))
      }
      extents.append(Extent(offset: offset, length: length, index: index))
    }
    all.append(
      Location(
        id: id, method: Method(method), isElsewhere: dataReference != 0,
        extents: first..<extents.count, offset: start, length: reader.offset - start))
  }
}
