package import Validator

/// In which order the bytes of a number stand.
package enum ByteOrder: Sendable {
  case bigEndian, littleEndian
}

/// A cursor over some bytes of a file that cannot leave them.
///
/// Every read goes through `require`, the only bound check; errors carry the absolute offset in the
/// file. A reader made by `take` or `slice` cannot see past its part.
package struct ByteReader: Sendable {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// The offset in the file of `bytes[bytes.startIndex]`.
  private let start: UInt64
  /// The structure that errors name.
  package var path: StructurePath
  /// The order that multi-byte reads use.
  package var order: ByteOrder

  /// Creates a reader of bytes that stand at an offset in their file.
  package init(
    _ bytes: ArraySlice<UInt8>, at offset: UInt64, path: StructurePath,
    order: ByteOrder = .bigEndian
  ) {
    self.bytes = bytes
    position = bytes.startIndex
    start = offset
    self.path = path
    self.order = order
  }

  /// The offset in the file of the next byte.
  package var offset: UInt64 { start + UInt64(position - bytes.startIndex) }
  /// How many bytes are left.
  package var remaining: Int { bytes.endIndex - position }
  package var isAtEnd: Bool { remaining == 0 }
  /// How many bytes the whole part holds.
  package var count: Int { bytes.count }
  /// The offset in the file of the part's first byte.
  package var startOffset: UInt64 { start }
  /// The place of the whole part.
  package var place: Place { Place(path, offset: start, length: UInt64(bytes.count)) }

  /// The place of the next bytes, at most those that are left.
  package func place(ofNext length: Int) -> Place {
    Place(path, offset: offset, length: UInt64(min(max(0, length), remaining)))
  }

  /// Fails where fewer bytes are left than needed.
  ///
  /// - Throws: `pastEnd` with both numbers.
  @inline(__always)
  package func require(_ needed: UInt64) throws(ReadError) {
    guard needed <= UInt64(remaining) else { throw shortage(needed) }
  }

  /// Kept apart, so that `require` is short enough to be part of every read.
  @inline(never)
  private func shortage(_ needed: UInt64) -> ReadError {
    ReadError(
      .pastEnd(needed: needed, available: UInt64(remaining)),
      "\(needed) bytes are needed here, \(remaining) are left",
      at: Place(path, offset: offset, length: UInt64(remaining)))
  }

  // MARK: Numbers

  @inline(__always)
  package mutating func uint8() throws(ReadError) -> UInt8 {
    try require(1)
    defer { position += 1 }
    return bytes[position]
  }

  @inline(__always)
  package mutating func uint16() throws(ReadError) -> UInt16 {
    try require(2)
    defer { position += 2 }
    let high = UInt16(bytes[position])
    let low = UInt16(bytes[position + 1])
    return order == .bigEndian ? high << 8 | low : low << 8 | high
  }

  @inline(__always)
  package mutating func uint32() throws(ReadError) -> UInt32 {
    try require(4)
    defer { position += 4 }
    let value = bigEndian32(at: position)
    return order == .bigEndian ? value : value.byteSwapped
  }

  @inline(__always)
  private func bigEndian32(at index: Int) -> UInt32 {
    UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16
      | UInt32(bytes[index + 2]) << 8 | UInt32(bytes[index + 3])
  }

  package mutating func uint64() throws(ReadError) -> UInt64 {
    try require(8)
    let first = UInt64(try uint32())
    let second = UInt64(try uint32())
    return order == .bigEndian ? first << 32 | second : second << 32 | first
  }

  package mutating func int16() throws(ReadError) -> Int16 {
    Int16(bitPattern: try uint16())
  }

  package mutating func int32() throws(ReadError) -> Int32 {
    Int32(bitPattern: try uint32())
  }

  package mutating func int64() throws(ReadError) -> Int64 {
    Int64(bitPattern: try uint64())
  }

  @inline(__always)
  package mutating func fourCharacterCode() throws(ReadError) -> FourCharacterCode {
    try require(4)
    defer { position += 4 }
    return FourCharacterCode(rawValue: bigEndian32(at: position))
  }

  /// A number by its distance from the next byte; the cursor stays.
  ///
  /// - Throws: `pastEnd` where it reaches past the part.
  @inline(__always)
  package func uint32(at distance: Int) throws(ReadError) -> UInt32 {
    guard distance >= 0, distance <= remaining - 4 else {
      throw shortage(UInt64(clamping: distance) + 4)
    }
    let value = bigEndian32(at: position + distance)
    return order == .bigEndian ? value : value.byteSwapped
  }

  /// An unsigned number of `width` bytes, 0 to 8, as `iloc` and `ilst` hold them.
  ///
  /// - Throws: `malformed` for another width.
  package mutating func unsigned(width: Int) throws(ReadError) -> UInt64 {
    guard (0...8).contains(width) else {
      throw ReadError(.malformed, "a number of \(width) bytes", at: place(ofNext: remaining))
    }
    let value = try unsigned(at: 0, width: width)
    position += width
    return value
  }

  /// An unsigned number of `width` bytes, 0 to 8, by its distance from the next byte; the cursor
  /// stays.
  ///
  /// - Throws: `pastEnd` where it reaches past the part.
  package func unsigned(at distance: Int, width: Int) throws(ReadError) -> UInt64 {
    guard distance >= 0, width <= remaining, distance <= remaining - width else {
      throw shortage(UInt64(clamping: distance) + UInt64(clamping: width))
    }
    let first = position + distance
    var value: UInt64 = 0
    for index in 0..<width {
      let byte = bytes[order == .bigEndian ? first + index : first + width - 1 - index]
      value = value << 8 | UInt64(byte)
    }
    return value
  }

  // MARK: Bytes

  @inline(__always)
  package mutating func skip(_ length: UInt64) throws(ReadError) {
    try require(length)
    position += Int(length)
  }

  /// The next bytes, which the cursor passes.
  @inline(__always)
  package mutating func take(_ length: UInt64, path: StructurePath? = nil) throws(ReadError)
    -> ByteReader
  {
    try require(length)
    let at = offset
    let slice = bytes[position..<(position + Int(length))]
    position += Int(length)
    var part = ByteReader(slice, at: at, path: self.path, order: order)
    if let path { part.path = path }
    return part
  }

  /// A part by its distance from this part's first byte; the cursor stays.
  ///
  /// - Throws: `pastEnd` where the part reaches outside.
  package func slice(from distance: UInt64, length: UInt64, path: StructurePath? = nil)
    throws(ReadError) -> ByteReader
  {
    let total = UInt64(bytes.count)
    guard distance <= total, length <= total - distance else {
      throw ReadError(
        .pastEnd(needed: length, available: distance <= total ? total - distance : 0),
        "\(length) bytes at offset \(distance) of a part of \(total) bytes",
        at: path.map { Place($0, offset: start, length: total) } ?? place)
    }
    let from = bytes.startIndex + Int(distance)
    return ByteReader(
      bytes[from..<(from + Int(length))], at: start + distance, path: path ?? self.path,
      order: order)
  }

  /// The bytes that are left; the cursor stays.
  package var rest: ArraySlice<UInt8> { bytes[position...] }

  /// Whether the next bytes are these; the cursor stays.
  package func starts(with prefix: StaticString) -> Bool {
    let wanted = prefix.utf8CodeUnitCount
    guard wanted <= remaining else { return false }
    return prefix.withUTF8Buffer { buffer in
      unsafe buffer.elementsEqual(bytes[position..<(position + wanted)])
    }
  }
}
