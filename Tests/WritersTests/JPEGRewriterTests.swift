import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `The identifier of a JPEG` {
  private let example: ExampleJPEG

  init() throws {
    example = try ExampleJPEG()
  }

  // MARK: The identifier

  @Test func `of equal length changes these bytes alone`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      let bytes = example.jpeg(
        example.exif(
          example.noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))], order: order
        ).bytes)
      let result = try example.rewrite(bytes)
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
    let bytes = example.jpeg(example.exif([TIFFEntry(0x0011, .ascii(TestIdentifier.new))]).bytes)
    #expect(try example.rewrite(bytes).replacements == [])
  }

  @Test func `is added to a note without one, whose other tags stay in order`() throws {
    for order in [ByteOrder.bigEndian, .littleEndian] {
      let bytes = example.jpeg(example.exif(example.noteTags, order: order).bytes)
      let result = try example.rewrite(bytes)
      // Values stand where the writer puts them, but for the order of the new one.
      let new = try example.note(result.bytes)
      let old = AppleMakerNote(example.noteTags).bytes
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
      let bytes = example.jpeg(example.exif(example.noteTags + [TIFFEntry(0x0011, form)]).bytes)
      // An empty tag is an oddity, which goes.
      let result = try example.rewrite(bytes, mayChange: form == forms[6] ? ["oddities"] : [])
      #expect(
        !(try example.note(result.bytes)).contains(TestIdentifier.old.utf8),
        "\(form): the old identifier is still to be found in the note")
    }
  }

  @Test func `stands once where it stood twice`() throws {
    let bytes = example.jpeg(
      example.exif(
        example.noteTags + [
          TIFFEntry(0x0011, .ascii(TestIdentifier.old)), TIFFEntry(0x0011, .ascii("another")),
        ]
      ).bytes)
    let result = try example.rewrite(bytes)
    #expect(result.still.otherIdentifiers.isEmpty)
    #expect(result.still.appleNote.value?.entryCount == 4)
    #expect(!(try example.note(result.bytes)).contains(TestIdentifier.old.utf8))
  }

  @Test func `is short or long as asked`() throws {
    for text in ["a", "abc", "abcd", String(repeating: "x", count: 255)] {
      let result = try example.rewrite(
        example.jpeg(
          example.exif(example.noteTags + [TIFFEntry(0x0011, .ascii(TestIdentifier.old))]).bytes),
        .identifier(text))
      #expect(result.still.identifier.value?.text == text)
    }
  }

  @Test func `keeps the values of a note that overlap its directory`() throws {
    // As paint.net leaves one: an offset inside the directory.
    var block = example.exif(example.noteTags)
    var note = AppleMakerNote(example.noteTags).bytes
    note.replaceSubrange(16 + 12 + 8..<16 + 24, with: [0, 0, 0, 18])
    block.makerNote = note
    let result = try example.rewrite(example.jpeg(block.bytes), mayChange: ["oddities"])
    let new = try example.note(result.bytes)
    let offset = Int(new[16 + 12 + 11]) | Int(new[16 + 12 + 10]) << 8
    #expect(new[offset..<(offset + 8)] == note[18..<26])
  }

  @Test func `is refused in a note whose values all overlap its directory`() {
    // Each of a thousand tags claims all of the note.
    let length = 16 + 12 * 1_000 + 4
    let entry: [UInt8] =
      [0x00, 0x02, 0, 7] + UInt32(length - 14).bytes(.bigEndian) + [0, 0, 0, 14]
    var block = example.exif([])
    block.makerNote =
      Array(AppleMakerNote([]).bytes.prefix(14)) + UInt16(1_000).bytes(.bigEndian)
      + Array(repeatElement(entry, count: 1_000).joined()) + [0, 0, 0, 0]
    #expect(throws: RewriteError.self) { try example.rewrite(example.jpeg(block.bytes)) }
  }

  @Test func `keeps numbers of 64 bits in a note, and refuses types that nobody knows`() throws {
    let number: [UInt8] = [0, 0, 0, 0, 0, 0x50, 0xA0, 0x24]
    let tags =
      example.noteTags + [
        TIFFEntry(0x0017, .raw(type: 16, count: 1, number)),
        TIFFEntry(0x0052, .raw(type: 0, count: 0, [])),
      ]
    let new = try example.note(example.rewrite(example.jpeg(example.exif(tags).bytes)).bytes)
    let entry = try #require(new.firstRange(of: [0, 0x17, 0, 16, 0, 0, 0, 1])?.upperBound)
    let offset = Int(new[entry + 2]) << 8 | Int(new[entry + 3])
    #expect(new[offset..<(offset + 8)].elementsEqual(number))

    let unknown = TIFFEntry(0x0017, .raw(type: 99, count: 1, [1, 2, 3, 4]))
    let error = #expect(throws: RewriteError.self) {
      try example.rewrite(example.jpeg(example.exif(example.noteTags + [unknown]).bytes))
    }
    #expect(error?.reason.contains("unknown type 99") == true)
    let tag = TIFFEntry(0x0011, .ascii(TestIdentifier.old))
    #expect(
      try example.rewrite(example.jpeg(example.exif(example.noteTags + [unknown, tag]).bytes))
        .replacements.count == 1)
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
