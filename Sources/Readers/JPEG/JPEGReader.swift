package import Validator

/// Reads the facts of a JPEG still.
///
/// Segments are hopped over; only Exif, XMP, the frame header and the multi-picture index are read.
/// Of the picture's data the last 4 KiB are enough, unless these do not show where it ends.
package enum JPEGReader {
  /// Reads a file into a still's facts.
  package static func read(_ bytes: SourceBytes, into still: inout Still) {
    still.itemOrientation = .absent(searched: [])
    still.colourProfile = .absent(searched: [])

    var header = JPEGHeader()
    let fault = header.read(bytes, into: &still)
    let searched = Place(
      "segments", offset: 0, length: min(header.scanStart ?? bytes.size, bytes.size))
    if let fault {
      header.noteMissing(.unreadable(fault), in: &still)
      recordDamage(fault, of: bytes, in: &still)
    } else {
      header.noteMissing(.absent(searched: [searched]), in: &still)
    }
    noteStrayIdentifier(header.xmp, in: &still)

    guard let scanStart = header.scanStart else {
      let error = fault ?? ReadError(.malformed, "the file has no scan", at: searched)
      still.hasGainMap = .unreadable(error)
      still.trailingData = .unreadable(error)
      if let announcements = header.xmp?.announcements, !announcements.isEmpty {
        still.embeddedMovies =
          VendorContainers.find(
            announcements: announcements, pictureEnd: error.place.offset, in: bytes
          ).movies
      }
      return
    }
    let pictures = furtherPictures(header, searched: searched, in: bytes, into: &still)
    JPEGTail(
      bytes: bytes, scanStart: scanStart, furtherPictures: pictures,
      primaryLength: header.pictures.value?.primaryLength ?? 0,
      announcements: header.xmp?.announcements ?? []
    ).judge(into: &still)
  }

  /// Records why the walk over the segments ended early.
  private static func recordDamage(
    _ fault: ReadError, of bytes: SourceBytes, in still: inout Still
  ) {
    switch fault.kind {
    case .pastEnd(let needed, let available):
      // A file that ends as a picture does is whole: the length of the segment is wrong.
      let tail = try? bytes.part(
        at: bytes.size - min(2, bytes.size), length: min(2, bytes.size), path: "EOI")
      let isWhole = tail?.rest.elementsEqual([0xFF, 0xD9]) ?? false
      still.damages.append(
        Damage(
          isWhole ? .structure : .truncated, fault.reason, at: fault.place,
          missingBytes: isWhole || needed < available ? nil : needed - available))
    case .malformed:
      still.damages.append(Damage(.structure, fault.reason, at: fault.place))
    case .notOpened, .limit, .otherContent, .unsupported:
      break
    }
  }

  /// An identifier in XMP counts for nothing where the MakerNote has one.
  private static func noteStrayIdentifier(_ xmp: XMPFacts?, in still: inout Still) {
    guard still.identifier.isAbsent, let identifier = xmp?.identifier else { return }
    still.strayIdentifiers.append(
      StrayIdentifier(
        identifier: identifier, carrier: .xmp,
        place: xmp?.identifierPlace ?? Place("APP1/XMP", offset: 0, length: 0)))
  }

  /// The pictures of the multi-picture index that are there; sets whether one is a gain map.
  private static func furtherPictures(
    _ header: JPEGHeader, searched: Place, in bytes: SourceBytes, into still: inout Still
  ) -> [MultiPictureIndex.Picture] {
    switch header.pictures {
    case .absent:
      still.hasGainMap = .present(false, at: searched)
      return []
    case .unreadable(let error):
      still.hasGainMap = .unreadable(error)
      return []
    case .present(let index, let place):
      var found: [MultiPictureIndex.Picture] = []
      still.hasGainMap = .present(false, at: place)
      for picture in index.further {
        guard isPicture(at: picture.range.lowerBound, in: bytes) else {
          still.oddities.append(
            Still.Oddity(
              "the multi-picture index names a picture at offset \(picture.range.lowerBound), none "
                + "begins there", at: picture.entry))
          continue
        }
        found.append(picture)
        if !picture.isPreview { still.hasGainMap = .present(true, at: picture.entry) }
        if picture.range.upperBound > bytes.size {
          let missing = picture.range.upperBound - bytes.size
          still.damages.append(
            Damage(
              .truncated, "a further picture of the file ends \(missing) bytes past its end",
              at: Place(
                "MPF picture", offset: picture.range.lowerBound,
                length: bytes.size - picture.range.lowerBound), missingBytes: missing))
        }
      }
      return found
    }
  }

  private static func isPicture(at offset: UInt64, in bytes: SourceBytes) -> Bool {
    guard let start = try? bytes.available(at: offset, length: 2, path: "MPF picture") else {
      return false
    }
    return start.rest.elementsEqual([0xFF, 0xD8])
  }
}
