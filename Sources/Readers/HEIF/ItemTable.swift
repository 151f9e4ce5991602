internal import Validator

/// A child box of `meta`: what was read of it, and what ended the reading early.
struct MetaPart<Content: Sendable>: Sendable {
  var content: Content
  /// Where the box stands; nil where none was found.
  var place: Place?
  /// Why the box, or the search for it, was not read to its end.
  var error: ReadError?

  init(_ content: Content) {
    self.content = content
  }

  /// Reads a box, keeping what was read before a fault.
  mutating func fill(
    from box: BoxHeader, _ payload: inout ByteReader,
    _ read: (inout Content, inout ByteReader) throws(ReadError) -> Void
  ) {
    let place = box.place(payload.path)
    guard self.place == nil else {
      error = error ?? ReadError(.malformed, "a second '\(box.type)' box in meta", at: place)
      return
    }
    self.place = place
    do throws(ReadError) {
      try read(&content, &payload)
    } catch {
      self.error = error
    }
  }
}

/// The items of a HEIF file as its `meta` box lists them (ISO/IEC 14496-12, 8.11).
///
/// Nothing is looked up that no fact asks for: camera files have over a hundred items, all but a
/// few of them tiles.
struct ItemTable: Sendable {
  /// The `meta` box.
  let place: Place
  /// Whether the file ends inside the `meta` box.
  let isCut: Bool
  var handler = MetaPart<FourCharacterCode?>(nil)
  var primaryID = MetaPart<UInt32?>(nil)
  var items = MetaPart(ItemList())
  var locations = MetaPart(ItemLocations())
  var references = MetaPart(ItemReferences())
  var properties = MetaPart(ItemProperties())
  /// The payload of `idat`, the data that stand in `meta` itself.
  var data = MetaPart<ByteReader?>(nil)
  /// The faults of boxes, each once.
  private(set) var faults: [ReadError] = []

  /// Reads the `meta` box of a file.
  ///
  /// - Throws: an error where there is none or nothing of it can be read; faults inside it are kept
  ///   with the part that they hurt.
  init(_ layout: TopLevelBoxes, in bytes: SourceBytes) throws(ReadError) {
    guard let header = layout.boxes.first(where: { $0.type == "meta" }) else {
      throw ItemTable.noMeta(layout, size: bytes.size)
    }
    var reader = try bytes.available(
      at: header.payloadOffset, length: header.payloadLength, path: "meta")
    isCut = UInt64(reader.count) < header.payloadLength
    place = Place(
      "meta", offset: header.offset, length: UInt64(reader.count) + header.headerLength)
    do throws(ReadError) {
      _ = try reader.versionAndFlags()
      try reader.forEachBox(ItemTable.path) { box, payload in take(box, &payload) }
      if isCut { try reader.require(1) }
    } catch {
      noteUnsearched(error)
    }
    properties.content.associate(primary: primaryID.content)
    properties.error = properties.error ?? properties.content.associationError
    collectFaults()
  }

  private static func noMeta(_ layout: TopLevelBoxes, size: UInt64) -> ReadError {
    if let error = layout.error { return error }
    if let (box, missing) = layout.overrun {
      return ReadError(
        .pastEnd(needed: box.size, available: size - box.offset),
        "the file ends \(missing) bytes before its box '\(box.type)' does, and no meta box stands "
          + "before that", at: Place("file", offset: 0, length: size))
    }
    if layout.boxes.contains(where: { $0.type == "moov" }) {
      return ReadError(
        .unsupported, "the file holds an image sequence (moov) and no still picture (meta)",
        at: Place("file", offset: 0, length: size))
    }
    return ReadError(
      .malformed, "the file has no meta box, which lists the picture's items",
      at: Place("file", offset: 0, length: size))
  }

  private static func path(_ type: FourCharacterCode) -> StructurePath? {
    switch type {
    case "hdlr": "meta/hdlr"
    case "pitm": "meta/pitm"
    case "iinf": "meta/iinf"
    case "iloc": "meta/iloc"
    case "iref": "meta/iref"
    case "iprp": "meta/iprp"
    case "idat": "meta/idat"
    default: nil
    }
  }

  private mutating func take(_ box: BoxHeader, _ payload: inout ByteReader) {
    switch box.type {
    case "hdlr":
      handler.fill(from: box, &payload) { (type, reader) throws(ReadError) in
        try reader.skip(8)
        type = try reader.fourCharacterCode()
      }
    case "pitm":
      primaryID.fill(from: box, &payload) { (id, reader) throws(ReadError) in
        id =
          try reader.versionAndFlags().version == 0
          ? UInt32(try reader.uint16()) : try reader.uint32()
      }
    case "iinf":
      items.fill(from: box, &payload) { (list, reader) throws(ReadError) in
        try list.read(&reader)
      }
    case "iloc":
      locations.fill(from: box, &payload) { (list, reader) throws(ReadError) in
        try list.read(&reader)
      }
    case "iref":
      references.fill(from: box, &payload) { (list, reader) throws(ReadError) in
        try list.read(&reader)
      }
    case "iprp":
      properties.fill(from: box, &payload) { (list, reader) throws(ReadError) in
        try list.read(&reader)
      }
    case "idat": data.fill(from: box, &payload) { data, reader in data = reader }
    default: break
    }
  }

  /// Gives the error that ended the walk to every part that was not met before it.
  private mutating func noteUnsearched(_ error: ReadError) {
    if handler.place == nil { handler.error = error }
    if primaryID.place == nil { primaryID.error = error }
    if items.place == nil { items.error = error }
    if locations.place == nil { locations.error = error }
    if references.place == nil { references.error = error }
    if properties.place == nil { properties.error = error }
    if data.place == nil { data.error = error }
    faults.append(error)
  }

  private mutating func collectFaults() {
    for error in [
      handler.error, primaryID.error, items.error, locations.error, references.error,
      properties.error, data.error,
    ] {
      if let error, !faults.contains(error) { faults.append(error) }
    }
  }
}
