package import Validator

extension MediaFacts: BinaryCodable {
  package func write(to writer: inout BinaryWriter) {
    switch self {
    case .still(let still):
      writer.tag(0)
      still.write(to: &writer)
    case .movie(let movie):
      writer.tag(1)
      movie.write(to: &writer)
    }
  }

  package init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    switch try reader.tag() {
    case 0: self = .still(try reader.value())
    case 1: self = .movie(try reader.value())
    default: throw BinaryReader.Fault()
    }
  }
}
