import Readers
import Validator

/// Keeps the index of further pictures true where bytes are put into the first one
/// (CIPA DC-007, Multi-Picture Format, 5.2.3).
///
/// Offsets count from the index's own header, so they change only where the bytes come in behind it.
struct MultiPictureRewriter {
  /// One picture in the index: attribute, size, offset, two numbers of dependent pictures.
  private static let entryLength = 16

  private let block: ByteReader
  private let list: ByteReader

  /// Opens the index.
  ///
  /// - Parameter payload: the payload of APP2, which begins with `MPF` and a NUL.
  /// - Throws: where the list of pictures cannot be reached.
  init(_ payload: ByteReader) throws(ReadError) {
    var block = try payload.slice(from: 4, length: UInt64(payload.count) - 4)
    // The header sets the byte order of what is read next.
    let distance = UInt64(try block.tiffHeader())
    let directory = IFD(of: block, at: distance, path: payload.path)
    guard let entry = directory.first(0xB002) else {
      throw directory.error
        ?? ReadError(
          .malformed, "the multi-picture index has no list of pictures", at: payload.place)
    }
    list = try entry.value(in: block, path: payload.path)
    self.block = block
  }

  /// The patches of the index.
  ///
  /// - Parameters:
  ///   - offset: where in the file bytes come in or go, inside the first picture.
  ///   - growth: how many.
  /// - Throws: where a number has no room.
  func replacements(_ offset: UInt64, growth: Int) throws(ReadError) -> [Replacement] {
    var result: [Replacement] = []
    var reader = list
    for index in 0..<(list.count / MultiPictureRewriter.entryLength) {
      try reader.skip(4)
      let sizeAt = reader.offset
      let size = try reader.uint32()
      let distanceAt = reader.offset
      let distance = try reader.uint32()
      try reader.skip(4)
      if index == 0, distance == 0 {
        // A size of zero says nothing.
        guard size > 0 else { continue }
        result.append(
          try patch(
            sizeAt, size, growth, "adjusts the size of the first picture in the multi-picture index"
          ))
      } else if distance > 0, block.startOffset < offset {
        result.append(
          try patch(
            distanceAt, distance, growth,
            "adjusts where a further picture stands in the multi-picture index"))
      }
    }
    return result
  }

  private func patch(_ offset: UInt64, _ old: UInt32, _ growth: Int, _ purpose: String)
    throws(ReadError) -> Replacement
  {
    guard let new = UInt32(exactly: Int(old) + growth) else {
      throw ReadError(
        .malformed, "a number of the multi-picture index has no room for the change",
        at: Place(list.path, offset: offset, length: 4))
    }
    return Replacement(
      offset..<(offset + 4), with: new.bytes(block.order), in: list.path, purpose: purpose)
  }
}
