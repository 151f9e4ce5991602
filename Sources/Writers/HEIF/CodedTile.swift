import Readers
package import Validator

/// The coded picture of a HEIC file with one tile, as heif-enc writes small pictures.
package struct CodedTile: Sendable, Equatable {
  /// The `hvcC` box.
  package var configuration: [UInt8]
  /// The size of the coded tile, which may be larger than the picture.
  package var codedSize: PixelSize
  /// The size of the picture.
  package var size: PixelSize
  /// The HEVC data of the tile.
  package var data: [UInt8]

  /// Takes the coded picture out of a file (ISO/IEC 23008-12, 6.5 and B.2.3.1).
  ///
  /// - Throws: `malformed` where the file has no such picture, and whatever reading its boxes throws.
  package init(of file: [UInt8]) throws(ReadError) {
    var top = ByteReader(file[...], at: 0, path: "file")
    var sizes: [PixelSize] = []
    configuration = []
    data = []
    while let box = try top.nextBox({ _ in nil }) {
      if box.type == "mdat" { data = Array(box.payload.rest) }
      guard box.type == "meta" else { continue }
      var meta = box.payload
      _ = try meta.versionAndFlags()
      let properties = try meta.descendant("iprp", "ipco")
      var list = properties.payload
      while let property = try list.nextBox({ _ in nil }) {
        if property.type == "hvcC" {
          configuration = Part.box("hvcC", .bytes(property.payload.rest)).written()
        }
        if property.type == "ispe" {
          var extent = property.payload
          _ = try extent.versionAndFlags()
          sizes.append(PixelSize(width: try extent.uint32(), height: try extent.uint32()))
        }
      }
    }
    guard let codedSize = sizes.first, let size = sizes.last, !data.isEmpty else {
      throw ReadError(.malformed, "no coded tile", at: top.place)
    }
    self.codedSize = codedSize
    self.size = size
  }
}

extension ByteReader {
  /// The box at the end of a path of types, each the first of its type in the one before.
  ///
  /// - Throws: `malformed` where there is none, and whatever reading the boxes throws.
  func descendant(_ types: FourCharacterCode...) throws(ReadError) -> Box {
    var level = self
    var found: Box?
    for type in types {
      found = nil
      while found == nil, let box = try level.nextBox({ _ in nil }) {
        if box.type == type { found = box }
      }
      guard let found else { throw ReadError(.malformed, "no '\(type)' box", at: place) }
      level = found.payload
    }
    guard let found else { throw ReadError(.malformed, "no box asked for", at: place) }
    return found
  }
}
