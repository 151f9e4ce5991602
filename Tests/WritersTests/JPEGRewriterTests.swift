import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `A JPEG rewritten` {
  private let media: Media

  init() throws {
    media = try Media(in: Corpus.mediaPath)
  }

  /// A block as a camera writes it, with a MakerNote of some tags.
  private func exif(_ note: [TIFFEntry], order: ByteOrder = .bigEndian) -> ExifBlock {
    var exif = ExifBlock(order: order)
    exif.make = "Apple"
    exif.model = "iPhone 15"
    exif.orientation = 6
    exif.captureTime = "2024:06:21 12:00:00"
    exif.zone = "+01:00"
    exif.place = Coordinate(latitude: 51.4779, longitude: -0.0015)
    exif.pixelSize = PixelSize(width: 64, height: 48)
    if !note.isEmpty { exif.makerNote = AppleMakerNote(note).bytes }
    return exif
  }

  private let noteTags = [
    TIFFEntry(0x0001, .signedLongs([15])),
    TIFFEntry(0x0008, .signedRationals([TIFFSignedRational(-128, 2_048)])),
    TIFFEntry(0x0020, .ascii("1F4E2D6C-70B3-4A58-9C81-D5E6F7A8B9C0")),
  ]

  private func jpeg(_ block: [UInt8]?, further: [JPEGSegment] = []) -> [UInt8] {
    var file = media.jpeg
    file.replaceMetadata(with: (block.map { [.exif($0)] } ?? []) + further)
    return file.bytes
  }

  /// Rewrites, and holds the result against the old file.
  private func rewrite(
    _ bytes: [UInt8], _ changes: StillChanges = .identifier(TestIdentifier.new),
    mayChange facts: Set<String> = []
  ) throws -> RewrittenStill {
    let old = try Still(of: bytes)
    let result = try RewrittenStill(bytes, .jpeg, changes)
    if let wanted = changes.identifier {
      #expect(result.still.identifier.value == StoredIdentifier(text: wanted))
    }
    #expect(result.still.differences(from: old) == facts)
    #expect(try JPEGParts(result.bytes).scan == JPEGParts(bytes).scan)
    return result
  }

  private func note(_ bytes: [UInt8]) throws -> [UInt8] {
    let still = try Still(of: bytes)
    guard case .present(.apple, let place) = still.makerNote else { return [] }
    return Array(bytes[Int(place.offset)..<Int(place.offset + place.length)])
  }

  // MARK: The identifier

  @Test func `of equal length changes these bytes alone`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      let bytes = jpeg(
        exif(noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))], order: order).bytes)
      let result = try rewrite(bytes)
      #expect(result.bytes.count == bytes.count)
      #expect(result.replacements.count == 1)
      #expect(result.newByteCount <= 36)
      #expect(result.replacements[0].path.description == "APP1/Exif/MakerNote/0x0011")
      #expect(
        result.purposes == ["writes the identifier \(TestIdentifier.new) into MakerNote tag 0x0011"]
      )
    }
  }

  @Test func `that is there already changes nothing`() throws {
    let bytes = jpeg(exif([TIFFEntry(0x0011, .ascii(TestIdentifier.new))]).bytes)
    #expect(try rewrite(bytes).replacements == [])
  }

  @Test func `is added to a note without one, whose other tags stay in order`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      let bytes = jpeg(exif(noteTags, order: order).bytes)
      let result = try rewrite(bytes)
      // Values stand where the writer puts them, but for the order of the new one.
      let new = try note(result.bytes)
      let old = AppleMakerNote(noteTags).bytes
      #expect(new[14...15].elementsEqual([0, 4]))
      #expect(new[16..<40] == old[16..<40].shifted(by: 12))
      #expect(new.suffix(37).elementsEqual(Array(TestIdentifier.new.utf8) + [0]))
      #expect(new[(16 + 48)...].starts(with: old[(16 + 36)...]))
      #expect(result.newByteCount < old.count + 12 + 37 + 20)
    }
  }

  @Test func `takes the place of one in another form`() throws {
    let forms: [TIFFValue] = [
      .undefined(Array((TestIdentifier.old + "\0").utf8)),
      .raw(type: 2, count: 36, Array(TestIdentifier.old.utf8)),
      .raw(type: 2, count: 39, Array((TestIdentifier.old + "\0\0\0").utf8)),
      .ascii("my-first-live-photo"), .ascii("abc"), .ascii(TestIdentifier.old + "-and-more"),
      .raw(type: 2, count: 0, []), .ascii(" " + TestIdentifier.old),
    ]
    for form in forms {
      let bytes = jpeg(exif(noteTags + [TIFFEntry(0x0011, form)]).bytes)
      // An empty tag is an oddity, which goes.
      let result = try rewrite(bytes, mayChange: form == forms[6] ? ["oddities"] : [])
      #expect(
        !(try note(result.bytes)).contains(TestIdentifier.old.utf8),
        "\(form): the old identifier is still to be found in the note")
    }
  }

  @Test func `stands once where it stood twice`() throws {
    let bytes = jpeg(
      exif(
        noteTags + [
          TIFFEntry(0x0011, .ascii(TestIdentifier.old)), TIFFEntry(0x0011, .ascii("another")),
        ]
      ).bytes)
    let result = try rewrite(bytes)
    #expect(result.still.otherIdentifiers.isEmpty)
    #expect(result.still.appleNote.value?.entryCount == 4)
    #expect(!(try note(result.bytes)).contains(TestIdentifier.old.utf8))
  }

  @Test func `is short or long as asked`() throws {
    for text in ["a", "abc", "abcd", String(repeating: "x", count: 255)] {
      let result = try rewrite(
        jpeg(exif(noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))]).bytes),
        .identifier(text))
      #expect(result.still.identifier.value?.text == text)
    }
  }

  @Test func `keeps the values of a note that overlap its directory`() throws {
    // As paint.net leaves one: an offset inside the directory.
    var block = exif(noteTags)
    var note = AppleMakerNote(noteTags).bytes
    note.replaceSubrange(16 + 12 + 8..<16 + 24, with: [0, 0, 0, 18])
    block.makerNote = note
    let result = try rewrite(jpeg(block.bytes), mayChange: ["oddities"])
    let new = try self.note(result.bytes)
    let offset = Int(new[16 + 12 + 11]) | Int(new[16 + 12 + 10]) << 8
    #expect(new[offset..<(offset + 8)] == note[18..<26])
  }

  // MARK: Exif that lacks what holds it

  @Test func `without Exif gets a segment behind the start of image`() throws {
    let result = try rewrite(
      jpeg(nil), mayChange: ["exifPixelSize", "exifPrefix", "headroom"])
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
    let bytes = jpeg(nil, further: segments)
    let result = try rewrite(bytes, mayChange: ["exifPixelSize", "exifPrefix", "headroom"])
    let markers = try JPEGParts(result.bytes).segments.prefix(3).map(\.marker)
    #expect(markers == [0xE0, 0xE1, 0xED])
  }

  @Test func `without an Exif directory or a MakerNote gets them`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      let result = try rewrite(jpeg(exif([], order: order).bytes), mayChange: ["headroom"])
      #expect(result.newByteCount < 250)
      #expect(result.purposes.contains { $0.contains("moves the Exif directory") })
      let bare = TIFFDirectory([
        TIFFEntry(0x010F, .ascii("Apple")), TIFFEntry(0x0131, .ascii("a tool")),
      ])
      _ = try rewrite(jpeg(bare.file(order)), mayChange: ["headroom", "exifPixelSize"])
    }
  }

  @Test func `keeps what hidden offsets point to`() throws {
    // A maker's tag that no reader knows, whose number is an offset into the block.
    var file = exif([]).bytes
    file += Array("hidden!!".utf8)
    let result = try rewrite(jpeg(file), mayChange: ["headroom"])
    let start = 12
    #expect(
      result.bytes[(start + file.count - 8)..<(start + file.count)].elementsEqual("hidden!!".utf8))
  }

  @Test func `with another maker's note is refused unless that may go`() throws {
    var block = exif([])
    block.make = "Canon"
    block.makerNote = Array("Canon's own tags".utf8)
    let bytes = jpeg(block.bytes)
    let error = #expect(throws: RewriteError.self) { try rewrite(bytes) }
    #expect(
      error?.reason == "a picture has room for one MakerNote, and that of Canon would be lost")
    #expect(error?.place != nil)
    var changes = StillChanges.identifier(TestIdentifier.new)
    changes.replacesForeignMakerNote = true
    _ = try rewrite(bytes, changes, mayChange: ["headroom"])
  }

  @Test func `with a damaged note is refused`() throws {
    let note = AppleMakerNote(noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))]).bytes
    for damaged in [note.dropLast(60), note.prefix(12), note.prefix(20)] {
      var block = exif([])
      block.makerNote = Array(damaged)
      let error = #expect(throws: RewriteError.self) { try rewrite(jpeg(block.bytes)) }
      #expect(error?.place != nil, "\(error?.reason ?? "")")
    }
    var block = exif([])
    block.makerNote = Array(repeating: 0, count: 200)
    #expect(throws: RewriteError.self) { try rewrite(jpeg(block.bytes)) }
  }

  @Test func `with a full Exif segment is refused, unless nothing has to grow`() throws {
    let room = 65_533 - 6
    func padded(_ block: ExifBlock) -> [UInt8] {
      jpeg(block.bytes + Array(repeating: 7, count: room - block.bytes.count))
    }
    let error = #expect(throws: RewriteError.self) { try rewrite(padded(exif(noteTags))) }
    #expect(error?.reason.contains("has no room for") == true)
    let result = try rewrite(
      padded(exif(noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))])))
    #expect(result.replacements.count == 1)
  }

  @Test func `grows a note that ends its block where it stands`() throws {
    // A directory, then a note and nothing behind it.
    let note = AppleMakerNote(noteTags).bytes
    let block = TIFFDirectory([
      TIFFEntry(0x8769, .directory(TIFFDirectory([TIFFEntry(0x927C, .undefined(note))])))
    ]).file()
    let bytes = jpeg(block)
    let result = try rewrite(bytes)
    #expect(result.bytes.count - bytes.count == 12 + 37 + (note.count + 12) % 2)
  }

  // MARK: Other changes

  @Test func `has its orientation set where it stands`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      var changes = StillChanges()
      changes.orientation = 3
      let bytes = jpeg(exif(noteTags, order: order).bytes)
      let result = try rewrite(bytes, changes, mayChange: ["exifOrientation"])
      #expect(result.still.exifOrientation.value == 3)
      #expect(result.newByteCount == 1)
      #expect(result.purposes == ["sets the Exif orientation to 3"])
    }
  }

  @Test func `has its orientation added`() throws {
    var changes = StillChanges()
    changes.orientation = 8
    var block = exif(noteTags)
    block.orientation = nil
    let result = try rewrite(jpeg(block.bytes), changes, mayChange: ["exifOrientation"])
    #expect(result.still.exifOrientation.value == 8)
    let without = try rewrite(
      jpeg(nil), changes, mayChange: ["exifOrientation", "exifPixelSize", "exifPrefix"])
    #expect(without.still.exifOrientation.value == 8)
    #expect(without.still.identifier.isAbsent)
  }

  @Test func `has its Exif size set in the types that it has`() throws {
    var changes = StillChanges()
    changes.exifPixelSize = PixelSize(width: 70_000, height: 36)
    let long = try rewrite(jpeg(exif(noteTags).bytes), changes, mayChange: ["exifPixelSize"])
    #expect(long.still.exifPixelSize.value == changes.exifPixelSize)
    let short = TIFFDirectory([
      TIFFEntry(
        0x8769,
        .directory(
          TIFFDirectory([TIFFEntry(0xA002, .short(64)), TIFFEntry(0xA003, .short(48))])))
    ])
    let result = try rewrite(jpeg(short.file(.littleEndian)), changes, mayChange: ["exifPixelSize"])
    #expect(result.still.exifPixelSize.value == changes.exifPixelSize)
    #expect(result.bytes.count == jpeg(short.file()).count)
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
    let result = try rewrite(
      jpeg(bare.file(.littleEndian)), changes,
      mayChange: ["exifPixelSize", "exifOrientation", "headroom"])
    #expect(result.still.exifPixelSize.value == changes.exifPixelSize)
    #expect(result.still.exifOrientation.value == 6)
  }

  @Test func `loses the bytes before its TIFF header`() throws {
    var changes = StillChanges()
    changes.removesExifPrefix = true
    let block = exif(noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))]).bytes
    let bytes = jpeg(Array("Exif\0\0".utf8) + block)
    let result = try rewrite(bytes, changes, mayChange: ["exifPrefix"])
    #expect(result.still.exifPrefix.value?.extraBytes == 0)
    #expect(result.bytes == jpeg(block))
    changes.identifier = "another-length"
    _ = try rewrite(bytes, changes, mayChange: ["exifPrefix"])
  }

  @Test func `keeps the index of further pictures true`() throws {
    let specimen = Specimen.all(media).first {
      $0.name == "still-trailing-data-pass-multi-picture"
    }
    let bytes = try #require(specimen?.files.first?.bytes)
    let result = try rewrite(bytes, .identifier(TestIdentifier.new + "-and-more"))
    #expect(result.purposes.contains { $0.contains("size of the first picture") })
    #expect(result.still.trailingData.isAbsent)
    let index = try #require(result.bytes.firstRange(of: Array("MPF\0MM".utf8))?.lowerBound)
    let old = try #require(bytes.firstRange(of: Array("MPF\0MM".utf8))?.lowerBound)
    let growth = result.bytes.count - bytes.count
    #expect(index - old == growth && growth > 0)
  }

  @Test func `keeps the index true where it stands before Exif`() throws {
    let second = media.jpeg.bytes
    func file(_ length: Int, _ distance: Int) -> [UInt8] {
      let numbers = [0x03_0000, length, 0, 0, 0, second.count, distance, 0]
      let index = TIFFDirectory([
        TIFFEntry(
          0xB002, .undefined(numbers.flatMap { UInt32(clamping: $0).bytes(.littleEndian) }))
      ])
      var parts = media.jpeg
      parts.replaceMetadata(with: [
        JPEGSegment(0xE2, Array("MPF\0".utf8) + index.file(.littleEndian)),
        .exif(exif(noteTags).bytes),
      ])
      return parts.bytes
    }
    let length = file(0, 0).count
    let result = try rewrite(file(length, length - 10) + second)
    #expect(result.purposes.contains { $0.contains("where a further picture stands") })
    #expect(result.still.oddities.isEmpty)
  }

  @Test(arguments: [FileType.png, .webp, .avif, .tiff, .quicktime, .unknown])
  func `of another type is refused`(type: FileType) {
    let error = #expect(throws: RewriteError.self) {
      try StillRewriter.replacements(
        .identifier(TestIdentifier.new), in: MemorySource(media.png), type: type)
    }
    #expect(error?.reason.contains("joins JPEG and HEIC") == true)
  }

  @Test(arguments: ["", "two words", "ümlaut", "nul\0", String(repeating: "x", count: 256)])
  func `with an identifier that is none is refused`(text: String) {
    #expect(throws: RewriteError.self) { try rewrite(jpeg(nil), .identifier(text)) }
  }

  @Test func `with an orientation that is none is refused`() {
    var changes = StillChanges()
    changes.orientation = 9
    #expect(throws: RewriteError.self) { try rewrite(jpeg(nil), changes) }
  }
}

extension Collection<UInt8> {
  /// Entries of a directory whose long values stand so many bytes later; other bytes as they are.
  fileprivate func shifted(by distance: UInt8) -> ArraySlice<UInt8> {
    var bytes = Array(self)
    var at = 0
    while distance > 0, at + 12 <= bytes.count {
      let isLong = bytes[at + 3] == 10 || bytes[at + 3] == 2
      if isLong { bytes[at + 11] += distance }
      at += 12
    }
    return bytes[...]
  }
}
