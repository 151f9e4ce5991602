import Support
import Testing

@testable import Validator

@Suite struct `Records` {
  /// The hash of the records of `EveryFact`, with the version of the form that it belongs to.
  private static let knownForm: (version: Int, hash: UInt64) = (2, 0xF55A_EA0D_E237_CC5C)

  @Test func `have the form that their version stands for`() {
    // FNV-1a, 64 bits.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in EveryFact.subjects.record + EveryFact.reports.record + EveryFact.animation.record {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let isKnown = (RecordForm.version, hash) == Self.knownForm
    #expect(
      isKnown,
      """
      The form of records has changed: raise RecordForm.version and set knownForm in this test to \
      (version, 0x\(String(hash, radix: 16, uppercase: true))). Records of users cannot be read \
      by another form, so that a change that no reader notices is worse than a raised number.
      """)
  }

  @Test func `give back subjects with every fact`() throws {
    for subject in EveryFact.subjects {
      let read = try Subject(record: subject.record)
      #expect(factText(read) == factText(subject))
      #expect(read.record == subject.record)
    }
  }

  @Test func `give back animations with every fact`() throws {
    let read = try Animation(record: EveryFact.animation.record)
    #expect(factText(read) == factText(EveryFact.animation))
  }

  @Test func `give back reports with everything that was said`() throws {
    for report in EveryFact.reports {
      let read = try SubjectReport(record: report.record, rules: EveryFact.rules)
      #expect(factText(read) == factText(report))
    }
  }

  @Test func `of reports are not read without the rules that they name`() throws {
    let report = try #require(EveryFact.reports.first)
    #expect(throws: BinaryReader.Fault()) { try SubjectReport(record: report.record) }
  }

  @Test func `keep one read error in many fields one`() throws {
    let still = Still(file: EveryFact.file, unreadable: EveryFact.errors[1])
    let read = try Still(record: still.record)
    #expect(read.identifier.readError === read.exifPrefix.readError)
    #expect(still.record.count < 120)
  }

  @Test(arguments: [0, 1, -1, 63, -64, 1 << 40, .max, .min] as [Int64])
  func `give back numbers of either sign`(number: Int64) throws {
    #expect(try Int64(record: number.record) == number)
  }

  @Test func `refuse a number that is too large for its place`() {
    #expect(throws: BinaryReader.Fault()) { try UInt16(record: UInt32(65_536).record) }
    #expect(throws: BinaryReader.Fault()) { try Int8(record: Int64(128).record) }
    let overlong = Array(repeating: 0xFF as UInt8, count: 11)
    #expect(throws: BinaryReader.Fault()) { try UInt64(record: overlong) }
  }

  @Test func `refuse what no value says`() {
    #expect(throws: BinaryReader.Fault()) { try Bool(record: [2]) }
    #expect(throws: BinaryReader.Fault()) { try Field<Bool>(record: [3]) }
    #expect(throws: BinaryReader.Fault()) { try MediaTime(record: [0, 0]) }
    #expect(throws: BinaryReader.Fault()) { try Orientation(record: [9]) }
    #expect(throws: BinaryReader.Fault()) { try FileType(record: "exe".record) }
    #expect(throws: BinaryReader.Fault()) { try String(record: [1, 0xFF]) }
    // Bytes beyond the value.
    #expect(throws: BinaryReader.Fault()) { try Bool(record: [1, 0]) }
  }

  @Test(arguments: [UInt64(1 << 20), 1 << 40, .max])
  func `refuse a list that announces more values than there are bytes`(count: UInt64) {
    var writer = BinaryWriter()
    writer.number(count)
    for _ in 0..<100 { writer.boolean(true) }
    #expect(throws: BinaryReader.Fault()) { try [Bool](record: writer.bytes) }
    #expect(throws: BinaryReader.Fault()) { try [Track](record: writer.bytes) }
    #expect(throws: BinaryReader.Fault()) { try String(record: writer.bytes) }
  }
}

@Suite struct `Hostile records` {
  @Test func `cut short anywhere are refused`() throws {
    let record = try #require(EveryFact.subjects.first).record
    for length in record.indices {
      #expect(throws: BinaryReader.Fault(), "cut to \(length) bytes") {
        try Subject(record: Array(record[..<length]))
      }
    }
    let report = try #require(EveryFact.reports.first).record
    for length in report.indices {
      #expect(throws: BinaryReader.Fault(), "cut to \(length) bytes") {
        try SubjectReport(record: Array(report[..<length]), rules: EveryFact.rules)
      }
    }
  }

  /// A changed byte may say something else; what is read then must itself be a record.
  @Test(arguments: [0x01, 0x80, 0xFF] as [UInt8])
  func `with a byte changed are refused or say something else`(change: UInt8) throws {
    let record = Subject(.pair(.exampleWithMotionData)).record
    var refusals = 0
    for position in record.indices {
      var changed = record
      changed[position] ^= change
      guard let subject = try? Subject(record: changed) else {
        refusals += 1
        continue
      }
      let again = subject.record
      #expect(try Subject(record: again).record == again)
    }
    #expect(refusals > record.count / 10)
  }

  @Test func `of chance bytes are refused`() {
    var generator = SystemRandomNumberGenerator()
    for length in stride(from: 0, to: 2_000, by: 10) {
      // A pair with small numbers, which go far before they fail.
      let bytes = [0] + (0..<length).map { _ in UInt8.random(in: 0...8, using: &generator) }
      #expect(throws: BinaryReader.Fault()) { try Subject(record: bytes) }
    }
  }
}

@Suite struct `Templates of structure paths` {
  @Test func `take two words, and a path four`() {
    #expect(MemoryLayout<StructurePath>.size <= 40)
  }

  @Test func `of equal texts share their bytes`() throws {
    let literal: PathTemplate = "moov/trak[*]/mdia"
    let first = try #require(PathTemplate(Array("moov/trak[*]/mdia".utf8)))
    let second = try #require(PathTemplate(Array("moov/trak[*]/mdia".utf8)))
    #expect(first.isSame(as: second) && !first.isSame(as: literal))
    #expect(first == literal && first.hashValue == literal.hashValue)
    #expect(first.text == "moov/trak[*]/mdia")
  }

  @Test func `of other texts are others`() {
    let template: PathTemplate = "moov"
    #expect(template != "mooy" && template != "moo" && PathTemplate([]) == "")
  }

  @Test func `are refused where they are no text, too long, or too many`() {
    let table = PathTemplateTable(limit: 2)
    #expect(PathTemplate([0xFF], in: table) == nil)
    let long = Array(repeating: 0x61 as UInt8, count: PathTemplate.longest + 1)
    #expect(PathTemplate(long, in: table) == nil)
    #expect(PathTemplate(long.dropLast(), in: table) != nil)
    #expect(PathTemplate([0x61], in: table) != nil)
    #expect(PathTemplate([0x62], in: table) == nil)
    #expect(PathTemplate([0x61], in: table) != nil)
  }

  @Test func `that were read back give paths that are equal to the first ones`() throws {
    let path = StructurePath("meta/iloc[*]/Exif", 2).appending("MakerNote/0x#", 0x11)
    let read = try StructurePath(record: path.record)
    #expect(read == path && read.hashValue == path.hashValue)
    #expect(read.appending("0x#", 7).description == "meta/iloc[2]/Exif/0x0007")
    #expect(read != StructurePath("meta/iloc[*]/Exif", 2))
  }
}
