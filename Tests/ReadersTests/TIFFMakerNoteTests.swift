import Readers
import Testing
import Validator

@Suite struct `The Apple MakerNote reader` {
  /// Where the note begins in `Still.reading`: header 8, IFD0 18, Exif IFD 18.
  private let noteStart: UInt64 = 1_044
  private let identifierPath = StructurePath("APP1/Exif").appending("MakerNote/0x#", 0x0011)

  @Test func `reads the note of 69 bytes`() {
    let still = Still.reading(TestTIFF.block(note: TestTIFF.shortNote))
    #expect(TestTIFF.shortNote.count == 69)
    #expect(
      still.identifier
        == .present(
          StoredIdentifier(text: TestTIFF.identifier),
          at: Place(identifierPath, offset: noteStart + 32, length: 37)))
    #expect(still.identifier.place?.path.description == "APP1/Exif/MakerNote/0x0011")
    #expect(
      still.appleNote.value
        == AppleNote(
          length: 69, entryCount: 1, hasHDRHeadroom: false, hasHDRGain: false,
          isLittleEndian: false))
    #expect(still.makerNote.place?.offset == noteStart)
    #expect(still.damages.isEmpty)
  }

  @Test func `reads a little-endian note and says so`() {
    let tiff = TestTIFF(isLittleEndian: true)
    let note = tiff.appleNote([
      .text(0x0011, TestTIFF.identifier), tiff.long(0x0021, 1), tiff.long(0x0030, 1),
    ])
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.value?.text == TestTIFF.identifier)
    #expect(still.appleNote.value?.isLittleEndian == true)
    #expect(still.appleNote.value?.hasHDRHeadroom == true)
    #expect(still.appleNote.value?.hasHDRGain == true)
    #expect(still.oddities.count == 1)
    #expect(still.damages.isEmpty)
  }

  @Test func `names the maker of another note`() {
    let still = Still.reading(TestTIFF.block(note: Array("Nikon\0\u{2}\u{10}\0\0MM\0*".utf8)))
    #expect(still.makerNote.value == .foreign("Nikon.....MM.*"))
    #expect(still.identifier.isAbsent)
    #expect(still.appleNote.isAbsent)
    #expect(still.damages.isEmpty)
  }

  // MARK: Forms of the identifier

  typealias Form = (value: [UInt8], type: UInt16, oddities: [StoredIdentifier.Oddity])

  private static let uuid = Array(TestTIFF.identifier.utf8)

  @Test(
    arguments: [
      (uuid, 2, [.noClosingNUL]),
      (uuid + [0, 0, 0], 2, [.extraNULs(2)]),
      (uuid + [0], 7, [.makerNoteType(7)]),
      (uuid + [0], 99, [.makerNoteType(99)]),
      (uuid + [0x20, 0x0A, 0], 2, [.whiteSpace]),
      ([0x20] + uuid, 1, [.makerNoteType(1), .noClosingNUL, .whiteSpace]),
    ] as [Form]) func `tells in what odd form the identifier is stored`(form: Form)
  {
    let note = TestTIFF().appleNote([.bytes(0x0011, form.value, type: form.type)])
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(
      still.identifier.value
        == StoredIdentifier(text: TestTIFF.identifier, oddities: form.oddities))
    #expect(still.damages.isEmpty)
  }

  @Test func `shows bytes of another character set without guessing`() {
    let note = TestTIFF().appleNote([
      .bytes(0x0011, Array("caf".utf8) + [0xE9] + Array(" photo".utf8) + [0], type: 2)
    ])
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(
      still.identifier.value == StoredIdentifier(text: "caf\\xE9 photo", oddities: [.notUTF8]))
  }

  @Test(
    arguments: [
      [0x00, 0x93, 0x12, 0xFF, 0x80, 0x01], Array("1488\u{1B}[31m".utf8) + [0],
      Array("14880000\0garbage".utf8), [0xC3, 0x28, 0xA0, 0xA1, 0xE2],
      [UInt8](repeating: 0x41, count: 4_000),
    ] as [[UInt8]]) func `never takes garbage for an identifier`(value: [UInt8])
  {
    let note = TestTIFF().appleNote([.bytes(0x0011, value, type: 2)])
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.readError != nil)
    #expect(still.damages.map(\.kind) == [.makerNote])
    #expect(still.damages.first?.place.offset == noteStart + 32)
  }

  @Test func `takes an empty value for no identifier`() {
    let note = TestTIFF().appleNote([.bytes(0x0011, [0, 0, 0, 0, 0, 0], type: 2)])
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.isAbsent)
    #expect(still.oddities.count == 1)
  }

  @Test func `keeps a second identifier apart`() {
    let other = String(TestTIFF.identifier.reversed())
    let same = TestTIFF().appleNote([
      .text(0x0011, TestTIFF.identifier), .text(0x0011, TestTIFF.identifier),
    ])
    #expect(Still.reading(TestTIFF.block(note: same)).otherIdentifiers.isEmpty)
    let two = TestTIFF().appleNote([.text(0x0011, TestTIFF.identifier), .text(0x0011, other)])
    let still = Still.reading(TestTIFF.block(note: two))
    #expect(still.identifier.value?.text == TestTIFF.identifier)
    #expect(still.otherIdentifiers.map(\.identifier.text) == [other])
    #expect(still.otherIdentifiers.first?.carrier == .makerNote)
  }

  // MARK: Damage

  @Test func `finds a note that is cut short within its identifier`() {
    let note = Array(TestTIFF.shortNote.prefix(40))
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.readError?.place.offset == noteStart + 16)
    #expect(still.makerNote.value == .apple)
    #expect(still.appleNote.value?.length == 40)
    #expect(still.damages.map(\.kind) == [.makerNote])
    #expect(
      still.damages.first?.place == Place(identifierPath, offset: noteStart + 16, length: 12))
  }

  @Test func `finds more entries announced than there are`() {
    var note = TestTIFF.shortNote
    note[15] = 40
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.appleNote.readError != nil)
    #expect(still.damages.first?.kind == .makerNote)
    #expect(still.damages.first?.place.offset == noteStart + 14)
    #expect(still.damages.first?.found == "40 entries")
  }

  @Test func `keeps the identifier where another value is damaged`() {
    var note = TestTIFF().appleNote([
      .text(0x0011, TestTIFF.identifier), .bytes(0x0040, [1, 2, 3, 4, 5]),
    ])
    note.removeLast(2)
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.value?.text == TestTIFF.identifier)
    #expect(still.damages.map(\.kind) == [.makerNote])
    #expect(still.damages.first?.place.path.description == "APP1/Exif/MakerNote/0x0040")
    #expect(still.damages.first?.place.offset == noteStart + 28)
  }

  @Test func `calls a value that overlaps the directory odd`() {
    var note = TestTIFF().appleNote([
      .text(0x0011, TestTIFF.identifier), .bytes(0x0040, [1, 2, 3, 4, 5]),
    ])
    note[39] = 20
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.oddities.map(\.place.offset) == [noteStart + 28])
    #expect(still.damages.isEmpty)
    #expect(still.identifier.value?.text == TestTIFF.identifier)
  }

  @Test func `never reads an identifier out of the directory`() {
    var note = TestTIFF.shortNote
    note[27] = 14
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.readError != nil)
    #expect(still.damages.map(\.kind) == [.makerNote])
    #expect(still.damages.first?.place.offset == noteStart + 14)
  }

  @Test func `recognises offsets that count from the TIFF header`() {
    var note = TestTIFF.shortNote
    note[27] = UInt8(44 + 32)
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.readError != nil)
    #expect(still.damages.count == 1)
    #expect(still.damages.first?.message.contains("TIFF header") == true)
  }

  @Test func `recognises them in a long note too`() {
    var note = TestTIFF().appleNote([
      .text(0x0011, TestTIFF.identifier), .bytes(0x0040, [UInt8](repeating: 1, count: 200)),
    ])
    note[27] = UInt8(44 + 44)
    let still = Still.reading(TestTIFF.block(note: note))
    #expect(still.identifier.readError != nil)
    #expect(still.damages.first?.kind == .makerNote)
    #expect(still.damages.first?.message.contains("TIFF header") == true)
  }

  @Test func `finds a note that the Exif block does not hold to its end`() {
    var block = TestTIFF.block(note: TestTIFF.shortNote)
    block.removeLast(10)
    let still = Still.reading(block)
    #expect(still.identifier.readError != nil)
    #expect(still.makerNote.value == .apple)
    #expect(still.damages.allSatisfy { $0.kind == .makerNote })
    #expect(!still.damages.isEmpty)
  }

  @Test(arguments: [9, 10, 13, 15]) func `finds a note of hardly more than its name`(length: Int) {
    let still = Still.reading(TestTIFF.block(note: Array(TestTIFF.shortNote.prefix(length))))
    #expect(still.makerNote.value == .apple)
    #expect(still.identifier.readError != nil)
    #expect(still.damages.map(\.kind) == [.makerNote])
  }

  @Test func `leaves a note whose place is outside the block unread`() {
    var block = TestTIFF.block(note: TestTIFF.shortNote)
    block.removeSubrange(44...)
    let still = Still.reading(block)
    #expect(still.makerNote.readError != nil)
    #expect(still.identifier.readError != nil)
  }
}
