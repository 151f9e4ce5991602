import Readers
import Validator

/// A tag for test blocks, with its value as bytes in the block's order.
struct TestTag {
  var tag: UInt16
  var type: UInt16
  var count: UInt32
  var value: [UInt8]

  static func text(_ tag: UInt16, _ text: String) -> TestTag {
    TestTag(tag: tag, type: 2, count: UInt32(text.utf8.count + 1), value: Array(text.utf8) + [0])
  }

  static func bytes(_ tag: UInt16, _ value: [UInt8], type: UInt16 = 7) -> TestTag {
    TestTag(tag: tag, type: type, count: UInt32(value.count), value: value)
  }
}

/// Writes small TIFF blocks and MakerNotes for tests.
struct TestTIFF {
  var isLittleEndian = false

  func short(_ tag: UInt16, _ number: UInt16) -> TestTag {
    TestTag(tag: tag, type: 3, count: 1, value: bytes(of: number))
  }

  func long(_ tag: UInt16, _ number: UInt32) -> TestTag {
    TestTag(tag: tag, type: 4, count: 1, value: bytes(of: number))
  }

  func rationals(_ tag: UInt16, _ numbers: [(UInt32, UInt32)]) -> TestTag {
    TestTag(
      tag: tag, type: 5, count: UInt32(numbers.count),
      value: numbers.flatMap { bytes(of: $0.0) + bytes(of: $0.1) })
  }

  func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    let big = (0..<(number.bitWidth / 8)).map {
      UInt8(truncatingIfNeeded: number >> (number.bitWidth - 8 - 8 * $0))
    }
    return isLittleEndian ? big.reversed() : big
  }

  /// A directory and its values, which begin `start` bytes behind what offsets count from.
  func directory(_ tags: [TestTag], at start: Int, next: UInt32 = 0) -> [UInt8] {
    var entries = bytes(of: UInt16(tags.count))
    var values: [UInt8] = []
    let valueStart = start + 2 + 12 * tags.count + 4
    for tag in tags {
      entries += bytes(of: tag.tag) + bytes(of: tag.type) + bytes(of: tag.count)
      if tag.value.count <= 4 {
        entries += tag.value + [UInt8](repeating: 0, count: 4 - tag.value.count)
      } else {
        entries += bytes(of: UInt32(valueStart + values.count))
        values += tag.value
      }
    }
    return entries + bytes(of: next) + values
  }

  /// A block: header, IFD0, and Exif and GPS directories behind it where there are tags for them.
  func block(
    _ ifd0: [TestTag] = [], exif: [TestTag] = [], gps: [TestTag] = [], ifd1: [TestTag] = []
  )
    -> [UInt8]
  {
    func first(exifAt: Int, gpsAt: Int, ifd1At: Int) -> [UInt8] {
      var tags = ifd0
      if !exif.isEmpty { tags.append(long(0x8769, UInt32(exifAt))) }
      if !gps.isEmpty { tags.append(long(0x8825, UInt32(gpsAt))) }
      return directory(tags, at: 8, next: ifd1.isEmpty ? 0 : UInt32(ifd1At))
    }
    let exifAt = 8 + first(exifAt: 0, gpsAt: 0, ifd1At: 0).count
    let exifBytes = exif.isEmpty ? [] : directory(exif, at: exifAt)
    let gpsAt = exifAt + exifBytes.count
    let gpsBytes = gps.isEmpty ? [] : directory(gps, at: gpsAt)
    let ifd1At = gpsAt + gpsBytes.count
    let ifd1Bytes = ifd1.isEmpty ? [] : directory(ifd1, at: ifd1At)
    return (isLittleEndian ? Array("II".utf8) : Array("MM".utf8)) + bytes(of: UInt16(42))
      + bytes(of: UInt32(8)) + first(exifAt: exifAt, gpsAt: gpsAt, ifd1At: ifd1At)
      + exifBytes + gpsBytes + ifd1Bytes
  }

  /// An Apple MakerNote in this byte order.
  func appleNote(_ tags: [TestTag]) -> [UInt8] {
    Array("Apple iOS\0".utf8) + [0, 1] + (isLittleEndian ? Array("II".utf8) : Array("MM".utf8))
      + directory(tags, at: 14)
  }

  static let identifier = "1488A1B2-3C4D-4E5F-8A9B-0C1D2E3F4A5B"

  /// The shortest note with an identifier, 69 bytes.
  static var shortNote: [UInt8] { TestTIFF().appleNote([.text(0x0011, identifier)]) }

  /// A block with nothing but a MakerNote.
  static func block(note: [UInt8]) -> [UInt8] { TestTIFF().block(exif: [.bytes(0x927C, note)]) }
}

extension Still {
  /// A still of which nothing is known.
  static func blank(_ type: FileType, size: Int = 0) -> Still {
    Still(
      file: MediaFile(path: FilePath("test"), size: UInt64(size), type: type),
      unreadable: ReadError(.notOpened, "not read", at: .untouched))
  }

  /// What a block says, standing at offset 1,000 of its file.
  static func reading(_ block: [UInt8]) -> Still {
    var still = Still.blank(.jpeg)
    ExifReader.read(ByteReader(block[...], at: 1_000, path: "APP1/Exif"), into: &still)
    return still
  }

  /// Whether a fact was forgotten by the reader.
  var hasUntouchedFact: Bool {
    [
      identifier.readError, makerNote.readError, make.readError, model.readError,
      software.readError, captureTime.readError, location.readError, appleNote.readError,
      pixelSize.readError, exifOrientation.readError, itemOrientation.readError,
      exifPixelSize.readError, colourProfile.readError, hasGainMap.readError,
      trailingData.readError, exifPrefix.readError,
    ].contains { $0?.place == .untouched }
  }
}

extension Place {
  static let untouched = Place("untouched", offset: 0, length: 0)
}
