package import Validator

/// What this tool needs of an XMP packet.
package struct XMPFacts: Sendable {
  /// A Live Photo identifier under any namespace, which Apple's software does not read here.
  package var identifier: StoredIdentifier?
  package var identifierPlace: Place?
  /// Movies that the packet says are embedded in the file.
  package var announcements: [MovieAnnouncement] = []

  package init() {}
}

/// A statement in XMP that a movie is embedded in the still.
package struct MovieAnnouncement: Sendable, Hashable {
  package var container: EmbeddedMovie.Container
  package var place: Place
  /// How far from the end of the file the movie begins, where the packet says so.
  package var distanceFromEnd: UInt64?

  package init(container: EmbeddedMovie.Container, place: Place, distanceFromEnd: UInt64?) {
    self.container = container
    self.place = place
    self.distanceFromEnd = distanceFromEnd
  }
}

/// Reads XMP packets with libxml2, namespaces resolved.
package enum XMPReader {
  /// Reads a packet.
  ///
  /// - Throws: `malformed` where it is no well-formed XML, `unsupported` where it declares
  ///   entities.
  package static func read(_ packet: ByteReader) throws(ReadError) -> XMPFacts {
    let properties = XMPProperties()
    try XMLDocument.read(packet, into: properties)
    var facts = XMPFacts()
    if let (name, value) = properties.identifier {
      facts.identifier = StoredIdentifier(text: value)
      facts.identifierPlace = place(of: value, called: name, in: packet)
    }
    if let announcement = announcement(by: properties, in: packet) {
      facts.announcements = [announcement]
    }
    return facts
  }

  /// The movie that the properties announce: one, in the most specific maker's form.
  private static func announcement(by properties: XMPProperties, in packet: ByteReader)
    -> MovieAnnouncement?
  {
    let container: EmbeddedMovie.Container
    let flag: StaticString
    let distance: UInt64?
    if properties[.motionPhoto] == "1" {
      container = properties.maker ?? .googleMotionPhoto
      flag = "MotionPhoto"
      distance =
        properties.directoryDistance ?? properties.number(.motionPhotoOffset)
        ?? properties.number(.videoLength) ?? properties.number(.microVideoOffset)
    } else if properties[.microVideo] == "1" {
      container = properties.maker ?? .googleMicroVideo
      flag = "MicroVideo"
      distance = properties.number(.microVideoOffset)
    } else if properties[.motionPhoto] == nil, properties[.livePhotoVersion] != nil,
      let length = properties.number(.videoLength)
    {
      container = .oppo
      flag = "OLivePhotoVersion"
      distance = length
    } else {
      return nil
    }
    let place = place(of: distance.map { String($0) }, called: flag, in: packet)
    return MovieAnnouncement(container: container, place: place, distanceFromEnd: distance)
  }

  /// Where a value stands in a packet: its own bytes where they occur once, else the packet.
  private static func place(of value: String?, called name: StaticString, in packet: ByteReader)
    -> Place
  {
    let path = packet.path.appending(name)
    if let value, let first = packet.onlyOccurrence(of: Array(value.utf8)) {
      return Place(path, offset: first, length: UInt64(value.utf8.count))
    }
    return Place(path, offset: packet.offset, length: UInt64(packet.remaining))
  }
}

extension ByteReader {
  /// The offset in the file of some bytes that occur once among the next; nil where they do not.
  ///
  /// Long texts and large parts are not searched: a hostile packet could make that last for hours.
  func onlyOccurrence(of wanted: [UInt8]) -> UInt64? {
    guard let head = wanted.first, wanted.count <= 64, remaining <= 1024 * 1024 else { return nil }
    let bytes = rest
    var found: Int?
    var index = bytes.startIndex
    while let next = bytes[index...].firstIndex(of: head) {
      if bytes[next...].starts(with: wanted) {
        if found != nil { return nil }
        found = next
      }
      index = next + 1
    }
    return found.map { offset + UInt64($0 - bytes.startIndex) }
  }
}
