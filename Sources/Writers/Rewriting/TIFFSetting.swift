import Readers
import Validator

/// A tag of a directory as it is to be.
struct TIFFSetting {
  var tag: UInt16
  var type: UInt16
  var count: UInt32
  /// The value, or its offset, in the order of the block.
  var field: [UInt8]
  /// Where the tag stands, and what setting it does.
  var path: StructurePath
  var purpose: String

  /// The entry of the directory (TIFF 6.0, section 2).
  func bytes(_ order: ByteOrder) -> [UInt8] {
    tag.bytes(order) + type.bytes(order) + count.bytes(order) + field
  }
}

extension TIFFSetting {
  /// Orientation, which is SHORT; sizes are either, and LONG where they are new.
  private static let orientationTag: UInt16 = 0x0112

  /// A whole number, in the type that the tag has where the number fits into it.
  init(
    _ tag: UInt16, _ value: UInt32, in directory: IFD, _ order: ByteOrder, path: StructurePath,
    purpose: String
  ) {
    let isOrientation = tag == TIFFSetting.orientationTag
    let oldType = directory.first(tag)?.type
    let isShort = oldType == 3 || isOrientation && oldType != 4
    if isShort, let short = UInt16(exactly: value) {
      self.init(
        tag: tag, type: 3, count: 1, field: short.bytes(order) + [0, 0], path: path,
        purpose: purpose)
    } else {
      self.init(
        tag: tag, type: 4, count: 1, field: value.bytes(order), path: path, purpose: purpose)
    }
  }
}
