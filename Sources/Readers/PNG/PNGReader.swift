package import Validator

/// Reads PNG stills (PNG specification, third edition).
package enum PNGReader {
  /// The longest run of chunks that is walked; writers cut a picture into pieces of 8 KB or more,
  /// so this is a picture of hundreds of megabytes.
  private static let chunkLimit = 65_536
  /// The length of the signature.
  private static let signatureLength: UInt64 = 8

  /// Reads a file into a still's facts.
  ///
  /// The picture itself and the checksums are not read.
  package static func read(_ bytes: SourceBytes, into still: inout Still) {
    let file = Place("file", offset: 0, length: bytes.size)
    var walk = PNGWalk(bytes: bytes)
    walk.run(from: signatureLength, limit: chunkLimit, into: &still)
    walk.carried.deliver(into: &still, searched: file)
    if let size = walk.size {
      still.pixelSize = size
    } else if let fault = walk.carried.fault {
      still.pixelSize = .unreadable(fault)
    }
    if let pictureEnd = walk.end {
      let left = bytes.size - pictureEnd
      still.trailingData =
        left == 0
        ? .absent(searched: [file])
        : .present(
          TrailingData(length: left), at: Place("file", offset: pictureEnd, length: left))
    } else if let fault = walk.carried.fault {
      still.trailingData = .unreadable(fault)
    }
  }
}

/// One walk over a PNG file's chunks.
private struct PNGWalk {
  /// A chunk's header: its data's length and type, and where the data begins.
  struct Chunk {
    var type: FourCharacterCode
    var dataOffset: UInt64
    var length: UInt64
  }

  let bytes: SourceBytes
  var carried = CarriedMetadata()
  /// What `IHDR` says; nil where the first chunk was not reached.
  var size: Field<PixelSize>?
  /// Where the `IEND` chunk ends; nil where none was reached.
  var end: UInt64?

  init(bytes: SourceBytes) {
    self.bytes = bytes
  }

  mutating func run(from start: UInt64, limit: Int, into still: inout Still) {
    var at = start
    for number in 0..<limit {
      do {
        guard let chunk = try header(at: at, into: &still) else { return }
        if number == 0 { readSize(chunk, into: &still) }
        try note(chunk, in: &still)
        // The data are followed by a checksum of four bytes.
        at = chunk.dataOffset + chunk.length + 4
        if chunk.type == "IEND" {
          end = at
          return
        }
      } catch {
        carried.fault = error
        return
      }
    }
    carried.fault = ReadError(
      .limit, "the file has more than \(limit) chunks",
      at: Place("file", offset: at, length: bytes.size - at))
  }

  /// The header of the next chunk; nil, with the damage noted, where the file ends before it does.
  private mutating func header(at offset: UInt64, into still: inout Still) throws(ReadError)
    -> Chunk?
  {
    var reader = try bytes.available(at: offset, length: 8, path: "chunk")
    guard reader.remaining == 8 else {
      stop(
        missing: nil, "the file ends without an IEND chunk",
        at: Place("chunk", offset: min(offset, bytes.size), length: UInt64(reader.remaining)),
        in: &still)
      return nil
    }
    let length = UInt64(try reader.uint32())
    let type = try reader.fourCharacterCode()
    guard type.isChunkType else {
      let place = Place("chunk", offset: offset, length: 8)
      let reason = "the bytes of a chunk's type, '\(type)', are no letters"
      still.damages.append(Damage(.structure, reason, at: place))
      carried.fault = ReadError(.malformed, reason, at: place)
      return nil
    }
    let left = bytes.size - offset - 8
    guard length <= left, left - length >= 4 else {
      stop(
        missing: length + 4 - left,
        "the \(type) chunk says it is \(length) bytes long, the file ends before that",
        at: Place(.chunk(type), offset: offset, length: left + 8), in: &still)
      return nil
    }
    return Chunk(type: type, dataOffset: offset + 8, length: length)
  }

  private mutating func stop(
    missing: UInt64?, _ reason: String, at place: Place, in still: inout Still
  ) {
    still.damages.append(Damage(.truncated, reason, at: place, missingBytes: missing))
    carried.fault = ReadError(
      .pastEnd(needed: place.length + (missing ?? 8), available: place.length), reason, at: place)
  }

  /// The size in `IHDR`, which comes first (11.2.1).
  private mutating func readSize(_ chunk: Chunk, into still: inout Still) {
    let place = Place("IHDR", offset: chunk.dataOffset, length: 8)
    guard chunk.type == "IHDR" else {
      let reason = "the first chunk is \(chunk.type), not IHDR"
      still.damages.append(Damage(.structure, reason, at: place))
      size = .unreadable(ReadError(.malformed, reason, at: place))
      return
    }
    do {
      var reader = try data(of: chunk)
      size = .present(
        PixelSize(width: try reader.uint32(), height: try reader.uint32()), at: place)
    } catch {
      size = .unreadable(error)
    }
  }

  private func data(of chunk: Chunk) throws(ReadError) -> ByteReader {
    try bytes.part(at: chunk.dataOffset, length: chunk.length, path: .chunk(chunk.type))
  }

  private mutating func note(_ chunk: Chunk, in still: inout Still) throws(ReadError) {
    switch chunk.type {
    case "eXIf": carried.exif = try data(of: chunk)
    case "tEXt", "zTXt", "iTXt":
      // A text too large for this reader is no reason to lose the chunks after it.
      guard let text = try? PNGText(try data(of: chunk), type: chunk.type) else { return }
      note(text, in: &still)
    default: break
    }
  }

  private mutating func note(_ text: PNGText, in still: inout Still) {
    let isXMP = text.keyword == "XML:com.adobe.xmp"
    guard isXMP || text.namesIdentifier else { return }
    guard !text.isCompressed else {
      still.oddities.append(
        Still.Oddity(
          "the text chunk '\(text.keyword)' is compressed and was not read", at: text.content.place
        ))
      return
    }
    if isXMP {
      carried.xmp = text.content
      return
    }
    let value = String(decoding: text.content.rest, as: UTF8.self).trimmedWhiteSpace
    guard !value.isEmpty else { return }
    carried.strayIdentifiers.append(
      StrayIdentifier(
        identifier: StoredIdentifier(text: value), carrier: .pngText, place: text.content.place))
  }
}

extension StructurePath {
  /// The path of a chunk whose type a fact is read from.
  fileprivate static func chunk(_ type: FourCharacterCode) -> StructurePath {
    switch type {
    case "IHDR": "IHDR"
    case "eXIf": "eXIf"
    case "tEXt": "tEXt"
    case "zTXt": "zTXt"
    case "iTXt": "iTXt"
    case "IDAT": "IDAT"
    default: "chunk"
    }
  }
}

extension FourCharacterCode {
  /// Whether all four bytes are ASCII letters, as in every PNG chunk type (5.4).
  var isChunkType: Bool {
    [24, 16, 8, 0].allSatisfy { (shift: UInt32) in
      let letter = UInt8(truncatingIfNeeded: rawValue >> shift) | 0x20
      return (0x61...0x7A).contains(letter)
    }
  }
}
