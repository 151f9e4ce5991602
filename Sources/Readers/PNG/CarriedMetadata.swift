internal import Validator

/// What a file made of chunks, PNG or WebP, carries besides its picture.
///
/// A walk over the chunks fills it; at the end it becomes facts of the still, so that a file that
/// ends early never turns what was not reached into something absent.
struct CarriedMetadata {
  var exif: ByteReader?
  var xmp: ByteReader?
  /// Identifiers in text chunks.
  var strayIdentifiers: [StrayIdentifier] = []
  /// Why the walk ended before the file's structure did, or passed over a chunk.
  var fault: ReadError?

  /// Turns what was found into facts.
  ///
  /// - Parameter searched: the place of the whole file, named where a fact is absent.
  func deliver(into still: inout Still, searched: Place) {
    deliverExif(into: &still, searched: searched)
    var strays = strayIdentifiers
    if let xmp {
      do {
        let facts = try XMPReader.read(xmp)
        if let identifier = facts.identifier, let place = facts.identifierPlace {
          strays.append(StrayIdentifier(identifier: identifier, carrier: .xmp, place: place))
        }
      } catch {
        still.damages.append(
          Damage(
            .structure, "the XMP packet cannot be read: \(error.reason)", at: error.place,
            isMinor: true))
      }
    }
    if still.identifier.value == nil { still.strayIdentifiers += strays }
    // Both formats keep one picture, without properties such as HEIF's.
    still.itemOrientation = .absent(searched: [searched])
    still.colourProfile = .absent(searched: [searched])
    still.hasGainMap = .present(false, at: searched)
  }

  private func deliverExif(into still: inout Still, searched: Place) {
    if var exif {
      // Neither format has JPEG's prefix, yet writers put it there; it is the usual one, not extra.
      if exif.starts(with: "Exif\0\0"),
        let tiff = try? exif.slice(from: 6, length: UInt64(exif.remaining - 6))
      {
        exif = tiff
      }
      still.exifPrefix = .present(ExifPrefix(extraBytes: 0), at: exif.place(ofNext: 0))
      ExifReader.read(exif, into: &still)
    } else if let fault {
      still.identifier = .unreadable(fault)
      still.makerNote = .unreadable(fault)
      still.make = .unreadable(fault)
      still.model = .unreadable(fault)
      still.software = .unreadable(fault)
      still.captureTime = .unreadable(fault)
      still.location = .unreadable(fault)
      still.appleNote = .unreadable(fault)
      still.exifOrientation = .unreadable(fault)
      still.exifPixelSize = .unreadable(fault)
      still.exifPrefix = .unreadable(fault)
    } else {
      still.exifPrefix = .absent(searched: [searched])
      ExifReader.noteAbsence(searched: [searched], in: &still)
    }
  }
}
