import Readers
import Validator

/// A box of `moov` whose size or contents may change, with the boxes that it holds.
struct BoxNode: Sendable {
  let type: FourCharacterCode
  /// The bytes after the header.
  let payload: ByteReader
  /// The whole box.
  let place: Place
  /// The boxes that hold this one, outermost first, and itself: their sizes change with its own.
  let headers: [BoxSizeField]
  /// What it holds, where it is of a type whose boxes are looked at.
  private(set) var children: [BoxNode] = []

  /// Where the box stands in the file.
  var range: Range<UInt64> { place.offset..<(place.offset + place.length) }
  /// Where a further box goes: behind the last one, before zeros that close the list.
  var contentEnd: UInt64 { children.last?.range.upperBound ?? payload.startOffset }

  /// All boxes of a type that it holds.
  func all(_ type: FourCharacterCode) -> [BoxNode] { children.filter { $0.type == type } }

  /// The first box of a type that it holds.
  func first(_ type: FourCharacterCode) -> BoxNode? { children.first { $0.type == type } }

  /// The boxes at the end of a path of types.
  func all(_ types: FourCharacterCode...) -> [BoxNode] {
    types.reduce([self]) { level, type in level.flatMap { $0.all(type) } }
  }
}

/// Where a box says how long it is.
struct BoxSizeField: Sendable {
  /// The box.
  let place: Place
  /// Its number: 4 bytes, or the 8 of a long header; none for a box that reaches to the end of the
  /// file.
  let range: Range<UInt64>
}

// MARK: - Reading

extension BoxNode {
  /// More boxes than the `moov` of any movie has at the levels that are looked at; a hostile one has
  /// room for two million.
  private static let childLimit = 4_096
  /// How deep containers lie in `moov`: `moov/trak/mdia/minf/stbl`.
  private static let depthLimit = 5
  private static let containers: Set<FourCharacterCode> = [
    "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts",
  ]

  /// Reads a box and what is in it.
  ///
  /// - Parameters:
  ///   - box: the box.
  ///   - holders: the sizes that change with its own.
  ///   - track: the number of the track that it belongs to; 0 for none.
  init(_ box: Box, in holders: [BoxSizeField] = [], track: Int = 0) throws(ReadError) {
    type = box.type
    payload = box.payload
    place = box.place
    let header = box.payload.startOffset - box.place.offset
    let size = place.offset + (header == 16 ? 8 : 0)
    headers = holders + [BoxSizeField(place: place, range: size..<(size + (header == 16 ? 8 : 4)))]
    if BoxNode.containers.contains(type), headers.count <= BoxNode.depthLimit {
      try readChildren(track: track)
    }
  }

  /// Reads the boxes that the payload holds from an offset in it on.
  mutating func readChildren(from distance: UInt64 = 0, track: Int = 0) throws(ReadError) {
    children = []
    var reader = payload
    try reader.skip(distance)
    let path = payload.path
    var tracks = 0
    while true {
      let start = reader.offset
      let size = try? reader.uint32(at: 0)
      let box = try reader.nextBox { type in
        BoxNode.path(of: type, in: path, track: type == "trak" ? tracks + 1 : track)
      }
      guard let box else { return }
      // Only the last box of a file may leave its size open (ISO/IEC 14496-12, 4.2).
      guard size != 0 else {
        throw ReadError(
          .malformed, "box '\(box.type)' in another one does not say how long it is",
          at: Place(path, offset: start, length: 4))
      }
      if box.type == "trak" { tracks += 1 }
      guard children.count < BoxNode.childLimit else {
        throw ReadError(.limit, "more than \(BoxNode.childLimit) boxes in one", at: place)
      }
      children.append(
        try BoxNode(box, in: headers, track: box.type == "trak" ? tracks : track))
    }
  }

  private static func path(
    of type: FourCharacterCode, in parent: StructurePath, track: Int
  ) -> StructurePath? {
    switch type {
    case "mvhd": "moov/mvhd"
    case "trak": StructurePath("moov/trak[*]", track)
    case "udta": track == 0 ? "moov/udta" : StructurePath("moov/trak[*]/udta", track)
    case "meta": metadataPath(in: parent, track: track)
    case "keys": parent.appending("keys")
    case "ilst": parent.appending("ilst")
    case "tkhd": StructurePath("moov/trak[*]/tkhd", track)
    case "edts": StructurePath("moov/trak[*]/edts", track)
    case "mdia": StructurePath("moov/trak[*]/mdia", track)
    case "minf": StructurePath("moov/trak[*]/mdia/minf", track)
    case "dinf": StructurePath("moov/trak[*]/mdia/minf/dinf", track)
    case "stbl": StructurePath("moov/trak[*]/mdia/minf/stbl", track)
    case "stsd": StructurePath("moov/trak[*]/mdia/minf/stbl/stsd", track)
    case "stsz": StructurePath("moov/trak[*]/mdia/minf/stbl/stsz", track)
    case "stco": StructurePath("moov/trak[*]/mdia/minf/stbl/stco", track)
    case "co64": StructurePath("moov/trak[*]/mdia/minf/stbl/co64", track)
    case "saio": StructurePath("moov/trak[*]/mdia/minf/stbl/saio", track)
    default: nil
    }
  }

  private static func metadataPath(in parent: StructurePath, track: Int) -> StructurePath {
    if track > 0 { return StructurePath("moov/trak[*]/meta", track) }
    return parent == "moov/udta" ? "moov/udta/meta" : "moov/meta"
  }
}
