package import Validator

/// The header of a box at the top level of a file; its bytes are read only when asked for.
package struct BoxHeader: Sendable {
  package let type: FourCharacterCode
  /// Where the box begins.
  package let offset: UInt64
  /// The length of its header, 8 or 16 bytes.
  package let headerLength: UInt64
  /// The length of the whole box as it says; it may reach past the end of the file.
  package let size: UInt64

  /// Where the payload begins.
  package var payloadOffset: UInt64 { offset + headerLength }
  package var payloadLength: UInt64 { size - headerLength }

  /// The whole box, header and payload, under a path.
  func place(_ path: StructurePath) -> Place { Place(path, offset: offset, length: size) }
}

/// What a walk over the top level of a file found.
package struct TopLevelBoxes: Sendable {
  /// More boxes than any real file has at its top level; fragmented files come nearest.
  package static let limit = 100_000

  package var boxes: [BoxHeader] = []
  /// Bytes after the last box that are too few or too odd for a box.
  package var trailing: Place?
  /// The box that reaches past the end of the file, and by how many bytes.
  package var overrun: (box: BoxHeader, missing: UInt64)?
  /// Why the walk stopped early.
  package var error: ReadError?

  /// Walks over the boxes of a file, reading their headers only, and with a header near the end of
  /// the file all that follows it.
  package init(of bytes: inout SourceBytes) {
    var at: UInt64 = 0
    while at < bytes.size {
      guard boxes.count < TopLevelBoxes.limit else {
        error = ReadError(
          .limit, "more than \(TopLevelBoxes.limit) boxes",
          at: Place("file", offset: at, length: bytes.size - at))
        return
      }
      do {
        guard let header = try TopLevelBoxes.header(at: at, in: &bytes) else {
          trailing = Place("file", offset: at, length: bytes.size - at)
          return
        }
        boxes.append(header)
        guard header.size <= bytes.size - at else {
          overrun = (header, header.size - (bytes.size - at))
          return
        }
        at += header.size
      } catch {
        self.error = error
        return
      }
    }
  }

  /// Takes a box that reaches past the end of the file for trailing data, where it is of no type
  /// that is known to stand at the top level: any text gives a box header with a gigantic size.
  mutating func disbelieveOverrun(fileSize: UInt64, knownTypes: Set<FourCharacterCode>) {
    guard let box = overrun?.box, !knownTypes.contains(box.type) else { return }
    boxes.removeLast()
    overrun = nil
    trailing = Place("file", offset: box.offset, length: fileSize - box.offset)
  }

  /// The header at an offset; nil where the bytes are none.
  private static func header(at offset: UInt64, in bytes: inout SourceBytes) throws(ReadError)
    -> BoxHeader?
  {
    guard bytes.size - offset >= 8 else { return nil }
    try bytes.keepRest(from: offset)
    var reader = try bytes.available(at: offset, length: 16, path: "file")
    let size32 = try reader.uint32()
    let type = try reader.fourCharacterCode()
    guard type.looksLikeBoxType else { return nil }
    switch size32 {
    case 0:
      return BoxHeader(type: type, offset: offset, headerLength: 8, size: bytes.size - offset)
    case 1:
      guard reader.remaining >= 8 else { return nil }
      let size = try reader.uint64()
      guard size >= 16 else { return nil }
      return BoxHeader(type: type, offset: offset, headerLength: 16, size: size)
    case 2...7: return nil
    default:
      return BoxHeader(type: type, offset: offset, headerLength: 8, size: UInt64(size32))
    }
  }
}

extension FourCharacterCode {
  /// Whether the bytes are such as box types are made of: printable ASCII, or `©` (0xA9) first.
  package var looksLikeBoxType: Bool {
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      guard (0x20...0x7E).contains(byte) || (byte == 0xA9 && shift == 24) else { return false }
    }
    return true
  }
}
