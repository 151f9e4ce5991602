import Validator

/// A member of an archive that is to be judged, as it is put aside until its archive has been gone
/// through.
struct ArchivedMember: Sendable {
  /// What it is judged as.
  enum Kind: String, Sendable {
    case media
    /// A file of a `.pvt` folder.
    case bundleFile
    /// A `.livp` archive in the archive.
    case livePhoto
    case animation
  }

  /// How to come by what is to be known of it.
  enum Access: Sendable {
    /// Its bytes stand in the archive as they are, from an offset on.
    case stored(UInt64)
    /// It is unpacked from its local header in a zip archive.
    case packed(UInt64)
    /// It was read as the stream came by: the record of its facts, and a number for its bytes.
    case facts([UInt8], hash: Int?)
    /// Its bytes, which are few.
    case bytes([UInt8])
    /// Nothing can be known of it; `fault` says why.
    case none
  }

  let archive: FilePath
  /// The path by which reports name it.
  let path: FilePath
  var kind: Kind
  /// Its length as the archive tells it; nil where it does not.
  var size: UInt64?
  var access: Access
  /// What is wrong with it as a member.
  var fault: ReadError?
}

extension ArchivedMember: BinaryCodable {
  func write(to writer: inout BinaryWriter) {
    archive.write(to: &writer)
    path.write(to: &writer)
    writer.text(kind.rawValue)
    size.write(to: &writer)
    access.write(to: &writer)
    writer.optional(fault) { $0.readError($1) }
  }

  init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    archive = try reader.value()
    path = try reader.value()
    kind = try reader.choice(Kind.self)
    size = try reader.value()
    access = try reader.value()
    fault = try reader.optional { reader throws(BinaryReader.Fault) in try reader.readError() }
  }
}

extension ArchivedMember.Access: BinaryCodable {
  func write(to writer: inout BinaryWriter) {
    switch self {
    case .stored(let offset):
      writer.tag(0)
      writer.number(offset)
    case .packed(let header):
      writer.tag(1)
      writer.number(header)
    case .facts(let record, let hash):
      writer.tag(2)
      writer.data(record)
      hash.write(to: &writer)
    case .bytes(let bytes):
      writer.tag(3)
      writer.data(bytes)
    case .none: writer.tag(4)
    }
  }

  init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .stored(try reader.number())
    case 1: self = .packed(try reader.number())
    case 2: self = .facts(try reader.data(), hash: try reader.value())
    case 3: self = .bytes(try reader.data())
    case 4: self = .none
    default: throw BinaryReader.Fault()
    }
  }
}
