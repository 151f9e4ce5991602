internal import Validator

/// A binary property list, `bplist00`: its objects by their numbers.
///
/// The layout is that of Apple's CFBinaryPList.c: objects, a table of their offsets, and a trailer
/// of 32 bytes.
struct BinaryPropertyList {
  private static let trailerLength: UInt64 = 32
  /// More keys than a bundle's metadata has; three are known.
  private static let keyLimit: UInt64 = 1_000

  let bytes: ByteReader
  private let offsetWidth: Int
  let referenceWidth: Int
  private let objectCount: UInt64
  let topObject: UInt64
  private let tableOffset: UInt64

  /// Reads the trailer.
  ///
  /// - Throws: `malformed` where its numbers cannot be.
  init(_ list: ByteReader) throws(ReadError) {
    bytes = list
    let total = UInt64(list.count)
    guard list.starts(with: "bplist0"), total >= 8 + BinaryPropertyList.trailerLength else {
      throw ReadError(
        .malformed, "the binary property list is cut short or of an unknown version",
        at: list.place)
    }
    var trailer = try list.slice(
      from: total - BinaryPropertyList.trailerLength, length: BinaryPropertyList.trailerLength)
    try trailer.skip(6)
    offsetWidth = Int(try trailer.uint8())
    referenceWidth = Int(try trailer.uint8())
    objectCount = try trailer.uint64()
    topObject = try trailer.uint64()
    tableOffset = try trailer.uint64()
    guard (1...8).contains(offsetWidth), (1...8).contains(referenceWidth), topObject < objectCount,
      objectCount <= total, tableOffset < total
    else {
      throw ReadError(
        .malformed, "the trailer of the binary property list contradicts itself", at: trailer.place)
    }
  }

  /// The value of a key of the top-level dictionary, a text or a whole number.
  func value(of key: String) throws(ReadError) -> Field<String> {
    var dictionary = try object(topObject)
    let marker = try dictionary.uint8()
    guard marker >> 4 == 0xD else {
      throw ReadError(
        .malformed, "the property list does not hold a dictionary at its top", at: bytes.place)
    }
    let count = try length(marker, &dictionary)
    guard count <= BinaryPropertyList.keyLimit else {
      throw ReadError(
        .limit, "the dictionary has \(count) keys, at most \(BinaryPropertyList.keyLimit) are read",
        at: bytes.place)
    }
    var keys = try dictionary.take(count * UInt64(referenceWidth))
    var values = try dictionary.take(count * UInt64(referenceWidth))
    while !keys.isAtEnd {
      let name = try object(try keys.unsigned(width: referenceWidth))
      let value = try object(try values.unsigned(width: referenceWidth))
      guard try text(name)?.text == key else { continue }
      guard let (text, place) = try text(value) else {
        throw BundleMetadataReader.otherType(at: value.place(ofNext: 1))
      }
      return .present(text, at: place)
    }
    return .absent(searched: [bytes.place])
  }

  /// The bytes from an object's marker on.
  func object(_ number: UInt64) throws(ReadError) -> ByteReader {
    guard number < objectCount else {
      throw ReadError(
        .malformed, "object \(number) is named, the list has \(objectCount)", at: bytes.place)
    }
    // No overflow: the count, and so the number, is at most the length of the list.
    var entry = try bytes.slice(
      from: tableOffset + number * UInt64(offsetWidth), length: UInt64(offsetWidth))
    let offset = try entry.unsigned(width: offsetWidth)
    let total = UInt64(bytes.count)
    guard offset < total else {
      throw ReadError(
        .malformed, "object \(number) is said to stand at offset \(offset) of \(total) bytes",
        at: entry.place)
    }
    return try bytes.slice(from: offset, length: total - offset)
  }

  /// The count in a marker's low half, or in the number that follows where that is 15.
  func length(_ marker: UInt8, _ reader: inout ByteReader) throws(ReadError) -> UInt64 {
    guard marker & 0xF == 0xF else { return UInt64(marker & 0xF) }
    let size = try reader.uint8()
    guard size >> 4 == 1, size & 0xF <= 3 else {
      throw ReadError(
        .malformed, "a length in the binary property list is no whole number", at: bytes.place)
    }
    return try reader.unsigned(width: 1 << Int(size & 0xF))
  }

  /// An object's text or number and its place; nil for other types.
  private func text(_ object: ByteReader) throws(ReadError) -> (text: String, place: Place)? {
    var reader = object
    let marker = try reader.uint8()
    let path: StructurePath = "metadata.plist/PFVideoComplementMetadataVersionKey"
    switch marker >> 4 {
    case 0x1 where marker & 0xF <= 3:
      let number = try reader.take(1 << UInt64(marker & 0xF), path: path)
      var digits = number
      // Whole numbers of eight bytes are signed, shorter ones are not.
      let value = Int64(bitPattern: try digits.unsigned(width: number.count))
      return (String(value), number.place)
    case 0x5:
      let characters = try reader.take(try length(marker, &reader), path: path)
      return (String(decoding: characters.rest, as: UTF8.self), characters.place)
    case 0x6:
      let count = try length(marker, &reader)
      let (byteCount, overflow) = count.multipliedReportingOverflow(by: 2)
      guard !overflow else {
        throw ReadError(.malformed, "a text of \(count) characters", at: object.place)
      }
      var characters = try reader.take(byteCount, path: path)
      let place = characters.place
      var units: [UInt16] = []
      while !characters.isAtEnd { units.append(try characters.uint16()) }
      return (String(decoding: units, as: UTF16.self), place)
    default:
      return nil
    }
  }
}
