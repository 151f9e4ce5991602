package import Validator

/// Reads animated PNG files (PNG 3rd edition, 11.3.6) chunk by chunk; no picture is decoded.
///
/// A PNG without `acTL` is a still picture and has one frame.
package enum APNGReader {
  /// The longest run of chunks that is walked; each is read by itself.
  static let chunkLimit = 262_144
  /// The length of the signature.
  private static let signatureLength: UInt64 = 8

  /// Reads a file into an animation's facts.
  ///
  /// The pictures and the checksums are not read.
  package static func read(_ bytes: SourceBytes, into animation: inout Animation) {
    let file = Place("file", offset: 0, length: bytes.size)
    var walk = APNGWalk(bytes: bytes)
    var fault: ReadError?
    do {
      let end = try walk.run(from: signatureLength, limit: chunkLimit)
      animation.noteTrailingData(from: end, in: bytes, searched: file)
    } catch {
      let count = walk.frames?.count ?? 0
      animation.note(error, after: "the start of \(count) frame\(count == 1 ? "" : "s")")
      fault = error
    }
    walk.deliver(into: &animation, fault: fault, searched: file)
  }
}

/// One walk over an APNG file's chunks.
private struct APNGWalk {
  /// Where a chunk begins, and the length of its data.
  struct Chunk {
    var type: FourCharacterCode
    var offset: UInt64
    var length: UInt64

    var dataOffset: UInt64 { offset + 8 }
    /// The data are followed by a checksum of four bytes.
    var end: UInt64 { dataOffset + length + 4 }
  }

  let bytes: SourceBytes
  private var size: Field<PixelSize>?
  private(set) var frames: CollectedFrames?
  /// What `acTL` says: frames and plays.
  private var announced: (frames: UInt32, plays: UInt32, place: Place)?
  /// Where the first `IDAT` stands.
  private var picture: Place?
  private var damages: [Damage] = []

  init(bytes: SourceBytes) {
    self.bytes = bytes
  }

  /// Walks to the end of `IEND` and returns it.
  ///
  /// - Throws: why it was not reached.
  mutating func run(from start: UInt64, limit: Int) throws(ReadError) -> UInt64 {
    var at = start
    for _ in 0..<limit {
      let chunk = try header(at: at)
      if frames != nil {
        try note(chunk)
      } else if chunk.type != "CgBI" {
        // Xcode puts a chunk of its own before the header of pictures in apps.
        try readSize(chunk)
      }
      at = chunk.end
      if chunk.type == "IEND" { return at }
    }
    throw ReadError(
      .limit, "the file has more than \(limit) chunks",
      at: Place("chunk", offset: at, length: bytes.size - at))
  }

  private func header(at offset: UInt64) throws(ReadError) -> Chunk {
    var reader = try bytes.available(at: offset, length: 8, path: "chunk")
    guard reader.remaining == 8 else {
      // A chunk without data is its header and its checksum.
      throw ReadError(
        .pastEnd(needed: 12, available: UInt64(reader.remaining)),
        "the file ends without an IEND chunk", at: reader.place)
    }
    let length = UInt64(try reader.uint32())
    let type = try reader.fourCharacterCode()
    guard type.isChunkType else {
      throw ReadError(
        .malformed, "the bytes of a chunk's type, '\(type)', are no letters",
        at: Place("chunk", offset: offset, length: 8))
    }
    let left = bytes.size - offset - 8
    guard length + 4 <= left else {
      throw ReadError(
        .pastEnd(needed: length + 4, available: left),
        "the file ends within the \(type) chunk of \(length) bytes",
        at: Place("chunk", offset: offset, length: left + 8))
    }
    return Chunk(type: type, offset: offset, length: length)
  }

  /// The size in `IHDR`, which comes first (11.2.1).
  private mutating func readSize(_ chunk: Chunk) throws(ReadError) {
    guard chunk.type == "IHDR" else {
      throw ReadError(
        .malformed, "the first chunk is \(chunk.type), not IHDR",
        at: Place("chunk", offset: chunk.offset, length: 8))
    }
    var reader = try data(of: chunk, length: 13, path: "IHDR")
    let place = reader.place(ofNext: 8)
    let read = PixelSize(width: try reader.uint32(), height: try reader.uint32())
    size = .present(read, at: place)
    frames = CollectedFrames(screen: read)
    if read.width == 0 || read.height == 0 {
      damages.append(Damage(.structure, "IHDR says the picture is \(read) pixels large", at: place))
    }
  }

  private mutating func note(_ chunk: Chunk) throws(ReadError) {
    switch chunk.type {
    case "acTL": try readAnimationControl(chunk)
    case "fcTL": try readFrameControl(chunk)
    case "IDAT":
      if picture == nil { picture = Place("IDAT", offset: chunk.offset, length: chunk.length + 12) }
    default: break
    }
  }

  /// The number of frames and plays (11.3.6.1).
  private mutating func readAnimationControl(_ chunk: Chunk) throws(ReadError) {
    var reader = try data(of: chunk, length: 8, path: "acTL")
    let place = reader.place
    announced = (try reader.uint32(), try reader.uint32(), place)
  }

  /// A frame's rectangle and delay (11.3.6.2).
  private mutating func readFrameControl(_ chunk: Chunk) throws(ReadError) {
    let path = StructurePath("frame[*]", frames?.nextNumber ?? 0).appending("fcTL")
    var reader = try data(of: chunk, length: 26, path: path)
    // The sequence number.
    try reader.skip(4)
    let place = reader.place(ofNext: 16)
    let size = PixelSize(width: try reader.uint32(), height: try reader.uint32())
    let left = try reader.uint32()
    let top = try reader.uint32()
    let delayPlace = reader.place(ofNext: 4)
    let value = try reader.uint16()
    let units = try reader.uint16()
    frames?.append(
      AnimationFrame(
        left: left, top: top, size: size,
        // No units stands for hundredths of a second.
        delay: MediaTime(Int64(value), scale: units == 0 ? 100 : UInt32(units)),
        delayPlace: delayPlace, place: place))
  }

  /// The first bytes of a chunk's data; a chunk that is too short is damage of the file, not its
  /// early end.
  private func data(of chunk: Chunk, length: UInt64, path: StructurePath) throws(ReadError)
    -> ByteReader
  {
    guard chunk.length >= length else {
      throw ReadError(
        .malformed, "the \(chunk.type) chunk holds \(chunk.length) bytes, it takes \(length)",
        at: Place(path, offset: chunk.dataOffset, length: chunk.length))
    }
    return try bytes.part(at: chunk.dataOffset, length: length, path: path)
  }

  /// Turns what was found into facts.
  func deliver(into animation: inout Animation, fault: ReadError?, searched: Place) {
    animation.damages += damages
    let unread = fault ?? ReadError(.malformed, "there is no IHDR chunk", at: searched)
    animation.size = size ?? .unreadable(unread)
    guard var frames, let size = size?.value else {
      animation.frames = .unreadable(unread)
      animation.loopCount = .unreadable(unread)
      return
    }
    if let announced {
      animation.loopCount = .present(announced.plays, at: announced.place)
      if fault == nil, announced.frames != UInt32(clamping: frames.count) {
        animation.damages.append(
          Damage(
            .structure,
            "acTL announces \(announced.frames) frames, the file holds \(frames.count)",
            at: announced.place, found: "\(announced.frames)", wanted: "\(frames.count)"))
      }
    } else {
      animation.loopCount = fault.map { .unreadable($0) } ?? .absent(searched: [searched])
      if frames.count == 0, let picture {
        frames.append(AnimationFrame(left: 0, top: 0, size: size, delay: nil, place: picture))
      }
    }
    frames.deliver(into: &animation, fault: fault, searched: searched)
  }
}
