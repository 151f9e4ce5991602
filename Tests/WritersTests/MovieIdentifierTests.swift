import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `The identifier of a movie` {
  private let changes = MovieChanges(identifier: newIdentifier)
  private let video: CodedTrack
  private let others: [MetadataItem] = [
    .apple("make", "Apple"),
    MetadataItem("com.apple.quicktime.live-photo.auto", type: 22, .uint8(1)),
    .apple("model", "iPhone 15"),
  ]

  init() throws {
    video = try Media(in: Corpus.mediaPath).h264
  }

  private func movie(_ metadata: [MetadataItem], _ change: (inout LiveMovie) -> Void = { _ in })
    -> [UInt8]
  {
    var movie = LiveMovie(
      video: video, timedTracks: [.livePhotoInfo(for: video), .stillTime(at: 600)],
      metadata: metadata)
    change(&movie)
    return movie.bytes
  }

  private func identifier(
    _ text: String = "C07D5E21-38AB-4B9F-A6D4-7E1F02B8953C", type: UInt32 = 1, locale: UInt32 = 0
  ) -> MetadataItem {
    var item = MetadataItem("com.apple.quicktime.content.identifier", type: type, .text(text))
    item.locale = locale
    return item
  }

  /// Changes the movie and looks at what came of it.
  @discardableResult
  private func expectIdentifier(
    in bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [UInt8] {
    let new = try rewritten(bytes, changes)
    let movie = try facts(new)
    #expect(
      movie.identifier.value == StoredIdentifier(text: newIdentifier),
      sourceLocation: sourceLocation)
    #expect(
      movie.strayIdentifiers.isEmpty && movie.otherIdentifiers.isEmpty && movie.damages.isEmpty,
      sourceLocation: sourceLocation)
    #expect(
      unchangeableFacts(movie) == unchangeableFacts(try facts(bytes)),
      sourceLocation: sourceLocation)
    try expectSameSamples(
      MemorySource(new), MemorySource(bytes), sourceLocation: sourceLocation)
    try expectSettled(new, changes, sourceLocation: sourceLocation)
    return new
  }

  @Test(arguments: [false, true])
  func `goes into a new list`(movieComesFirst: Bool) throws {
    let old = movie([]) { $0.movieComesFirst = movieComesFirst }
    let new = try expectIdentifier(in: old)
    let expected = movie([identifier(newIdentifier)]) { $0.movieComesFirst = movieComesFirst }
    #expect(new == expected)
  }

  @Test(arguments: [false, true])
  func `goes behind other keys, which stay`(movieComesFirst: Bool) throws {
    let old = movie(others) { $0.movieComesFirst = movieComesFirst }
    let new = try expectIdentifier(in: old)
    #expect(
      new == movie(others + [identifier(newIdentifier)]) { $0.movieComesFirst = movieComesFirst })
  }

  @Test func `of equal length is written over the old one`() throws {
    let old = movie([identifier(locale: 0x5553_15C7)] + others)
    let source = MemorySource(old)
    let replacements = try MovieRewriter.replacements(changes, in: source)
    let place = try #require(try facts(old).identifier.place)
    #expect(replacements.count == 1)
    #expect(replacements.first?.range == place.offset..<(place.offset + 36))
    #expect(replacements.first?.purpose == "writes identifier \(newIdentifier) into moov/meta")
    let new = try expectIdentifier(in: old)
    #expect(new == movie([identifier(newIdentifier, locale: 0x5553_15C7)] + others))
  }

  @Test(arguments: [
    "C07D5E21", "", "C07D5E21-38AB-4B9F-A6D4-7E1F02B8953C\0",
    " C07D5E21-38AB-4B9F-A6D4-7E1F02B8953C\n", newIdentifier + "\0", newIdentifier.lowercased(),
  ])
  func `takes the place of one in another form`(old: String) throws {
    let bytes = movie([others[0], identifier(old), others[1]]) { $0.movieComesFirst = true }
    let new = try expectIdentifier(in: bytes)
    #expect(
      new == movie([others[0], identifier(newIdentifier), others[1]]) { $0.movieComesFirst = true })
  }

  @Test func `is UTF-8 whatever the old one was`() throws {
    let old = movie([identifier(newIdentifier, type: 4)] + others)
    #expect(try expectIdentifier(in: old) == movie([identifier(newIdentifier)] + others))
  }

  @Test func `stands once where there were several`() throws {
    let old = movie([others[0], identifier("one"), others[1], identifier("two"), others[2]])
    let new = try expectIdentifier(in: old)
    #expect(new == movie([others[0], identifier(newIdentifier), others[1], others[2]]))
  }

  @Test func `gets a list of QuickTime's shape`() throws {
    let old = movie([others[0], identifier(), others[1]]) { $0.metadataIsFullBox = true }
    let new = try expectIdentifier(in: old)
    #expect(new == movie([others[0], identifier(newIdentifier), others[1]]))
  }

  @Test func `goes out of moov udta meta, the other keys stay`() throws {
    let old = movie(others) {
      $0.userMetadata = [
        MetadataItem("major_brand", type: 1, .text("qt")), identifier(),
        MetadataItem("encoder", type: 1, .text("Lavf59")),
      ]
    }
    let expected = movie(others + [identifier(newIdentifier)]) {
      $0.userMetadata = [
        MetadataItem("major_brand", type: 1, .text("qt")),
        MetadataItem("encoder", type: 1, .text("Lavf59")),
      ]
    }
    #expect(try expectIdentifier(in: old) == expected)
    // Alone in its list, it takes the list along.
    let alone = movie(others) { $0.userMetadata = [identifier()] }
    #expect(try facts(expectIdentifier(in: alone)).strayIdentifiers.isEmpty)
  }

  @Test func `goes out of the metadata of a track`() throws {
    let meta = Part.metadata([others[0], identifier(), others[1]]).written()
    let old = try changing("moov", "trak", in: movie(others)) { $0 += meta }
    let expected = try changing(
      "moov", "trak", in: movie(others + [identifier(newIdentifier)])
    ) { $0 += Part.metadata([others[0], others[1]]).written() }
    #expect(try expectIdentifier(in: old) == expected)
  }

  // MARK: iTunes lists

  private func list(_ items: Part...) -> Part {
    .fullBox(
      "meta", .fullBox("hdlr", .zeros(4), .code("mdir"), .code("appl"), .zeros(9)),
      .box("ilst", items))
  }
  private let title = Part.box(
    FourCharacterCode(rawValue: 0xA96E_616D),
    .box("data", .uint32(1 as UInt32), .zeros(4), .text("A dog")))
  private let stray = Part.box(
    "----", .fullBox("mean", .text("com.apple.iTunes")),
    .fullBox("name", .text("com.apple.quicktime.content.identifier")),
    .box("data", .uint32(1 as UInt32), .zeros(4), .text("two")))

  @Test(arguments: [false, true])
  func `takes the place of an iTunes list, which moves`(hasUserData: Bool) throws {
    let whole = movie([]) { if hasUserData { $0.encoder = "Lavf59" } }
    let old = try changing("moov", in: whole) { $0 += list(title, stray).written() }
    let new = try expectIdentifier(in: old)
    let moved = try range(of: ["moov", "udta", "meta"], in: new)
    #expect(Array(new[moved]) == list(title).written())
    let own = try range(of: ["moov", "meta"], in: new)
    #expect(Array(new[own]) == Part.metadata([identifier(newIdentifier)]).written())
    if hasUserData { #expect(try facts(new).encoderTrace.value == "Lavf59") }
  }

  @Test func `goes out of an iTunes list in moov udta`() throws {
    let old = try changing("moov", in: movie(others)) {
      $0 += Part.box("udta", list(title, stray), .zeros(4)).written()
    }
    let new = try expectIdentifier(in: old)
    let udta = try range(of: ["moov", "udta"], in: new)
    #expect(Array(new[udta]) == Part.box("udta", list(title), .zeros(4)).written())
  }

  @Test func `has no place beside two lists of other kinds`() throws {
    var old = try changing("moov", in: movie([])) { $0 += list(title).written() }
    old = try changing("moov", in: old) { $0 += Part.box("udta", list(title)).written() }
    #expect(throws: RewriteError.self) { try rewritten(old, changes) }
    let other = Part.fullBox("meta", .fullBox("hdlr", .zeros(4), .code("ID32"), .zeros(13)))
    let foreign = try changing("moov", in: movie([])) { $0 += other.written() }
    #expect(throws: RewriteError.self) { try rewritten(foreign, changes) }
  }

  @Test func `goes into lists that lack a part`() throws {
    let handler = Part.fullBox("hdlr", .zeros(4), .code("mdta"), .zeros(14))
    let key = Part.fullBox(
      "keys", .uint32(1 as UInt32), .uint32(46 as UInt32), .code("mdta"),
      .text("com.apple.quicktime.content.identifier"))
    for parts in [
      [handler], [handler, key], [handler, key, .box("ilst")],
      [handler, key, .box("ilst", .box(FourCharacterCode(rawValue: 1)))], [key], [],
    ] {
      let old = try changing("moov", in: movie([])) { $0 += Part.box("meta", parts).written() }
      let new = try expectIdentifier(in: old)
      let meta = try range(of: ["moov", "meta"], in: new)
      #expect(Array(new[meta]) == Part.metadata([identifier(newIdentifier)]).written())
    }
  }
}
