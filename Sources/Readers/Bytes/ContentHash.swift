internal import CNettle

/// A number that is equal for equal bytes, on every machine and however they are cut: the first eight
/// bytes of their SHA-256.
package struct ContentHash {
  private var context = sha256_ctx()

  package init() {
    unsafe nettle_start(&context)
  }

  /// Takes the next bytes in.
  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    unsafe nettle_add(&context, bytes.count, bytes.baseAddress)
  }

  /// The number for all bytes so far.
  package var value: Int {
    var context = context
    var digest: Int64 = 0
    unsafe nettle_end(&context, MemoryLayout.size(ofValue: digest), &digest)
    return Int(Int64(littleEndian: digest))
  }
}

/// The number of a source; nil where it cannot be read to its end.
package func hashOfBytes(_ source: any ByteSource) -> Int? {
  var hash = ContentHash()
  var offset: UInt64 = 0
  while offset < source.size {
    guard let piece = try? source.bytes(at: offset, count: pieceLength), !piece.isEmpty else {
      return nil
    }
    unsafe piece.withUnsafeBytes { unsafe hash.combine($0) }
    offset += UInt64(piece.count)
  }
  return hash.value
}
