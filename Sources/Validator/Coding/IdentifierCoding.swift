/// Records of identifiers and of the places where they were found.

extension StoredIdentifier: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    text.write(to: &writer)
    oddities.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(text: try reader.value(), oddities: try reader.value())
  }
}

extension StoredIdentifier.Oddity: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .dataType(let type):
      writer.tag(0)
      type.write(to: &writer)
    case .makerNoteType(let type):
      writer.tag(1)
      type.write(to: &writer)
    case .noClosingNUL: writer.tag(2)
    case .extraNULs(let count):
      writer.tag(3)
      count.write(to: &writer)
    case .whiteSpace: writer.tag(4)
    case .notUTF8: writer.tag(5)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .dataType(try reader.value())
    case 1: self = .makerNoteType(try reader.value())
    case 2: self = .noClosingNUL
    case 3: self = .extraNULs(try reader.value())
    case 4: self = .whiteSpace
    case 5: self = .notUTF8
    default: throw BinaryReader.Fault()
    }
  }
}

extension StrayIdentifier: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    identifier.write(to: &writer)
    carrier.write(to: &writer)
    place.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      identifier: try reader.value(), carrier: try reader.value(), place: try reader.value())
  }
}

extension StrayIdentifier.Carrier: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .makerNote: writer.tag(0)
    case .xmp: writer.tag(1)
    case .sidecar(let path):
      writer.tag(2)
      path.write(to: &writer)
    case .pngText: writer.tag(3)
    case .userData: writer.tag(4)
    case .track: writer.tag(5)
    case .iTunesList: writer.tag(6)
    case .fullBoxMeta: writer.tag(7)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .makerNote
    case 1: self = .xmp
    case 2: self = .sidecar(try reader.value())
    case 3: self = .pngText
    case 4: self = .userData
    case 5: self = .track
    case 6: self = .iTunesList
    case 7: self = .fullBoxMeta
    default: throw BinaryReader.Fault()
    }
  }
}
