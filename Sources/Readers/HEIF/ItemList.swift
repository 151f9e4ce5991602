internal import Validator

/// The items that `iinf` names (ISO/IEC 14496-12, 8.11.6).
struct ItemList: Sendable {
  /// More items than any camera writes (119 at most measured on 26 files), few enough for memory.
  static let limit = 65_536

  /// One item: an `infe` entry.
  struct Item: Sendable {
    let id: UInt32
    /// The item type; `mime` for entries of version 0 and 1, which have none.
    let type: FourCharacterCode
    /// Whether it is an XMP packet: a `mime` item of type `application/rdf+xml`.
    let isXMP: Bool
    private let offset: UInt64
    private let length: UInt64

    /// The `infe` box.
    var place: Place {
      Place(StructurePath("meta/iinf/infe[*]", Int(id)), offset: offset, length: length)
    }

    init(id: UInt32, type: FourCharacterCode, isXMP: Bool, in box: BoxHeader) {
      self.id = id
      self.type = type
      self.isXMP = isXMP
      offset = box.offset
      length = box.size
    }

    /// Whether its data are a coded picture, which only makes sense inside a media data box.
    var isCoded: Bool {
      switch type {
      case "hvc1", "hev1", "av01", "avc1", "vvc1", "jpeg", "j2k1", "unci": true
      default: false
      }
    }
  }

  /// The items in the order of their numbers.
  private(set) var all: [Item] = []

  /// The item with a number.
  func item(_ id: UInt32) -> Item? {
    all.firstSorted(id) { $0.id }
  }

  mutating func read(_ reader: inout ByteReader) throws(ReadError) {
    // Kept in order also where a fault ends the reading.
    defer { all.sortWhereNeeded { $0.id } }
    let version = try reader.versionAndFlags().version
    let announced = version == 0 ? UInt64(try reader.uint16()) : UInt64(try reader.uint32())
    // An entry takes 12 bytes at least, so the announced number alone never allocates much.
    all.reserveCapacity(Int(min(announced, UInt64(reader.remaining / 12))))
    func path(_: FourCharacterCode) -> StructurePath? { "meta/iinf/infe" }
    try reader.forEachBox(path) { box, entry throws(ReadError) in
      guard box.type == "infe" else { return }
      guard all.count < ItemList.limit else {
        throw ReadError(
          .limit, "more than \(ItemList.limit) items", at: box.place(entry.path))
      }
      all.append(try ItemList.item(of: box, &entry))
    }
    guard UInt64(all.count) == announced else {
      throw ReadError(
        .malformed, "iinf announces \(announced) items and holds \(all.count)", at: reader.place)
    }
  }

  private static func item(of box: BoxHeader, _ entry: inout ByteReader) throws(ReadError) -> Item {
    let version = try entry.versionAndFlags().version
    let id = version <= 2 ? UInt32(try entry.uint16()) : try entry.uint32()
    try entry.skip(2)
    let type: FourCharacterCode = version >= 2 ? try entry.fourCharacterCode() : "mime"
    guard type == "mime" else { return Item(id: id, type: type, isXMP: false, in: box) }
    // The item's name, closed by NUL; the content type follows.
    while !entry.isAtEnd, try entry.uint8() != 0 {}
    return Item(id: id, type: type, isXMP: entry.starts(with: "application/rdf+xml"), in: box)
  }
}

extension Array {
  /// Sorts by a number unless the elements stand in order already, as cameras write them.
  mutating func sortWhereNeeded(by number: (Element) -> UInt32) {
    let isInOrder = zip(self, dropFirst()).allSatisfy { number($0) <= number($1) }
    if !isInOrder { sort { number($0) < number($1) } }
  }

  /// The first element with a number, in an array sorted by it.
  func firstSorted(_ wanted: UInt32, by number: (Element) -> UInt32) -> Element? {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if number(self[middle]) < wanted { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && number(self[low]) == wanted ? self[low] : nil
  }
}
