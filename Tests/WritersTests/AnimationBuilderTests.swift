import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `Written animations` {
  private static let size = PixelSize(width: 120, height: 90)
  private static let delays: [UInt16] = [5, 1, 3, 100]

  private static let gif: [UInt8] = {
    var frames = delays.enumerated().map {
      GIFBuilder.Frame(delay: $0.element, colour: UInt8($0.offset))
    }
    frames[2].left = 100
    frames[2].size = PixelSize(width: 20, height: 1)
    return GIFBuilder(size: size, frames: frames).bytes
  }()

  private static let apng = APNGBuilder(
    size: size, frames: delays.map { APNGBuilder.Frame(delay: $0, isWhite: $0 == 1) }, plays: 2
  ).bytes

  private static func read(_ bytes: [UInt8], _ type: FileType) throws -> Animation {
    let source = try SourceBytes(MemorySource(bytes))
    #expect(FileType(head: source.firstBytes, size: source.size) == type)
    var animation = Animation(
      file: MediaFile(path: FilePath("a"), size: source.size, type: type),
      unreadable: ReadError(.unsupported, "not set", at: Place("file", offset: 0, length: 0)))
    if type == .gif {
      GIFReader.read(source, into: &animation)
    } else {
      APNGReader.read(source, into: &animation)
    }
    return animation
  }

  @Test func `are read as they were meant`() throws {
    for animation in [try Self.read(Self.gif, .gif), try Self.read(Self.apng, .apng)] {
      #expect(animation.size.value == Self.size)
      #expect(
        animation.frames.value?.map(\.delay)
          == Self.delays.map { MediaTime(Int64($0), scale: 100) })
      #expect(animation.damages.isEmpty)
      #expect(animation.trailingData.isAbsent)
    }
    #expect(try Self.read(Self.gif, .gif).loopCount.value == 0)
    #expect(try Self.read(Self.apng, .apng).loopCount.value == 2)
    let once = GIFBuilder(size: Self.size, frameCount: 2, delay: nil, repeats: nil)
    #expect(try Self.read(once.bytes, .gif).loopCount.isAbsent)
    #expect(try Self.read(once.bytes, .gif).frames.value?.map(\.delay) == [nil, nil])
  }

  @Test(.enabled(if: OtherReader.ffprobe.isInstalled, "ffprobe is not installed"))
  func `have the same frames and delays for ffprobe`() throws {
    let gif = try Self.gif.withFile("a.gif") {
      try OtherReader.ffprobe.output(
        "-v", "error", "-min_delay", "0", "-default_delay", "0", "-show_entries",
        "packet=duration_time", "-of", "csv=p=0", $0)
    }
    #expect(
      gif.split(whereSeparator: \.isNewline).map { Double($0.prefix { $0 != "," }) ?? 0 }
        == [0.05, 0.01, 0.03, 1])
    let apng = try Self.apng.withFile("a.png") {
      try OtherReader.ffprobe.output(
        "-v", "error", "-f", "apng", "-count_packets", "-show_entries",
        "stream=width,height,nb_read_packets", "-of", "csv=p=0", $0)
    }
    #expect(apng.split(whereSeparator: \.isNewline).first == "120,90,4")
  }

  @Test(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `are decoded by ffmpeg without complaint`() throws {
    for (name, bytes) in [("a.gif", Self.gif), ("a.apng", Self.apng)] {
      #expect(try bytes.withFile(name) { try Self.pixels(of: $0) }.count == 4 * 120 * 90)
    }
  }

  @Test(.enabled(if: OtherReader.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func `have their colour in every pixel, however many there are`() throws {
    // More pixels than one table of codes can stand for.
    let size = PixelSize(width: 3_000, height: 2_900)
    for (colour, grey) in [(0, 0), (3, 255)] as [(UInt8, UInt8)] {
      let file = GIFBuilder(size: size, frames: [.init(delay: 4, colour: colour)]).bytes
      let pixels = try file.withFile("a.gif") { try Self.pixels(of: $0) }
      #expect(pixels.count == 3_000 * 2_900)
      #expect(pixels.allSatisfy { $0 == grey }, "\(colour)")
    }
  }

  /// The pixels of all frames in shades of grey.
  private static func pixels(of path: String) throws -> [UInt8] {
    let raw = path + ".raw"
    _ = try OtherReader.ffmpeg.output(
      "-v", "error", "-i", path, "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo",
      raw)
    let source = try FileSource(FilePath(raw))
    return try source.bytes(at: 0, count: Int(source.size))
  }
}
