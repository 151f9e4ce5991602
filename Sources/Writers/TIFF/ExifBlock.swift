package import Readers
package import Validator

/// What a camera writes into a still's Exif (CIPA DC-008, Exif 2.32).
///
/// A nil leaves the tag out. The tags that Exif demands of every picture are always written.
package struct ExifBlock: Sendable {
  /// The byte order of everything but the MakerNote.
  package var order: ByteOrder
  /// Who made the camera.
  package var make: String?
  /// Which camera it is.
  package var model: String?
  /// The version of its software.
  package var software: String?
  /// Orientation: 1 to 8, though any number is written.
  package var orientation: UInt16?
  /// DateTimeOriginal: `2024:06:21 12:00:00`.
  package var captureTime: String?
  /// OffsetTimeOriginal: `+01:00`.
  package var zone: String?
  /// PixelXDimension and PixelYDimension.
  package var pixelSize: PixelSize?
  /// ColorSpace: 1 is sRGB.
  package var colourSpace: UInt16 = 1
  /// Where the picture was taken, written to 1/100 of a second of arc.
  package var place: Coordinate?
  /// The bytes of tag 0x927C.
  package var makerNote: [UInt8]?

  /// The ColorSpace of a picture whose colours Exif does not tell (Exif 2.32, 4.6.5).
  package static let uncalibrated: UInt16 = 0xFFFF

  /// Creates a block with the tags that Exif demands, and no other.
  package init(order: ByteOrder = .bigEndian) {
    self.order = order
  }

  /// The block as a TIFF file, which is how JPEG, HEIF and PNG hold it.
  package var bytes: [UInt8] {
    let resolution = TIFFValue.rationals([TIFFRational(72, 1)])
    var entries = [
      TIFFEntry(0x011A, resolution), TIFFEntry(0x011B, resolution), TIFFEntry(0x0128, .short(2)),
      TIFFEntry(0x0213, .short(1)),
    ]
    func add(_ tag: UInt16, _ value: TIFFValue?) {
      if let value { entries.append(TIFFEntry(tag, value)) }
    }
    add(0x010F, make.map { .ascii($0) })
    add(0x0110, model.map { .ascii($0) })
    add(0x0112, orientation.map { .short($0) })
    add(0x0131, software.map { .ascii($0) })
    add(0x0132, captureTime.map { .ascii($0) })
    add(0x8769, .directory(exifDirectory))
    add(0x8825, place.map { .directory(ExifBlock.directory(of: $0)) })
    return TIFFDirectory(entries).file(order)
  }

  /// The Exif directory alone.
  var exifDirectory: TIFFDirectory {
    var entries = [
      TIFFEntry(0x9000, .undefined(Array("0232".utf8))),
      TIFFEntry(0x9101, .undefined([1, 2, 3, 0])),
      TIFFEntry(0xA000, .undefined(Array("0100".utf8))),
      TIFFEntry(0xA001, .short(colourSpace)),
    ]
    func add(_ tag: UInt16, _ value: TIFFValue?) {
      if let value { entries.append(TIFFEntry(tag, value)) }
    }
    add(0x9003, captureTime.map { .ascii($0) })
    add(0x9004, captureTime.map { .ascii($0) })
    add(0x9011, zone.map { .ascii($0) })
    add(0x927C, makerNote.map { .undefined($0) })
    add(0xA002, (pixelSize?.width).map { .long($0) })
    add(0xA003, (pixelSize?.height).map { .long($0) })
    return TIFFDirectory(entries)
  }

  /// The GPS directory (Exif 2.32, 4.6.6).
  private static func directory(of place: Coordinate) -> TIFFDirectory {
    TIFFDirectory([
      TIFFEntry(0x0000, .bytes([2, 3, 0, 0])),
      TIFFEntry(0x0001, .ascii(place.latitude < 0 ? "S" : "N")),
      TIFFEntry(0x0002, .rationals(degreesMinutesSeconds(place.latitude))),
      TIFFEntry(0x0003, .ascii(place.longitude < 0 ? "W" : "E")),
      TIFFEntry(0x0004, .rationals(degreesMinutesSeconds(place.longitude))),
    ])
  }

  private static func degreesMinutesSeconds(_ angle: Double) -> [TIFFRational] {
    let size = angle.isFinite ? min(abs(angle), 180) : 0
    let hundredths = UInt32((size * 360_000).rounded())
    return [
      TIFFRational(hundredths / 360_000, 1), TIFFRational(hundredths / 6_000 % 60, 1),
      TIFFRational(hundredths % 6_000, 100),
    ]
  }
}
