package import Validator

/// Reads the facts of a HEIF file: HEIC and AVIF stills (ISO/IEC 23008-12).
package enum HEIFReader {
  /// Reads a file into a still's facts.
  ///
  /// A camera file takes the first read and at most three more: the rest of `meta`, the header of
  /// `mdat` and the Exif item.
  package static func read(_ bytes: SourceBytes, into still: inout Still) {
    var bytes = bytes
    var layout = TopLevelBoxes(of: &bytes)
    if layout.overrun != nil, layout.boxes.dropLast().contains(where: { $0.type == "meta" }) {
      layout.disbelieveOverrun(fileSize: bytes.size, knownTypes: topLevelTypes)
    }
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

  /// The boxes that stand beside `meta` (ISO/IEC 14496-12, 6.2.3), Samsung's and those of movies.
  private static let topLevelTypes: Set<FourCharacterCode> = [
    "ftyp", "meta", "mdat", "free", "skip", "uuid", "wide", "mpvd", "sefd", "moov", "moof", "mfra",
    "sidx", "styp", "pdin", "udta",
  ]
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
