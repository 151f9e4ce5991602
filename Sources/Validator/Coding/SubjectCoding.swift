/// Records of subjects with what the rest of the run tells of them.
///
/// A subject that was read back is judged as the first one was.

extension Subject: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    content.write(to: &writer)
    surroundings.write(to: &writer)
    bundle.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      try reader.value(), surroundings: try reader.value(), bundle: try reader.value())
  }
}

extension SubjectContent: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .pair(let pair):
      writer.tag(0)
      pair.write(to: &writer)
    case .still(let still):
      writer.tag(1)
      still.write(to: &writer)
    case .movie(let movie):
      writer.tag(2)
      movie.write(to: &writer)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .pair(try reader.value())
    case 1: self = .still(try reader.value())
    case 2: self = .movie(try reader.value())
    default: throw BinaryReader.Fault()
    }
  }
}

extension Pair: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    name.write(to: &writer)
    still.write(to: &writer)
    movie.write(to: &writer)
    bond.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      name: try reader.value(), still: try reader.value(), movie: try reader.value(),
      bond: try reader.value())
  }
}

extension Pair.Bond: BinaryCodable {}

extension Bundle: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    path.write(to: &writer)
    stills.write(to: &writer)
    movies.write(to: &writer)
    metadataVersion.write(to: &writer)
    needsMetadata.write(to: &writer)
    writer.optional(problem) { $0.readError($1) }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      path: try reader.value(), stills: try reader.value(), movies: try reader.value(),
      metadataVersion: try reader.value(), needsMetadata: try reader.value(),
      problem: try reader.optional { reader throws(BinaryReader.Fault) in
        try reader.readError()
      })
  }
}

extension Surroundings: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    strangers.write(to: &writer)
    sharers.write(to: &writer)
    copies.write(to: &writer)
    rivals.write(to: &writer)
    identifierIsAnswered.write(to: &writer)
    identifierWasSeenBefore.write(to: &writer)
    namesake.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init()
    strangers = try reader.value()
    sharers = try reader.value()
    copies = try reader.value()
    rivals = try reader.value()
    identifierIsAnswered = try reader.value()
    identifierWasSeenBefore = try reader.value()
    namesake = try reader.value()
  }
}

extension Surroundings.Stranger: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    beside.write(to: &writer)
    path.write(to: &writer)
    identifier.write(to: &writer)
    truePartner.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      beside: try reader.value(), path: try reader.value(), identifier: try reader.value(),
      truePartner: try reader.value())
  }
}

extension Surroundings.Namesake: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    path.write(to: &writer)
    reason.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(path: try reader.value(), reason: try reader.value())
  }
}

extension Surroundings.Sharer: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    still.write(to: &writer)
    movie.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(still: try reader.value(), movie: try reader.value())
  }
}

extension Surroundings.Copy: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    half.write(to: &writer)
    path.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(half: try reader.value(), path: try reader.value())
  }
}

extension Surroundings.Rival: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    half.write(to: &writer)
    path.write(to: &writer)
    isExport.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(half: try reader.value(), path: try reader.value(), isExport: try reader.value())
  }
}

extension PairingCandidate: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    writer.data(path.bytes)
    half.write(to: &writer)
    halfByName.write(to: &writer)
    identifier.write(to: &writer)
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      path: FilePath(bytes: try reader.data()), half: try reader.value(),
      halfByName: try reader.value(), identifier: try reader.value())
  }
}
