import Readers
import Testing
import Validator

@Suite struct `A PNG still` {
  private static let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let size = chunk("IHDR", .big(UInt32(640)) + .big(UInt32(480)) + .zeros(5))
  private static let data = chunk("IDAT", .zeros(100))
  private static let end = chunk("IEND", [])
  private static let tiff: [UInt8] = .text("MM") + [0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    .big(UInt32(data.count)) + .text(type) + data + .zeros(4)
  }

  private static func read(_ parts: [UInt8]...) throws -> Still {
    try read(file: header + parts.joined())
  }

  private static func read(file bytes: [UInt8]) throws -> Still {
    var still = Still(
      file: MediaFile(path: FilePath("a.png"), size: UInt64(bytes.count), type: .png),
      unreadable: ReadError(.unsupported, "not set", at: Place("file", offset: 0, length: 0)))
    PNGReader.read(try SourceBytes(MemorySource(bytes)), into: &still)
    return still
  }

  @Test func `gives the size of IHDR and the facts that the format lacks`() throws {
    let still = try Self.read(Self.size, Self.data, Self.end)
    #expect(
      still.pixelSize
        == .present(
          PixelSize(width: 640, height: 480), at: Place("IHDR", offset: 16, length: 8)))
    #expect(still.itemOrientation.isAbsent)
    #expect(still.colourProfile.isAbsent)
    #expect(still.hasGainMap.value == false)
    #expect(still.trailingData.isAbsent)
    #expect(still.exifPrefix.isAbsent)
    #expect(still.damages.isEmpty)
  }

  @Test func `hands over eXIf at its offset`() throws {
    let still = try Self.read(Self.size, Self.chunk("eXIf", Self.tiff), Self.data, Self.end)
    #expect(still.exifPrefix.value?.extraBytes == 0)
    #expect(still.exifPrefix.place == Place("eXIf", offset: 41, length: 0))
    let prefixed = try Self.read(
      Self.size, Self.chunk("eXIf", .text("Exif") + .zeros(2) + Self.tiff), Self.end)
    #expect(prefixed.exifPrefix.place?.offset == 47)
  }

  private static let identifierTexts: [(type: String, data: [UInt8])] = [
    ("tEXt", .text("ContentIdentifier") + [0] + .text("ABC-1 ")),
    ("tEXt", .text("com.apple.quicktime.content.identifier") + [0] + .text("ABC-1")),
    ("iTXt", .text("QuickTime:ContentIdentifier") + .zeros(5) + .text("ABC-1")),
  ]

  @Test(arguments: identifierTexts)
  func `gives the identifier of a text chunk`(type: String, data: [UInt8]) throws {
    let still = try Self.read(Self.size, Self.chunk(type, data), Self.data, Self.end)
    #expect(still.strayIdentifiers.map(\.identifier.text) == ["ABC-1"])
    #expect(still.strayIdentifiers.map(\.carrier) == [.pngText])
    #expect(still.strayIdentifiers.first?.place.path.description == type)
  }

  @Test func `gives the identifier of its XMP`() throws {
    let packet: [UInt8] =
      .text("XML:com.adobe.xmp") + .zeros(5) + .text("<a MediaGroupUUID='A'/>")
    let still = try Self.read(Self.size, Self.chunk("iTXt", packet), Self.end)
    #expect(still.strayIdentifiers.map(\.carrier) == [.xmp])
    let broken = try Self.read(
      Self.size, Self.chunk("iTXt", packet.dropLast(2) + .text("x")), Self.end)
    #expect(broken.damages.map(\.isMinor) == [true])
  }

  @Test func `says that a compressed text was not read`() throws {
    let still = try Self.read(
      Self.size, Self.chunk("zTXt", .text("ContentIdentifier") + .zeros(9)), Self.end)
    #expect(still.strayIdentifiers.isEmpty)
    #expect(
      still.oddities.map(\.message)
        == ["the text chunk 'ContentIdentifier' is compressed and was not read"])
  }

  @Test func `without IEND is truncated, and its Exif is unread, not absent`() throws {
    let still = try Self.read(Self.size, Self.data)
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.pixelSize.value != nil)
    #expect(still.make.readError?.reason == "the file ends without an IEND chunk")
    #expect(still.trailingData.readError != nil)
  }

  @Test func `tells how many bytes of a chunk are missing`() throws {
    let still = try Self.read(Self.size, Array(Self.data.dropLast(30)))
    #expect(still.damages.first?.missingBytes == 30)
    #expect(still.damages.first?.place == Place("IDAT", offset: 33, length: 82))
  }

  @Test func `tells what follows its end`() throws {
    let still = try Self.read(Self.size, Self.end, [1, 2, 3])
    #expect(still.trailingData.value == TrailingData(length: 3))
    #expect(still.trailingData.place?.offset == 45)
  }

  @Test func `survives every mutation`() throws {
    let packet: [UInt8] = .text("XML:com.adobe.xmp") + .zeros(5) + .text("<a/>")
    let parts = [
      Self.header, Self.size, Self.chunk("eXIf", Self.tiff), Self.chunk("iTXt", packet), Self.data,
      Self.end,
    ]
    for mutation in Mutations(of: Array(parts.joined()), seed: 3, count: 3_000) {
      let still = try Self.read(file: mutation)
      #expect(still.exifPrefix.readError?.reason != "not set")
      #expect(still.pixelSize.readError?.reason != "not set")
      #expect(still.trailingData.readError?.reason != "not set")
    }
  }
}
