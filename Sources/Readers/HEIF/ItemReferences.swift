internal import Validator

/// Which items point to which: `iref` (ISO/IEC 14496-12, 8.11.12).
struct ItemReferences: Sendable {
  /// References of one type from one item.
  struct Reference: Sendable {
    let type: FourCharacterCode
    let from: UInt32
    /// The items pointed to, as indices.
    let targets: Range<Int>
    let place: Place
  }

  private(set) var all: [Reference] = []
  private var targets: [UInt32] = []

  /// The references of a type from an item.
  func reference(_ type: FourCharacterCode, from id: UInt32) -> Reference? {
    all.first { $0.from == id && $0.type == type }
  }

  func targets(of reference: Reference) -> ArraySlice<UInt32> {
    targets[reference.targets]
  }

  mutating func read(_ reader: inout ByteReader) throws(ReadError) {
    let isWide = try reader.versionAndFlags().version > 0
    func path(_: FourCharacterCode) -> StructurePath? { "meta/iref" }
    try reader.forEachBox(path) { box, list throws(ReadError) in
      // Thumbnails and auxiliary pictures say nothing that a fact needs.
      guard box.type == "dimg" || box.type == "cdsc" || box.type == "iloc" else { return }
      let place = box.place(list.path)
      guard all.count < ItemList.limit else {
        throw ReadError(.limit, "more than \(ItemList.limit) item references", at: place)
      }
      let from = isWide ? try list.uint32() : UInt32(try list.uint16())
      let first = targets.count
      for _ in 0..<(try list.uint16()) {
        targets.append(isWide ? try list.uint32() : UInt32(try list.uint16()))
      }
      all.append(
        Reference(type: box.type, from: from, targets: first..<targets.count, place: place))
    }
  }
}
