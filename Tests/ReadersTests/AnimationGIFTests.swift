import Testing
import Validator
import Writers

@testable import Readers

extension Animation {
  /// What the reader of GIF files makes of bytes.
  static func reading(gif bytes: [UInt8]) throws -> Animation {
    var animation = blank(.gif, size: bytes.count)
    GIFReader.read(try SourceBytes(MemorySource(bytes)), into: &animation)
    return animation
  }

  /// What the reader of APNG files makes of bytes.
  static func reading(apng bytes: [UInt8]) throws -> Animation {
    var animation = blank(.apng, size: bytes.count)
    APNGReader.read(try SourceBytes(MemorySource(bytes)), into: &animation)
    return animation
  }

  static func blank(_ type: FileType, size: Int) -> Animation {
    Animation(
      file: MediaFile(path: FilePath("a.\(type.rawValue)"), size: UInt64(size), type: type),
      unreadable: ReadError(.unsupported, "not set", at: Place("file", offset: 0, length: 0)))
  }

  /// Whether a reader passed over one of the facts.
  var hasUntouchedFact: Bool {
    [size.readError, frames.readError, loopCount.readError, trailingData.readError]
      .contains { $0?.reason == "not set" }
  }

  /// The delays as they stand in the file.
  var delays: [MediaTime?] { frames.value?.map(\.delay) ?? [] }
}

@Suite struct `A GIF` {
  private static let screen: [UInt8] =
    .text("GIF89a") + .little(UInt16(20)) + .little(UInt16(10)) + [0x80, 0, 0] + .zeros(6)
  private static let loop: [UInt8] =
    [0x21, 0xFF, 11] + .text("NETSCAPE2.0") + [3, 1, 2, 0, 0]
  private static let data: [UInt8] = [2, 2, 0x4C, 0x01, 0]

  private static func control(_ delay: UInt16) -> [UInt8] {
    [0x21, 0xF9, 4, 0] + .little(delay) + [0, 0]
  }

  private static func image(
    _ left: UInt16 = 0, _ top: UInt16 = 0, _ width: UInt16 = 20, _ height: UInt16 = 10
  ) -> [UInt8] {
    [0x2C] + .little(left) + .little(top) + .little(width) + .little(height) + [0] + data
  }

  /// The screen takes 19 bytes, the loop 19, each control 8 and each image 15.
  private static let good = screen + loop + control(4) + image() + control(0) + image() + [0x3B]

  @Test func `gives its screen, frames, delays and plays with their places`() throws {
    let animation = try Animation.reading(gif: Self.good)
    #expect(
      animation.size
        == .present(PixelSize(width: 20, height: 10), at: Place("screen", offset: 6, length: 4)))
    #expect(animation.frameCount == 2)
    #expect(animation.delays == [MediaTime(4, scale: 100), MediaTime(0, scale: 100)])
    #expect(animation.frames.value?.map(\.place.offset) == [46, 69])
    #expect(animation.frames.value?.map(\.place.path.description) == ["frame[1]", "frame[2]"])
    #expect(animation.frames.value?.map(\.delayPlace?.offset) == [42, 65])
    #expect(
      animation.loopCount == .present(3, at: Place("application/loop", offset: 35, length: 2)))
    #expect(animation.trailingData.isAbsent)
    #expect(animation.damages.isEmpty)
  }

  @Test func `passes local colours, comments and plain texts`() throws {
    let local: [UInt8] =
      [0x2C] + .zeros(4) + .little(UInt16(20)) + .little(UInt16(10)) + [0x81] + .zeros(12)
      + Self.data
    let text: [UInt8] = [0x21, 0x01, 12] + .zeros(12) + [2, 0x41, 0x42, 0]
    let animation = try Animation.reading(
      gif: Self.screen + [0x21, 0xFE, 2, 0x3B, 0x3B, 0] + Self.control(9) + text + local + [0x3B])
    #expect(animation.frameCount == 1)
    // The text takes the graphic control before it.
    #expect(animation.delays == [nil])
    #expect(animation.damages.isEmpty)
    #expect(animation.loopCount.isAbsent)
  }

  @Test func `takes the loop count under its other name and for ever as 0`() throws {
    let other: [UInt8] = [0x21, 0xFF, 11] + .text("ANIMEXTS1.0") + [3, 1, 0, 0, 0]
    #expect(
      try Animation.reading(gif: Self.screen + other + Self.image() + [0x3B]).loopCount.value == 0)
    let unrelated: [UInt8] = [0x21, 0xFF, 11] + .text("XMP DataXMP") + [3, 1, 0, 0, 0]
    #expect(
      try Animation.reading(gif: Self.screen + unrelated + Self.image() + [0x3B]).loopCount
        .isAbsent)
  }

  @Test func `tells what follows its trailer`() throws {
    let animation = try Animation.reading(gif: Self.good + [1, 2, 3])
    #expect(animation.trailingData.value == TrailingData(length: 3))
    #expect(animation.trailingData.place?.offset == UInt64(Self.good.count))
  }

  @Test func `is damaged where a frame lies outside the screen or has no size`() throws {
    let outside = try Animation.reading(
      gif: Self.screen + Self.image() + Self.image(15, 5) + Self.image(0, 0, 21) + [0x3B])
    #expect(
      outside.damages.map(\.message)
        == [
          "frame 2, 20×10 at 15,5, is not within the picture of 20×10; so is one further frame"
        ])
    #expect(outside.damages.first?.place.offset == 34)
    #expect(outside.frameCount == 3)
    let empty = try Animation.reading(gif: Self.screen + Self.image(0, 0, 0) + [0x3B])
    #expect(empty.damages.map(\.message) == ["frame 1 is 0×10 pixels large"])
    #expect(empty.damages.first?.place == Place("frame[1]", offset: 19, length: 10))
  }

  @Test func `is damaged where its screen has no size or it holds no frame`() throws {
    var bytes = Self.good
    bytes[6] = 0
    let animation = try Animation.reading(gif: bytes)
    #expect(animation.damages.map(\.place.offset) == [6])
    let none = try Animation.reading(gif: Self.screen + [0x3B])
    #expect(none.damages.map(\.message) == ["the file holds no frame"])
    #expect(none.frames.isAbsent)
  }

  @Test func `is damaged where a block begins with an unknown byte`() throws {
    let animation = try Animation.reading(gif: Self.screen + Self.image() + [0x07, 0x3B])
    #expect(animation.damages.map(\.kind) == [.structure])
    #expect(animation.damages.first?.place.offset == 34)
    #expect(animation.frameCount == 1)
    #expect(animation.trailingData.readError?.kind == .malformed)
    #expect(animation.loopCount.readError != nil)
  }

  @Test func `tells how many bytes its data lack`() throws {
    let animation = try Animation.reading(gif: Self.screen + Self.image().dropLast(5) + [2, 9, 1])
    #expect(
      animation.damages.map(\.message)
        == [
          "the file ends within the picture data after 0 whole frames; at least 8 bytes are missing"
        ])
    #expect(animation.damages.first?.missingBytes == 8)
    #expect(animation.damages.first?.place.offset == 31)
  }

  @Test func `is truncated wherever it is cut, and keeps the frames before`() throws {
    for length in 0..<Self.good.count {
      let animation = try Animation.reading(gif: Array(Self.good.prefix(length)))
      #expect(animation.damages.map(\.kind) == [.truncated], "\(length)")
      #expect(animation.damages.first.map { $0.place.offset <= length } == true, "\(length)")
      #expect(animation.frameCount == (length < 61 ? 0 : length < 84 ? 1 : 2), "\(length)")
      #expect(animation.frameCount == animation.frames.value?.count ?? 0)
      #expect(animation.loopCount.isAbsent == false)
      #expect(!animation.hasUntouchedFact)
    }
  }

  @Test func `keeps frames up to a limit and counts all`() throws {
    let frames = [UInt8](repeatElement(Self.image(), count: CollectedFrames.limit + 5).joined())
    let animation = try Animation.reading(gif: Self.screen + frames + [0x3B])
    #expect(animation.frameCount == CollectedFrames.limit + 5)
    #expect(animation.frames.value?.count == CollectedFrames.limit)
    #expect(animation.trailingData.isAbsent)
  }

  @Test func `survives every mutation`() throws {
    for mutation in Mutations(of: Self.good, seed: 5, count: 5_000) {
      let animation = try Animation.reading(gif: mutation)
      #expect(!animation.hasUntouchedFact)
      // Every frame takes 13 bytes or more.
      #expect(animation.frameCount <= mutation.count / 13)
    }
  }

  @Test func `is walked up to a limit, which is no damage`() throws {
    var animation = Animation.blank(.gif, size: Self.good.count)
    GIFReader.read(try SourceBytes(MemorySource(Self.good)), into: &animation, upTo: 61)
    #expect(animation.trailingData.readError?.kind == .limit)
    #expect(animation.trailingData.readError?.place.offset == 61)
    #expect(animation.damages.isEmpty)
    #expect(animation.frameCount == 1)
  }

  @Test func `is read in pieces`() throws {
    // Far more than one piece, with blocks that lie across their borders.
    let block: [UInt8] = [255] + [UInt8](repeating: 0x3B, count: 255)
    let long: [UInt8] =
      Self.image().dropLast(4) + Array(repeatElement(block, count: 1_000).joined())
    let frames = Self.control(7) + long + [0] + Self.control(8) + long + [0]
    let animation = try Animation.reading(gif: Self.screen + frames + [0x3B])
    #expect(animation.delays == [MediaTime(7, scale: 100), MediaTime(8, scale: 100)])
    #expect(animation.frames.value?.map(\.place.offset) == [27, 256_047])
    #expect(animation.trailingData.isAbsent)
    #expect(animation.damages.isEmpty)
  }
}
