import Readers
import Validator

/// Writes small JPEG files for tests.
enum TestJPEG {
  static let soi: [UInt8] = [0xFF, 0xD8]
  static let eoi: [UInt8] = [0xFF, 0xD9]

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((payload.count + 2) >> 8), UInt8((payload.count + 2) & 0xFF)] + payload
  }

  static func exif(_ block: [UInt8], prefix: [UInt8] = []) -> [UInt8] {
    segment(0xE1, Array("Exif\0\0".utf8) + prefix + block)
  }

  static func xmp(_ packet: String) -> [UInt8] {
    segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
  }

  static func frame(width: UInt8 = 64, height: UInt8 = 48, marker: UInt8 = 0xC0) -> [UInt8] {
    segment(marker, [8, 0, height, 0, width, 1, 1, 0x11, 0])
  }

  static let scanHeader = segment(0xDA, [1, 1, 0, 0, 63, 0])
  static let scanData: [UInt8] = [0x12, 0x34, 0xFF, 0x00, 0x56, 0xFF, 0xD0, 0x78]

  /// A whole picture with an Exif segment of its own.
  static let good = picture(exif(TestTIFF.block(note: TestTIFF.shortNote)))

  /// A whole picture with the given segments before its frame.
  static func picture(_ segments: [UInt8] = []) -> [UInt8] {
    soi + segments + frame() + scanHeader + scanData + eoi
  }

  /// A multi-picture index in a picture of its own, with the further pictures behind it.
  ///
  /// - Parameters:
  ///   - further: the pictures.
  ///   - attribute: what the index calls them.
  static func multiPicture(_ further: [[UInt8]], attribute: UInt32 = 0, primaryError: Int = 0)
    -> [UInt8]
  {
    let tiff = TestTIFF()
    func primary(_ list: [UInt8]) -> [UInt8] {
      picture(
        segment(0xE2, Array("MPF\0".utf8) + tiff.block([.bytes(0xB002, list)])))
    }
    let size = primary([UInt8](repeating: 0, count: 16 * (further.count + 1))).count
    // SOI 2, marker and length 4, MPF 4: offsets count from here.
    let base = 10
    var list = tiff.bytes(of: UInt32(0x03_0000)) + tiff.bytes(of: UInt32(size + primaryError))
    list += [UInt8](repeating: 0, count: 8)
    var start = size - base
    for one in further {
      list += tiff.bytes(of: attribute) + tiff.bytes(of: UInt32(one.count))
      list += tiff.bytes(of: UInt32(start)) + [0, 0, 0, 0]
      start += one.count
    }
    return primary(list) + further.joined()
  }
}

extension Still {
  /// What a JPEG file says.
  static func reading(jpeg file: [UInt8]) throws -> Still {
    var still = Still.blank(.jpeg, size: file.count)
    JPEGReader.read(try SourceBytes(MemorySource(file)), into: &still)
    return still
  }
}

/// A generator whose numbers are the same in each run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
