package import Validator

/// An IFD: a list of tags (TIFF 6.0, section 2).
package struct IFD: Sendable {
  /// One entry: a tag and where its value stands.
  package struct Entry: Sendable {
    package let tag: UInt16
    /// The field type as it stands, also where TIFF does not know it.
    package let type: UInt16
    /// How many values of that type there are.
    package let count: UInt32
    /// The last four bytes as a number: the value's offset, where it does not fit in here.
    package let offset: UInt32
    /// The entry's distance from the first byte of its block.
    package let distance: UInt64

    /// How many bytes an entry takes.
    package static let size: UInt64 = 12

    /// Whether all that tells what it is is zero, as where data were lost: TIFF has no type 0.
    var isBlank: Bool { tag == 0 && type == 0 && count == 0 }

    /// How many bytes the value takes.
    package var length: UInt64 { UInt64(count) * Entry.width(ofType: type) }

    /// The distance of the value from the first byte of its block.
    package var valueDistance: UInt64 { length <= 4 ? distance + 8 : UInt64(offset) }

    /// Whether the value lies within a block of so many bytes.
    package func fits(in total: UInt64) -> Bool {
      valueDistance <= total && length <= total - valueDistance
    }

    /// The value's bytes.
    ///
    /// - Throws: `pastEnd` with the place of the entry, where the value lies outside the block.
    package func value(in block: ByteReader, path: StructurePath) throws(ReadError) -> ByteReader {
      let total = UInt64(block.count)
      guard fits(in: total) else {
        throw ReadError(
          .pastEnd(
            needed: length, available: valueDistance <= total ? total - valueDistance : 0),
          "the value takes \(length) bytes at offset \(offset) of a block of \(total) bytes",
          at: Place(path, offset: block.startOffset + distance, length: Entry.size))
      }
      return try block.slice(from: valueDistance, length: length, path: path)
    }

    /// Whether it is known how many bytes a value of the type takes.
    package var hasKnownType: Bool {
      (1...13).contains(type) || (16...18).contains(type) || type == 129
    }

    /// The bytes of one value of a type (TIFF 6.0, section 2; 129 is UTF-8 of Exif 3.0).
    ///
    /// Numbers of 64 bits are of BigTIFF; iPhones write them in their notes (measured on a 15 Pro).
    /// A type that is none of these counts as bytes.
    private static func width(ofType type: UInt16) -> UInt64 {
      switch type {
      case 3, 8: 2
      case 4, 9, 11, 13: 4
      case 5, 10, 12, 16, 17, 18: 8
      default: 1
      }
    }
  }

  /// More entries than any real IFD has; Apple's notes, the longest measured, hold up to 61.
  static let entryLimit = 2_048

  /// The bytes of the directory that are there.
  package private(set) var place: Place
  package private(set) var entries: [Entry] = []
  /// The distance of the next IFD in the block; 0 where there is none.
  package private(set) var nextDistance: UInt32 = 0
  /// How many entries it says it has.
  private(set) var announcedCount = 0
  /// How much of the block follows the number of entries.
  private var bytesBehindCount = 0
  /// Why not all entries could be read.
  package private(set) var error: ReadError?

  /// Reads a directory as far as its bytes go.
  ///
  /// - Parameters:
  ///   - block: the bytes that offsets count from, in their byte order.
  ///   - distance: where the directory begins in the block.
  ///   - path: its path.
  package init(of block: ByteReader, at distance: UInt64, path: StructurePath) {
    let start = min(distance, UInt64(block.count))
    place = Place(path, offset: block.startOffset + start, length: 0)
    do {
      try read(block, at: distance, path: path)
    } catch {
      self.error = error
    }
  }

  private mutating func read(_ block: ByteReader, at distance: UInt64, path: StructurePath)
    throws(ReadError)
  {
    let total = UInt64(block.count)
    guard distance <= total, total - distance >= 2 else {
      throw ReadError(
        .pastEnd(needed: 2, available: 0),
        "the directory at offset \(distance) lies outside a block of \(total) bytes", at: place)
    }
    var reader = try block.slice(from: distance, length: total - distance, path: path)
    announcedCount = Int(try reader.uint16())
    bytesBehindCount = reader.remaining
    let room = reader.remaining / Int(Entry.size)
    let count = min(announcedCount, room, IFD.entryLimit)
    place = Place(path, offset: place.offset, length: 2 + UInt64(count) * Entry.size)
    entries.reserveCapacity(count)
    for index in 0..<count {
      entries.append(
        Entry(
          tag: try reader.uint16(), type: try reader.uint16(), count: try reader.uint32(),
          offset: try reader.uint32(), distance: distance + 2 + UInt64(index) * Entry.size))
    }
    guard announcedCount == count else {
      throw ReadError(
        count < room
          ? .limit
          : .pastEnd(
            needed: UInt64(announcedCount) * Entry.size, available: UInt64(room) * 12),
        "the directory says it has \(announcedCount) entries, \(count) of them could be read",
        at: place)
    }
    guard !entries.contains(where: \.isBlank) else {
      throw ReadError(
        .malformed, "zero bytes stand where entries of the directory belong", at: place)
    }
    // Some writers leave out the closing offset of a last directory.
    if reader.remaining >= 4 { nextDistance = try reader.uint32() }
  }

  /// Takes a directory without entries for lost where more follows than the next one's offset:
  /// TIFF 6.0 asks for one entry at least.
  mutating func requireEntries() {
    guard announcedCount == 0, bytesBehindCount > 4, error == nil else { return }
    error = ReadError(.malformed, "the directory says it has no entries", at: place)
  }

  /// The first entry with a tag.
  package func first(_ tag: UInt16) -> Entry? {
    entries.first { $0.tag == tag }
  }
}

extension ByteReader {
  /// Reads the header of a TIFF block and sets the byte order that it names.
  ///
  /// - Returns: the distance of the first directory.
  /// - Throws: `malformed` where the bytes are no TIFF header, `pastEnd` where they are too few.
  package mutating func tiffHeader() throws(ReadError) -> UInt32 {
    let start = place(ofNext: 8)
    let mark = try uint16()
    switch mark {
    case 0x4D4D: order = .bigEndian
    case 0x4949: order = .littleEndian
    default:
      throw ReadError(
        .malformed, "no TIFF header stands here: it begins with MM or II", at: start)
    }
    let magic = try uint16()
    guard magic == 42 else {
      throw ReadError(.malformed, "the TIFF header says \(magic) where 42 belongs", at: start)
    }
    return try uint32()
  }
}
