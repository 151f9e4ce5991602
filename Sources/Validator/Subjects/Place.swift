/// Where in its file a fact stands: the structure path and the bytes.
///
/// The file itself is known from the subject that holds the fact.
public struct Place: Hashable, Sendable {
  /// The path through boxes, segments and tags, such as `APP1/Exif/MakerNote/0x0011`.
  package let path: StructurePath
  /// The first byte, counted from the start of the file.
  package let offset: UInt64
  /// How many bytes the fact takes.
  package let length: UInt64

  package init(_ path: StructurePath, offset: UInt64, length: UInt64) {
    self.path = path
    self.offset = offset
    self.length = length
  }
}
