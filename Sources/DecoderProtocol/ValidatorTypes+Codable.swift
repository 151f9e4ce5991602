package import Validator

/// A path is its text; bytes that are not UTF-8 go as numbers.
extension FilePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.init(text)
    } else {
      self.init(bytes: try container.decode([UInt8].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let text = String(validating: bytes, as: UTF8.self) {
      try container.encode(text)
    } else {
      try container.encode(bytes)
    }
  }
}

/// An orientation is its Exif value, 1 to 8.
extension Orientation: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let orientation = Orientation(exif: try container.decode(UInt16.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "an orientation is 1 to 8")
    }
    self = orientation
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(exifValue)
  }
}

extension FilePath {
  /// Where a decoder process writes this file until it is whole: beside it.
  package func partial(ofProcess process: Int32) -> FilePath {
    FilePath(bytes: bytes + Array(".partial-\(process)".utf8))
  }
}
