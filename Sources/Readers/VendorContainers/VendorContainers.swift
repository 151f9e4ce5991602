package import Validator

/// What makers other than Apple keep behind or inside a picture.
package struct VendorContents: Sendable {
  package var movies: [EmbeddedMovie] = []
  /// The bytes after the picture that belong to them.
  package var accounted: [Range<UInt64>] = []

  package init() {}
}

/// Finds the movies that makers other than Apple embed in stills.
package enum VendorContainers {
  /// Looks for embedded movies behind a JPEG picture or announced by XMP.
  ///
  /// - Parameters:
  ///   - announcements: what the XMP of the file says.
  ///   - pictureEnd: where the picture's own bytes end.
  ///   - bytes: the whole file.
  package static func find(
    announcements: [MovieAnnouncement], pictureEnd: UInt64, in bytes: SourceBytes
  ) -> VendorContents {
    VendorContents()
  }
}
