/// A number that is equal for equal bytes in one run of the tool, however they are cut.
///
/// Its seed is of the run, so that nobody can make files whose numbers clash.
package struct ContentHash {
  private var hasher = Hasher()

  package init() {}

  /// Takes the next bytes in.
  package mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    unsafe hasher.combine(bytes: bytes)
  }

  /// The number for all bytes so far.
  package var value: Int {
    let hasher = hasher
    return hasher.finalize()
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
