import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `A rewritten movie` {
  private let media: Media
  private let video: CodedTrack

  init() throws {
    media = try Media(in: Corpus.mediaPath)
    video = media.h264
  }

  private func movie(_ change: (inout LiveMovie) -> Void = { _ in }) -> [UInt8] {
    var movie = LiveMovie(
      video: video, timedTracks: [.livePhotoInfo(for: video)],
      metadata: [.apple("make", "Apple")])
    change(&movie)
    return movie.bytes
  }

  /// Makes all changes and looks at what came of them.
  @discardableResult
  private func expectChanged(
    _ old: any ByteSource, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RewrittenFile {
    let new = try RewrittenFile(old, MovieRewriter.replacements(.all, in: old))
    let movie = try facts(new)
    #expect(
      movie.identifier.value == StoredIdentifier(text: newIdentifier),
      sourceLocation: sourceLocation)
    #expect(
      movie.stillTimes.value?.map(\.presentationTime?.seconds) == [1],
      sourceLocation: sourceLocation)
    #expect(movie.majorBrand.value == "qt  ", sourceLocation: sourceLocation)
    #expect(movie.damages.isEmpty, sourceLocation: sourceLocation)
    #expect(
      unchangeableFacts(movie) == unchangeableFacts(try facts(old)),
      sourceLocation: sourceLocation)
    try expectSameSamples(new, old, sourceLocation: sourceLocation)
    #expect(
      try MovieRewriter.replacements(.all, in: new) == [], sourceLocation: sourceLocation)
    return new
  }

  @Test func `is the same file where nothing is asked for`() throws {
    #expect(try MovieRewriter.replacements(MovieChanges(), in: MemorySource(movie())) == [])
  }

  // MARK: Brands

  @Test(arguments: [false, true])
  func `says QuickTime in the place of another brand`(movieComesFirst: Bool) throws {
    let old = movie {
      $0.brand = "mp42"
      $0.movieComesFirst = movieComesFirst
    }
    let new = try rewritten(old, MovieChanges(isQuickTime: true))
    #expect(new == movie { $0.movieComesFirst = movieComesFirst })
    try expectChanged(MemorySource(old))
  }

  @Test func `keeps brands that stay true, and the length of ftyp where they do not`() throws {
    let brands = Part.fileType("isom", minorVersion: 512, compatible: ["isom", "iso2", "mp41"])
    func opened(_ bytes: [UInt8]) -> [UInt8] { brands.written() + bytes.dropFirst(20) }
    let old = opened(
      movie {
        $0.metadata = []
        $0.brand = "mp42"
        $0.movieComesFirst = false
      })
    // All offsets are 8 too small now: what opens the file is 8 bytes longer.
    let whole = try shifted(old, by: 8)
    let alone = try rewritten(whole, MovieChanges(isQuickTime: true))
    #expect(
      alone.prefix(32)
        == Part.fileType("qt  ", compatible: ["qt  ", "isom", "iso2", "mp41"]).written()[...])
    try expectSameSamples(MemorySource(alone), MemorySource(whole))
    let full = try expectChanged(MemorySource(whole))
    let zero = FourCharacterCode(rawValue: 0)
    #expect(
      try full.bytes(at: 0, count: 28)
        == Part.fileType("qt  ", compatible: ["qt  ", zero, zero]).written())
  }

  /// The movie with all chunk offsets moved, as its opening has grown.
  private func shifted(_ bytes: [UInt8], by distance: Int) throws -> [UInt8] {
    var bytes = bytes
    for found in bytes.ranges(of: Array("stco".utf8)) {
      let at = found.upperBound + 8
      let old = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      bytes.replaceSubrange(at..<(at + 4), with: Part.uint32(old + distance).written())
    }
    return bytes
  }

  @Test(arguments: [false, true])
  func `gets an ftyp where it has none`(movieComesFirst: Bool) throws {
    let old = movie {
      $0.brand = nil
      $0.movieComesFirst = movieComesFirst
    }
    #expect(
      try rewritten(old, MovieChanges(isQuickTime: true))
        == movie { $0.movieComesFirst = movieComesFirst })
    try expectChanged(MemorySource(old))
  }

  @Test func `has QuickTime's metadata under QuickTime's brand`() throws {
    let old = movie {
      $0.brand = "mp42"
      $0.metadataIsFullBox = true
      $0.metadata.append(.apple("content.identifier", newIdentifier))
    }
    let new = try facts(rewritten(old, MovieChanges(isQuickTime: true)))
    #expect(new.identifier.value?.text == newIdentifier)
    #expect(new.strayIdentifiers.isEmpty)
  }

  // MARK: Layouts

  @Test func `keeps what follows the last box last`() throws {
    let trailer = Array("trailing data".utf8) + [0xFF, 0xD8, 0xFF]
    for movieComesFirst in [false, true] {
      let old = movie {
        $0.movieComesFirst = movieComesFirst
        $0.trailer = trailer
      }
      let new = try expectChanged(MemorySource(old))
      #expect(try new.bytes(at: new.size - UInt64(trailer.count), count: 100) == trailer)
    }
  }

  @Test func `may end with a box that does not say how long it is`() throws {
    var openMedia = movie { $0.movieComesFirst = true }
    let media = try range(of: ["mdat"], in: openMedia)
    openMedia.replaceSubrange(media.lowerBound..<(media.lowerBound + 4), with: [0, 0, 0, 0])
    let new = try expectChanged(MemorySource(openMedia))
    let bytes = try new.bytes(at: 0, count: Int(new.size))
    #expect(bytes.suffix(media.count) == openMedia.suffix(media.count))

    var openMovie = movie()
    let moov = try range(of: ["moov"], in: openMovie)
    openMovie.replaceSubrange(moov.lowerBound..<(moov.lowerBound + 4), with: [0, 0, 0, 0])
    try expectChanged(MemorySource(openMovie))
  }

  @Test func `may have long box headers, free space and unknown boxes`() throws {
    var old = try changing("moov", in: movie()) {
      $0 += Part.box("free", .zeros(1_024)).written() + Part.box("abcd", .text("?")).written()
      $0 += [0, 0, 0, 0]
    }
    let moov = try range(of: ["moov"], in: old)
    old.replaceSubrange(
      moov.lowerBound..<(moov.lowerBound + 8),
      with: Part.sequence(.uint32(1 as UInt32), .code("moov"), .uint64(UInt64(moov.count + 8)))
        .written())
    let new = try expectChanged(MemorySource(old))
    let bytes = try new.bytes(at: 0, count: Int(new.size))
    #expect(bytes.suffix(4) == [0, 0, 0, 0])
    #expect(!bytes.ranges(of: Part.box("abcd", .text("?")).written()).isEmpty)
  }

  @Test func `has offsets of auxiliary samples moved too`() throws {
    let whole = movie()
    var old = try changing("moov", "trak", "mdia", "minf", "stbl", in: whole) {
      $0 += Part.fullBox("saio", .uint32(1 as UInt32), .uint32(40 as UInt32)).written()
    }
    old = try rewritten(old, MovieChanges(identifier: newIdentifier))
    #expect(
      old.ranges(of: Part.fullBox("saio", .uint32(1 as UInt32), .uint32(40 as UInt32)).written())
        .count == 1)
    let bare = old.dropFirst(20)
    let opened = try rewritten(Array(bare), MovieChanges(isQuickTime: true))
    #expect(
      opened.ranges(of: Part.fullBox("saio", .uint32(1 as UInt32), .uint32(60 as UInt32)).written())
        .count == 1)
  }

  // MARK: Large files

  @Test func `is of any length where moov comes last`() throws {
    let whole = movie()
    let source = try HoleSource(whole, hole: 5 << 30, at: range(of: ["mdat"], in: whole).upperBound)
    let new = try expectChanged(source)
    #expect(new.size > 5 << 30)
    #expect(!new.replacements.contains { $0.purpose.contains("chunk offsets") })
  }

  @Test(arguments: [0, 100, 500, 1_000_000])
  func `has offsets of 64 bits where 32 no longer hold them`(room: UInt64) throws {
    let whole = movie { $0.movieComesFirst = true }
    let data = try range(of: ["mdat"], in: whole)
    // The last chunk, that of the video, begins so many bytes before 32 bits end.
    let chunk = chunkOffsets(whole).max() ?? 0
    let source = HoleSource(
      whole, hole: UInt64(UInt32.max) - room - chunk, at: data.lowerBound + 8)
    #expect(try facts(source).damages.isEmpty)
    let new = try expectChanged(source)
    let head = try new.bytes(at: 0, count: 20_000)
    #expect(head.ranges(of: Array("co64".utf8)).isEmpty == (room > 10_000))
  }

  private func chunkOffsets(_ bytes: [UInt8]) -> [UInt64] {
    bytes.ranges(of: Array("stco".utf8)).map { found in
      bytes[(found.upperBound + 8)..<(found.upperBound + 12)].reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  // MARK: Refusals

  @Test func `is not made of fragments`() throws {
    for fragments in [LiveMovie.Fragments.announced, .lastFrame] {
      #expect(throws: RewriteError.self) { try rewritten(movie { $0.fragments = fragments }, .all) }
    }
    let indexed = movie() + Part.fullBox("sidx", .zeros(24)).written()
    #expect(throws: RewriteError.self) { try rewritten(indexed, .all) }
  }

  @Test func `is not compressed, double or elsewhere`() throws {
    let boxes: [Part] = [
      .box("cmov", .box("dcom", .code("zlib"))), .box("rmra", .box("rmda")),
    ]
    for box in boxes {
      let bytes = try changing("moov", in: movie()) { $0 += box.written() }
      #expect(throws: RewriteError.self) { try rewritten(bytes, .all) }
    }
    let whole = movie()
    let moov = Array(whole[try range(of: ["moov"], in: whole)])
    #expect(throws: RewriteError.self) { try rewritten(whole + moov, .all) }
    let elsewhere = try changing("moov", "trak", "mdia", "minf", "dinf", "dref", in: whole) {
      $0[$0.count - 1] = 0
    }
    let error = #expect(throws: RewriteError.self) { try rewritten(elsewhere, .all) }
    #expect(error?.place?.length == 12)
    #expect(error?.reason.contains("another file") == true)
  }

  @Test func `is not moved where items are found by their offsets`() throws {
    let list = Part.fullBox(
      "meta", .fullBox("hdlr", .zeros(4), .code("pict"), .zeros(13)), .fullBox("iloc", .zeros(4)))
    let old = movie() + list.written()
    #expect(throws: RewriteError.self) { try rewritten(old, .all) }
    let before = movie()
    let moov = try range(of: ["moov"], in: before).lowerBound
    let unmoved = Array(before[..<moov]) + list.written() + before[moov...]
    try expectChanged(MemorySource(unmoved))
  }

  @Test func `is whole`() throws {
    let whole = movie()
    for length in stride(from: 0, to: whole.count, by: 997) {
      #expect(throws: RewriteError.self) { try rewritten(Array(whole.prefix(length)), .all) }
    }
    #expect(throws: RewriteError.self) { try rewritten(media.png, .all) }
    #expect(throws: RewriteError.self) { try rewritten([], .all) }
  }
}

/// A movie with a hole of zeros in its media data, of which nothing but its ends is kept.
private struct HoleSource: ByteSource {
  private let head: [UInt8]
  private let tail: [UInt8]
  private let hole: UInt64

  var size: UInt64 { UInt64(head.count) + hole + UInt64(tail.count) }

  /// Puts a hole into `mdat`, to which the `wide` before it gives room for 64 bits; samples that
  /// stand behind it move.
  init(_ movie: [UInt8], hole: UInt64, at split: Int) {
    self.hole = hole
    var moved = movie
    for found in movie.ranges(of: Array("stco".utf8)) {
      let at = found.upperBound + 8
      let old = movie[at..<(at + 4)].reduce(0) { $0 << 8 | UInt64($1) }
      let new = old < UInt64(split) ? old : old + hole
      moved.replaceSubrange(at..<(at + 4), with: Part.uint32(UInt32(clamping: new)).written())
    }
    if let media = try? range(of: ["mdat"], in: movie) {
      let header = Part.sequence(
        .uint32(1 as UInt32), .code("mdat"), .uint64(UInt64(media.count + 8) + hole))
      moved.replaceSubrange((media.lowerBound - 8)..<(media.lowerBound + 8), with: header.written())
    }
    head = Array(moved[..<split])
    tail = Array(moved[split...])
  }

  func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    // Nobody has a reason to ask for the hole.
    guard count <= 1 << 20 else {
      throw ReadError(.limit, "\(count) bytes", at: Place("file", offset: offset, length: 0))
    }
    let tailStart = UInt64(head.count) + hole
    let end = min(size, offset + UInt64(count))
    guard offset < end else { return [] }
    return (offset..<end).map { at in
      if at < UInt64(head.count) { return head[Int(at)] }
      return at < tailStart ? 0 : tail[Int(at - tailStart)]
    }
  }
}
