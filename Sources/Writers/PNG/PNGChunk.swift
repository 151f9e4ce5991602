import Readers

/// A chunk of a PNG file (PNG 3rd edition, 5.3).
package struct PNGChunk: Sendable, Equatable {
  /// Four letters, whose case tells how the chunk may be treated.
  package var type: String
  /// The contents.
  package var data: [UInt8]

  /// Creates a chunk from its type and contents.
  package init(_ type: String, _ data: [UInt8]) {
    self.type = type
    self.data = data
  }

  /// The chunk that holds Exif (PNG 3rd edition, 11.3.4.5).
  package static func exif(_ block: [UInt8]) -> PNGChunk { PNGChunk("eXIf", block) }

  /// Length, type, data and check sum.
  package var bytes: [UInt8] {
    let checked = Array(type.utf8) + data
    return UInt32(clamping: data.count).bytes(.bigEndian) + checked
      + checked.checkSum.bytes(.bigEndian)
  }

  /// The bytes of a PNG file with this chunk put behind its header.
  ///
  /// The signature takes 8 bytes and IHDR, which always comes first, 25 (PNG 3rd edition, 5.6).
  package func inserted(into file: [UInt8]) -> [UInt8] {
    Array(file.prefix(33)) + bytes + Array(file.dropFirst(33))
  }
}
