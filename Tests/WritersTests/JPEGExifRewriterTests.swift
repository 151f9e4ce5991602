import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `The Exif of a JPEG rewritten` {
  private let example: ExampleJPEG

  init() throws {
    example = try ExampleJPEG()
  }

  // MARK: Exif that lacks what holds it

  @Test func `without Exif gets a segment behind the start of image`() throws {
    let result = try example.rewrite(
      example.jpeg(nil), mayChange: ["exifPixelSize", "exifPrefix", "headroom"])
    #expect(result.bytes.prefix(4) == [0xFF, 0xD8, 0xFF, 0xE1])
    #expect(result.still.exifPixelSize.value == result.still.pixelSize.value)
    #expect(result.still.exifOrientation.isAbsent)
    #expect(result.purposes[0].hasPrefix("adds an Exif segment; writes the identifier"))
  }

  @Test func `without Exif gets a segment behind JFIF`() throws {
    let segments = [
      JPEGSegment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 72, 0, 72, 0, 0]),
      JPEGSegment(0xED, Array("Photoshop 3.0\0".utf8)),
    ]
    let bytes = example.jpeg(nil, further: segments)
    let result = try example.rewrite(bytes, mayChange: ["exifPixelSize", "exifPrefix", "headroom"])
    let markers = try JPEGParts(result.bytes).segments.prefix(3).map(\.marker)
    #expect(markers == [0xE0, 0xE1, 0xED])
  }

  @Test func `without an Exif directory or a MakerNote gets them`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      let result = try example.rewrite(
        example.jpeg(example.exif([], order: order).bytes), mayChange: ["headroom"])
      #expect(result.newByteCount < 250)
      #expect(result.purposes.contains { $0.contains("moves the Exif directory") })
      let bare = TIFFDirectory([
        TIFFEntry(0x010F, .ascii("Apple")), TIFFEntry(0x0131, .ascii("a tool")),
      ])
      _ = try example.rewrite(
        example.jpeg(bare.file(order)), mayChange: ["headroom", "exifPixelSize"])
    }
  }

  @Test func `keeps what hidden offsets point to`() throws {
    // A maker's tag that no reader knows, whose number is an offset into the block.
    var file = example.exif([]).bytes
    file += Array("hidden!!".utf8)
    let result = try example.rewrite(example.jpeg(file), mayChange: ["headroom"])
    let start = 12
    #expect(
      result.bytes[(start + file.count - 8)..<(start + file.count)].elementsEqual("hidden!!".utf8))
  }

  @Test func `with another maker's note is refused unless that may go`() throws {
    var block = example.exif([])
    block.make = "Canon"
    block.makerNote = Array("Canon's own tags".utf8)
    let bytes = example.jpeg(block.bytes)
    let error = #expect(throws: RewriteError.self) { try example.rewrite(bytes) }
    #expect(
      error?.reason == "a picture has room for one MakerNote, and that of Canon would be lost")
    #expect(error?.place != nil)
    var changes = StillChanges.identifier(TestIdentifier.new)
    changes.replacesForeignMakerNote = true
    _ = try example.rewrite(bytes, changes, mayChange: ["headroom"])
  }

  @Test func `with a damaged note is refused`() throws {
    let note = AppleMakerNote(example.noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))])
      .bytes
    for damaged in [note.dropLast(60), note.prefix(12), note.prefix(20)] {
      var block = example.exif([])
      block.makerNote = Array(damaged)
      let error = #expect(throws: RewriteError.self) {
        try example.rewrite(example.jpeg(block.bytes))
      }
      #expect(error?.place != nil, "\(error?.reason ?? "")")
    }
    var block = example.exif([])
    block.makerNote = Array(repeating: 0, count: 200)
    #expect(throws: RewriteError.self) { try example.rewrite(example.jpeg(block.bytes)) }
  }

  @Test func `with a full Exif segment is refused, unless nothing has to grow`() throws {
    let room = 65_533 - 6
    func padded(_ block: ExifBlock) -> [UInt8] {
      example.jpeg(block.bytes + Array(repeating: 7, count: room - block.bytes.count))
    }
    let error = #expect(throws: RewriteError.self) {
      try example.rewrite(padded(example.exif(example.noteTags)))
    }
    #expect(error?.reason.contains("has no room for") == true)
    let result = try example.rewrite(
      padded(example.exif(example.noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))])))
    #expect(result.replacements.count == 1)
  }

  @Test func `grows a note that ends its block where it stands`() throws {
    // A directory, then a note and nothing behind it.
    let note = AppleMakerNote(example.noteTags).bytes
    let block = TIFFDirectory([
      TIFFEntry(0x8769, .directory(TIFFDirectory([TIFFEntry(0x927C, .undefined(note))])))
    ]).file()
    let bytes = example.jpeg(block)
    let result = try example.rewrite(bytes)
    #expect(result.bytes.count - bytes.count == 12 + 37 + (note.count + 12) % 2)
  }

  // MARK: Other changes

  @Test func `has its orientation set where it stands`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      var changes = StillChanges()
      changes.orientation = 3
      let bytes = example.jpeg(example.exif(example.noteTags, order: order).bytes)
      let result = try example.rewrite(bytes, changes, mayChange: ["exifOrientation"])
      #expect(result.still.exifOrientation.value == 3)
      #expect(result.newByteCount == 1)
      #expect(result.purposes == ["sets the Exif orientation to 3"])
    }
  }

  @Test func `has its orientation added`() throws {
    var changes = StillChanges()
    changes.orientation = 8
    var block = example.exif(example.noteTags)
    block.orientation = nil
    let result = try example.rewrite(
      example.jpeg(block.bytes), changes, mayChange: ["exifOrientation"])
    #expect(result.still.exifOrientation.value == 8)
    let without = try example.rewrite(
      example.jpeg(nil), changes, mayChange: ["exifOrientation", "exifPixelSize", "exifPrefix"])
    #expect(without.still.exifOrientation.value == 8)
    #expect(without.still.identifier.isAbsent)
  }

  @Test func `has its Exif size set in the types that it has`() throws {
    var changes = StillChanges()
    changes.exifPixelSize = PixelSize(width: 70_000, height: 36)
    let long = try example.rewrite(
      example.jpeg(example.exif(example.noteTags).bytes), changes, mayChange: ["exifPixelSize"])
    #expect(long.still.exifPixelSize.value == changes.exifPixelSize)
    let short = TIFFDirectory([
      TIFFEntry(
        0x8769,
        .directory(
          TIFFDirectory([TIFFEntry(0xA002, .short(64)), TIFFEntry(0xA003, .short(48))])))
    ])
    let result = try example.rewrite(
      example.jpeg(short.file(.littleEndian)), changes, mayChange: ["exifPixelSize"])
    #expect(result.still.exifPixelSize.value == changes.exifPixelSize)
    #expect(result.bytes.count == example.jpeg(short.file()).count)
  }

  @Test func `has all set at once, each directory moved once`() throws {
    var changes = StillChanges.identifier(TestIdentifier.new)
    changes.orientation = 6
    changes.exifPixelSize = PixelSize(width: 640, height: 480)
    let bare = TIFFDirectory([
      TIFFEntry(0x010F, .ascii("Apple")),
      TIFFEntry(
        0x8769, .directory(TIFFDirectory([TIFFEntry(0x9000, .undefined([48, 50, 51, 50]))]))),
    ])
    let result = try example.rewrite(
      example.jpeg(bare.file(.littleEndian)), changes,
      mayChange: ["exifPixelSize", "exifOrientation", "headroom"])
    #expect(result.still.exifPixelSize.value == changes.exifPixelSize)
    #expect(result.still.exifOrientation.value == 6)
  }

  @Test func `loses the bytes before its TIFF header`() throws {
    var changes = StillChanges()
    changes.removesExifPrefix = true
    let block = example.exif(example.noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))])
      .bytes
    let bytes = example.jpeg(Array("Exif\0\0".utf8) + block)
    let result = try example.rewrite(bytes, changes, mayChange: ["exifPrefix"])
    #expect(result.still.exifPrefix.value?.extraBytes == 0)
    #expect(result.bytes == example.jpeg(block))
    changes.identifier = "another-length"
    _ = try example.rewrite(bytes, changes, mayChange: ["exifPrefix"])
  }

  @Test func `keeps the index of further pictures true`() throws {
    let specimen = Specimen.all(example.media).first {
      $0.name == "still-trailing-data-pass-multi-picture"
    }
    let bytes = try #require(specimen?.files.first?.bytes)
    let result = try example.rewrite(bytes, .identifier(TestIdentifier.new + "-and-more"))
    #expect(result.purposes.contains { $0.contains("size of the first picture") })
    #expect(result.still.trailingData.isAbsent)
    let index = try #require(result.bytes.firstRange(of: Array("MPF\0MM".utf8))?.lowerBound)
    let old = try #require(bytes.firstRange(of: Array("MPF\0MM".utf8))?.lowerBound)
    let growth = result.bytes.count - bytes.count
    #expect(index - old == growth && growth > 0)
  }

  @Test func `keeps the index true where it stands before Exif`() throws {
    let second = example.media.jpeg.bytes
    func file(_ length: Int, _ distance: Int) -> [UInt8] {
      let numbers = [0x03_0000, length, 0, 0, 0, second.count, distance, 0]
      let index = TIFFDirectory([
        TIFFEntry(
          0xB002, .undefined(numbers.flatMap { UInt32(clamping: $0).bytes(.littleEndian) }))
      ])
      var parts = example.media.jpeg
      parts.replaceMetadata(with: [
        JPEGSegment(0xE2, Array("MPF\0".utf8) + index.file(.littleEndian)),
        .exif(example.exif(example.noteTags).bytes),
      ])
      return parts.bytes
    }
    let length = file(0, 0).count
    let result = try example.rewrite(file(length, length - 10) + second)
    #expect(result.purposes.contains { $0.contains("where a further picture stands") })
    #expect(result.still.oddities.isEmpty && result.still.hasGainMap.value == true)
  }

  @Test(arguments: [FileType.png, .webp, .avif, .tiff, .quicktime, .unknown])
  func `of another type is refused`(type: FileType) {
    let error = #expect(throws: RewriteError.self) {
      try StillRewriter.replacements(
        .identifier(TestIdentifier.new), in: MemorySource(example.media.png), type: type)
    }
    #expect(error?.reason.contains("joins JPEG and HEIC") == true)
  }

  @Test(arguments: ["", "two words", "ümlaut", "nul\0", String(repeating: "x", count: 256)])
  func `with an identifier that is none is refused`(text: String) {
    #expect(throws: RewriteError.self) { try example.rewrite(example.jpeg(nil), .identifier(text)) }
  }

  @Test func `with an orientation that is none is refused`() {
    var changes = StillChanges()
    changes.orientation = 9
    #expect(throws: RewriteError.self) { try example.rewrite(example.jpeg(nil), changes) }
  }
}
