import Readers
import Testing
import Validator

@Suite struct `Movie metadata` {
  typealias Bytes = MovieBytes

  @Test func `holds the identifier of a FullBox list to be misplaced in a QuickTime movie`() throws
  {
    let bytes = Bytes.file(Bytes.metadata([Bytes.identifier()], fullBox: true))
    let movie = try Bytes.read(bytes)
    #expect(movie.damages.isEmpty)
    #expect(movie.identifier.isAbsent)
    #expect(movie.strayIdentifiers.map(\.carrier) == [.fullBoxMeta])
    #expect(
      movie.strayIdentifiers.first?.place.offset == bytes.offset(of: Bytes.uuid).map(UInt64.init))
    #expect(movie.keys.value == ["com.apple.quicktime.content.identifier"])
  }

  @Test(arguments: [false, true])
  func `is read in both shapes under an ISO brand`(fullBox: Bool) throws {
    let movie = try Bytes.read(
      Bytes.box("ftyp", Array("mp42".utf8), Bytes.u32(0))
        + Bytes.box(
          "moov", Bytes.movieHeader(), Bytes.metadata([Bytes.identifier()], fullBox: fullBox)))
    #expect(movie.identifier.value?.text == Bytes.uuid)
    #expect(movie.strayIdentifiers.isEmpty)
  }

  @Test func `finds the identifier where Apple's software does not look`() throws {
    let list = Bytes.metadata([Bytes.identifier()], fullBox: true)
    let plain = Bytes.metadata([Bytes.identifier()])
    let tunes = Bytes.box(
      "meta", Bytes.u32(0), Bytes.handler("mdir"),
      Bytes.box(
        "ilst",
        Bytes.box(
          "----", Bytes.box("mean", Bytes.u32(0), Array("com.apple.iTunes".utf8)),
          Bytes.box("name", Bytes.u32(0), Array("content.identifier".utf8)),
          Bytes.box("data", Bytes.u32(1), Bytes.u32(0), Array(Bytes.uuid.utf8)))))
    let track = Bytes.track(
      id: 1, handler: "vide", extra: plain,
      tables: Bytes.sampleTables(
        entry: Bytes.videoEntry(), durations: [(1, 1)], sizes: [1], offset: 28))
    let movie = try Bytes.read(
      Bytes.file(media: [1], Bytes.box("udta", list), track, Bytes.box("udta", tunes)))
    #expect(movie.damages.isEmpty)
    #expect(movie.identifier.isAbsent)
    #expect(movie.strayIdentifiers.map(\.carrier) == [.userData, .iTunesList, .track])
    #expect(movie.strayIdentifiers.allSatisfy { $0.identifier.text == Bytes.uuid })
    #expect(
      movie.strayIdentifiers.map { "\($0.place.path)" } == [
        "moov/udta/meta/ilst", "moov/udta/meta/ilst", "moov/trak[1]/meta/ilst",
      ])
  }

  @Test(arguments: ["", "  ", "\0"])
  func `takes a blank identifier for none`(value: String) throws {
    let movie = try Bytes.read(
      Bytes.file(
        Bytes.metadata([("com.apple.quicktime.content.identifier", Array(value.utf8))])))
    #expect(movie.identifier.isAbsent)
    #expect(movie.keys.value == ["com.apple.quicktime.content.identifier"])
  }

  @Test func `tells of identifiers that are stored oddly`() throws {
    func identifier(_ value: [UInt8], type: UInt32 = 1) throws -> StoredIdentifier? {
      try Bytes.read(
        Bytes.file(
          Bytes.metadata([("com.apple.quicktime.content.identifier", value)], type: type))
      ).identifier.value
    }
    #expect(
      try identifier(Array(" A \0\0".utf8))
        == StoredIdentifier(text: "A", oddities: [.extraNULs(2), .whiteSpace]))
    #expect(
      try identifier(Array("A".utf8), type: 0)
        == StoredIdentifier(text: "A", oddities: [.dataType(0)]))
    #expect(
      try identifier([0, 0x41, 0, 0x42], type: 2)
        == StoredIdentifier(text: "AB", oddities: [.dataType(2)]))
    #expect(try identifier([0x41, 0xFF])?.oddities == [.notUTF8])
  }

  @Test func `keeps a second identifier that differs`() throws {
    let other = "7EF4936E-3840-45DC-BA67-70154919699F"
    let movie = try Bytes.read(
      Bytes.file(
        Bytes.metadata([
          Bytes.identifier(), Bytes.identifier(), Bytes.identifier(other),
        ])))
    #expect(movie.identifier.value?.text == Bytes.uuid)
    #expect(movie.otherIdentifiers.map(\.identifier.text) == [other])
  }

  @Test func `finds a static still time key`() throws {
    let movie = try Bytes.read(
      Bytes.file(Bytes.metadata([("com.apple.quicktime.still-image-time", [0xFF])], type: 21)))
    #expect(movie.staticStillTimeKey.value == "com.apple.quicktime.still-image-time")
    #expect(movie.stillTimes.isAbsent)
  }

  @Test func `is unreadable, not absent, where its boxes are broken`() throws {
    var bytes = Bytes.file(Bytes.metadata([("com.apple.quicktime.make", Array("A".utf8))]))
    let list = try #require(bytes.offset(of: "ilst"))
    bytes[list - 4] = 0x7F
    let movie = try Bytes.read(bytes)
    #expect(movie.damages.map(\.place.offset) == [UInt64(list - 4)])
    #expect(movie.identifier.readError != nil && movie.make.readError != nil)
    #expect(movie.tracks.value?.isEmpty == true)
  }

  @Test func `names the encoder`() throws {
    func text(_ type: [UInt8], _ text: String) -> [UInt8] {
      let payload = Bytes.u16(UInt16(text.utf8.count)) + Bytes.u16(0) + Array(text.utf8)
      return Bytes.box("udta", Bytes.u32(UInt32(payload.count + 8)) + type + payload, Bytes.u32(0))
    }
    let software: [UInt8] = [0xA9, 0x73, 0x77, 0x72]
    let movie = try Bytes.read(Bytes.file(text(software, "Lavf59.27.100")))
    #expect(movie.encoderTrace.value == "Lavf59.27.100")
    #expect(movie.damages.isEmpty)
    // What an iPhone 5 writes is the version of iOS.
    #expect(try Bytes.read(Bytes.file(text(software, "10.3.4"))).encoderTrace.isAbsent)
    let list = Bytes.box(
      "udta",
      Bytes.box(
        "meta", Bytes.u32(0), Bytes.handler("mdir"),
        Bytes.box(
          "ilst",
          Bytes.box(
            id: 0xA974_6F6F,
            Bytes.box("data", Bytes.u32(1), Bytes.u32(0), Array("HandBrake 1.6".utf8))))))
    #expect(try Bytes.read(Bytes.file(list)).encoderTrace.value == "HandBrake 1.6")
  }

  @Test func `holds broken user data to be minor`() throws {
    let movie = try Bytes.read(
      Bytes.file(
        Bytes.metadata([Bytes.identifier()]),
        Bytes.box("udta", Bytes.u32(500) + Array("name".utf8))))
    #expect(movie.damages.map(\.isMinor) == [true])
    #expect(movie.encoderTrace.readError != nil)
    #expect(movie.identifier.value?.text == Bytes.uuid)
  }

  @Test(arguments: [
    ("2024-05-01T10:00:00+0200", 1_714_557_600 as Int64?, 120 as Int?),
    ("2024-05-01T10:00:00-03:30", 1_714_557_600, -210), ("2024-05-01T10:00:00Z", 1_714_557_600, 0),
    ("2024-05-01 10:00:00.25", 1_714_557_600, nil), ("2024-02-29T00:00:00Z", 1_709_164_800, 0),
    ("1969-12-31T23:59:59Z", -1, 0), ("2024-13-01T10:00:00Z", nil, nil), ("soon", nil, nil),
  ])
  func `reads dates`(text: String, seconds: Int64?, zone: Int?) throws {
    let movie = try Bytes.read(
      Bytes.file(Bytes.metadata([("com.apple.quicktime.creationdate", Array(text.utf8))])))
    #expect(movie.creationDate.value?.localSeconds == seconds)
    #expect(movie.creationDate.value?.zoneMinutes == zone)
    #expect((movie.creationDate.readError == nil) == (seconds != nil))
  }

  @Test(arguments: [
    ("+48.5000+011.2500/", [48.5, 11.25]), ("-4830.0-01115.0/", [-48.5, -11.25]),
    ("+483000+0111500+100/", [48.5, 11.25]), ("+48-180/", [48, -180]),
    ("+91+000/", []), ("nowhere", []), ("+1e9+000/", []), ("+48.5", []),
  ])
  func `reads positions`(text: String, degrees: [Double]) throws {
    let movie = try Bytes.read(
      Bytes.file(Bytes.metadata([("com.apple.quicktime.location.ISO6709", Array(text.utf8))])))
    #expect(movie.location.value.map { [$0.latitude, $0.longitude] } ?? [] == degrees)
  }
}
