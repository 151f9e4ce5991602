import Readers
import Testing
import Validator

@Suite struct `A WebP still` {
  private static let extended = chunk("VP8X", .zeros(4) + [0x7F, 0x02, 0, 0xDF, 0x01, 0])
  private static let lossy = chunk(
    "VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 0x02, 0xE0, 0x41, 0, 0])
  private static let lossless = chunk("VP8L", [0x2F] + .little(UInt32(639 | 479 << 14)) + [0])
  private static let tiff: [UInt8] = .text("II") + [42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    .text(type) + .little(UInt32(data.count)) + data + .zeros(data.count % 2)
  }

  private static func file(_ chunks: [UInt8]...) -> [UInt8] {
    let content = Array(chunks.joined())
    return .text("RIFF") + .little(UInt32(content.count + 4)) + .text("WEBP") + content
  }

  private static func read(_ bytes: [UInt8]) throws -> Still {
    var still = Still(
      file: MediaFile(path: FilePath("a.webp"), size: UInt64(bytes.count), type: .webp),
      unreadable: ReadError(.unsupported, "not set", at: Place("file", offset: 0, length: 0)))
    WebPReader.read(try SourceBytes(MemorySource(bytes)), into: &still)
    return still
  }

  @Test(arguments: [extended, lossy, lossless])
  func `gives its size`(picture: [UInt8]) throws {
    let still = try Self.read(Self.file(picture))
    #expect(still.pixelSize.value == PixelSize(width: 640, height: 480))
    #expect(still.damages.isEmpty)
    #expect(still.trailingData.isAbsent)
    #expect(still.hasGainMap.value == false)
  }

  @Test func `hands over EXIF with and without the prefix of JPEG`() throws {
    let bare = try Self.read(Self.file(Self.extended, Self.chunk("EXIF", Self.tiff)))
    #expect(bare.exifPrefix.value?.extraBytes == 0)
    #expect(bare.exifPrefix.place?.offset == 38)
    let prefixed = try Self.read(
      Self.file(Self.extended, Self.chunk("EXIF", .text("Exif") + .zeros(2) + Self.tiff)))
    #expect(prefixed.exifPrefix.value?.extraBytes == 0)
    #expect(prefixed.exifPrefix.place?.offset == 44)
  }

  @Test func `gives the identifier of its XMP`() throws {
    let still = try Self.read(
      Self.file(Self.extended, Self.chunk("XMP ", .text("<a ContentIdentifier='AB'/>"))))
    #expect(still.strayIdentifiers.map(\.identifier.text) == ["AB"])
  }

  @Test func `is truncated where RIFF reaches past the end`() throws {
    let bytes = Self.file(Self.extended, Self.chunk("VP8 ", .zeros(100))).dropLast(40)
    let still = try Self.read(Array(bytes))
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.damages.first?.missingBytes == 40)
    #expect(still.pixelSize.value == PixelSize(width: 640, height: 480))
    #expect(still.make.readError != nil)
  }

  @Test func `is damaged where a chunk overruns RIFF`() throws {
    var bytes = Self.file(Self.extended, Self.chunk("EXIF", Self.tiff))
    bytes[34] = 200
    let still = try Self.read(bytes)
    #expect(still.damages.map(\.kind) == [.structure])
    #expect(still.make.readError != nil)
  }

  @Test func `tells what follows its end`() throws {
    let still = try Self.read(Self.file(Self.extended) + [1, 2, 3])
    #expect(still.trailingData.value == TrailingData(length: 3))
  }

  @Test func `survives every mutation`() throws {
    let bytes = Self.file(
      Self.extended, Self.chunk("EXIF", Self.tiff), Self.chunk("XMP ", .text("<a/>")))
    for mutation in Mutations(of: bytes, seed: 4, count: 3_000) {
      let still = try Self.read(mutation)
      #expect(still.exifPrefix.readError?.reason != "not set")
      #expect(still.pixelSize.readError?.reason != "not set")
      #expect(still.trailingData.readError?.reason != "not set")
    }
  }
}
