package import Validator

/// Turns the structure of a file into parts that can be held against those of another file.
///
/// Positions, sizes of what only holds other parts, padding and coded media go; tracks, metadata
/// keys and tags get keys that do not depend on their order; Exif and XMP stand under one key
/// whatever format carries them.
package struct PartReader {
  /// How much of a file is read to tell whether parts differ that are not written out in full; the
  /// profiles, tables and MakerNotes of a camera file take 200 KB.
  private static let digestLimit: UInt64 = 16 * 1024 * 1024

  let source: any ByteSource
  /// The track ids of the movie, by what the tracks are.
  var tracks: [String: String] = [:]
  /// The samples of timed metadata, by the number of their track.
  var samples: [Int: [ComparedPart]] = [:]
  /// Metadata blocks that were found inside other parts and are told beside these.
  var lifted: [ComparedPart] = []
  var notRead: [String] = []
  private var digestsLeft = PartReader.digestLimit

  /// Reads the parts of a file.
  ///
  /// - Returns: the file as a whole, and what was left out or is damaged, each as a clause.
  /// - Throws: what the source throws at its first bytes.
  package static func read(_ source: some ByteSource) throws(ReadError) -> (
    file: ComparedPart, notRead: [String]
  ) {
    let structure = try FileInspector.inspect(source)
    var reader = PartReader(source: source)
    // Both are boxes, told apart by their brand.
    let form = structure.detail == "mp4" ? "quicktime" : structure.detail
    var file = ComparedPart("", path: "file", offset: 0, length: structure.length, form: form)
    file.children = [
      ComparedPart(
        "type", path: "file", offset: 0, length: min(structure.length, 16),
        value: structure.detail)
    ]
    reader.takeSamples(of: structure)
    var parts = reader.parts(of: structure, path: "")
    parts += reader.lifted
    file.children += ComparedPart.numbered(parts)
    if structure.children.isEmpty, structure.length > 0 {
      reader.notRead.append("the structure is not looked into: \(structure.detail)")
    }
    return (file, reader.notRead)
  }

  /// Boxes that only group others, of which a file has one where it has one: their parts are told
  /// as those of what holds them.
  private static let steps: Set<String> = ["mdia", "minf", "stbl", "ilst"]

  // MARK: Any part

  /// The parts that a part holds, without those that say nothing of their own.
  mutating func parts(of node: StructureNode, path: String) -> [ComparedPart] {
    var found: [ComparedPart] = []
    // Only the picture's own `meta` lists items.
    let listsItems = path == "meta" && node.children.contains { $0.name == "iinf" }
    if listsItems { found += ItemParts(node, source).parts(&self) }
    for child in PartReader.told(node.children) {
      let childPath = StructureNode.path(path, child.name)
      if child.kind == .omitted {
        notRead.append("\(path.isEmpty ? "the file" : path): \(child.detail)")
        continue
      }
      if listsItems, child.name != "iloc", ItemParts.told.contains(child.name), child.problem == nil
      {
        continue
      }
      if let part = part(of: child, in: node, path: childPath) {
        let isStep =
          part.value.isEmpty
          && (PartReader.steps.contains(child.name) || child.name == "keys" && node.name == "mebx")
        found += isStep ? part.children : [part]
      }
    }
    return ComparedPart.numbered(found)
  }

  /// The parts that a comparison tells of: of a JPEG's scans and their tables the coded media tell.
  private static func told(_ nodes: [StructureNode]) -> [StructureNode] {
    guard let start = nodes.firstIndex(where: { $0.kind == .segment && $0.name == "SOS" }) else {
      return nodes
    }
    return Array(nodes[..<start]) + nodes[start...].drop { $0.name != "EOI" }
  }

  private mutating func part(of node: StructureNode, in parent: StructureNode, path: String)
    -> ComparedPart?
  {
    let name = StructureNode.unnumbered(node.name)
    switch (node.kind, name) {
    case (.box, "mdat"), (.box, "idat"):
      return node.problem.map { plain(node, name, path: path, value: "! " + $0) }
    case (.box, "free"), (.box, "skip"), (.box, "wide"), (.data, "fill"), (.data, "padding"):
      return nil
    // Where the samples of a track lie, in which runs: their bytes are what counts.
    case (.box, "stco"), (.box, "co64"), (.box, "stsc"):
      return node.problem.map { plain(node, "chunks", path: path, value: "! " + $0) }
    // Told with their tracks.
    case (.sample, _): return nil
    case (.data, "rest") where node.problem == nil: return nil
    case (.box, "trak"): return track(node, path: path)
    case (.box, "mvhd"), (.box, "mdhd"), (.box, "tkhd"): return header(node, name, path: path)
    // The key table of a timed track holds boxes.
    case (.box, "keys") where node.children.allSatisfy(\.children.isEmpty):
      return keyTable(node, in: parent, path: path)
    case (.box, "moov"):
      learnTracks(of: node)
      return general(node, name, in: parent, path: path)
    case (.box, "iloc"): return locations(node, path: path)
    case (.segment, _) where name.hasSuffix("/Exif"), (.chunk, "eXIf"), (.chunk, "EXIF"):
      return block(node, key: "Exif", path: path)
    case (.directory, "TIFF"): return block(node, key: "Exif", path: path)
    case (.segment, _) where name.hasSuffix("/MPF"): return block(node, key: "MPF", path: path)
    case (.segment, _) where name.hasSuffix("/XMP"), (.chunk, "XMP "):
      return opaque(node, "XMP", path: path)
    default: return general(node, name, in: parent, path: path)
    }
  }

  /// A part with its value and its parts.
  private mutating func general(
    _ node: StructureNode, _ name: String, in parent: StructureNode, path: String
  ) -> ComparedPart {
    let parentName = StructureNode.unnumbered(parent.name)
    var key = name
    var value = node.detail
    var form = ""
    var isPosition = false
    switch (parentName, name) {
    case ("minf", "hdlr"): key = "data hdlr"
    case ("stsd", _), ("dref", _):
      (key, form) = ("entry", name)
      value = "\(name), \(value)"
    case ("tref", _):
      value = trackNames(in: value)
      isPosition = true
    case (_, "iinf"), (_, "ipma"), (_, "dref"), (_, "stsd"): value = ""
    default: break
    }
    if node.kind == .segment, name.hasPrefix("SOF") {
      (key, value) = ("SOF", "\(name), \(value)")
    }
    if node.children.isEmpty, value.isEmpty {
      let length = node.length - min(node.headerLength, node.length)
      value = length == 0 ? "" : InspectedText.counted(length, "byte")
    }
    if node.kind == .entry,
      parentName == "ilst" || node.children.contains(where: { $0.name == "keyd" })
    {
      return named(node, in: parentName, path: path)
    }
    var part = plain(node, key, path: path, value: value)
    part.form = form
    part.children = parts(of: node, path: path)
    if node.children.isEmpty, !isPosition { part.digest = digest(of: node) }
    return part
  }

  /// A part without those that it holds; what is wrong with it belongs to what it says.
  func plain(_ node: StructureNode, _ key: String, path: String, value: String) -> ComparedPart {
    var said = value
    if let problem = node.problem, !said.hasPrefix("! ") {
      said += (said.isEmpty ? "! " : " ! ") + problem
    }
    return ComparedPart(key, path: path, offset: node.offset, length: node.length, value: said)
  }

  /// A part of which only the size and the bytes count.
  mutating func opaque(_ node: StructureNode, _ key: String, path: String) -> ComparedPart {
    var part = plain(
      node, key, path: path,
      value: InspectedText.counted(node.length - min(node.headerLength, node.length), "byte"))
    part.digest = digest(of: node)
    return part
  }

  /// A digest of the bytes of a part behind its header; nil where too much has been read already.
  mutating func digest(of node: StructureNode) -> Int? {
    let header = min(node.headerLength, node.length)
    let length = node.length - header
    guard length <= digestsLeft else {
      let gap = "bytes beyond the first that are shown of large parts"
      if !notRead.contains(gap) { notRead.append(gap) }
      return nil
    }
    digestsLeft -= length
    return digestOfBytes(source, in: (node.offset + header)..<(node.offset + node.length))
  }
}

/// A digest of some bytes, equal for equal bytes in one run; nil where they cannot all be read.
func digestOfBytes(_ source: any ByteSource, in range: Range<UInt64>) -> Int? {
  var hasher = Hasher()
  guard combine(source, range, into: &hasher) else { return nil }
  return hasher.finalize()
}

/// Takes the bytes of a range into a digest, piece by piece; false where they are not all there.
func combine(_ source: any ByteSource, _ range: Range<UInt64>, into hasher: inout Hasher) -> Bool {
  var at = range.lowerBound
  while at < range.upperBound {
    let wanted = Int(min(range.upperBound - at, 256 * 1024))
    guard let piece = try? source.bytes(at: at, count: wanted), piece.count == wanted else {
      return false
    }
    hasher.combine(piece)
    at += UInt64(piece.count)
  }
  return true
}
