import Readers
import Testing
import Validator
import Writers

@Suite struct `A part` {
  @Test func `takes its size from its contents`() {
    let box = Part.box("moov", .box("free"), .fullBox("test", version: 1, flags: 2, .uint16(3)))
    #expect(
      box.written() == [
        0, 0, 0, 30, 0x6D, 0x6F, 0x6F, 0x76,
        0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65,
        0, 0, 0, 14, 0x74, 0x65, 0x73, 0x74, 1, 0, 0, 2, 0, 3,
      ])
  }

  @Test func `points to a part that stands behind it`() {
    let file = Part.sequence(
      .offset(of: "data"), .zeros(3), .labelled("data", .text("x")))
    #expect(file.written() == [0, 0, 0, 7, 0, 0, 0, 0x78])
  }

  @Test func `points to a part from another one`() {
    let file = Part.sequence(
      .zeros(2), .labelled("note", .sequence(.zeros(1), .labelled("value", .text("x")))),
      .offset(of: "value", from: "note"))
    #expect(file.written() == [0, 0, 0, 0x78, 0, 0, 0, 1])
  }

  @Test func `writes numbers with the highest byte first`() {
    #expect(Part.uint16(0x0102).written() == [1, 2])
    #expect(Part.int32(-2).written() == [0xFF, 0xFF, 0xFF, 0xFE])
    #expect(Part.uint64(1).written() == [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(Part.float32(1).written() == [0x3F, 0x80, 0, 0])
  }
}

@Suite struct `A TIFF directory` {
  private let directory = TIFFDirectory([
    TIFFEntry(0x0131, .ascii("abcde")), TIFFEntry(0x0112, .short(6)),
  ])

  @Test func `sorts its entries and puts long values behind them`() {
    #expect(
      directory.file(.bigEndian) == [
        0x4D, 0x4D, 0, 42, 0, 0, 0, 8,
        0, 2,
        0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0,
        0x01, 0x31, 0, 2, 0, 0, 0, 6, 0, 0, 0, 38,
        0, 0, 0, 0,
        0x61, 0x62, 0x63, 0x64, 0x65, 0,
      ])
  }

  @Test func `is written with the lowest byte first as well`() {
    #expect(
      directory.file(.littleEndian) == [
        0x49, 0x49, 42, 0, 8, 0, 0, 0,
        2, 0,
        0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0,
        0x31, 0x01, 2, 0, 6, 0, 0, 0, 38, 0, 0, 0,
        0, 0, 0, 0,
        0x61, 0x62, 0x63, 0x64, 0x65, 0,
      ])
  }
}

@Suite struct `An Apple MakerNote` {
  private let identifier = "5B1C3A7E-9D42-4F60-8E15-2A7C90D3B6F4"

  @Test func `with the identifier alone takes 69 bytes`() {
    let note = AppleMakerNote.generated(identifier: identifier).bytes
    #expect(note.count == 69)
    #expect(note.starts(with: Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D, 0, 1]))
    // The offset of the text is counted from the A.
    #expect(note[24..<28] == [0, 0, 0, 32])
    #expect(Array(note[32...]) == Array(identifier.utf8) + [0])
  }
}
