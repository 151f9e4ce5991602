package import Validator

/// Reads the facts of a TIFF or DNG still.
package enum TIFFStillReader {
  /// Reads a file into a still's facts.
  ///
  /// Offsets count from the start of the file, so that its directories may stand anywhere; those
  /// beyond `SourceBytes.partLimit` stay unreadable.
  package static func read(_ bytes: SourceBytes, into still: inout Still) {
    still.itemOrientation = .absent(searched: [])
    still.colourProfile = .absent(searched: [])
    still.exifPrefix = .absent(searched: [])
    still.trailingData = .absent(searched: [])
    still.hasGainMap = .present(false, at: Place("TIFF", offset: 0, length: bytes.size))
    do {
      let head = try bytes.available(at: 0, length: SourceBytes.partLimit, path: "TIFF")
      guard let block = ExifReader.readFile(head, into: &still) else {
        still.pixelSize = still.make.readError.map { .unreadable($0) } ?? still.pixelSize
        return
      }
      still.pixelSize = block.imageSize
    } catch {
      ExifReader.noteUnreadable(error, in: &still)
      still.pixelSize = .unreadable(error)
    }
  }
}
