package import Validator

/// What is to change in a still; nil leaves a trait as it is.
package struct StillChanges: Sendable, Equatable {
  /// The Live Photo identifier, to stand once, as ASCII with its closing NUL, in Apple MakerNote tag
  /// 0x0011; others in the note go.
  package var identifier: String?
  /// Whether the identifier may take the place of another maker's MakerNote, which is lost: a
  /// picture has room for one only.
  package var replacesForeignMakerNote = false
  /// The Exif orientation, 1 to 8.
  package var orientation: UInt16?
  /// Exif PixelXDimension and PixelYDimension.
  package var exifPixelSize: PixelSize?
  /// What a picture that has no Exif yet gets to say of its shot; others say so themselves or not.
  package var shot = Shot()
  /// Whether bytes between the place for Exif and its TIFF header are taken out.
  package var removesExifPrefix = false

  /// Creates changes that change nothing.
  package init() {}

  /// Whether a picture without Exif gets it.
  var needsExif: Bool { identifier != nil || orientation != nil || exifPixelSize != nil }

  /// What Exif tells of a shot; nil is left out.
  package struct Shot: Sendable, Equatable {
    /// When the picture was taken.
    package var captureTime: WallTime?
    /// Who made the camera.
    package var make: String?
    /// Which camera it is.
    package var model: String?
    /// Where the picture was taken.
    package var location: Coordinate?

    /// Creates a shot of which nothing is known.
    package init() {}

    /// What a still says of its shot, as far as that can be read.
    package init(of still: Still) {
      captureTime = still.captureTime.value
      make = still.make.value
      model = still.model.value
      location = still.location.value
    }
  }
}
