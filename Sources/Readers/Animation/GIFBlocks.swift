internal import Validator

/// A cursor over the blocks of a GIF file, which reads the file in pieces.
///
/// Blocks are short and follow one another without an index, so that every length byte has to be
/// seen; a piece serves hundreds of them, and no more than one piece is held.
struct GIFBlocks {
  /// As long as the file's first read, which so serves as the first piece.
  private static let pieceLength = UInt64(SourceBytes.headLength)

  private let bytes: SourceBytes
  private var piece: ByteReader

  init(_ bytes: SourceBytes) throws(ReadError) {
    self.bytes = bytes
    piece = try bytes.available(at: 0, length: GIFBlocks.pieceLength, path: "file")
    piece.order = .littleEndian
  }

  /// The offset in the file of the next byte.
  var offset: UInt64 { piece.offset }

  /// The next bytes, all of them, which the cursor passes.
  ///
  /// - Parameters:
  ///   - length: how many, no more than a piece holds.
  ///   - part: what they are, for the error.
  /// - Throws: `pastEnd` where the file ends before.
  mutating func take(_ length: Int, of part: StaticString, _ path: StructurePath)
    throws(ReadError) -> ByteReader
  {
    try gather(length, of: part, path)
    return try piece.take(UInt64(length), path: path)
  }

  /// The next byte, which the cursor passes.
  ///
  /// - Throws: `pastEnd` where the file ends before.
  mutating func byte(of part: StaticString, _ path: StructurePath) throws(ReadError) -> UInt8 {
    if piece.isAtEnd { try gather(1, of: part, path) }
    return try piece.uint8()
  }

  /// Passes data sub-blocks up to and with the empty one that ends them (GIF89a, 15 and 16).
  mutating func passSubBlocks(of part: StaticString, _ path: StructurePath) throws(ReadError) {
    while true {
      let length = try byte(of: part, path)
      if length == 0 { return }
      if piece.remaining < Int(length) { try gather(Int(length), of: part, path) }
      try piece.skip(UInt64(length))
    }
  }

  /// Makes sure that so many bytes are in the piece.
  private mutating func gather(_ length: Int, of part: StaticString, _ path: StructurePath)
    throws(ReadError)
  {
    guard piece.remaining < length else { return }
    var next = try bytes.available(
      at: piece.offset, length: GIFBlocks.pieceLength, path: "file")
    next.order = .littleEndian
    piece = next
    guard piece.remaining >= length else {
      throw ReadError(
        .pastEnd(needed: UInt64(length), available: UInt64(piece.remaining)),
        "the file ends within \(part)",
        at: Place(path, offset: piece.offset, length: UInt64(piece.remaining)))
    }
  }
}
