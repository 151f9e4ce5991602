/// What `fix` can do about a fault without touching a pixel or a sample.
package enum Mend: String, CaseIterable, Sendable {
  /// One identifier, as cameras store it, in both halves.
  case identifier
  /// One mark of the moment of the still, inside the movie.
  case stillTime = "still-time"
  /// An `ftyp` of QuickTime's major brand.
  case container
  /// The still's base name for the movie.
  case names
  /// The file extension that says what the file holds.
  case extensions
  /// The Exif orientation.
  case orientation
  /// The size of the picture as Exif states it.
  case pixelSize = "pixel-size"
  /// No bytes between the place for Exif and its TIFF header.
  case exifPrefix = "exif-prefix"
  /// The `metadata.plist` of a `.pvt` bundle.
  case bundleMetadata = "bundle-metadata"

  /// What it does, as a clause that begins with the verb: `write one identifier into both halves`.
  package var action: String {
    switch self {
    case .identifier: "write one identifier into both halves"
    case .stillTime: "write one mark of the moment of the still into the movie"
    case .container: "give the movie an ftyp box of QuickTime's brand"
    case .names: "give the movie the still's base name"
    case .extensions: "give the file the extension that says what it holds"
    case .orientation: "set the Exif orientation to the one that is shown"
    case .pixelSize: "set the size in Exif to the picture's"
    case .exifPrefix: "take the bytes before the TIFF header out"
    case .bundleMetadata: "write the bundle's metadata.plist anew"
    }
  }

  /// Whether it can be done to a subject of these files, as far as their types tell.
  ///
  /// Exif is rewritten in JPEG and HEIC only.
  package func suits(_ files: [ReportedFile]) -> Bool {
    let still = files.first { $0.role == .still }?.file.type
    switch self {
    case .identifier, .orientation, .pixelSize, .exifPrefix:
      return still == .jpeg || still == .heic
    case .stillTime, .container, .names, .extensions, .bundleMetadata: return true
    }
  }
}
