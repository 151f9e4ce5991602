/// Records of tracks.

extension Track: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    place.write(to: &writer)
    number.write(to: &writer)
    id.write(to: &writer)
    handler.write(to: &writer)
    isEnabled.write(to: &writer)
    codec.write(to: &writer)
    codecPlace.write(to: &writer)
    codedSize.write(to: &writer)
    cleanAperture.write(to: &writer)
    trackAperture.write(to: &writer)
    pixelAspectRatio.write(to: &writer)
    matrix.write(to: &writer)
    matrixPlace.write(to: &writer)
    mediaDuration.write(to: &writer)
    editList.write(to: &writer)
    editListPlace.write(to: &writer)
    sampleCount.write(to: &writer)
    timeToSample.write(to: &writer)
    compositionOffsets.write(to: &writer)
    references.write(to: &writer)
    timedKeys.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(place: try reader.value(), number: try reader.value())
    id = try reader.value()
    handler = try reader.value()
    isEnabled = try reader.value()
    codec = try reader.value()
    codecPlace = try reader.value()
    codedSize = try reader.value()
    cleanAperture = try reader.value()
    trackAperture = try reader.value()
    pixelAspectRatio = try reader.value()
    matrix = try reader.value()
    matrixPlace = try reader.value()
    mediaDuration = try reader.value()
    editList = try reader.value()
    editListPlace = try reader.value()
    sampleCount = try reader.value()
    timeToSample = try reader.value()
    compositionOffsets = try reader.value()
    references = try reader.value()
    timedKeys = try reader.value()
  }
}

extension TrackMatrix: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    a.write(to: &writer)
    b.write(to: &writer)
    c.write(to: &writer)
    d.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      a: try reader.value(), b: try reader.value(), c: try reader.value(), d: try reader.value())
  }
}

extension SampleRun: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    count.write(to: &writer)
    duration.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(count: try reader.value(), duration: try reader.value())
  }
}

extension CompositionRun: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    count.write(to: &writer)
    offset.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(count: try reader.value(), offset: try reader.value())
  }
}

extension Edit: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    duration.write(to: &writer)
    mediaStart.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(duration: try reader.value(), mediaStart: try reader.value())
  }
}

extension TrackReference: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    type.write(to: &writer)
    trackIDs.write(to: &writer)
    place.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(type: try reader.value(), trackIDs: try reader.value(), place: try reader.value())
  }
}

extension TimedKey: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    localID.write(to: &writer)
    namespace.write(to: &writer)
    name.write(to: &writer)
    dataType.write(to: &writer)
    place.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      localID: try reader.value(), namespace: try reader.value(), name: try reader.value(),
      dataType: try reader.value(), place: try reader.value())
  }
}
