import Readers
import Testing
import Validator

@Suite struct `The movie reader` {
  typealias Bytes = MovieBytes

  @Test func `reads the facts of a whole movie with their offsets`() throws {
    let bytes = Bytes.example()
    let movie = try Bytes.read(bytes)
    #expect(movie.damages.isEmpty)
    #expect(movie.majorBrand == .present("qt  ", at: Place("ftyp", offset: 8, length: 4)))
    #expect(movie.firstBoxes == ["ftyp", "mdat", "moov"])
    let identifier = try #require(bytes.offset(of: Bytes.uuid))
    #expect(
      movie.identifier
        == .present(
          StoredIdentifier(text: Bytes.uuid),
          at: Place(
            "moov/meta/ilst/com.apple.quicktime.content.identifier", offset: UInt64(identifier),
            length: 36)))
    #expect(movie.make.value == "Apple")
    #expect(movie.model.isAbsent)
    #expect(
      movie.creationDate.value
        == WallTime(
          localSeconds: 1_714_557_600, zoneMinutes: 120, text: "2024-05-01T10:00:00+0200"))
    #expect(movie.location.value == Coordinate(latitude: 48.5, longitude: -11.25))
    #expect(movie.duration.value == MediaTime(1_200, scale: 600))
    #expect(movie.headerDate.isAbsent)
    #expect(movie.keys.value?.count == 4)
    let video = try #require(movie.videoTrack.value)
    #expect(video.codec == "hvc1")
    #expect(video.codedSize == PixelSize(width: 1_920, height: 1_440))
    #expect(video.matrix.orientation?.degreesClockwise == 90)
    #expect(video.sampleCount == 2)
    #expect(video.timeToSample == [SampleRun(count: 2, duration: 600)])
    let still = try #require(movie.stillTimes.value?.first)
    #expect(still.presentationTime == MediaTime(600, scale: 600))
    #expect(still.place == Place("mdat/still-image-time", offset: 32, length: 9))
    #expect(still.value == -1)
    #expect(movie.fragments.isAbsent && movie.trailingData.isAbsent && movie.encoderTrace.isAbsent)
  }

  // MARK: Top level

  @Test func `reports an empty file`() throws {
    let movie = try Bytes.read([])
    #expect(
      movie.damages == [
        Damage(.truncated, "the file is empty", at: Place("file", offset: 0, length: 0))
      ])
    #expect(movie.identifier.readError != nil && movie.majorBrand.readError != nil)
  }

  @Test func `reads a movie without a file type box`() throws {
    let movie = try Bytes.read(
      Bytes.box("wide") + Bytes.box("mdat") + Bytes.box("moov", Bytes.movieHeader()))
    #expect(movie.majorBrand.isAbsent)
    #expect(movie.firstBoxes == ["wide", "mdat", "moov"])
    #expect(movie.damages.isEmpty)
    #expect(movie.tracks.value?.isEmpty == true)
  }

  @Test func `counts the bytes that are missing at the end`() throws {
    let bytes = Bytes.file(media: Bytes.zeros(100)).prefix(20 + 50)
    let movie = try Bytes.read(Array(bytes))
    #expect(movie.damages.count == 1)
    #expect(movie.damages.first?.kind == .truncated)
    #expect(movie.damages.first?.missingBytes == 58)
    #expect(movie.damages.first?.place == Place("file", offset: 20, length: 50))
    #expect(movie.duration.readError != nil && movie.tracks.readError != nil)
    #expect(movie.majorBrand.value == "qt  ")
  }

  @Test func `says where a file ends with a transfer block`() throws {
    let whole = Bytes.fileType + Bytes.box("mdat", Bytes.zeros(100_000))
    let movie = try Bytes.read(Array(whole.prefix(65_536)))
    #expect(movie.damages.first?.message.contains("1 × 64 KiB") == true)
    let other = try Bytes.read(Array(whole.prefix(65_537)))
    #expect(other.damages.first?.message.contains("64 KiB") == false)
  }

  @Test func `reads boxes with 64-bit sizes and one that runs to the end`() throws {
    let moov = Bytes.u32(0) + Array("moov".utf8) + Bytes.movieHeader()
    let movie = try Bytes.read(Bytes.fileType + Bytes.wideBox("mdat", [1, 2, 3]) + moov)
    #expect(movie.damages.isEmpty)
    #expect(movie.duration.value?.seconds == 2)
    #expect(movie.duration.place?.offset == 71)
  }

  @Test func `keeps what a cut moov still holds`() throws {
    let whole = Bytes.example()
    let movie = try Bytes.read(Array(whole.dropLast(10)))
    #expect(movie.damages.count == 1)
    #expect(movie.damages.first?.missingBytes == 10)
    #expect(movie.duration.value?.seconds == 2)
    #expect(movie.location.readError != nil)
  }

  @Test func `tells data after the last box from padding`() throws {
    let bytes = Bytes.example()
    #expect(try Bytes.read(bytes + Bytes.zeros(40)).trailingData.isAbsent)
    #expect(try Bytes.read(bytes + Bytes.zeros(70_000)).trailingData.isAbsent)
    #expect(try Bytes.read(bytes + Bytes.zeros(70_000) + [1]).trailingData.value?.length == 70_001)
    let cut = try Bytes.read(Bytes.fileType + [0, 0, 4])
    #expect(cut.trailingData.readError != nil && cut.damages.map(\.kind) == [.truncated])
    let movie = try Bytes.read(bytes + [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0])
    #expect(
      movie.trailingData
        == .present(
          TrailingData(length: 9, description: "a JPEG picture"),
          at: Place("file", offset: UInt64(bytes.count), length: 9)))
  }

  @Test func `takes appended text for no box`() throws {
    let bytes = Bytes.example()
    let movie = try Bytes.read(bytes + Array("some text behind the movie".utf8))
    #expect(movie.damages.isEmpty)
    #expect(movie.trailingData.place?.offset == UInt64(bytes.count))
    #expect(movie.trailingData.value?.length == 26)
    let cut = try Bytes.read(bytes + Bytes.u32(100) + Array("mdat".utf8))
    #expect(cut.damages.map(\.missingBytes) == [92])
  }

  @Test func `counts fragments`() throws {
    let fragments = Bytes.box("moof") + Bytes.box("moof")
    let movie = try Bytes.read(Bytes.example() + fragments)
    #expect(movie.fragments.value == 2)
    #expect(movie.tracks.value?.count == 2)
    let empty = Bytes.track(
      id: 1, handler: "vide",
      tables: Bytes.box(
        "stbl", Bytes.box("stsd", Bytes.u32(0), Bytes.u32(1), Bytes.videoEntry()),
        Bytes.box("stts", Bytes.u32(0), Bytes.u32(0))))
    let fragmented = try Bytes.read(Bytes.file(empty) + fragments)
    #expect(fragmented.tracks.readError?.kind == .unsupported)
    #expect(fragmented.damages.isEmpty)
  }

  @Test func `refuses what is over its limits without calling it damage`() throws {
    let many = try Bytes.read(Bytes.file((0..<300).flatMap { _ in Bytes.box("trak") }))
    #expect(many.tracks.readError?.kind == .limit)
    let large = try Bytes.read(
      Bytes.fileType + Bytes.box("moov", Bytes.zeros(Int(SourceBytes.partLimit) + 1)))
    #expect(large.duration.readError?.kind == .limit)
    #expect(large.damages.isEmpty)
    #expect(large.majorBrand.value == "qt  ")
    let headers = try Bytes.read(Bytes.file((0..<500).flatMap { _ in Bytes.box("mvhd") }))
    #expect(headers.damages.count == 64)
  }

  // MARK: Structure

  @Test func `reports a second moov and a second mvhd`() throws {
    let bytes = Bytes.example()
    let twice = try Bytes.read(bytes + Bytes.box("moov", Bytes.movieHeader()))
    #expect(twice.damages.map(\.kind) == [.structure])
    #expect(twice.damages.first?.place.offset == UInt64(bytes.count))
    let headers = try Bytes.read(Bytes.file(Bytes.movieHeader()))
    #expect(headers.damages.map(\.place.offset) == [144])
  }

  @Test func `reports track ids that stand twice`() throws {
    let track = Bytes.stillTrack(id: 7, edits: [], sampleLength: 0, offset: 28)
    let movie = try Bytes.read(Bytes.file(track, track))
    #expect(movie.damages.map(\.message) == ["tracks 1 and 2 both have the id 7"])
  }

  @Test func `reads wide headers`() throws {
    let matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000].flatMap {
      Bytes.u32(UInt32($0))
    }
    let header = Bytes.box(
      "tkhd", Bytes.u32(0x0100_0001), Bytes.zeros(16), Bytes.u32(9), Bytes.zeros(12),
      Bytes.zeros(16), matrix, Bytes.zeros(8))
    let media = Bytes.box(
      "mdia",
      Bytes.box("mdhd", Bytes.u32(0x0100_0000), Bytes.zeros(16), Bytes.u32(90), Bytes.u64(45)))
    let edit = Bytes.box(
      "edts",
      Bytes.box(
        "elst", Bytes.u32(0x0100_0000), Bytes.u32(1), Bytes.u64(5), Bytes.u64(UInt64.max),
        Bytes.u32(0x1_0000)))
    let movieHeader = Bytes.box(
      "mvhd", Bytes.u32(0x0100_0000), Bytes.u64(2_082_844_800), Bytes.u64(0), Bytes.u32(10),
      Bytes.u64(25), Bytes.zeros(80))
    let movie = try Bytes.read(
      Bytes.fileType + Bytes.box("moov", movieHeader, Bytes.box("trak", header, edit, media)))
    let track = try #require(movie.tracks.value?.first)
    #expect(track.id == 9 && track.isEnabled && track.matrix == .identity)
    #expect(track.mediaDuration == MediaTime(45, scale: 90))
    #expect(track.editList.map(\.mediaStart) == [nil])
    #expect(track.editList.map(\.duration.seconds) == [0.5])
    #expect(movie.duration.value?.seconds == 2.5)
    #expect(movie.headerDate.value?.text == "1970-01-01T00:00:00Z")
    #expect(movie.headerDate.value?.localSeconds == 0)
  }

  @Test func `reads apertures and the pixel ratio`() throws {
    let extensions =
      Bytes.box(
        "clap", [1_308, 1, 1_960, 2, 0, 1, 0, 1].flatMap { Bytes.u32($0) })
      + Bytes.box("pasp", Bytes.u32(4), Bytes.u32(3))
    let tapt = Bytes.box(
      "tapt", Bytes.box("clef", Bytes.u32(0), Bytes.u32(1_744 << 16), Bytes.u32(1_308 << 16)))
    let movie = try Bytes.read(
      Bytes.file(
        media: [1],
        Bytes.track(
          id: 1, handler: "vide", extra: tapt,
          tables: Bytes.sampleTables(
            entry: Bytes.videoEntry("avc1", extensions), durations: [(1, 1)], sizes: [1],
            offset: 28))))
    let track = try #require(movie.videoTrack.value)
    #expect(track.cleanAperture == ApertureSize(width: 1_308, height: 980))
    #expect(track.trackAperture == ApertureSize(width: 1_744, height: 1_308))
    #expect(track.pixelAspectRatio == 4.0 / 3)
  }

  @Test func `reports sample tables that contradict each other`() throws {
    let movie = try Bytes.read(
      Bytes.file(
        media: [1, 2],
        Bytes.track(
          id: 1, handler: "vide",
          tables: Bytes.sampleTables(
            entry: Bytes.videoEntry(), durations: [(3, 1)], sizes: [1, 1], offset: 28))))
    #expect(movie.damages.map(\.kind) == [.structure])
    #expect(movie.damages.first?.found == "2" && movie.damages.first?.wanted == "3")
    #expect(movie.tracks.value?.count == 1)
    let chunks = try Bytes.read(
      Bytes.file(
        media: [1, 2],
        Bytes.track(
          id: 1, handler: "vide",
          tables: Bytes.sampleTables(
            entry: Bytes.videoEntry(), durations: [(2, 1)], sizes: [1, 1], offset: 28,
            samplesPerChunk: 5))))
    #expect(chunks.damages.first?.found == "5" && chunks.damages.first?.wanted == "2")
  }

  @Test func `reports sample data past the end of the file`() throws {
    let whole = Bytes.file(
      media: [1, 2],
      Bytes.track(
        id: 1, handler: "vide",
        tables: Bytes.sampleTables(
          entry: Bytes.videoEntry(), durations: [(2, 1)], sizes: [1, 5_000], offset: 28)))
    let movie = try Bytes.read(whole)
    #expect(movie.damages.map(\.kind) == [.truncated])
    #expect(movie.damages.first?.missingBytes == UInt64(28 + 5_001 - whole.count))
  }

  @Test(arguments: ["stts", "stsz", "stsc", "stco", "elst", "keys", "stsd"])
  func `answers hostile counts with the offset of the table`(type: String) throws {
    var bytes = Bytes.example()
    // In `stsz` the count stands after the uniform size.
    let at = try #require(bytes.offset(of: type)) + (type == "stsz" ? 12 : 8)
    // The first `keys` is the list of a timed track, which has no count but boxes.
    guard type != "keys" else {
      bytes.replaceSubrange((at - 4)..<at, with: [0xFF, 0xFF, 0xFF, 0xFF])
      let movie = try Bytes.read(bytes)
      #expect(movie.damages.map(\.place.offset) == [UInt64(at - 4)])
      return
    }
    bytes.replaceSubrange(at..<(at + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
    let movie = try Bytes.read(bytes)
    guard type != "stsd" else {
      #expect(movie.damages.isEmpty)
      return
    }
    #expect(movie.damages.map(\.kind) == [.structure])
    #expect(movie.damages.first?.place.offset == UInt64(at))
    #expect(movie.tracks.readError != nil && movie.stillTimes.readError != nil)
    #expect(movie.identifier.value != nil)
  }

  @Test(arguments: [1 as UInt64, 0xDEAD_BEEF, 42])
  func `survives mutated movies`(seed: UInt64) throws {
    let original = Bytes.example()
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    for _ in 0..<1_500 {
      var bytes = original
      for _ in 0...random(4) {
        bytes[random(bytes.count)] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(random(256))][random(6)]
      }
      if random(8) == 0 { bytes.removeLast(random(bytes.count)) }
      let movie = try Bytes.read(bytes, plan: ReadingPlan(readsLivePhotoInfo: true))
      #expect(movie.damages.count < 16)
    }
  }
}
