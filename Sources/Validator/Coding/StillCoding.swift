/// Records of stills.

extension Still: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    file.write(to: &writer)
    identifier.write(to: &writer)
    makerNote.write(to: &writer)
    otherIdentifiers.write(to: &writer)
    strayIdentifiers.write(to: &writer)
    make.write(to: &writer)
    model.write(to: &writer)
    software.write(to: &writer)
    captureTime.write(to: &writer)
    location.write(to: &writer)
    appleNote.write(to: &writer)
    pixelSize.write(to: &writer)
    exifOrientation.write(to: &writer)
    itemOrientation.write(to: &writer)
    exifPixelSize.write(to: &writer)
    colourProfile.write(to: &writer)
    hasGainMap.write(to: &writer)
    embeddedMovies.write(to: &writer)
    trailingData.write(to: &writer)
    exifPrefix.write(to: &writer)
    damages.write(to: &writer)
    oddities.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    file = try reader.value()
    identifier = try reader.value()
    makerNote = try reader.value()
    otherIdentifiers = try reader.value()
    strayIdentifiers = try reader.value()
    make = try reader.value()
    model = try reader.value()
    software = try reader.value()
    captureTime = try reader.value()
    location = try reader.value()
    appleNote = try reader.value()
    pixelSize = try reader.value()
    exifOrientation = try reader.value()
    itemOrientation = try reader.value()
    exifPixelSize = try reader.value()
    colourProfile = try reader.value()
    hasGainMap = try reader.value()
    embeddedMovies = try reader.value()
    trailingData = try reader.value()
    exifPrefix = try reader.value()
    damages = try reader.value()
    oddities = try reader.value()
  }
}

extension Still.Oddity: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    message.write(to: &writer)
    place.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.value(), at: try reader.value())
  }
}

extension MakerNoteState: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .noExif: writer.tag(0)
    case .noMakerNote: writer.tag(1)
    case .foreign(let start):
      writer.tag(2)
      start.write(to: &writer)
    case .apple: writer.tag(3)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .noExif
    case 1: self = .noMakerNote
    case 2: self = .foreign(try reader.value())
    case 3: self = .apple
    default: throw BinaryReader.Fault()
    }
  }
}

extension AppleNote: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    length.write(to: &writer)
    entryCount.write(to: &writer)
    hasHDRHeadroom.write(to: &writer)
    hasHDRGain.write(to: &writer)
    isLittleEndian.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      length: try reader.value(), entryCount: try reader.value(),
      hasHDRHeadroom: try reader.value(), hasHDRGain: try reader.value(),
      isLittleEndian: try reader.value())
  }
}

extension EmbeddedMovie: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    container.write(to: &writer)
    announcement.write(to: &writer)
    movie.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      container: try reader.value(), announcement: try reader.value(), movie: try reader.value())
  }
}

extension EmbeddedMovie.Container: BinaryCodable {}

extension ExifPrefix: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    extraBytes.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(extraBytes: try reader.value())
  }
}
