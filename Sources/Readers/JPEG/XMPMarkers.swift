/// A quick look at an XMP packet that spares most files the parsing of XML.
///
/// A packet is parsed only where one of a few names stands in its bytes: those of embedded movies
/// (Google's, OPPO's, Xiaomi's and vivo's properties all hold one) and of Live Photo identifiers.
/// Letters count as they stand. Packets in UTF-16, which JPEG does not allow (XMP part 3, 1.1.3),
/// are passed over.
enum XMPMarkers {
  /// What begins the payload of an XMP segment.
  static let signature: StaticString = "http://ns.adobe.com/xap/1.0/\0"

  private static let motionPhoto = Array("MotionPhoto".utf8)
  private static let microVideo = Array("MicroVideo".utf8)
  private static let mediaGroup = Array("MediaGroupUUID".utf8)
  private static let livePhoto = Array("LivePhoto".utf8)
  private static let lowerCaseLivePhoto = Array("livephoto".utf8)
  private static let videoLength = Array("VideoLength".utf8)
  /// `ContentIdentifier` and `contentIdentifier`.
  private static let contentIdentifier = Array("ontentIdentifier".utf8)
  private static let quickTimeIdentifier = Array("content.identifier".utf8)

  /// Whether one of the names stands in the bytes.
  static func stand(in bytes: ArraySlice<UInt8>) -> Bool {
    // Two letters settle nearly every byte of a packet, and which name is left to compare.
    for index in bytes.indices.dropLast() {
      let name: [UInt8]
      switch (bytes[index], bytes[index + 1]) {
      case (UInt8(ascii: "M"), UInt8(ascii: "o")): name = motionPhoto
      case (UInt8(ascii: "M"), UInt8(ascii: "i")): name = microVideo
      case (UInt8(ascii: "M"), UInt8(ascii: "e")): name = mediaGroup
      case (UInt8(ascii: "L"), UInt8(ascii: "i")): name = livePhoto
      case (UInt8(ascii: "l"), UInt8(ascii: "i")): name = lowerCaseLivePhoto
      case (UInt8(ascii: "V"), UInt8(ascii: "i")): name = videoLength
      case (UInt8(ascii: "o"), UInt8(ascii: "n")): name = contentIdentifier
      case (UInt8(ascii: "c"), UInt8(ascii: "o")): name = quickTimeIdentifier
      default: continue
      }
      if bytes[index...].prefix(name.count) == name[...] { return true }
    }
    return false
  }
}
