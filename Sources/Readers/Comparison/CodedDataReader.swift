package import Validator

/// Finds the coded media of a file and takes digests of them: of the bytes that a decoder gets.
package enum CodedDataReader {
  /// Tracks of one movie that are looked at; cameras write up to 8.
  private static let trackLimit = 64
  /// How much of a picture that is no box file is read.
  private static let pictureLimit: UInt64 = 256 * 1024 * 1024

  /// Reads the coded media of a file.
  ///
  /// - Returns: the picture, or the samples track by track; what of a file cannot be read is in
  ///   them as a problem. Nothing for a format whose media are not looked at.
  /// - Throws: what the source throws at its first bytes.
  package static func read(_ source: some ByteSource) throws(ReadError) -> [CodedPart] {
    let bytes = try SourceBytes(source)
    switch FileType(head: bytes.firstBytes, size: bytes.size) {
    case .quicktime, .mp4: return tracks(of: bytes, source)
    case .heic, .avif: return CodedItems(bytes).parts
    case .jpeg: return jpeg(source)
    case .png: return chunks(source, ["IHDR", "PLTE", "tRNS", "IDAT"])
    case .webp: return chunks(source, ["VP8 ", "VP8L", "ALPH"])
    default: return []
    }
  }

  // MARK: Movies

  private static func tracks(of bytes: SourceBytes, _ source: some ByteSource) -> [CodedPart] {
    var bytes = bytes
    let top = TopLevelBoxes(of: &bytes)
    guard let header = top.boxes.first(where: { $0.type == "moov" }),
      let movie = try? bytes.available(
        at: header.payloadOffset, length: header.payloadLength, path: "moov")
    else {
      return [
        CodedPart(
          "video", of: "sample", problem: "no samples are known: the file has no readable moov box")
      ]
    }
    var parts: [CodedPart] = []
    var boxes = movie
    while parts.count < trackLimit, var box = try? boxes.nextBox({ _ in "moov/trak" }) {
      guard box.type == "trak" else { continue }
      var content = TrackContent(place: box.place, number: parts.count + 1)
      let problem: String?
      do throws(ReadError) {
        // Only edit lists need the scale, and nothing is asked of those here.
        try content.read(&box.payload, movieScale: 1)
        problem = nil
      } catch {
        problem = error.reason
      }
      var part = SampleDigests(source, content.tables, name: name(of: content)).part
      part.problem = part.problem ?? (part.count == 0 ? problem : nil)
      if top.boxes.contains(where: { $0.type == "moof" }) {
        part.problem = part.problem ?? "samples in fragments were not looked at"
      }
      let others = parts.count { StructureNode.unnumbered($0.name) == part.name }
      if others > 0 { part.name += "[\(others + 1)]" }
      parts.append(part)
    }
    return parts
  }

  private static func name(of content: TrackContent) -> String {
    if content.declaresStillTime { return TrackContent.stillTime }
    if content.declaresLivePhotoInfo { return TrackContent.livePhotoInfo }
    if let key = content.track.timedKeys.first?.name.text.split(separator: ".").last {
      return String(key)
    }
    return switch content.track.handler {
    case "vide": "video"
    case "soun": "sound"
    case "auxv": "auxiliary video"
    case "meta": "metadata"
    case FourCharacterCode(rawValue: 0): "track without handler"
    default: content.track.handler.description
    }
  }

  // MARK: Pictures in one stream

  /// The picture of a JPEG: its tables, frame header and scans, without what is said about it.
  private static func jpeg(_ source: some ByteSource) -> [CodedPart] {
    guard let structure = try? FileInspector.inspect(source) else { return [] }
    var hasher = Hasher()
    var part = CodedPart("picture", of: "picture", count: 1)
    var further: [CodedPart] = []
    var left = pictureLimit
    var isWhole = false
    for node in structure.children where part.problem == nil {
      let name = StructureNode.unnumbered(node.name)
      if name == "behind EOI" {
        if node.detail == "another JPEG picture" { further = [behind(node, source)] }
        break
      }
      if name == "EOI" { isWhole = true }
      guard node.kind == .segment || node.kind == .data, !name.hasPrefix("APP"), name != "COM",
        name != "fill"
      else { continue }
      guard node.length <= left,
        combine(source, node.offset..<(node.offset + node.length), into: &hasher)
      else {
        part.problem = "the picture was not read to its end"
        break
      }
      left -= node.length
    }
    if part.problem == nil, !isWhole { part.problem = "the picture ends without its end marker" }
    part.digests = [hasher.finalize()]
    if part.problem != nil { part.digests = [] }
    return [part] + further
  }

  /// Pictures behind the first, such as a gain map.
  private static func behind(_ node: StructureNode, _ source: some ByteSource) -> CodedPart {
    var part = CodedPart("further pictures", of: "byte run", count: 1)
    if node.length <= pictureLimit,
      let digest = digestOfBytes(source, in: node.offset..<(node.offset + node.length))
    {
      part.digests = [digest]
    } else {
      part.problem = "the pictures behind the first were not read"
    }
    return part
  }

  /// The picture of a file of chunks.
  private static func chunks(_ source: some ByteSource, _ names: Set<String>) -> [CodedPart] {
    guard let structure = try? FileInspector.inspect(source) else { return [] }
    var hasher = Hasher()
    var part = CodedPart("picture", of: "picture", count: 1)
    var left = pictureLimit
    for node in structure.children where names.contains(StructureNode.unnumbered(node.name)) {
      let start = min(node.offset + node.headerLength, node.offset + node.length)
      let end = node.offset + node.length
      guard end - start <= left, node.problem == nil, combine(source, start..<end, into: &hasher)
      else {
        part.problem = node.problem ?? "the picture was not read to its end"
        return [part]
      }
      left -= end - start
    }
    if left == pictureLimit {
      part.problem = "no picture data were found"
    } else {
      part.digests = [hasher.finalize()]
    }
    return [part]
  }
}
