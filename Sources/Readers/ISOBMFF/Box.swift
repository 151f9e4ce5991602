package import Validator

/// A box (QuickTime: atom) whose bytes are at hand (ISO/IEC 14496-12, 4.2).
package struct Box: Sendable {
  package let type: FourCharacterCode
  /// 8 bytes, or 16 where the size takes 64 bits.
  private let headerLength: UInt8
  /// A reader of the bytes after the header, to be used where it lies: it is large to copy.
  package var payload: ByteReader

  fileprivate init(_ header: BoxHeader, payload: ByteReader) {
    type = header.type
    headerLength = UInt8(header.headerLength)
    self.payload = payload
  }

  /// Where the box begins.
  var offset: UInt64 { payload.startOffset - UInt64(headerLength) }
  /// The length of the whole box, header and payload.
  var length: UInt64 { UInt64(headerLength) + UInt64(payload.count) }

  /// The whole box, header and payload.
  package var place: Place { Place(payload.path, offset: offset, length: length) }
}

extension FourCharacterCode {
  /// Compares a type with the literal of a `case`.
  ///
  /// Every box passes a dozen of these. The compiler inlines across modules only what is public:
  /// declared here, the literal becomes a number.
  @inline(__always)
  static func ~= (literal: StaticString, type: FourCharacterCode) -> Bool {
    type.rawValue
      == literal.withUTF8Buffer { unsafe $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

extension ByteReader {
  /// The next box of this part, or nil at its end.
  ///
  /// - Parameter path: the path of a box of the given type; the part's own path where it is nil.
  /// - Throws: `malformed` for a size below the header's or zeros in its place, `pastEnd` for one past the part's end.
  package mutating func nextBox(_ path: (FourCharacterCode) -> StructurePath?) throws(ReadError)
    -> Box?
  {
    guard let header = try nextBoxHeader(path) else { return nil }
    // Not `??`, whose right side would copy the reader.
    var boxPath = self.path
    if let own = path(header.type) { boxPath = own }
    return Box(header, payload: try take(header.payloadLength, path: boxPath))
  }

  /// Calls the body with each box of this part.
  ///
  /// The body's reader is this one while it is narrowed to the box's payload: a file has hundreds of
  /// boxes, and a reader of its own for each would cost more than what is read from most.
  ///
  /// - Parameters:
  ///   - path: as for `nextBox`.
  ///   - body: gets the box and a reader of its payload, whose path is the box's.
  /// - Throws: as `nextBox`, and what the body throws.
  @inline(__always)
  mutating func forEachBox(
    _ path: (FourCharacterCode) -> StructurePath?,
    _ body: (BoxHeader, inout ByteReader) throws(ReadError) -> Void
  ) throws(ReadError) {
    while let header = try nextBoxHeader(path) {
      try within(header.payloadLength, path: path(header.type)) { payload throws(ReadError) in
        try body(header, &payload)
      }
    }
  }

  /// The same of boxes that have no path of their own.
  @inline(__always)
  mutating func forEachBox(_ body: (BoxHeader, inout ByteReader) throws(ReadError) -> Void)
    throws(ReadError)
  {
    try forEachBox({ _ in nil }, body)
  }

  /// Goes to the payload of the first box of a type.
  ///
  /// - Returns: the payload's length; nil where there is no such box.
  /// - Throws: as `nextBox`; boxes behind the first of the type are not looked at.
  mutating func lengthOfFirst(_ type: FourCharacterCode) throws(ReadError) -> UInt64? {
    while let header = try nextBoxHeader({ _ in nil }) {
      if header.type == type { return header.payloadLength }
      try skip(header.payloadLength)
    }
    return nil
  }

  /// The header of the next box, which the cursor passes; nil at the end of the part.
  @inline(__always)
  private mutating func nextBoxHeader(_ path: (FourCharacterCode) -> StructurePath?)
    throws(ReadError) -> BoxHeader?
  {
    // Four zero bytes may close a QuickTime list (QuickTime File Format, User Data Atoms).
    let available = UInt64(remaining)
    guard available >= 8 else {
      try skip(available)
      return nil
    }
    let start = offset
    let size32 = try uint32()
    let type = try fourCharacterCode()
    guard size32 != 0 || type.rawValue != 0 else {
      throw ByteReader.zerosForBox(
        of: remaining, at: Place(self.path, offset: start, length: UInt64(remaining)))
    }
    var size = UInt64(size32)
    if size32 == 1 { size = try uint64() }
    if size32 == 0 { size = available }
    let headerLength = offset - start
    guard size >= headerLength, size <= available else {
      throw ByteReader.wrongSize(
        size, of: type, headerLength: headerLength, available: available, at: start,
        path(type) ?? self.path)
    }
    return BoxHeader(type: type, offset: start, headerLength: headerLength, size: size)
  }

  // The errors are made apart: a file has hundreds of boxes, and few are wrong.

  /// A transfer that broke off leaves zeros where the rest of the file belongs.
  @inline(never)
  private static func zerosForBox(of remaining: Int, at place: Place) -> ReadError {
    ReadError(
      .malformed,
      "zero bytes stand where a box belongs, \(remaining) bytes before the end of "
        + "what holds it", at: place)
  }

  @inline(never)
  private static func wrongSize(
    _ size: UInt64, of type: FourCharacterCode, headerLength: UInt64, available: UInt64,
    at start: UInt64, _ path: StructurePath
  ) -> ReadError {
    guard size >= headerLength else {
      return ReadError(
        .malformed,
        "box '\(type)' says it is \(size) bytes long, its header alone is "
          + "\(headerLength)", at: Place(path, offset: start, length: headerLength))
    }
    return ReadError(
      .pastEnd(needed: size, available: available),
      "box '\(type)' says it is \(size) bytes long, \(available) are left in what holds it",
      at: Place(path, offset: start, length: available))
  }

  /// The version and flags that open a FullBox (ISO/IEC 14496-12, 4.2).
  @inline(__always)
  package mutating func versionAndFlags() throws(ReadError) -> (version: UInt8, flags: UInt32) {
    let word = try uint32()
    return (UInt8(truncatingIfNeeded: word >> 24), word & 0xFF_FFFF)
  }
}
