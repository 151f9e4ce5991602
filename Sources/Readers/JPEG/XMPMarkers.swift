/// A quick look at an XMP packet that spares most files the parsing of XML.
///
/// A packet is parsed only where one of a few names stands in its bytes: those of embedded movies
/// (Google's, OPPO's, Xiaomi's and vivo's properties all hold one) and of Live Photo identifiers.
/// Letters count as they stand. Packets in UTF-16, which JPEG does not allow (XMP part 3, 1.1.3),
/// are passed over.
enum XMPMarkers {
  /// What begins the payload of an XMP segment.
  static let signature: StaticString = "http://ns.adobe.com/xap/1.0/\0"

  // Names with a variable first letter are sought from their second letter on.
  private static let names: [[UInt8]] = [
    Array("MotionPhoto".utf8), Array("MicroVideo".utf8), Array("LivePhoto".utf8),
    Array("livephoto".utf8), Array("VideoLength".utf8), Array("ontentIdentifier".utf8),
    Array("content.identifier".utf8), Array("MediaGroupUUID".utf8),
  ]

  /// Whether one of the names stands in the bytes.
  static func stand(in bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "M"), UInt8(ascii: "L"), UInt8(ascii: "l"), UInt8(ascii: "V"),
        UInt8(ascii: "o"), UInt8(ascii: "c"):
        let rest = bytes[index...]
        if names.contains(where: { rest.starts(with: $0) }) { return true }
      default: break
      }
      index += 1
    }
    return false
  }
}
