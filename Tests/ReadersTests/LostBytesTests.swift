import Readers
import Testing
import Validator

private typealias Bytes = MovieBytes

/// What is lost is never taken for absent: files cut where a box happens to end, and files whose
/// tail a broken transfer left as zeros.
@Suite struct `Lost bytes` {
  /// A movie whose only box after `ftyp` is `moov`, with the keys first and the header last.
  private let movie =
    Bytes.fileType
    + Bytes.box(
      "moov", Bytes.movieHeader(),
      Bytes.track(
        id: 1, handler: "vide",
        tables: Bytes.sampleTables(
          entry: Bytes.videoEntry(), durations: [(2, 600)], sizes: [2, 2], offset: 28)),
      Bytes.metadata([Bytes.identifier()]))

  @Test func `in a moov that is cut between two boxes are unreadable`() throws {
    let header = Bytes.fileType.count + 8
    for kept in 0..<8 {
      let facts = try Bytes.read(Array(movie[..<(header + Bytes.movieHeader().count + kept)]))
      #expect(facts.duration.value != nil)
      #expect(facts.identifier.readError != nil)
      #expect(facts.keys.readError != nil)
      #expect(facts.tracks.readError != nil)
      #expect(facts.fragments.readError != nil)
      #expect(facts.damages.contains { $0.kind == .truncated })
    }
  }

  @Test func `leave open whether fragments followed a box that is cut`() throws {
    let media = Bytes.box("mdat", Bytes.zeros(64))
    let cut = try Bytes.read(Array((Bytes.fileType + media).dropLast(9)))
    #expect(cut.fragments.readError != nil)
    let whole = try Bytes.read(movie + Array(media.dropLast(9)))
    #expect(whole.fragments.isAbsent)
  }

  @Test func `that are zeros inside moov are unreadable, with damage`() throws {
    let end = Bytes.fileType.count + 8 + Bytes.movieHeader().count
    let zeroed = Array(movie[..<end]) + Bytes.zeros(movie.count - end)
    let facts = try Bytes.read(zeroed)
    #expect(facts.identifier.readError != nil)
    #expect(facts.stillTimes.isAbsent == false)
    #expect(facts.damages.contains { $0.kind == .structure })
  }

  @Test func `of a key table are unreadable`() throws {
    let keys = Bytes.box("keys", Bytes.zeros(8 + 40))
    let facts = try Bytes.read(
      Bytes.file(Bytes.box("meta", Bytes.handler("mdta"), keys)))
    #expect(facts.identifier.readError != nil)
  }

  @Test func `of a text are no text`() throws {
    let facts = try Bytes.read(
      Bytes.file(Bytes.metadata([("com.apple.quicktime.model", Bytes.zeros(9))])))
    #expect(facts.model.readError != nil)
  }

  @Test func `that are zeros in Exif directories are unreadable, with damage`() {
    let tiff = TestTIFF().block(
      [.text(0x010F, "Apple")], exif: [.bytes(0x927C, TestTIFF.shortNote)])
    for kept in [8, 10, 22] {
      let still = Still.reading(Array(tiff[..<kept]) + MovieBytes.zeros(tiff.count - kept))
      #expect(still.identifier.readError != nil)
      #expect(still.makerNote.readError != nil)
      #expect(still.damages.contains { $0.kind == .structure })
    }
  }

  @Test(arguments: [0, 5, 8]) func `that are zeros in an Apple MakerNote are no other maker's`(
    kept: Int
  ) {
    let note = Array(TestTIFF.shortNote.prefix(kept)) + MovieBytes.zeros(69 - kept)
    let still = Still.reading(
      TestTIFF().block([.text(0x010F, "Apple")], exif: [.bytes(0x927C, note)]))
    #expect(still.identifier.readError != nil)
    #expect(still.damages.contains { $0.kind == .makerNote })
  }

  @Test func `of an Apple MakerNote's directory are unreadable`() {
    let note = Array(TestTIFF.shortNote.prefix(14)) + MovieBytes.zeros(55)
    let still = Still.reading(
      TestTIFF().block([.text(0x010F, "Apple")], exif: [.bytes(0x927C, note)]))
    #expect(still.identifier.readError != nil)
    #expect(still.damages.contains { $0.kind == .makerNote })
  }
}
