internal import Validator

extension ItemTable {
  /// An item's data may be cut from so many pieces of other items' data, not more.
  ///
  /// Each piece means reading the other item; no file that uses the method at all was found.
  private static let indirectExtentLimit = 8

  /// The data of an item, its extents joined.
  ///
  /// Offsets are true throughout where there is one extent, else for the first.
  ///
  /// - Throws: `malformed` where `iloc` lacks the item, `pastEnd` where an extent reaches past what
  ///   holds it, `limit` where the data are over `SourceBytes.partLimit`.
  func data(
    of id: UInt32, in bytes: SourceBytes, path: StructurePath, isIndirect: Bool = false
  ) throws(ReadError) -> ByteReader {
    guard let location = locations.content.location(of: id) else {
      throw locations.error
        ?? ReadError(
          .malformed, "item \(id) has no entry in iloc", at: locations.place ?? place)
    }
    guard !location.isElsewhere else {
      throw ReadError(.unsupported, "item \(id) stands in another file", at: location.place)
    }
    let extents = locations.content.extents(of: location)
    guard let first = extents.first else {
      throw ReadError(.malformed, "item \(id) has no extent", at: location.place)
    }
    let start = try piece(first, of: location, in: bytes, path: path, isIndirect: isIndirect)
    if extents.count == 1 { return start }
    guard location.method != .item || extents.count <= ItemTable.indirectExtentLimit else {
      throw ReadError(
        .limit, "item \(id) is made of \(extents.count) pieces of other items", at: location.place)
    }
    var joined = Array(start.rest)
    for extent in extents.dropFirst() {
      let next = try piece(extent, of: location, in: bytes, path: path, isIndirect: isIndirect)
      guard UInt64(joined.count + next.count) <= SourceBytes.partLimit else {
        throw ReadError(
          .limit, "the extents of item \(id) are more than this reader joins", at: location.place)
      }
      joined += next.rest
    }
    return ByteReader(joined[...], at: start.startOffset, path: path)
  }

  private func piece(
    _ extent: ItemLocations.Extent, of location: ItemLocations.Location, in bytes: SourceBytes,
    path: StructurePath, isIndirect: Bool
  ) throws(ReadError) -> ByteReader {
    switch location.method {
    case .file:
      let toEnd = bytes.size - min(bytes.size, extent.offset)
      return try bytes.part(
        at: extent.offset, length: extent.length == 0 ? toEnd : extent.length, path: path)
    case .itemData:
      guard let data = data.content else {
        throw data.error
          ?? ReadError(
            .malformed, "item \(location.id) is said to stand in idat, which is not there",
            at: location.place)
      }
      return try ItemTable.slice(of: data, extent, path: path)
    case .item:
      guard !isIndirect else {
        throw ReadError(
          .unsupported, "item \(location.id) is a piece of an item that is itself made of pieces",
          at: location.place)
      }
      let source = try source(of: extent, at: location)
      return try ItemTable.slice(
        of: data(of: source, in: bytes, path: path, isIndirect: true), extent, path: path)
    case .unknown(let value):
      throw ReadError(
        .unsupported, "item \(location.id) has construction method \(value)", at: location.place)
    }
  }

  private static func slice(
    of data: ByteReader, _ extent: ItemLocations.Extent, path: StructurePath
  ) throws(ReadError) -> ByteReader {
    let toEnd = UInt64(data.count) - min(UInt64(data.count), extent.offset)
    return try data.slice(
      from: extent.offset, length: extent.length == 0 ? toEnd : extent.length, path: path)
  }

  /// The item that an extent of method 2 is a piece of: its index, from 1, into the `iloc`
  /// references.
  private func source(of extent: ItemLocations.Extent, at location: ItemLocations.Location)
    throws(ReadError) -> UInt32
  {
    let index = Int(clamping: max(1, extent.index))
    if let reference = references.content.reference("iloc", from: location.id),
      let id = references.content.targets(of: reference).dropFirst(index - 1).first
    {
      return id
    }
    throw references.error
      ?? ReadError(
        .malformed, "item \(location.id) is a piece of another item, which iref does not name",
        at: location.place)
  }
}
