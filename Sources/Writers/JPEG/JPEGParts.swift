import Readers
package import Validator

/// A JPEG file taken apart at its segments, so that they can be changed and the picture cannot.
package struct JPEGParts: Sendable, Equatable {
  /// The segments before the scan, in order.
  package var segments: [JPEGSegment]
  /// From the start-of-scan marker to the end of the file, byte for byte.
  package var scan: [UInt8]

  /// Takes a file apart (ITU-T T.81, B.1.1).
  ///
  /// - Throws: `malformed` where no start of image or no scan is found, `pastEnd` where the file
  ///   ends first.
  package init(_ bytes: [UInt8]) throws(ReadError) {
    var reader = ByteReader(bytes[...], at: 0, path: "file")
    guard try reader.uint16() == 0xFFD8 else {
      throw ReadError(.malformed, "no JPEG start of image", at: reader.place)
    }
    segments = []
    while true {
      let rest = reader.rest
      let marker = try reader.uint16()
      guard marker > 0xFF00 else {
        throw ReadError(.malformed, "no JPEG marker", at: reader.place(ofNext: 0))
      }
      if marker == 0xFFDA {
        scan = Array(rest)
        return
      }
      let length = try reader.uint16()
      guard length >= 2 else {
        throw ReadError(
          .malformed, "segment of \(length) bytes", at: reader.place(ofNext: 0))
      }
      let payload = try reader.take(UInt64(length) - 2)
      segments.append(
        JPEGSegment(UInt8(truncatingIfNeeded: marker), Array(payload.rest)))
    }
  }

  /// The file.
  package var bytes: [UInt8] { [0xFF, 0xD8] + segments.flatMap(\.bytes) + scan }

  /// Puts segments at the front in place of all application segments and comments there are.
  package mutating func replaceMetadata(with new: [JPEGSegment]) {
    segments = new + segments.filter { !$0.isMetadata }
  }
}

/// A marker segment with a length (ITU-T T.81, B.1.1.4).
package struct JPEGSegment: Sendable, Equatable {
  /// The second byte of the marker: 0xE1 for APP1.
  package var marker: UInt8
  /// The bytes behind the length.
  package var payload: [UInt8]

  /// Creates a segment from its marker's second byte and its contents.
  package init(_ marker: UInt8, _ payload: [UInt8]) {
    self.marker = marker
    self.payload = payload
  }

  /// APP1 with Exif (Exif 2.32, 4.7.2).
  package static func exif(_ block: [UInt8]) -> JPEGSegment {
    JPEGSegment(0xE1, Array("Exif\0\0".utf8) + block)
  }

  /// APP1 with an XMP packet (XMP part 3, 1.1.3).
  package static func xmp(_ packet: String) -> JPEGSegment {
    JPEGSegment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet.utf8)
  }

  /// Whether it is an application segment or a comment.
  package var isMetadata: Bool { (0xE0...0xEF).contains(marker) || marker == 0xFE }

  /// Marker, length and contents.
  package var bytes: [UInt8] {
    [0xFF, marker] + UInt16(clamping: payload.count + 2).bytes(.bigEndian) + payload
  }
}
