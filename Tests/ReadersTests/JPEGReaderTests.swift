import Readers
import Testing
import Validator

@Suite struct `The JPEG reader` {
  @Test func `reads a whole picture`() throws {
    let still = try Still.reading(jpeg: TestJPEG.good)
    #expect(still.identifier.value?.text == TestTIFF.identifier)
    #expect(still.identifier.place?.path.description == "APP1/Exif/MakerNote/0x0011")
    // SOI 2, segment head 4, Exif 6, then the block as in the MakerNote tests.
    #expect(still.identifier.place?.offset == 12 + 44 + 32)
    #expect(still.pixelSize.value == PixelSize(width: 64, height: 48))
    #expect(still.exifPrefix.value?.extraBytes == 0)
    #expect(still.hasGainMap.value == false)
    #expect(still.trailingData.isAbsent)
    #expect(still.damages.isEmpty)
    #expect(still.oddities.isEmpty)
    #expect(!still.hasUntouchedFact)
  }

  @Test func `says that a picture has no Exif`() throws {
    let still = try Still.reading(jpeg: TestJPEG.picture())
    #expect(still.makerNote.value == .noExif)
    #expect(still.identifier.isAbsent)
    #expect(still.exifPrefix.isAbsent)
    #expect(!still.hasUntouchedFact)
  }

  @Test(arguments: [60_000, 16_300, 16_384, 16_390])
  func `finds the frame behind a large segment`(length: Int) throws {
    let file = TestJPEG.picture(
      TestJPEG.segment(0xE5, [UInt8](repeating: 7, count: length))
        + TestJPEG.exif(TestTIFF.block(note: TestTIFF.shortNote)))
    let still = try Still.reading(jpeg: file)
    #expect(still.pixelSize.value == PixelSize(width: 64, height: 48))
    #expect(still.pixelSize.place?.offset == UInt64(file.count) - 28)
    #expect(still.identifier.place?.offset == UInt64(2 + 4 + length + 10 + 44 + 32))
    #expect(still.damages.isEmpty)
  }

  @Test func `passes extra bytes before the TIFF header`() throws {
    let file = TestJPEG.picture(
      TestJPEG.exif(
        TestTIFF.block(note: TestTIFF.shortNote), prefix: Array("Exif\0\0".utf8)))
    let still = try Still.reading(jpeg: file)
    #expect(
      still.exifPrefix
        == .present(
          ExifPrefix(extraBytes: 6), at: Place("APP1/Exif", offset: 12, length: 6)))
    #expect(still.identifier.value?.text == TestTIFF.identifier)
  }

  @Test func `takes the first of two Exif segments`() throws {
    let other = TestTIFF().block([.text(0x010F, "Other")])
    let file = TestJPEG.picture(
      TestJPEG.exif(TestTIFF.block(note: TestTIFF.shortNote)) + TestJPEG.exif(other))
    let still = try Still.reading(jpeg: file)
    #expect(still.identifier.value?.text == TestTIFF.identifier)
    #expect(still.make.isAbsent)
    #expect(still.oddities.count == 1)
  }

  @Test func `passes fill bytes before a marker`() throws {
    let file = TestJPEG.picture([0xFF, 0xFF, 0xFF] + TestJPEG.segment(0xE0, [1, 2]))
    let still = try Still.reading(jpeg: file)
    #expect(still.pixelSize.value != nil)
    #expect(still.damages.isEmpty)
  }

  // MARK: Damage

  @Test func `reports a segment that overruns the file`() throws {
    let segment = TestJPEG.exif(TestTIFF.block(note: TestTIFF.shortNote))
    let file = TestJPEG.soi + segment.dropLast(9)
    let still = try Still.reading(jpeg: Array(file))
    #expect(still.damages.first { $0.kind == .truncated }?.missingBytes == 9)
    #expect(still.damages.first { $0.kind == .truncated }?.place.offset == 2)
    #expect(still.pixelSize.readError != nil)
    #expect(still.trailingData.readError != nil)
    #expect(!still.hasUntouchedFact)
  }

  @Test func `takes an overrun in a file that is whole for a bad length`() throws {
    var file = TestJPEG.picture(TestJPEG.segment(0xE0, [1, 2, 3]))
    file[4] = 0x70
    let still = try Still.reading(jpeg: file)
    #expect(still.damages.map(\.kind) == [.structure])
    #expect(still.identifier.readError != nil)
    #expect(!still.hasUntouchedFact)
  }

  @Test(arguments: [0, 1, 2, 3]) func `reports a bad length`(length: UInt8) throws {
    var file = TestJPEG.picture(TestJPEG.segment(0xE0, [1, 2, 3]))
    file[5] = length
    let still = try Still.reading(jpeg: file)
    #expect(still.damages.map(\.kind) == [.structure])
    #expect(still.damages.first?.place.offset == (length < 2 ? 2 : UInt64(4 + length)))
  }

  @Test(arguments: [0, 1, 2, 3]) func `leaves nothing untouched in a stump`(length: Int) throws {
    let still = try Still.reading(jpeg: Array(TestJPEG.good.prefix(length)))
    #expect(!still.hasUntouchedFact)
    #expect(still.identifier.readError != nil)
    #expect(!still.damages.isEmpty)
  }

  @Test func `reports a scan without a frame`() throws {
    let file = TestJPEG.soi + TestJPEG.scanHeader + TestJPEG.scanData + TestJPEG.eoi
    let still = try Still.reading(jpeg: file)
    #expect(still.damages.map(\.kind) == [.structure])
    #expect(still.pixelSize.readError != nil)
  }

  @Test func `gives up on endless segments without calling them damage`() throws {
    let segments = Array(repeatElement([0xFF, 0xE0, 0, 2] as [UInt8], count: 25_000).joined())
    let still = try Still.reading(jpeg: TestJPEG.picture(segments))
    #expect(still.identifier.readError?.kind == .limit)
    #expect(still.pixelSize.readError?.kind == .limit)
    #expect(still.damages.isEmpty)
    #expect(!still.hasUntouchedFact)
  }

  // MARK: End of image

  @Test func `reports a missing end`() throws {
    let file = Array(TestJPEG.good.dropLast(2))
    let still = try Still.reading(jpeg: file)
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.damages.first?.place == Place("EOI", offset: UInt64(file.count), length: 0))
    #expect(still.identifier.value != nil)
    #expect(still.trailingData.isAbsent)
  }

  @Test(arguments: [1, 5_000, 100_000]) func `is quiet about zero padding`(count: Int) throws {
    let still = try Still.reading(
      jpeg: TestJPEG.good + [UInt8](repeating: 0, count: count))
    #expect(still.damages.isEmpty)
    #expect(still.trailingData.isAbsent)
  }

  @Test func `takes zeros without an end for a cut picture`() throws {
    let still = try Still.reading(
      jpeg: TestJPEG.good.dropLast(2) + [UInt8](repeating: 0, count: 9_000))
    #expect(still.damages.map(\.kind) == [.truncated])
  }

  @Test func `reports bytes behind the picture`() throws {
    let file = TestJPEG.good + [0, 0, 0] + Array("trailer".utf8)
    let still = try Still.reading(jpeg: file)
    #expect(
      still.trailingData
        == .present(
          TrailingData(length: 7),
          at: Place("behind EOI", offset: UInt64(TestJPEG.good.count + 3), length: 7)))
    #expect(still.damages.isEmpty)
  }

  @Test func `says that a second picture stands behind the first`() throws {
    let still = try Still.reading(jpeg: TestJPEG.good + TestJPEG.picture() + [1])
    #expect(still.trailingData.value?.description == "a second JPEG picture")
    #expect(still.trailingData.place?.offset == UInt64(TestJPEG.good.count))
  }

  @Test func `hops over the segments between the scans of a progressive picture`() throws {
    // The tables between the scans hold bytes that look like an end of image.
    let table = TestJPEG.segment(0xC4, [0xFF, 0xD9, 0xFF, 0xD9])
    let picture =
      TestJPEG.soi + TestJPEG.frame(marker: 0xC2) + TestJPEG.scanHeader + TestJPEG.scanData + table
      + TestJPEG.scanHeader + TestJPEG.scanData + [0xFF] + TestJPEG.eoi
    let still = try Still.reading(jpeg: picture + [9])
    #expect(still.trailingData.place?.offset == UInt64(picture.count))
    #expect(still.damages.isEmpty)
    #expect(still.pixelSize.place?.path.description == "SOF2")
  }

  @Test(arguments: 0..<6) func `finds an end across the pieces of a long scan`(shift: Int) throws {
    let head = TestJPEG.soi + TestJPEG.frame() + TestJPEG.scanHeader
    // The scan is read in pieces of 256 KiB.
    let data = [UInt8](repeating: 0x55, count: 256 * 1024 - shift)
    let picture =
      head + data + TestJPEG.segment(0xFE, [0xFF, 0xD9]) + TestJPEG.scanData + TestJPEG.eoi
    let still = try Still.reading(jpeg: picture + [1, 2, 3])
    #expect(still.trailingData.place?.offset == UInt64(picture.count))
  }

  // MARK: Multi-picture index

  @Test(arguments: [0, 30]) func `accounts for the pictures of the index`(error: Int) throws {
    let file = TestJPEG.multiPicture([TestJPEG.picture()], primaryError: error)
    let still = try Still.reading(jpeg: file)
    #expect(still.hasGainMap.value == true)
    #expect(still.trailingData.isAbsent)
    #expect(still.damages.isEmpty)
    #expect(still.oddities.isEmpty)
    let more = try Still.reading(jpeg: file + [1, 2])
    #expect(more.trailingData.value?.length == 2)
    #expect(more.trailingData.place?.offset == UInt64(file.count))
  }

  @Test func `takes previews for no gain map`() throws {
    let file = TestJPEG.multiPicture([TestJPEG.picture()], attribute: 0x01_0001)
    #expect(try Still.reading(jpeg: file).hasGainMap.value == false)
  }

  @Test func `reports a further picture that is cut`() throws {
    let file = Array(TestJPEG.multiPicture([TestJPEG.picture()]).dropLast(5))
    let still = try Still.reading(jpeg: file)
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.damages.first?.missingBytes == 5)
  }

  @Test func `takes a further picture that was taken away for no damage`() throws {
    let whole = TestJPEG.multiPicture([TestJPEG.picture()])
    let still = try Still.reading(jpeg: Array(whole.dropLast(TestJPEG.picture().count)))
    #expect(still.hasGainMap.value == false)
    #expect(still.damages.isEmpty)
    #expect(still.oddities.count == 1)
  }

  @Test func `leaves a gain map untold where the index is damaged`() throws {
    let still = try Still.reading(
      jpeg: TestJPEG.picture(TestJPEG.segment(0xE2, Array("MPF\0MM".utf8))))
    #expect(still.hasGainMap.readError != nil)
    #expect(still.damages.isEmpty)
  }
}
