import Readers
import Validator

/// A `meta` box taken apart for changing: keys by name, or an iTunes list.
struct MetadataBox {
  /// What a box of keys by name may hold (QuickTime File Format, Metadata).
  private static let knownParts: Set<FourCharacterCode> = [
    "hdlr", "keys", "ilst", "ctry", "lang", "free", "skip",
  ]

  /// The box; its children are those of the list.
  let box: BoxNode
  /// Whether it opens with version and flags.
  let isFullBox: Bool
  /// What handles the list: `mdta` for keys by name, `mdir` for iTunes.
  let handler: FourCharacterCode?
  let keyTable: BoxNode?
  /// Where the keys stand, in order.
  private(set) var keys: [Key] = []
  /// The `ilst` box; its children are the items.
  let list: BoxNode?

  /// One entry of `keys`.
  struct Key {
    var range: Range<UInt64>
    var name: [UInt8]
    /// Whether it is the key of the identifier, whatever its namespace.
    var isIdentifier: Bool
    var namespace: FourCharacterCode
  }

  /// Takes a `meta` box apart.
  ///
  /// - Throws: where it contradicts itself.
  init(_ node: BoxNode) throws(ReadError) {
    var box = node
    isFullBox = MetadataTable.hasVersion(node.payload)
    try box.readChildren(from: isFullBox ? 4 : 0)
    self.box = box
    var handler: FourCharacterCode?
    if var payload = box.first("hdlr")?.payload {
      try payload.skip(8)
      handler = try payload.fourCharacterCode()
    }
    self.handler = handler
    guard box.all("keys").count <= 1, box.all("ilst").count <= 1 else {
      throw ReadError(.malformed, "the meta box holds two lists", at: box.place)
    }
    keyTable = box.first("keys")
    var list = box.first("ilst")
    try list?.readChildren()
    self.list = list
    if let keyTable { keys = try MetadataBox.keys(of: keyTable) }
  }

  private static func keys(of table: BoxNode) throws(ReadError) -> [Key] {
    var reader = table.payload
    try reader.skip(4)
    let count = try reader.uint32()
    var keys: [Key] = []
    for _ in 0..<count {
      let start = reader.offset
      let size = try reader.uint32()
      guard size >= 8 else {
        throw ReadError(
          .malformed, "a key says it is \(size) bytes long",
          at: Place(table.place.path, offset: start, length: 4))
      }
      let namespace = try reader.fourCharacterCode()
      let name = try reader.take(UInt64(size) - 8)
      keys.append(
        Key(
          range: start..<reader.offset, name: Array(name.rest),
          isIdentifier: name.rest.elementsEqual(MetadataItem.identifierKey.utf8),
          namespace: namespace))
    }
    return keys
  }

  /// The items of a key, by its number from 1.
  func items(ofKey number: Int) -> [BoxNode] {
    list?.children.filter { Int($0.type.rawValue) == number } ?? []
  }

  /// Whether it holds nothing but keys by name.
  var holdsKeysOnly: Bool {
    box.children.allSatisfy { MetadataBox.knownParts.contains($0.type) }
  }

  /// The items of an iTunes list that are named as the identifier is.
  func namedIdentifiers() throws(ReadError) -> [BoxNode] {
    guard handler == "mdir", let list else { return [] }
    var found: [BoxNode] = []
    for item in list.children where item.type == "----" {
      var parts = item.payload
      while var part = try parts.nextBox({ _ in nil }) {
        guard part.type == "name" else { continue }
        try part.payload.skip(4)
        let name = part.payload.rest
        if name.elementsEqual(MetadataItem.identifierKey.utf8)
          || name.elementsEqual("content.identifier".utf8)
        {
          found.append(item)
          break
        }
      }
    }
    return found
  }

  /// The `data` boxes of an item.
  func values(of item: BoxNode) throws(ReadError) -> [BoxNode] {
    var item = item
    try item.readChildren()
    return item.all("data")
  }
}
