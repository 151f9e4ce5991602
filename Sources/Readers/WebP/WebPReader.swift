package import Validator

/// Reads WebP stills (RFC 9649).
package enum WebPReader {
  /// More chunks than any still has; each frame of an animation is one.
  private static let chunkLimit = 10_000
  /// `RIFF`, the length and `WEBP`.
  private static let headerLength: UInt64 = 12

  /// Reads a file into a still's facts.
  package static func read(_ bytes: SourceBytes, into still: inout Still) {
    let file = Place("RIFF", offset: 0, length: bytes.size)
    var carried = CarriedMetadata()
    do {
      let end = try contentEnd(in: bytes, still: &still)
      try walk(
        bytes, until: min(end, bytes.size), isCutShort: end > bytes.size, carried: &carried,
        still: &still)
      if end > bytes.size {
        let reason =
          "RIFF says the file is \(end) bytes long, \(end - bytes.size) of them are missing"
        still.damages.append(
          Damage(.truncated, reason, at: file, missingBytes: end - bytes.size))
        carried.fault =
          carried.fault ?? ReadError(.pastEnd(needed: end, available: bytes.size), reason, at: file)
        still.trailingData = .absent(searched: [file])
      } else {
        let left = bytes.size - end
        still.trailingData =
          left == 0
          ? .absent(searched: [file])
          : .present(TrailingData(length: left), at: Place("file", offset: end, length: left))
      }
    } catch {
      carried.fault = error
      still.trailingData = .unreadable(error)
      if still.pixelSize.value == nil { still.pixelSize = .unreadable(error) }
    }
    if still.pixelSize.value == nil {
      still.pixelSize = .unreadable(
        carried.fault ?? ReadError(.malformed, "there is no VP8, VP8L or VP8X chunk", at: file))
    }
    carried.deliver(into: &still, searched: file)
  }

  /// Where RIFF says that its content ends, with the byte that makes an odd length even.
  private static func contentEnd(in bytes: SourceBytes, still: inout Still) throws(ReadError)
    -> UInt64
  {
    var header = try bytes.part(at: 0, length: headerLength, path: "RIFF")
    header.order = .littleEndian
    try header.skip(4)
    let length = UInt64(try header.uint32())
    guard length >= 4 else {
      let place = Place("RIFF", offset: 4, length: 4)
      let reason = "RIFF says that it holds \(length) bytes, its own type takes 4"
      still.damages.append(Damage(.structure, reason, at: place))
      throw ReadError(.malformed, reason, at: place)
    }
    let end = 8 + length
    // Some writers leave the odd byte out at the very end; it holds nothing.
    return end % 2 == 1 && end < bytes.size ? end + 1 : end
  }

  private static func walk(
    _ bytes: SourceBytes, until end: UInt64, isCutShort: Bool,
    carried: inout CarriedMetadata, still: inout Still
  ) throws(ReadError) {
    var at = headerLength
    var count = 0
    while end - at >= 8 {
      var header = try bytes.part(at: at, length: 8, path: "chunk")
      header.order = .littleEndian
      let type = try header.fourCharacterCode()
      let length = UInt64(try header.uint32())
      guard length <= end - at - 8 else {
        let place = Place("chunk", offset: at, length: end - at)
        let reason =
          "the '\(type)' chunk says it is \(length) bytes long, \(end - at - 8) are left"
        carried.fault = ReadError(
          .pastEnd(needed: length, available: end - at - 8), reason, at: place)
        // Where the file itself is cut short, that is said once for the whole.
        if !isCutShort { still.damages.append(Damage(.structure, reason, at: place)) }
        return
      }
      try note(type, at: at + 8, length: length, in: bytes, carried: &carried, still: &still)
      at += 8 + length
      // Chunks begin at even offsets.
      if length % 2 == 1, at < end { at += 1 }
      count += 1
      guard count < chunkLimit else {
        throw ReadError(
          .limit, "the file has more than \(chunkLimit) chunks",
          at: Place("chunk", offset: at, length: end - at))
      }
    }
  }

  private static func note(
    _ type: FourCharacterCode, at offset: UInt64, length: UInt64, in bytes: SourceBytes,
    carried: inout CarriedMetadata, still: inout Still
  ) throws(ReadError) {
    switch type {
    case "EXIF":
      carried.exif = try bytes.part(at: offset, length: length, path: "EXIF")
    case "XMP ": carried.xmp = try bytes.part(at: offset, length: length, path: "XMP")
    case "VP8X", "VP8 ", "VP8L":
      // VP8X comes first and tells the size of the whole canvas.
      guard still.pixelSize.value == nil else { return }
      let head = try bytes.part(at: offset, length: min(length, 10), path: "VP8")
      do {
        still.pixelSize = .present(try size(in: head, type: type), at: head.place)
      } catch {
        still.pixelSize = .unreadable(error)
        still.damages.append(Damage(.structure, error.reason, at: error.place))
      }
    default: break
    }
  }

  /// The size in the first bytes of a picture chunk (RFC 9649, 2.7; RFC 6386, 9.1).
  private static func size(in head: ByteReader, type: FourCharacterCode) throws(ReadError)
    -> PixelSize
  {
    var reader = head
    reader.order = .littleEndian
    switch type {
    case "VP8X":
      try reader.skip(4)
      let width = UInt32(truncatingIfNeeded: try reader.unsigned(width: 3))
      let height = UInt32(truncatingIfNeeded: try reader.unsigned(width: 3))
      return PixelSize(width: width + 1, height: height + 1)
    case "VP8L":
      try requireMark(try reader.unsigned(width: 1), is: 0x2F, in: head)
      let bits = try reader.uint32()
      return PixelSize(width: (bits & 0x3FFF) + 1, height: ((bits >> 14) & 0x3FFF) + 1)
    default:
      try reader.skip(3)
      try requireMark(try reader.unsigned(width: 3), is: 0x2A_019D, in: head)
      return PixelSize(
        width: UInt32(try reader.uint16() & 0x3FFF), height: UInt32(try reader.uint16() & 0x3FFF))
    }
  }

  private static func requireMark(_ mark: UInt64, is wanted: UInt64, in head: ByteReader)
    throws(ReadError)
  {
    guard mark == wanted else {
      throw ReadError(
        .malformed, "the picture's data do not begin with their mark", at: head.place)
    }
  }
}
