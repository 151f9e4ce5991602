import Testing
import Validator

@testable import Readers

@Suite struct `The Exif reader` {
  @Test(arguments: [false, true]) func `reads both byte orders`(isLittleEndian: Bool) {
    let tiff = TestTIFF(isLittleEndian: isLittleEndian)
    let still = Still.reading(
      tiff.block(
        [
          .text(0x010F, "Apple"), .text(0x0110, "iPhone 15"), tiff.short(0x0112, 6),
          .text(0x0131, "17.4"),
        ],
        exif: [
          .text(0x9003, "2024:05:01 10:11:12"), .text(0x9011, "+02:00"),
          .bytes(0x927C, TestTIFF.shortNote), tiff.long(0xA002, 4032), tiff.short(0xA003, 3024),
        ],
        gps: [
          .text(0x0001, "S"), tiff.rationals(0x0002, [(48, 1), (30, 1), (36, 1)]),
          .text(0x0003, "W"), tiff.rationals(0x0004, [(11, 1), (3_000, 100), (0, 0)]),
        ]))
    #expect(still.make.value == "Apple")
    // Header 8, IFD0 with six entries 2 + 72 + 4: the first value follows.
    #expect(still.make.place == Place(path("IFD0/Make"), offset: 1_086, length: 6))
    #expect(still.model.value == "iPhone 15")
    #expect(still.software.value == "17.4")
    #expect(still.exifOrientation == .present(6, at: at("IFD0/Orientation", 1_042, 2)))
    #expect(still.captureTime.value?.localSeconds == 1_714_558_272)
    #expect(still.captureTime.value?.zoneMinutes == 120)
    #expect(still.captureTime.value?.text == "2024:05:01 10:11:12+02:00")
    #expect(still.exifPixelSize.value == PixelSize(width: 4032, height: 3024))
    #expect(abs((still.location.value?.latitude ?? 0) + 48.51) < 1e-9)
    #expect(abs((still.location.value?.longitude ?? 0) + 11.5) < 1e-9)
    #expect(still.makerNote.value == .apple)
    #expect(still.identifier.value == StoredIdentifier(text: TestTIFF.identifier))
    #expect(still.damages.isEmpty)
    #expect(still.oddities.isEmpty)
  }

  @Test func `tells absent tags from tags out of reach`() {
    let whole = TestTIFF().block([.text(0x010F, "Apple")])
    #expect(Still.reading(whole).software.isAbsent)
    #expect(Still.reading(whole).captureTime.isAbsent)
    #expect(Still.reading(whole).makerNote.value == .noMakerNote)

    var cut = TestTIFF().block([.text(0x010F, "ABC"), .text(0x0131, "XYZ")])
    cut.removeLast(4 + 1)
    let still = Still.reading(cut)
    #expect(still.make.value == "ABC")
    #expect(still.software.readError != nil)
    #expect(still.identifier.readError != nil)
    #expect(still.makerNote.readError != nil)
    #expect(still.software.readError?.reason.contains("2 entries, 1 of them") == true)
  }

  @Test func `gives the place of an entry whose value lies outside`() {
    var block = TestTIFF().block([.text(0x0131, "a long name")])
    block.removeLast()
    let error = Still.reading(block).software.readError
    #expect(error?.place == Place(path("IFD0/Software"), offset: 1_010, length: 12))
    #expect(error?.kind == .pastEnd(needed: 12, available: 11))
  }

  @Test(
    arguments: [
      [], Array("MM".utf8), Array("XX\0*\0\0\0\u{8}".utf8), Array("MM\0+\0\0\0\u{8}".utf8),
      Array("MM\0*\0\0\u{1}\0".utf8),
    ] as [[UInt8]]) func `leaves nothing absent behind a bad header`(block: [UInt8])
  {
    let still = Still.reading(block)
    #expect(still.make.readError?.place.path != "untouched")
    #expect(still.make.readError != nil)
    #expect(still.identifier.readError != nil)
    #expect(still.location.readError != nil)
  }

  @Test func `survives directories that point at themselves`() {
    var block = TestTIFF().block([TestTIFF().long(0x8769, 8), TestTIFF().long(0x8825, 8)])
    block.replaceSubrange((block.count - 4)..., with: [0, 0, 0, 8])
    #expect(Still.reading(block).captureTime.isAbsent)
  }

  @Test func `calls a damaged thumbnail minor and nothing else`() {
    let tiff = TestTIFF()
    let still = Still.reading(
      tiff.block(
        [.text(0x010F, "Apple")], ifd1: [tiff.long(0x0201, 9_999), tiff.long(0x0202, 5)]))
    #expect(still.damages.count == 1)
    #expect(still.damages.first?.isMinor == true)
    #expect(still.make.value == "Apple")
    #expect(still.identifier.isAbsent)
  }

  @Test func `takes a location without N or S as unreadable and a blank one as absent`() {
    let tiff = TestTIFF()
    let angle = [(48, 1), (0, 1), (0, 1)] as [(UInt32, UInt32)]
    let unsigned = Still.reading(
      tiff.block(gps: [
        tiff.rationals(0x0002, angle), .text(0x0003, "E"), tiff.rationals(0x0004, angle),
      ]))
    #expect(unsigned.location.readError != nil)
    let none = [(0, 0), (0, 0), (0, 0)] as [(UInt32, UInt32)]
    let blank = Still.reading(
      tiff.block(gps: [tiff.rationals(0x0002, none), tiff.rationals(0x0004, none)]))
    #expect(blank.location.isAbsent)
    let infinite = [(1, 0)] as [(UInt32, UInt32)]
    let broken = Still.reading(
      tiff.block(gps: [tiff.rationals(0x0002, infinite), tiff.rationals(0x0004, angle)]))
    #expect(broken.location.readError != nil)
  }

  @Test func `notes absence with the places searched`() {
    var still = Still.blank(.jpeg)
    let place = Place("segments", offset: 0, length: 20)
    ExifReader.noteAbsence(searched: [place], in: &still)
    #expect(still.makerNote == .present(.noExif, at: place))
    #expect(still.identifier == .absent(searched: [place]))
    #expect(still.captureTime.isAbsent)
    #expect(still.exifOrientation.isAbsent)
  }

  @Test func `reads a TIFF file`() throws {
    let tiff = TestTIFF(isLittleEndian: true)
    let file = tiff.block(
      [tiff.short(0x0100, 64), tiff.long(0x0101, 48), .text(0x010F, "Apple")],
      exif: [.bytes(0x927C, TestTIFF.shortNote)])
    var still = Still.blank(.tiff, size: file.count)
    TIFFStillReader.read(try SourceBytes(MemorySource(file)), into: &still)
    #expect(still.pixelSize.value == PixelSize(width: 64, height: 48))
    #expect(still.identifier.value?.text == TestTIFF.identifier)
    #expect(still.identifier.place?.path.description == "TIFF/MakerNote/0x0011")
    #expect(!still.hasUntouchedFact)
  }

  private func path(_ part: String) -> StructurePath {
    StructurePath("APP1/Exif").appending(part)
  }

  private func at(_ part: String, _ offset: UInt64, _ length: UInt64) -> Place {
    Place(path(part), offset: offset, length: length)
  }
}

@Suite struct `Exif times` {
  @Test(arguments: [
    ("+02:00", 120), ("-03:30", -210), ("Z", 0), ("+0545", 345), ("+14:00", 840),
  ]) func `read their zones`(zone: String, minutes: Int) {
    #expect(ExifTime.wallTime(date: "2024:05:01 10:11:12", zone: zone)?.zoneMinutes == minutes)
  }

  @Test(arguments: [nil, "", "+15:00", "+02:60", "02:00", "+2:00"] as [String?])
  func `have no zone where the text is none`(zone: String?) {
    let time = ExifTime.wallTime(date: "2024:05:01 10:11:12", zone: zone)
    #expect(time != nil)
    #expect(time?.zoneMinutes == nil)
  }

  @Test(arguments: [
    ("1970:01:01 00:00:00", 0), ("2000:02:29 00:00:00", 951_782_400),
    ("2038:01:19 03:14:08", 2_147_483_648), ("1969:12:31 23:59:59", -1),
    ("1900:03:01 00:00:00", -2_203_891_200), ("2024-05-01T10:11:12", 1_714_558_272),
  ]) func `count seconds from 1970`(date: String, seconds: Int64) {
    #expect(ExifTime.wallTime(date: date, zone: nil)?.localSeconds == seconds)
  }

  @Test(arguments: [
    "2023:02:29 00:00:00", "1900:02:29 00:00:00", "2024:13:01 00:00:00", "2024:04:31 00:00:00",
    "2024:05:01 24:00:00", "2024:05:01 10:60:00", "2024:05:01", "hello", "2024:05:01 1x:00:00",
  ]) func `are validated`(date: String) {
    #expect(ExifTime.wallTime(date: date, zone: nil) == nil)
    let still = Still.reading(TestTIFF().block(exif: [.text(0x9003, date)]))
    #expect(still.captureTime.readError != nil)
  }

  @Test(arguments: ["0000:00:00 00:00:00", "    :  :     :  :  ", ""])
  func `are absent where they are blank`(date: String) {
    #expect(Still.reading(TestTIFF().block(exif: [.text(0x9003, date)])).captureTime.isAbsent)
  }
}
