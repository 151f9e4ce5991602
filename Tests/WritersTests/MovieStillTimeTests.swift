import Readers
import Support
import Testing
import Validator
import Writers

@Suite struct `The moment of the still` {
  private let media: Media
  private let video: CodedTrack

  init() throws {
    media = try Media(in: Corpus.mediaPath)
    video = media.h264
  }

  private func movie(_ tracks: [TimedTrack] = [], _ change: (inout LiveMovie) -> Void = { _ in })
    -> [UInt8]
  {
    var movie = LiveMovie(
      video: video, timedTracks: [.livePhotoInfo(for: video)] + tracks,
      metadata: [.apple("make", "Apple")])
    movie.creationTime = 3_801_812_400
    change(&movie)
    return movie.bytes
  }

  /// Changes the movie and looks at what came of it.
  @discardableResult
  private func expectMark(
    at seconds: Double, in bytes: [UInt8], tolerance: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [UInt8] {
    let changes = MovieChanges(seconds: seconds)
    let new = try rewritten(bytes, changes)
    let movie = try facts(new)
    let marks = try #require(movie.stillTimes.value)
    #expect(marks.count == 1, sourceLocation: sourceLocation)
    let shown = try #require(marks.first?.presentationTime?.seconds)
    #expect((shown - seconds).magnitude <= tolerance, sourceLocation: sourceLocation)
    #expect(
      marks.first?.key.dataType == 65 && marks.first?.undeclaredIDs == []
        && marks.first?.actualLength == 1, sourceLocation: sourceLocation)
    #expect(movie.damages.isEmpty, sourceLocation: sourceLocation)
    #expect(
      unchangeableFacts(movie) == unchangeableFacts(try facts(bytes)),
      sourceLocation: sourceLocation)
    try expectSameSamples(
      MemorySource(new), MemorySource(bytes), sourceLocation: sourceLocation)
    try expectSettled(new, changes, sourceLocation: sourceLocation)
    return new
  }

  private func timescale(_ scale: UInt32, in bytes: [UInt8]) throws -> [UInt8] {
    try changing("moov", "mvhd", in: bytes) {
      $0.replaceSubrange(20..<24, with: Part.uint32(scale).written())
    }
  }

  @Test(arguments: [false, true])
  func `gets a track as cameras write it`(movieComesFirst: Bool) throws {
    let old = movie { $0.movieComesFirst = movieComesFirst }
    let new = try expectMark(at: 1, in: old)
    let built = movie([.stillTime(at: 600)]) { $0.movieComesFirst = movieComesFirst }
    // The same but for the offset of its sample, which stands elsewhere.
    func track(_ bytes: [UInt8]) throws -> [UInt8] {
      let moov = try range(of: ["moov"], in: bytes)
      var boxes = ByteReader(bytes[(moov.lowerBound + 8)..<moov.upperBound], at: 0, path: "moov")
      var tracks: [[UInt8]] = []
      while let box = try boxes.nextBox({ _ in nil }) {
        if box.type == "trak" { tracks.append(Array(box.payload.rest)) }
      }
      return Array(try #require(tracks.last).dropLast(4))
    }
    #expect(try track(new) == track(built))
    #expect(try range(of: ["moov", "mvhd"], in: new).count == 108)
    let header = try range(of: ["moov", "mvhd"], in: new)
    #expect(Array(new[header]) == Array(built[try range(of: ["moov", "mvhd"], in: built)]))
  }

  @Test func `leaves the media where they are where moov comes last`() throws {
    let old = movie()
    let source = MemorySource(old)
    let replacements = try MovieRewriter.replacements(MovieChanges(seconds: 1.5), in: source)
    let moov = UInt64(try range(of: ["moov"], in: old).lowerBound)
    #expect(replacements.allSatisfy { $0.range.lowerBound >= moov })
    #expect(!replacements.contains { $0.purpose.hasPrefix("moves chunk offsets") })
    #expect(replacements.contains { $0.purpose == "adds a still-image-time track at 1.500 s" })
  }

  @Test(arguments: [1, 30, 600, 1_000, 90_000, 1_000_000_000])
  func `does not vanish in any time scale`(scale: UInt32) throws {
    // The video lasts 1200 units of the movie, whatever they are.
    let old = try timescale(scale, in: movie())
    let seconds = scale > 1_000 ? 0.005 : 1
    let end = 1_200 / Double(scale)
    guard seconds < end else {
      #expect(throws: RewriteError.self) { try rewritten(old, MovieChanges(seconds: seconds)) }
      return
    }
    let new = try expectMark(at: seconds, in: old, tolerance: 0.5 / Double(scale))
    let track = try #require(try facts(new).tracks.value?.last)
    #expect(track.editList.last?.duration.value == 1)
    #expect(track.mediaDuration == MediaTime(1, scale: scale))
  }

  @Test func `lies inside the video`() throws {
    let whole = movie()
    try expectMark(at: 0, in: whole)
    try expectMark(at: 1.998, in: whole, tolerance: 0.001)
    for seconds in [-0.5, 2, 2.5, 1_000] {
      #expect(throws: RewriteError.self) { try rewritten(whole, MovieChanges(seconds: seconds)) }
    }
    // The nearest tick to the last moment is the end: the one before is taken.
    try expectMark(at: 1.9995, in: whole, tolerance: 0.002)
    let paused = movie { $0.pause = 60 }
    try expectMark(at: 0.1, in: paused)
    #expect(throws: RewriteError.self) { try rewritten(paused, MovieChanges(seconds: 0.05)) }
    let silent = movie { $0.videoIsEnabled = false }
    #expect(throws: RewriteError.self) { try rewritten(silent, MovieChanges(seconds: 1)) }
  }

  // MARK: Movies that are marked already

  @Test func `stays where it is`() throws {
    let old = movie([.stillTime(at: 900, transform: [1, 0, 0, 0, 1, 0, 0, 0, 1])])
    try expectSettled(old, MovieChanges(seconds: 1.5))
    let first = movie([.stillTime(at: 0)])
    try expectSettled(first, MovieChanges(seconds: 0))
  }

  @Test(arguments: [false, true])
  func `moves by the edit list of its track`(movieComesFirst: Bool) throws {
    let transform = [1.02, 0, -3, 0, 1.02, 2, 0, 0, 1]
    func marked(_ time: UInt64) -> [UInt8] {
      movie([.stillTime(at: time, transform: transform)]) { $0.movieComesFirst = movieComesFirst }
    }
    #expect(try expectMark(at: 1.5, in: marked(600)) == marked(900))
    let replacements = try MovieRewriter.replacements(
      MovieChanges(seconds: 1.5), in: MemorySource(marked(600)))
    #expect(replacements.count == 2)
    #expect(replacements.reduce(0) { $0 + $1.bytes.count } <= 8)
    // From and to the first frame, which needs no pause.
    try expectMark(at: 1.5, in: marked(0))
    try expectMark(at: 0, in: marked(600))
  }

  @Test func `moves in wide headers too`() throws {
    let old = try wideMovie()
    try expectMark(at: 1.5, in: old)
    let new = try expectMark(at: 0, in: old)
    try expectMark(at: 1, in: new)
  }

  /// A movie whose headers and the edit list of whose mark have 64 bits.
  private func wideMovie() throws -> [UInt8] {
    var built = LiveMovie(video: video, timedTracks: [.stillTime(at: 600)], metadata: [])
    built.creationTime = 3_801_812_400
    var bytes = built.bytes
    func wide(_ bytes: ArraySlice<UInt8>) -> [UInt8] { [0, 0, 0, 0] + bytes }
    bytes = try changing("moov", "mvhd", in: bytes) { box in
      let old = box
      box = Array(old[0..<8]) + [1, 0, 0, 0] + wide(old[12..<16]) + wide(old[16..<20])
      box += Array(old[20..<24]) + wide(old[24..<28]) + Array(old[28...])
    }
    return try changing("moov", in: bytes) { moov in
      guard let last = moov.ranges(of: Array("trak".utf8)).last?.lowerBound else { return }
      let start = last - 4
      guard
        let new = try? changing(
          "trak", "tkhd", in: Array(moov[start...]),
          { box in
            let old = box
            box = Array(old[0..<8]) + [1] + Array(old[9..<12]) + wide(old[12..<16])
            box += wide(old[16..<20]) + Array(old[20..<28]) + wide(old[28..<32]) + Array(old[32...])
          }),
        let edited = try? changing(
          "trak", "edts", "elst", in: new,
          { box in
            let pause = Part.sequence(
              .uint64(600), .uint64(UInt64.max), .uint32(0x1_0000 as UInt32))
            let shown = Part.sequence(.uint64(1), .uint64(0), .uint32(0x1_0000 as UInt32))
            box = Part.fullBox("elst", version: 1, .uint32(2 as UInt32), pause, shown).written()
          })
      else { return }
      moov.replaceSubrange(start..., with: edited)
    }
  }

  @Test(arguments: Mutant.stillTimes)
  func `takes the place of flawed marks`(mutant: Mutant) throws {
    for form in GoodPair.Form.allCases {
      guard let old = mutant.movie(form, media) else { continue }
      try expectMark(at: 1.5, in: old)
    }
  }

  @Test func `keeps how the still lies over the frame`() throws {
    let transform = [1.02, 0, -3, 0, 1.02, 2, 0, 0, 1]
    var flawed = TimedTrack.stillTime(at: 600, transform: transform)
    flawed.keys[0].type = .wellKnown(1)
    let old = movie([flawed, .stillTime(at: 700)])
    let new = try expectMark(at: 1.5, in: old)
    let before = try facts(old)
    let after = try facts(new)
    #expect(after.stillImageTransform.value == before.stillImageTransform.value)
    let place = try #require(after.stillImageTransform.place)
    let was = try #require(before.stillImageTransform.place)
    #expect(
      new[Int(place.offset)..<Int(place.offset + 72)]
        .elementsEqual(old[Int(was.offset)..<Int(was.offset + 72)]))
    let track = try #require(after.tracks.value?.first { $0.number == 3 })
    #expect(track.id == 3 && after.tracks.value?.count == 3)
    #expect(track.timedKeys.map(\.localID) == [1, 2, 3])
    #expect(track.timedKeys.map(\.dataType) == [65, 83, 71])
  }

  @Test func `does not take other timed data along`() throws {
    var mixed = TimedTrack.stillTime(at: 600)
    mixed.keys.append(TimedTrack.Key("com.example.heart-rate", .wellKnown(65)))
    mixed.samples = [60, 61].map { rate in
      .sequence(TimedTrack.item(1, .uint8(0xFF)), TimedTrack.item(2, .uint8(rate)))
    }
    mixed.runs = [SampleRun(count: 2, duration: 1)]
    #expect(throws: RewriteError.self) {
      try rewritten(movie([mixed]), MovieChanges(seconds: 1.5))
    }
  }
}

extension Mutant {
  /// Those whose mark is to be written anew.
  static let stillTimes = all.filter { $0.own.hasPrefix("still-time/") }
}

extension Mutant: CustomTestStringConvertible {
  public var testDescription: String { "\(own): \(name)" }
}
