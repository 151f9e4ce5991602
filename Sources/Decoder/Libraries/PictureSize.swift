import CAV
import Validator

/// A size in pixels.
struct PictureSize: Equatable {
  var width: Int
  var height: Int

  /// The size with square pixels: the side is lengthened that loses nothing by it.
  func square(pixelAspect aspect: AVRational) -> PictureSize {
    guard aspect.num > 0, aspect.den > 0, aspect.num != aspect.den else { return self }
    let ratio = Double(aspect.num) / Double(aspect.den)
    // A ratio beyond this is a slip of the pen; the picture would grow beyond all memory.
    guard (0.1...10).contains(ratio) else { return self }
    return ratio > 1
      ? PictureSize(width: Int((Double(width) * ratio).rounded()), height: height)
      : PictureSize(width: width, height: Int((Double(height) / ratio).rounded()))
  }

  /// The size once the picture is turned.
  func turned(_ orientation: Orientation) -> PictureSize {
    orientation.degreesClockwise % 180 == 0 ? self : PictureSize(width: height, height: width)
  }

  /// The size with a longer side of at most so many pixels.
  func fitting(longerSide limit: Int) -> PictureSize {
    let longer = max(width, height)
    guard longer > limit else { return self }
    return PictureSize(
      width: max(1, (width * limit + longer / 2) / longer),
      height: max(1, (height * limit + longer / 2) / longer))
  }
}
