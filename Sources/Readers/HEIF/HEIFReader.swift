package import Validator

/// Reads the facts of a HEIF file: HEIC and AVIF stills (ISO/IEC 23008-12).
package enum HEIFReader {
  /// Reads a file into a still's facts.
  ///
  /// A camera file takes the first read and at most three more: the rest of `meta`, the header of
  /// `mdat` and the Exif item.
  package static func read(_ bytes: SourceBytes, into still: inout Still) {
    let layout = TopLevelBoxes(of: bytes)
    var announcements: [MovieAnnouncement] = []
    do throws(ReadError) {
      let table = try ItemTable(layout, in: bytes)
      table.readPicture(into: &still)
      table.readExif(in: bytes, into: &still)
      announcements = table.readXMP(in: bytes, into: &still)
      if let damage = table.truncation(layout, fileSize: bytes.size) {
        still.damages.append(damage)
      }
      still.damages += table.structureFaults(layout, in: bytes)
    } catch {
      still.setItems(unreadable: error)
      if let damage = layout.truncation(fileSize: bytes.size) { still.damages.append(damage) }
      if error.kind == .malformed {
        still.damages.append(Damage(.structure, error.reason, at: error.place))
      }
    }
    FileTail(layout, bytes).read(announcements, into: &still)
  }
}

extension Still {
  /// Sets all that the items of a HEIF file tell to unreadable.
  fileprivate mutating func setItems(unreadable error: ReadError) {
    setExif(unreadable: error)
    pixelSize = .unreadable(error)
    itemOrientation = .unreadable(error)
    colourProfile = .unreadable(error)
    hasGainMap = .unreadable(error)
  }
}
