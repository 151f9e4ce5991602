package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Bytes that can be read piece by piece: a file, an archive member or memory.
package protocol ByteSource: Sendable {
  /// How many bytes there are.
  var size: UInt64 { get }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - offset: where the first one stands.
  ///   - count: how many are wanted; fewer come where the source ends.
  /// - Throws: `notOpened` where the system refuses.
  func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8]
}

/// Bytes in memory.
package struct MemorySource: ByteSource {
  private let content: [UInt8]

  package init(_ content: [UInt8]) {
    self.content = content
  }

  package var size: UInt64 { UInt64(content.count) }

  package func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    guard offset < size else { return [] }
    let from = Int(offset)
    return Array(content[from..<(from + min(max(0, count), content.count - from))])
  }
}

/// A source with its first bytes at hand, from which readers ask for parts.
///
/// One first read serves sniffing and most of parsing. Parts are copies or slices of that first
/// read, which is never written to, so no slice ever forces a copy of a buffer.
package struct SourceBytes: Sendable {
  /// How much the first read of a still takes.
  ///
  /// Its headers and metadata mostly fit; reading more costs more than a second read does where
  /// they do not.
  package static let headLength = 16 * 1024
  /// How much the first read of a movie takes: cameras write `moov` last, so the first boxes are all
  /// that is wanted of the beginning.
  package static let movieHeadLength = 512
  /// A rest of a file that is no longer than this is read as one where its first box is asked for.
  ///
  /// It is then `moov` at the end of a camera's movie, 30 to 60 KB, whose bytes are wanted next.
  private static let restLength: UInt64 = 96 * 1024
  /// The most that one part may hold: a hostile size field must not make the reader allocate.
  ///
  /// The largest `moov` measured on a 3 s camera movie is 60 KB.
  package static let partLimit: UInt64 = 16 * 1024 * 1024

  private let source: any ByteSource
  private let head: [UInt8]
  /// The end of the file, where it has been read as one.
  private var rest: (start: UInt64, bytes: [UInt8])?
  package let size: UInt64

  /// Creates a source and reads its first bytes.
  ///
  /// - Throws: `notOpened` where the system refuses.
  package init(_ source: any ByteSource, headLength: Int = headLength) throws(ReadError) {
    self.source = source
    size = source.size
    head = try source.bytes(at: 0, count: headLength)
  }

  /// Reads what is left of the file from an offset on, where it is short enough to be one read.
  ///
  /// - Throws: `notOpened` where the system refuses.
  mutating func keepRest(from offset: UInt64) throws(ReadError) {
    guard offset >= UInt64(head.count), rest == nil, offset < size,
      size - offset <= SourceBytes.restLength
    else { return }
    rest = (offset, try source.bytes(at: offset, count: Int(size - offset)))
  }

  /// The first bytes, for telling the type.
  package var firstBytes: ArraySlice<UInt8> { head[...] }

  /// A part of the file, all of it.
  ///
  /// - Throws: `pastEnd` where it reaches past the end of the file, `limit` where it is over
  ///   `partLimit`.
  package func part(at offset: UInt64, length: UInt64, path: StructurePath) throws(ReadError)
    -> ByteReader
  {
    guard offset <= size, length <= size - offset else {
      let available = offset <= size ? size - offset : 0
      throw ReadError(
        .pastEnd(needed: length, available: available),
        "\(length) bytes at offset \(offset) of a file of \(size) bytes",
        at: Place(path, offset: offset, length: available))
    }
    guard length <= SourceBytes.partLimit else {
      throw ReadError(
        .limit, "\(length) bytes are more than this reader takes in one part",
        at: Place(path, offset: offset, length: length))
    }
    if offset + length <= UInt64(head.count) {
      return ByteReader(head, Int(offset)..<Int(offset + length), at: offset, path: path)
    }
    if let rest, offset >= rest.start, offset - rest.start + length <= UInt64(rest.bytes.count) {
      let start = Int(offset - rest.start)
      return ByteReader(rest.bytes, start..<(start + Int(length)), at: offset, path: path)
    }
    let bytes = try source.bytes(at: offset, count: Int(length))
    guard bytes.count == Int(length) else {
      throw ReadError(
        .pastEnd(needed: length, available: UInt64(bytes.count)),
        "the file ended while it was read", at: Place(path, offset: offset, length: length))
    }
    return ByteReader(bytes, bytes.indices, at: offset, path: path)
  }

  /// A part of the file, or what there is of it before the end.
  package func available(at offset: UInt64, length: UInt64, path: StructurePath)
    throws(ReadError) -> ByteReader
  {
    let start = min(offset, size)
    return try part(at: start, length: min(length, size - start), path: path)
  }
}

/// How much of a source is read at once where all of it is wanted.
let pieceLength = 256 * 1024

/// Whether two sources hold the same bytes; false where one cannot be read to its end.
package func haveEqualBytes(_ left: any ByteSource, _ right: any ByteSource) -> Bool {
  guard left.size == right.size else { return false }
  var offset: UInt64 = 0
  while offset < left.size {
    guard let one = try? left.bytes(at: offset, count: pieceLength),
      let other = try? right.bytes(at: offset, count: pieceLength), !one.isEmpty,
      areEqual(one, other)
    else { return false }
    offset += UInt64(one.count)
  }
  return true
}

/// The same as `==`, which goes byte by byte; whole data sets of copies are compared so.
private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe left.withUnsafeBytes { one in
    unsafe right.withUnsafeBytes { other in
      guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
      return unsafe memcmp(start, otherStart, one.count) == 0
    }
  }
}
