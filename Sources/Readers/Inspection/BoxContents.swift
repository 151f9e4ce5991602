internal import Validator

extension BoxInspector {
  /// How many bytes of a box's contents come before the boxes in it; nil where it holds none.
  func contentsOffset(
    of type: FourCharacterCode, in parent: FourCharacterCode?, _ contents: ByteReader
  ) -> UInt64? {
    switch parent {
    case "stsd": return sampleEntryOffset(type, contents)
    case "keys", "ilst": return 0
    case "tref", "iref", "grpl", "ipco", "tapt": return nil
    default: break
    }
    switch type {
    case "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "udta", "tref", "gmhd", "tapt",
      "mvex", "moof", "traf", "mfra", "iprp", "ipco", "ilst", "grpl", "mpvd", "clip", "matt",
      "sinf", "schi", "wave", "vmap", "setu":
      return 0
    case "keys": return parent == "mebx" ? 0 : nil
    case "meta": return BoxInspector.hasVersion(contents) ? 4 : 0
    case "stsd", "dref": return 8
    case "iref": return 4
    case "iinf": return contents.rest.first == 0 ? 6 : 8
    default: return nil
    }
  }

  /// Whether version and flags open a `meta` box: ISO BMFF has them, QuickTime has not.
  private static func hasVersion(_ contents: ByteReader) -> Bool {
    var reader = contents
    guard let first = try? reader.uint32(), let second = try? reader.fourCharacterCode() else {
      return true
    }
    return !(first >= 8 && second.looksLikeBoxType)
  }

  /// How long the fixed part of a sample entry is (ISO/IEC 14496-12, 12.1.3 and 12.2.3; QuickTime
  /// File Format, sound sample description versions 1 and 2).
  private func sampleEntryOffset(_ type: FourCharacterCode, _ contents: ByteReader) -> UInt64? {
    switch handler {
    case "vide", "auxv", "pict": return 78
    case "soun":
      var reader = contents
      guard (try? reader.skip(8)) != nil, let version = try? reader.uint16() else { return nil }
      return version == 2 ? 64 : version == 1 ? 44 : 28
    case "meta": return type == "mebx" ? 8 : nil
    default: return nil
    }
  }

  /// Decodes what a box says into its node.
  mutating func decode(
    _ type: FourCharacterCode, of parent: FourCharacterCode?, _ contents: ByteReader,
    into node: inout StructureNode, _ inspection: inout Inspection
  ) throws(ReadError) {
    var reader = contents
    switch (parent, type) {
    case ("keys", _), ("ilst", _): break
    case ("stsd", _): node.detail = try sampleEntry(&reader)
    case ("tref", _):
      node.detail = try BoxInspector.trackReference(&reader)
    case ("iref", _):
      node.detail = try BoxInspector.itemReference(&reader, parentVersion: itemReferenceVersion)
    case ("grpl", _): node.detail = try BoxInspector.entityGroup(&reader)
    case ("meta", "keys"):
      try decodeKeys(&reader, into: &node, &inspection)
    case (_, "infe"): try decodeItemInfo(&reader, into: &node)
    case (_, "iloc"): try decodeLocations(&reader, into: &node, &inspection)
    case (_, "ipma"): try decodeAssociations(&reader, into: &node, &inspection)
    case (_, "data"): node.detail = try WellKnownValue.item(&reader)
    default:
      if let detail = try movieDetail(of: type, in: parent, &reader) {
        node.detail = detail
        if type == "stco" || type == "co64" {
          node.problem =
            node.problem ?? BoxInspector.chunkProblem(contents, type, inspection.bytes.size)
        }
      } else if let detail = try itemDetail(of: type, &reader) {
        node.detail = detail
      }
    }
  }
}
