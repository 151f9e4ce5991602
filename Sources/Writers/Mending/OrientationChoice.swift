internal import Validator

extension Still {
  /// Chooses the Exif orientation that says how the picture is shown.
  ///
  /// The turn and mirror of a HEIF picture decide how it is shown, so Exif has to repeat them.
  /// Elsewhere an orientation that does not exist is taken for 1 by the software that shows the
  /// picture; that is written only where the movie bears it out.
  ///
  /// - Parameter movie: the other half; nil for a lone still.
  /// - Throws: where nothing tells which orientation is right.
  func chosenOrientation(beside movie: Movie?) throws(RewriteError) -> UInt16 {
    if let turn = itemOrientation.value { return turn.exifValue }
    guard let value = exifOrientation.value, Orientation(exif: value) == nil else {
      throw RewriteError("nothing tells which orientation is right", at: exifOrientation.place)
    }
    guard let size = pixelSize.value, let shown = movie?.displayed.value else {
      throw RewriteError(
        "without a movie that shows the way up nothing tells which orientation is right",
        at: exifOrientation.place)
    }
    let stored = DisplayedPicture(
      width: Double(size.width), height: Double(size.height), orientation: .upright)
    guard let isPortrait = stored.isPortrait, isPortrait == shown.isPortrait else {
      throw RewriteError(
        "the movie does not bear out that the picture is stored upright, so nothing tells which "
          + "orientation is right", at: exifOrientation.place)
    }
    return Orientation.upright.exifValue
  }
}
