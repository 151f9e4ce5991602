/// Records of movies.

extension Movie: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    file.write(to: &writer)
    identifier.write(to: &writer)
    otherIdentifiers.write(to: &writer)
    strayIdentifiers.write(to: &writer)
    make.write(to: &writer)
    model.write(to: &writer)
    software.write(to: &writer)
    creationDate.write(to: &writer)
    headerDate.write(to: &writer)
    location.write(to: &writer)
    keys.write(to: &writer)
    encoderTrace.write(to: &writer)
    majorBrand.write(to: &writer)
    firstBoxes.write(to: &writer)
    duration.write(to: &writer)
    fragments.write(to: &writer)
    trailingData.write(to: &writer)
    tracks.write(to: &writer)
    stillTimes.write(to: &writer)
    staticStillTimeKey.write(to: &writer)
    stillImageTransform.write(to: &writer)
    livePhotoInfo.write(to: &writer)
    damages.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    file = try reader.value()
    identifier = try reader.value()
    otherIdentifiers = try reader.value()
    strayIdentifiers = try reader.value()
    make = try reader.value()
    model = try reader.value()
    software = try reader.value()
    creationDate = try reader.value()
    headerDate = try reader.value()
    location = try reader.value()
    keys = try reader.value()
    encoderTrace = try reader.value()
    majorBrand = try reader.value()
    firstBoxes = try reader.value()
    duration = try reader.value()
    fragments = try reader.value()
    trailingData = try reader.value()
    tracks = try reader.value()
    stillTimes = try reader.value()
    staticStillTimeKey = try reader.value()
    stillImageTransform = try reader.value()
    livePhotoInfo = try reader.value()
    damages = try reader.value()
  }
}

extension StillTime: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    trackNumber.write(to: &writer)
    presentationTime.write(to: &writer)
    key.write(to: &writer)
    declaredLength.write(to: &writer)
    actualLength.write(to: &writer)
    undeclaredIDs.write(to: &writer)
    value.write(to: &writer)
    place.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      trackNumber: try reader.value(), presentationTime: try reader.value(),
      key: try reader.value(), declaredLength: try reader.value(), actualLength: try reader.value(),
      undeclaredIDs: try reader.value(), value: try reader.value(), place: try reader.value())
  }
}

extension StillImageTransform: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    isIdentity.write(to: &writer)
    referenceDimensions.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(isIdentity: try reader.value(), referenceDimensions: try reader.value())
  }
}

extension LivePhotoInfo: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    trackNumber.write(to: &writer)
    sampleCount.write(to: &writer)
    timeToSample.write(to: &writer)
    distinctPayloads.write(to: &writer)
    payloadsRead.write(to: &writer)
    payloadVersion.write(to: &writer)
    hasSetupDescription.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      trackNumber: try reader.value(), sampleCount: try reader.value(),
      timeToSample: try reader.value(), distinctPayloads: try reader.value(),
      payloadsRead: try reader.value(), payloadVersion: try reader.value(),
      hasSetupDescription: try reader.value())
  }
}

extension KeyNames: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    writer.list(indices) { name($1).write(to: &$0) }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.value() as [KeyName])
  }
}
