package import Validator

/// Shows the structure of a file, whatever its format and whatever is damaged in it.
package enum FileInspector {
  /// Inspects a file from any source.
  ///
  /// - Returns: the file as a whole, with its parts; an unknown format has none.
  /// - Throws: what the source throws at its first bytes.
  package static func inspect(_ source: some ByteSource) throws(ReadError) -> StructureNode {
    let bytes = try SourceBytes(source)
    let type = FileType(head: bytes.firstBytes, size: bytes.size)
    var file = StructureNode(
      .file, "", offset: 0, length: bytes.size, detail: description(of: type, bytes))
    var inspection = Inspection(bytes)
    file.children = StructureNode.numbered(parts(of: type, &inspection))
    return file
  }

  private static func parts(of type: FileType, _ inspection: inout Inspection) -> [StructureNode] {
    let whole = 0..<inspection.bytes.size
    switch type {
    case .jpeg: return JPEGInspector.parts(in: whole, depth: 0, &inspection)
    case .png, .apng: return PNGInspector.parts(&inspection)
    case .webp: return WebPInspector.parts(&inspection)
    case .tiff: return [TIFFInspector.block(named: "TIFF", in: whole, &inspection)]
    case .heic, .avif, .quicktime, .mp4: return BoxInspector.parts(&inspection)
    case .unknown: return beginsWithBox(inspection.bytes) ? BoxInspector.parts(&inspection) : []
    case .gif, .plist, .zip, .empty: return []
    }
  }

  /// Whether a file of no known type begins as one of boxes does, such as one without `ftyp`.
  private static func beginsWithBox(_ bytes: SourceBytes) -> Bool {
    var bytes = bytes
    let first = TopLevelBoxes(of: &bytes).boxes.first
    return first.map { $0.size >= 8 && $0.size <= bytes.size } ?? false
  }

  private static func description(of type: FileType, _ bytes: SourceBytes) -> String {
    switch type {
    case .empty: return "an empty file"
    case .unknown:
      return (beginsWithBox(bytes) ? "boxes of no known format" : "no known format")
        + ", it begins with "
        + InspectedText.hexadecimal(bytes.firstBytes, atMost: 16)
    case .gif, .plist, .zip:
      return "\(type.rawValue) data, whose structure is not looked into"
    default: return type.rawValue
    }
  }
}

/// What an inspection shares between the formats: the bytes, and how much may still be shown.
struct Inspection {
  /// The parts that are shown of one file; camera files have up to some 1,500 of them.
  static let partLimit = 20_000
  /// How much of one part is read to decode it; the longest tables of camera files take 60 KB.
  static let decodedLength: UInt64 = 1024 * 1024

  let bytes: SourceBytes
  private var partsLeft = Inspection.partLimit

  init(_ bytes: SourceBytes) {
    self.bytes = bytes
  }

  /// Whether one more part may be shown; counts it.
  mutating func admitsPart() -> Bool {
    partsLeft -= 1
    return partsLeft >= 0
  }

  /// Stands for parts that the limit leaves out.
  func omitted(in range: Range<UInt64>, _ detail: String = "more parts than are shown")
    -> StructureNode
  {
    StructureNode(
      .omitted, "…", offset: range.lowerBound, length: UInt64(range.count), detail: detail)
  }

  /// The bytes of a part, as far as they are read for decoding.
  func reader(_ range: Range<UInt64>) throws(ReadError) -> ByteReader {
    try bytes.available(
      at: range.lowerBound, length: min(UInt64(range.count), Inspection.decodedLength),
      path: "file")
  }

  /// Bytes of no structure that is known here, with the first of them.
  func data(_ name: String, _ range: Range<UInt64>, problem: String? = nil) -> StructureNode {
    let start = try? bytes.available(
      at: range.lowerBound, length: min(UInt64(range.count), 16), path: "file")
    return StructureNode(
      .data, name, offset: range.lowerBound, length: UInt64(range.count),
      detail: start.map { InspectedText.hexadecimal($0.rest, atMost: 16, of: range.count) } ?? "",
      problem: problem)
  }
}
