package import Validator

/// Reads the facts of an Exif block: Exif tags and the Apple MakerNote.
package enum ExifReader {
  /// Reads an Exif block, beginning with its TIFF header, into a still's facts.
  ///
  /// - Parameter tiff: the block; its path names what carries it, such as `APP1/Exif`.
  package static func read(_ tiff: ByteReader, into still: inout Still) {
  }

  /// Sets the facts of Exif to absent: the places named were searched and hold no Exif.
  package static func noteAbsence(searched: [Place], in still: inout Still) {
  }
}
