package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// In which order the bytes of a number stand.
package enum ByteOrder: Sendable {
  case bigEndian, littleEndian
}

/// A cursor over some bytes of a file that cannot leave them.
///
/// Every read goes through `require`, the only bound check; errors carry the absolute offset in the
/// file. A reader made by `take` or `slice` cannot see past its part.
///
/// Readers are copied for every box and tag, so a reader is an array and numbers: parts share the
/// array.
package struct ByteReader: Sendable {
  private let bytes: [UInt8]
  /// Where the part begins in `bytes`.
  private var first: Int
  private var position: Int
  /// Where the part ends in `bytes`.
  private var end: Int
  /// The offset in the file of the part's first byte.
  private var start: UInt64
  /// The structure that errors name.
  package var path: StructurePath
  /// The order that multi-byte reads use.
  package var order: ByteOrder

  /// Creates a reader of bytes that stand at an offset in their file.
  package init(
    _ bytes: ArraySlice<UInt8>, at offset: UInt64, path: StructurePath,
    order: ByteOrder = .bigEndian
  ) {
    let own = Array(bytes)
    self.init(own, own.indices, at: offset, path: path, order: order)
  }

  /// Creates a reader of a part of an array, which is not copied.
  ///
  /// - Parameters:
  ///   - bytes: the array.
  ///   - range: the part, by the array's indices.
  ///   - offset: where the part's first byte stands in the file.
  init(
    _ bytes: [UInt8], _ range: Range<Int>, at offset: UInt64, path: StructurePath,
    order: ByteOrder = .bigEndian
  ) {
    let range = range.clamped(to: bytes.indices)
    self.init(
      bytes, from: range.lowerBound, to: range.upperBound, at: offset, path: path, order: order)
  }

  /// Creates a reader of a part that is known to lie in the array.
  @inline(__always)
  private init(
    _ bytes: [UInt8], from first: Int, to end: Int, at offset: UInt64, path: StructurePath,
    order: ByteOrder
  ) {
    self.bytes = bytes
    self.first = first
    position = first
    self.end = end
    start = offset
    self.path = path
    self.order = order
  }

  // The part lies in the array and the cursor in the part, from the initialiser on: what is
  // reckoned from them cannot overflow.

  /// The offset in the file of the next byte.
  package var offset: UInt64 { start &+ UInt64(truncatingIfNeeded: position &- first) }
  /// How many bytes are left.
  package var remaining: Int { end &- position }
  package var isAtEnd: Bool { position == end }
  /// How many bytes the whole part holds.
  package var count: Int { end &- first }
  /// The offset in the file of the part's first byte.
  package var startOffset: UInt64 { start }
  /// The place of the whole part.
  package var place: Place { Place(path, offset: start, length: UInt64(count)) }

  /// The place of the next bytes, at most those that are left.
  package func place(ofNext length: Int) -> Place {
    Place(path, offset: offset, length: UInt64(min(max(0, length), remaining)))
  }

  /// Fails where fewer bytes are left than needed.
  ///
  /// - Throws: `pastEnd` with both numbers.
  @inline(__always)
  package func require(_ needed: UInt64) throws(ReadError) {
    guard needed <= UInt64(truncatingIfNeeded: remaining) else {
      throw ByteReader.shortage(needed, of: remaining, at: offset, path)
    }
  }

  /// Kept apart, so that `require` is short enough to be part of every read; static, so that no
  /// read puts a copy of the reader down for it.
  @inline(never)
  private static func shortage(
    _ needed: UInt64, of remaining: Int, at offset: UInt64, _ path: StructurePath
  ) -> ReadError {
    ReadError(
      .pastEnd(needed: needed, available: UInt64(remaining)),
      "\(needed) bytes are needed here, \(remaining) are left",
      at: Place(path, offset: offset, length: UInt64(remaining)))
  }

  // MARK: Numbers

  @inline(__always)
  package mutating func uint8() throws(ReadError) -> UInt8 {
    try require(1)
    defer { position &+= 1 }
    return bytes[position]
  }

  @inline(__always)
  package mutating func uint16() throws(ReadError) -> UInt16 {
    try require(2)
    defer { position &+= 2 }
    let high = UInt16(bytes[position])
    let low = UInt16(bytes[position + 1])
    return order == .bigEndian ? high << 8 | low : low << 8 | high
  }

  @inline(__always)
  package mutating func uint32() throws(ReadError) -> UInt32 {
    try require(4)
    defer { position &+= 4 }
    let value = bigEndian32(at: position)
    return order == .bigEndian ? value : value.byteSwapped
  }

  @inline(__always)
  private func bigEndian32(at index: Int) -> UInt32 {
    UInt32(bytes[index]) << 24 | UInt32(bytes[index &+ 1]) << 16
      | UInt32(bytes[index &+ 2]) << 8 | UInt32(bytes[index &+ 3])
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
    defer { position &+= 4 }
    return FourCharacterCode(rawValue: bigEndian32(at: position))
  }

  /// A number by its distance from the next byte; the cursor stays.
  ///
  /// - Throws: `pastEnd` where it reaches past the part.
  @inline(__always)
  package func uint32(at distance: Int) throws(ReadError) -> UInt32 {
    guard distance >= 0, distance <= remaining - 4 else {
      throw ByteReader.shortage(
        UInt64(clamping: distance) + 4, of: remaining, at: offset, path)
    }
    let value = bigEndian32(at: position + distance)
    return order == .bigEndian ? value : value.byteSwapped
  }

  /// The sum of 32-bit numbers by the distance of the first from the next byte; the cursor stays.
  ///
  /// - Throws: `pastEnd` where they reach past the part.
  func sum32(at distance: Int, count: Int) throws(ReadError) -> UInt64 {
    guard distance >= 0, count >= 0, distance <= remaining, count <= (remaining - distance) / 4
    else {
      // More numbers than a file can hold are told as that many.
      let length = UInt64(clamping: min(count, Int(UInt32.max))) * 4
      throw ByteReader.shortage(
        UInt64(clamping: distance) + length, of: remaining, at: offset, path)
    }
    var sum: UInt64 = 0
    var at = position + distance
    // There are fewer than 2³² numbers below 2³² in any array: no overflow.
    for _ in 0..<count {
      let value = bigEndian32(at: at)
      sum &+= UInt64(order == .bigEndian ? value : value.byteSwapped)
      at &+= 4
    }
    return sum
  }

  /// An unsigned number of `width` bytes, 0 to 8, as `iloc` and `ilst` hold them.
  ///
  /// - Throws: `malformed` for another width.
  package mutating func unsigned(width: Int) throws(ReadError) -> UInt64 {
    if width == 4 { return UInt64(try uint32()) }
    if width == 0 { return 0 }
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
      throw ByteReader.shortage(
        UInt64(clamping: distance) + UInt64(clamping: width), of: remaining, at: offset, path)
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
    position &+= Int(truncatingIfNeeded: length)
  }

  /// The next bytes, which the cursor passes.
  @inline(__always)
  package mutating func take(_ length: UInt64, path: StructurePath? = nil) throws(ReadError)
    -> ByteReader
  {
    try require(length)
    let from = position
    let at = offset
    position &+= Int(truncatingIfNeeded: length)
    var partPath = self.path
    if let path { partPath = path }
    return ByteReader(bytes, from: from, to: position, at: at, path: partPath, order: order)
  }

  /// Lets the body read the next bytes as if they were all; the cursor passes them, however many of
  /// them it reads.
  ///
  /// It is `take` without another reader: this one is narrowed, and is what it was afterwards.
  ///
  /// - Throws: `pastEnd` where fewer bytes are left, and what the body throws.
  @inline(__always)
  mutating func within(
    _ length: UInt64, path: StructurePath?,
    _ body: (inout ByteReader) throws(ReadError) -> Void
  ) throws(ReadError) {
    try require(length)
    let whole = (first: first, end: end, start: start, path: self.path, order: order)
    start = offset
    first = position
    end = position &+ Int(truncatingIfNeeded: length)
    if let path { self.path = path }
    defer {
      position = end
      (first, end, start, self.path, order) = whole
    }
    try body(&self)
  }

  /// A part by its distance from this part's first byte; the cursor stays.
  ///
  /// - Throws: `pastEnd` where the part reaches outside.
  package func slice(from distance: UInt64, length: UInt64, path: StructurePath? = nil)
    throws(ReadError) -> ByteReader
  {
    let total = UInt64(count)
    guard distance <= total, length <= total - distance else {
      throw ByteReader.outside(
        distance, length, of: Place(path ?? self.path, offset: start, length: total))
    }
    let from = first + Int(distance)
    var partPath = self.path
    if let path { partPath = path }
    return ByteReader(
      bytes, from: from, to: from + Int(length), at: start + distance, path: partPath, order: order)
  }

  /// Kept apart for the reason that `shortage` is.
  @inline(never)
  private static func outside(_ distance: UInt64, _ length: UInt64, of part: Place) -> ReadError {
    ReadError(
      .pastEnd(needed: length, available: part.length - min(part.length, distance)),
      "\(length) bytes at offset \(distance) of a part of \(part.length) bytes", at: part)
  }

  /// The bytes that are left; the cursor stays.
  package var rest: ArraySlice<UInt8> { bytes[position..<end] }

  /// Whether the next bytes are these; the cursor stays.
  package func starts(with prefix: StaticString) -> Bool {
    let wanted = prefix.utf8CodeUnitCount
    guard wanted <= remaining else { return false }
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return wanted == 0 }
      return unsafe memcmp(base + position, prefix.utf8Start, wanted) == 0
    }
  }
}
