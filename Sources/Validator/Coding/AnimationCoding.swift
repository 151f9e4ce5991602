/// Records of animations.

extension Animation: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    file.write(to: &writer)
    size.write(to: &writer)
    frames.write(to: &writer)
    frameCount.write(to: &writer)
    loopCount.write(to: &writer)
    damages.write(to: &writer)
    trailingData.write(to: &writer)
    isInWidget.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    file = try reader.value()
    size = try reader.value()
    frames = try reader.value()
    frameCount = try reader.value()
    loopCount = try reader.value()
    damages = try reader.value()
    trailingData = try reader.value()
    isInWidget = try reader.value()
  }
}

extension AnimationFrame: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    left.write(to: &writer)
    top.write(to: &writer)
    size.write(to: &writer)
    delay.write(to: &writer)
    delayPlace.write(to: &writer)
    place.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      left: try reader.value(), top: try reader.value(), size: try reader.value(),
      delay: try reader.value(), delayPlace: try reader.value(), place: try reader.value())
  }
}
