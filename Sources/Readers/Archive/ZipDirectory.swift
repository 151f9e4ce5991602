package import Validator

/// The central directory of a zip archive, entry by entry (APPNOTE 6.3.10, 4.3.12).
///
/// libarchive keeps all entries in memory; here a million of them cost nothing.
package struct ZipDirectory {
  /// A member as the directory tells it.
  package struct Entry: Sendable {
    /// Its bytes as they are in the archive.
    package let path: FilePath
    package let kind: ArchiveMember.Kind
    package let isEncrypted: Bool
    /// Whether the bytes stand in the archive as they are (4.4.5).
    package let isStored: Bool
    /// How many bytes the archive holds of it.
    package let packedSize: UInt64
    /// How many bytes it has once unpacked.
    package let size: UInt64
    /// Where its local header begins.
    package let headerOffset: UInt64
    /// Where its entry in the directory begins.
    package let offset: UInt64
  }

  private static let place: StructurePath = "archive/directory"
  private static let entryLength = 46
  /// What is read of the directory at once.
  private static let pieceLength: UInt64 = 64 * 1024

  private let source: any ByteSource
  private let end: UInt64
  /// What stands before the archive, such as a program that unpacks it.
  private let shift: UInt64
  private var position: UInt64
  private var piece: (start: UInt64, bytes: [UInt8]) = (0, [])

  /// Finds the directory.
  ///
  /// - Throws: `malformed` where no record closes the archive or it points nowhere, or what the
  ///   source throws.
  package init(_ source: any ByteSource) throws(ReadError) {
    self.source = source
    let closing = try ZipDirectory.closing(of: source)
    guard closing.offset <= closing.position, closing.size <= closing.position - closing.offset
    else { throw ZipDirectory.malformed("the directory lies outside of the archive", at: 0) }
    shift = closing.position - closing.size - closing.offset
    position = closing.position - closing.size
    end = closing.position
  }

  /// The next entry; nil after the last one.
  ///
  /// - Throws: `malformed` where the directory is broken; no further entry can be had then.
  package mutating func next() throws(ReadError) -> Entry? {
    guard position < end else { return nil }
    let offset = position
    var fixed = try bytes(ZipDirectory.entryLength)
    guard try fixed.uint32() == 0x0201_4B50 else {
      throw ZipDirectory.malformed("the directory has no entry where one must stand", at: offset)
    }
    let isOfUnix = try fixed.uint16() >> 8 == 3
    try fixed.skip(2)
    let flags = try fixed.uint16()
    let method = try fixed.uint16()
    try fixed.skip(8)
    var (packed, size) = (
      UInt64(try fixed.uint32()), UInt64(try fixed.uint32())
    )
    let nameLength = Int(try fixed.uint16())
    let extraLength = Int(try fixed.uint16())
    let commentLength = Int(try fixed.uint16())
    try fixed.skip(4)
    let attributes = try fixed.uint32()
    var header = UInt64(try fixed.uint32())
    let name = Array(try bytes(nameLength).rest)
    var extra = try bytes(extraLength)
    try ZipDirectory.widen(&size, &packed, &header, by: &extra)
    _ = try bytes(commentLength)
    let kind: ArchiveMember.Kind =
      if name.last == UInt8(ascii: "/") {
        .folder
      } else if isOfUnix, ![0, 0x8000].contains(attributes >> 16 & 0xF000) {
        .other
      } else {
        .regular
      }
    return Entry(
      path: FilePath(bytes: name), kind: kind, isEncrypted: flags & 1 != 0, isStored: method == 0,
      packedSize: packed, size: size, headerOffset: header.addingReportingOverflow(shift).0,
      offset: offset)
  }

  /// Where the bytes of a stored member begin.
  ///
  /// - Throws: `malformed` where its local header says something else than the directory.
  package static func contentOffset(of entry: Entry, in source: any ByteSource) throws(ReadError)
    -> UInt64
  {
    let place = Place("archive/member", offset: entry.headerOffset, length: 30)
    var header = ByteReader(
      try source.bytes(at: entry.headerOffset, count: 30)[...], at: entry.headerOffset,
      path: "archive/member", order: .littleEndian)
    guard header.remaining == 30, try header.uint32() == 0x0403_4B50 else {
      throw ReadError(
        .malformed, "the directory points to no member at offset \(entry.headerOffset)", at: place)
    }
    try header.skip(2)
    let flags = try header.uint16()
    let method = try header.uint16()
    try header.skip(8)
    let packed = try header.uint32()
    try header.skip(4)
    let lengths = UInt64(try header.uint16()) + UInt64(try header.uint16())
    // Behind bit 3 and in ZIP64 the local header need not tell the size (4.4.4, 4.4.8).
    let isSizeTold = flags & 8 == 0 && packed != .max
    guard method == 0, !isSizeTold || UInt64(packed) == entry.packedSize,
      entry.size == entry.packedSize
    else {
      throw ReadError(
        .malformed,
        "the directory says that \(entry.path) has \(entry.size) bytes, its own entry "
          + "says otherwise", at: place)
    }
    let start = entry.headerOffset + 30 + lengths
    guard start <= source.size, entry.size <= source.size - start else {
      throw ReadError(
        .malformed, "\(entry.path) has \(entry.size) bytes, which reach past the archive's end",
        at: place)
    }
    return start
  }

  // MARK: Bytes

  /// The next bytes of the directory.
  private mutating func bytes(_ count: Int) throws(ReadError) -> ByteReader {
    guard UInt64(count) <= end - position else {
      throw ZipDirectory.malformed("the directory ends within an entry", at: position)
    }
    if position < piece.start || position - piece.start + UInt64(count) > UInt64(piece.bytes.count)
    {
      let length = min(end - position, max(ZipDirectory.pieceLength, UInt64(count)))
      piece = (position, try source.bytes(at: position, count: Int(length)))
      guard piece.bytes.count >= count else {
        throw ZipDirectory.malformed("the archive ended while it was read", at: position)
      }
    }
    let from = Int(position - piece.start)
    defer { position += UInt64(count) }
    return ByteReader(
      Array(piece.bytes[from..<(from + count)])[...], at: position, path: ZipDirectory.place,
      order: .littleEndian)
  }

  /// Takes over the numbers that did not fit into 32 bits (4.5.3).
  private static func widen(
    _ size: inout UInt64, _ packed: inout UInt64, _ header: inout UInt64,
    by extra: inout ByteReader
  ) throws(ReadError) {
    let isWide = { (value: UInt64) in value == UInt64(UInt32.max) }
    guard isWide(size) || isWide(packed) || isWide(header) else { return }
    while extra.remaining >= 4 {
      let id = try extra.uint16()
      var field = try extra.take(UInt64(try extra.uint16()), path: place)
      guard id == 1 else { continue }
      if isWide(size) { size = try field.uint64() }
      if isWide(packed) { packed = try field.uint64() }
      if isWide(header) { header = try field.uint64() }
      return
    }
  }

  // MARK: The closing record

  private typealias Closing = (position: UInt64, size: UInt64, offset: UInt64)

  /// Where the directory ends, how long it is and where it says that it begins (4.3.14 to 4.3.16).
  private static func closing(of source: any ByteSource) throws(ReadError) -> Closing {
    let length = min(source.size, 22 + 65_535)
    let start = source.size - length
    let tail = try source.bytes(at: start, count: Int(length))
    guard
      let index = tail.indices.dropLast(21).last(where: {
        tail[$0] == 0x50 && tail[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06])
      })
    else {
      throw malformed(
        "the file ends without the directory that closes every zip archive", at: source.size)
    }
    var record = ByteReader(
      tail[index...], at: start + UInt64(index), path: place, order: .littleEndian)
    try record.skip(12)
    let size = try record.uint32()
    let offset = try record.uint32()
    let position = start + UInt64(index)
    // ZIP64 only counts where the numbers do not fit.
    guard size == .max || offset == .max, position >= 20 else {
      return (position, UInt64(size), UInt64(offset))
    }
    return try wideClosing(of: source, before: position)
      ?? (position, UInt64(size), UInt64(offset))
  }

  private static func wideClosing(of source: any ByteSource, before position: UInt64)
    throws(ReadError) -> Closing?
  {
    var locator = ByteReader(
      try source.bytes(at: position - 20, count: 20)[...], at: position - 20, path: place,
      order: .littleEndian)
    guard try locator.uint32() == 0x0706_4B50 else { return nil }
    try locator.skip(4)
    let at = try locator.uint64()
    guard at < source.size else {
      throw malformed("the directory lies outside of the archive", at: at)
    }
    var record = ByteReader(
      try source.bytes(at: at, count: 56)[...], at: at, path: place,
      order: .littleEndian)
    guard try record.uint32() == 0x0606_4B50 else {
      throw malformed("the ZIP64 record does not stand where it must", at: at)
    }
    try record.skip(36)
    return (at, try record.uint64(), try record.uint64())
  }

  private static func malformed(_ reason: String, at offset: UInt64) -> ReadError {
    ReadError(.malformed, reason, at: Place(place, offset: offset, length: 0))
  }
}
