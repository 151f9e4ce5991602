package import Validator

/// Reads GIF files (CompuServe, GIF87a and GIF89a) block by block; no picture is decoded.
///
/// Decoding libraries replace short delays by longer ones, so the delays are read here as they
/// stand in the file.
package enum GIFReader {
  /// How far into a file the walk goes: far above any GIF that an app can hold, and so much that a
  /// hostile file of tiny blocks takes seconds, not minutes.
  package static let walkLimit: UInt64 = 256 * 1024 * 1024

  /// Reads a file into an animation's facts.
  ///
  /// - Parameter limit: how far into the file the walk goes, in bytes.
  package static func read(
    _ bytes: SourceBytes, into animation: inout Animation, upTo limit: UInt64 = walkLimit
  ) {
    let file = Place("file", offset: 0, length: bytes.size)
    var walk: GIFWalk
    do {
      walk = try GIFWalk(bytes, into: &animation)
    } catch {
      animation.size = .unreadable(error)
      animation.frames = .unreadable(error)
      animation.loopCount = .unreadable(error)
      animation.note(error)
      return
    }
    var fault: ReadError?
    do {
      try walk.run(limit: limit)
      animation.noteTrailingData(from: walk.blocks.offset, in: bytes, searched: file)
    } catch {
      let count = walk.frames.count
      animation.note(error, after: "\(count) whole frame\(count == 1 ? "" : "s")")
      fault = error
    }
    animation.loopCount =
      walk.loopCount ?? fault.map { .unreadable($0) } ?? .absent(searched: [file])
    walk.frames.deliver(into: &animation, fault: fault, searched: file)
  }
}

/// One walk over a GIF file's blocks.
private struct GIFWalk {
  /// What a graphic control extension says of the frame after it.
  struct Delay {
    var time: MediaTime?
    var place: Place
  }

  /// The byte that begins an extension (GIF89a, 23).
  static let extensionIntroducer: UInt8 = 0x21
  /// The byte that begins a frame (GIF89a, 20).
  static let imageSeparator: UInt8 = 0x2C
  /// The byte that ends the file (GIF89a, 27).
  static let trailer: UInt8 = 0x3B

  var blocks: GIFBlocks
  var frames: CollectedFrames
  var loopCount: Field<UInt32>?
  private let screenFlags: UInt8
  private var delay: Delay?

  /// Reads the header and the logical screen (GIF89a, 17 and 18).
  init(_ bytes: SourceBytes, into animation: inout Animation) throws(ReadError) {
    blocks = try GIFBlocks(bytes)
    let header = try blocks.take(6, of: "the header", "header")
    guard header.starts(with: "GIF87a") || header.starts(with: "GIF89a") else {
      throw ReadError(
        .malformed, "the file begins with neither GIF87a nor GIF89a", at: header.place)
    }
    var screen = try blocks.take(7, of: "the logical screen descriptor", "screen")
    let place = Place("screen", offset: screen.offset, length: 4)
    let size = PixelSize(
      width: UInt32(try screen.uint16()), height: UInt32(try screen.uint16()))
    animation.size = .present(size, at: place)
    if size.width == 0 || size.height == 0 {
      animation.damages.append(
        Damage(.structure, "the logical screen is \(size) pixels large", at: place))
    }
    frames = CollectedFrames(screen: size)
    screenFlags = try screen.uint8()
  }

  /// Walks past the global colours to the trailer.
  ///
  /// - Throws: why it was not reached.
  mutating func run(limit: UInt64) throws(ReadError) {
    try passColours(screenFlags, of: "the global colour table", "screen/colours")
    while true {
      let start = blocks.offset
      guard start < limit else {
        throw ReadError(
          .limit, "the trailer does not come within the first \(limit) bytes",
          at: Place("block", offset: start, length: 1))
      }
      let introducer = try blocks.byte(of: "its list of blocks, before the trailer,", "block")
      switch introducer {
      case GIFWalk.trailer: return
      case GIFWalk.imageSeparator: try readFrame(at: start)
      case GIFWalk.extensionIntroducer: try readExtension()
      default:
        throw ReadError(
          .malformed,
          "a block begins with the byte \(introducer), which is no image, extension or trailer",
          at: Place("block", offset: start, length: 1))
      }
    }
  }

  /// Passes a colour table, where the flags tell of one (GIF89a, 19 and 21).
  private mutating func passColours(
    _ flags: UInt8, of part: StaticString, _ path: StructurePath
  ) throws(ReadError) {
    guard flags & 0x80 != 0 else { return }
    _ = try blocks.take(3 << (Int(flags & 0x07) + 1), of: part, path)
  }

  /// An image descriptor, its colours and its data (GIF89a, 20 to 22).
  private mutating func readFrame(at start: UInt64) throws(ReadError) {
    let path = StructurePath("frame[*]", frames.nextNumber)
    var descriptor = try blocks.take(9, of: "an image descriptor", path)
    let left = UInt32(try descriptor.uint16())
    let top = UInt32(try descriptor.uint16())
    let size = PixelSize(
      width: UInt32(try descriptor.uint16()), height: UInt32(try descriptor.uint16()))
    try passColours(
      try descriptor.uint8(), of: "a local colour table", path.appending("colours"))
    // The first byte tells the size of the codes.
    _ = try blocks.byte(of: "the picture data", path.appending("data"))
    try blocks.passSubBlocks(of: "the picture data", path.appending("data"))
    frames.append(
      AnimationFrame(
        left: left, top: top, size: size, delay: delay?.time, delayPlace: delay?.place,
        place: Place(path, offset: start, length: 10)))
    delay = nil
  }

  private mutating func readExtension() throws(ReadError) {
    switch try blocks.byte(of: "an extension", "extension") {
    case 0xF9: try readGraphicControl()
    case 0xFF: try readApplication()
    case 0x01:
      // A plain text is drawn like a frame and takes the graphic control before it (GIF89a, 25).
      delay = nil
      try blocks.passSubBlocks(of: "a plain text extension", "extension")
    default: try blocks.passSubBlocks(of: "an extension", "extension")
    }
  }

  /// The delay before the next frame, in hundredths of a second (GIF89a, 23).
  private mutating func readGraphicControl() throws(ReadError) {
    let path = StructurePath("frame[*]", frames.nextNumber).appending("control")
    let start = blocks.offset
    let length = Int(try blocks.byte(of: "a graphic control extension", path))
    guard length == 4 else {
      throw ReadError(
        .malformed, "a graphic control extension says it is \(length) bytes long, it has 4",
        at: Place(path, offset: start, length: 1))
    }
    var control = try blocks.take(length, of: "a graphic control extension", path)
    try control.skip(1)
    let place = control.place(ofNext: 2)
    delay = Delay(time: MediaTime(Int64(try control.uint16()), scale: 100), place: place)
    try blocks.passSubBlocks(of: "a graphic control extension", path)
  }

  /// The loop count of Netscape and, under another name, of other programs.
  ///
  /// It counts the repeats after the first time; 0 is for ever (as browsers take it:
  /// https://bugzilla.mozilla.org/show_bug.cgi?id=1255497).
  private mutating func readApplication() throws(ReadError) {
    let path: StructurePath = "application"
    let part: StaticString = "an application extension"
    let length = Int(try blocks.byte(of: part, path))
    guard length > 0 else { return }
    let name = try blocks.take(length, of: part, path)
    guard length == 11, name.starts(with: "NETSCAPE2.0") || name.starts(with: "ANIMEXTS1.0") else {
      return try blocks.passSubBlocks(of: part, path)
    }
    let blockLength = Int(try blocks.byte(of: part, "application/loop"))
    guard blockLength > 0 else { return }
    var block = try blocks.take(blockLength, of: part, "application/loop")
    if blockLength >= 3, try block.uint8() & 0x07 == 1 {
      let place = block.place(ofNext: 2)
      let repeats = UInt32(try block.uint16())
      loopCount = .present(repeats == 0 ? 0 : repeats + 1, at: place)
    }
    try blocks.passSubBlocks(of: part, path)
  }
}
