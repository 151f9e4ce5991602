/// The facts of a GIF or an APNG.
package struct Animation: Sendable {
  package var file: MediaFile
  /// The logical screen (GIF89a, 18) or IHDR.
  package var size: Field<PixelSize>
  /// The frames up to the reader's limit, in order.
  package var frames: Field<[AnimationFrame]>
  /// All frames, also those beyond the limit.
  package var frameCount = 0
  /// How often it plays; 0 for ever, absent where the file does not say, which is once.
  package var loopCount: Field<UInt32>
  package var damages: [Damage] = []
  package var trailingData: Field<TrailingData>
  /// Whether it lies in a widget target.
  package var isInWidget = false

  /// Creates an animation of which nothing is known, for the reason given.
  package init(file: MediaFile, unreadable error: ReadError) {
    self.file = file
    size = .unreadable(error)
    frames = .unreadable(error)
    loopCount = .unreadable(error)
    trailingData = .unreadable(error)
  }
}

/// One frame of an animation.
package struct AnimationFrame: Hashable, Sendable {
  package var left: UInt32
  package var top: UInt32
  package var size: PixelSize
  /// The delay as it stands in the file, in seconds: GIF counts in 1/100 s.
  package var delay: MediaTime?
  /// Where the delay stands; nil where there is none.
  package var delayPlace: Place?
  /// The bytes that state its rectangle.
  package var place: Place

  package init(
    left: UInt32, top: UInt32, size: PixelSize, delay: MediaTime?, delayPlace: Place? = nil,
    place: Place
  ) {
    self.left = left
    self.top = top
    self.size = size
    self.delay = delay
    self.delayPlace = delayPlace
    self.place = place
  }
}
