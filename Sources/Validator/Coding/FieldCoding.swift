/// Records of fields, of the places where facts stand, and of why they could not be read.

extension Field: BinaryCodable where Value: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .present(let value, let place):
      writer.tag(0)
      value.write(to: &writer)
      place.write(to: &writer)
    case .absent(let searched):
      writer.tag(1)
      searched.write(to: &writer)
    case .unreadable(let error):
      writer.tag(2)
      writer.readError(error)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .present(try reader.value(), at: try reader.value())
    case 1: self = .absent(searched: try reader.value())
    case 2: self = .unreadable(try reader.readError())
    default: throw BinaryReader.Fault()
    }
  }
}

extension Place: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    path.write(to: &writer)
    offset.write(to: &writer)
    length.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.value(), offset: try reader.value(), length: try reader.value())
  }
}

extension StructurePath: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    writer.template(template)
    number.write(to: &writer)
    hasPart.write(to: &writer)
    guard hasPart else { return }
    writer.template(base)
    baseNumber.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    let template = try reader.template()
    let number: Int32 = try reader.value()
    let hasPart: Bool = try reader.value()
    self.init(
      base: hasPart ? try reader.template() : "", baseNumber: hasPart ? try reader.value() : 0,
      template: template, number: number)
    guard self.hasPart == hasPart else { throw BinaryReader.Fault() }
  }
}

extension ReadError {
  /// Writes the error itself; `BinaryWriter.readError` writes one that stands in many fields once.
  func writeContents(to writer: inout BinaryWriter) {
    kind.write(to: &writer)
    reason.write(to: &writer)
    place.write(to: &writer)
  }

  convenience init(contentsFrom reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(try reader.value(), try reader.value(), at: try reader.value())
  }
}

extension ReadError.Kind: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .notOpened: writer.tag(0)
    case .pastEnd(let needed, let available):
      writer.tag(1)
      needed.write(to: &writer)
      available.write(to: &writer)
    case .malformed: writer.tag(2)
    case .limit: writer.tag(3)
    case .otherContent: writer.tag(4)
    case .unsupported: writer.tag(5)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .notOpened
    case 1: self = .pastEnd(needed: try reader.value(), available: try reader.value())
    case 2: self = .malformed
    case 3: self = .limit
    case 4: self = .otherContent
    case 5: self = .unsupported
    default: throw BinaryReader.Fault()
    }
  }
}

extension Damage: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    kind.write(to: &writer)
    message.write(to: &writer)
    place.write(to: &writer)
    found.write(to: &writer)
    wanted.write(to: &writer)
    missingBytes.write(to: &writer)
    isMinor.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      try reader.value(), try reader.value(), at: try reader.value(), found: try reader.value(),
      wanted: try reader.value(), missingBytes: try reader.value(), isMinor: try reader.value())
  }
}

extension Damage.Kind: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .truncated: writer.tag(0)
    case .structure: writer.tag(1)
    case .makerNote: writer.tag(2)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .truncated
    case 1: self = .structure
    case 2: self = .makerNote
    default: throw BinaryReader.Fault()
    }
  }
}

extension TrailingData: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    length.write(to: &writer)
    description.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(length: try reader.value(), description: try reader.value())
  }
}
