import Validator

/// The index of further pictures behind the first (CIPA DC-007, Multi-Picture Format, 5.2.3).
struct MultiPictureIndex {
  /// More pictures than any file has; panoramas of this format take some dozen.
  private static let limit = 256

  /// A picture behind the first one.
  struct Picture {
    /// Where it begins, and where it ends as the index says; both may lie outside the file.
    let range: Range<UInt64>
    /// The entry in the index.
    let entry: Place
    /// Whether the index calls it a monitor-sized preview (5.2.3.3.1, class 01).
    let isPreview: Bool
  }

  /// The length of the first picture, from start to end of image.
  private(set) var primaryLength: UInt64 = 0
  private(set) var further: [Picture] = []
  let place: Place

  /// Reads the index.
  ///
  /// - Parameter header: the payload of APP2 behind `MPF` and its NUL: a TIFF block from whose
  ///   first byte the pictures' offsets count.
  /// - Throws: `malformed` or `pastEnd` where the list of pictures cannot be reached.
  init(_ header: ByteReader) throws(ReadError) {
    place = header.place
    var block = try header.slice(
      from: header.offset - header.startOffset, length: UInt64(header.remaining))
    // The header sets the byte order of what is read next.
    let distance = UInt64(try block.tiffHeader())
    let directory = IFD(of: block, at: distance, path: header.path)
    guard let list = directory.first(0xB002) else {
      throw directory.error
        ?? ReadError(.malformed, "the multi-picture index has no list of pictures", at: place)
    }
    var entries = try list.value(in: block, path: header.path)
    for index in 0..<min(entries.count / 16, MultiPictureIndex.limit) {
      let entry = entries.place(ofNext: 16)
      let attribute = try entries.uint32()
      let length = UInt64(try entries.uint32())
      let distance = UInt64(try entries.uint32())
      try entries.skip(4)
      if index == 0, distance == 0 {
        primaryLength = length
      } else {
        let start = block.startOffset + distance
        further.append(
          Picture(
            range: start..<(start + length), entry: entry,
            isPreview: attribute & 0xFF_0000 == 0x01_0000))
      }
    }
  }
}
