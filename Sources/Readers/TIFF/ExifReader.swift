package import Validator

/// Reads the facts of an Exif block: Exif tags and the Apple MakerNote.
package enum ExifReader {
  /// Reads an Exif block, beginning with its TIFF header, into a still's facts.
  ///
  /// What lies behind damage becomes unreadable; what stands before it is kept.
  ///
  /// - Parameter tiff: the block; its path names what carries it, such as `APP1/Exif`.
  package static func read(_ tiff: ByteReader, into still: inout Still) {
    guard let block = ExifBlock(tiff, in: &still) else { return }
    block.readFacts(into: &still)
    block.checkThumbnail(in: &still)
  }

  /// Reads the Exif facts of a file that is a TIFF block itself.
  ///
  /// - Parameter head: the file, or as much of it as a reader takes at once.
  /// - Returns: the first directory; nil where there is none.
  static func readFile(_ head: ByteReader, into still: inout Still) -> ExifBlock? {
    let goesOn = still.file.size > UInt64(head.count)
    guard let block = ExifBlock(head, goesOn: goesOn, in: &still) else { return nil }
    block.readFacts(into: &still)
    return block
  }

  /// Sets the facts of Exif to absent: the places named were searched and hold no Exif.
  package static func noteAbsence(searched: [Place], in still: inout Still) {
    still.identifier = .absent(searched: searched)
    still.makerNote = .present(
      .noExif, at: searched.first ?? Place("file", offset: 0, length: still.file.size))
    still.make = .absent(searched: searched)
    still.model = .absent(searched: searched)
    still.software = .absent(searched: searched)
    still.captureTime = .absent(searched: searched)
    still.location = .absent(searched: searched)
    still.appleNote = .absent(searched: searched)
    still.exifOrientation = .absent(searched: searched)
    still.exifPixelSize = .absent(searched: searched)
  }

  /// Sets the facts of Exif to unreadable, for the reason given.
  package static func noteUnreadable(_ error: ReadError, in still: inout Still) {
    still.identifier = .unreadable(error)
    still.makerNote = .unreadable(error)
    still.make = .unreadable(error)
    still.model = .unreadable(error)
    still.software = .unreadable(error)
    still.captureTime = .unreadable(error)
    still.location = .unreadable(error)
    still.appleNote = .unreadable(error)
    still.exifOrientation = .unreadable(error)
    still.exifPixelSize = .unreadable(error)
  }
}
