import Testing
import Validator

@testable import Readers

@Suite struct `An animated PNG` {
  private static let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let size = chunk("IHDR", .big(UInt32(20)) + .big(UInt32(10)) + .zeros(5))
  private static let data = chunk("IDAT", .zeros(7))
  private static let more = chunk("fdAT", .zeros(11))
  private static let end = chunk("IEND", [])

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    .big(UInt32(data.count)) + .text(type) + data + .zeros(4)
  }

  private static func announced(_ frames: UInt32, _ plays: UInt32 = 0) -> [UInt8] {
    chunk("acTL", .big(frames) + .big(plays))
  }

  private static func frame(
    _ delay: UInt16, _ units: UInt16, left: UInt32 = 0, width: UInt32 = 20
  ) -> [UInt8] {
    let rectangle: [UInt8] =
      .big(width) + .big(UInt32(10)) + .big(left) + .big(UInt32(0))
    return chunk("fcTL", .zeros(4) + rectangle + .big(delay) + .big(units) + [0, 0])
  }

  private static func read(_ parts: [UInt8]...) throws -> Animation {
    try Animation.reading(apng: header + parts.joined())
  }

  private static let good =
    header + size + announced(2) + frame(1, 25) + data + frame(4, 0) + more + end

  @Test func `gives its size, frames, delays and plays with their places`() throws {
    let animation = try Animation.reading(apng: Self.good)
    #expect(
      animation.size
        == .present(PixelSize(width: 20, height: 10), at: Place("IHDR", offset: 16, length: 8)))
    #expect(animation.frameCount == 2)
    #expect(animation.delays == [MediaTime(1, scale: 25), MediaTime(4, scale: 100)])
    #expect(animation.frames.value?.map(\.place.offset) == [65, 122])
    #expect(animation.frames.value?.map(\.delayPlace?.offset) == [81, 138])
    #expect(animation.frames.value?.last?.place.path.description == "frame[2]/fcTL")
    #expect(animation.loopCount == .present(0, at: Place("acTL", offset: 41, length: 8)))
    #expect(animation.trailingData.isAbsent)
    #expect(animation.damages.isEmpty)
  }

  @Test func `without acTL is a still picture of one frame`() throws {
    let animation = try Self.read(Self.size, Self.data, Self.data, Self.end)
    #expect(animation.frameCount == 1)
    #expect(animation.frames.value?.first?.place == Place("IDAT", offset: 33, length: 19))
    #expect(animation.loopCount.isAbsent)
    #expect(animation.damages.isEmpty)
  }

  @Test func `does not count a still picture before its first frame`() throws {
    let animation = try Self.read(
      Self.size, Self.announced(1, 1), Self.data, Self.frame(1, 10), Self.more, Self.end)
    #expect(animation.frameCount == 1)
    #expect(animation.loopCount.value == 1)
    #expect(animation.damages.isEmpty)
  }

  @Test func `is damaged where acTL announces another number of frames`() throws {
    let animation = try Self.read(
      Self.size, Self.announced(3), Self.frame(1, 10), Self.data, Self.end)
    #expect(
      animation.damages.map(\.message) == ["acTL announces 3 frames, the file holds 1"])
    #expect(animation.damages.first?.place.offset == 41)
  }

  @Test func `is damaged where a frame lies outside the picture`() throws {
    let animation = try Self.read(
      Self.size, Self.announced(2), Self.frame(1, 10), Self.data,
      Self.frame(1, 10, left: .max, width: .max), Self.more, Self.end)
    #expect(animation.damages.map(\.kind) == [.structure])
    #expect(animation.damages.first?.place.offset == 122)
  }

  @Test func `is damaged where a chunk is too short for what it holds`() throws {
    let animation = try Self.read(
      Self.size, Self.announced(1), Self.chunk("fcTL", .zeros(25)), Self.data, Self.end)
    #expect(
      animation.damages.map(\.message) == ["the fcTL chunk holds 25 bytes, it takes 26"])
    #expect(animation.damages.first?.place.offset == 61)
    #expect(animation.frames.readError != nil)
  }

  @Test func `may begin with the chunk that Xcode adds`() throws {
    let animation = try Self.read(
      Self.chunk("CgBI", .zeros(4)), Self.size, Self.announced(1), Self.frame(1, 10), Self.data,
      Self.end)
    #expect(animation.size.value == PixelSize(width: 20, height: 10))
    #expect(animation.damages.isEmpty)
    let wrong = try Self.read(Self.data, Self.end)
    #expect(wrong.damages.map(\.message) == ["the first chunk is IDAT, not IHDR"])
    #expect(wrong.size.readError != nil)
  }

  @Test func `tells what follows its end`() throws {
    let animation = try Animation.reading(apng: Self.good + [1, 2, 3])
    #expect(animation.trailingData.value == TrailingData(length: 3))
    #expect(animation.trailingData.place?.offset == UInt64(Self.good.count))
  }

  @Test func `is truncated wherever it is cut`() throws {
    for length in 0..<Self.good.count {
      let animation = try Animation.reading(apng: Array(Self.good.prefix(length)))
      #expect(animation.damages.map(\.kind) == [.truncated], "\(length)")
      #expect(animation.damages.first.map { $0.place.offset <= length } == true, "\(length)")
      #expect((animation.damages.first?.missingBytes ?? 0) > 0, "\(length)")
      #expect(animation.frameCount == (length < 91 ? 0 : length < 148 ? 1 : 2), "\(length)")
      #expect(!animation.hasUntouchedFact)
    }
  }

  @Test func `is walked up to a limit, which is no damage`() throws {
    let chunks = repeatElement(Self.chunk("fdAT", []), count: APNGReader.chunkLimit)
    let animation = try Self.read(
      Self.size, Self.announced(1), Self.frame(1, 10), Array(chunks.joined()), Self.end)
    #expect(animation.trailingData.readError?.kind == .limit)
    #expect(animation.damages.isEmpty)
    #expect(animation.frameCount == 1)
  }

  @Test func `survives every mutation`() throws {
    for mutation in Mutations(of: Self.good, seed: 6, count: 5_000) {
      let animation = try Animation.reading(apng: mutation)
      #expect(!animation.hasUntouchedFact)
      #expect(animation.frameCount <= mutation.count / 12)
    }
  }
}
