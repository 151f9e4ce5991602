/// Records of files and of measures.

extension FilePath: BinaryCodable {
  package func write(to writer: inout BinaryWriter) { writer.filePath(self) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self = try reader.filePath()
  }
}

extension FileType: BinaryCodable {}

extension Half: BinaryCodable {}

extension MediaFile: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    path.write(to: &writer)
    size.write(to: &writer)
    type.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(path: try reader.value(), size: try reader.value(), type: try reader.value())
  }
}

extension FourCharacterCode: BinaryCodable {
  package func write(to writer: inout BinaryWriter) { writer.word(rawValue) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(rawValue: try reader.word())
  }
}

extension PixelSize: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    width.write(to: &writer)
    height.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(width: try reader.value(), height: try reader.value())
  }
}

extension ApertureSize: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    width.write(to: &writer)
    height.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(width: try reader.value(), height: try reader.value())
  }
}

extension MediaTime: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    value.write(to: &writer)
    scale.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    let value: Int64 = try reader.value()
    guard let time = MediaTime(value, scale: try reader.value()) else {
      throw BinaryReader.Fault()
    }
    self = time
  }
}

extension WallTime: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    localSeconds.write(to: &writer)
    zoneMinutes.write(to: &writer)
    text.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      localSeconds: try reader.value(), zoneMinutes: try reader.value(), text: try reader.value())
  }
}

extension Coordinate: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    latitude.write(to: &writer)
    longitude.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(latitude: try reader.value(), longitude: try reader.value())
  }
}

extension Orientation: BinaryCodable {
  package func write(to writer: inout BinaryWriter) { exifValue.write(to: &writer) }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    guard let orientation = Orientation(exif: try reader.value()) else {
      throw BinaryReader.Fault()
    }
    self = orientation
  }
}
