import Readers
import Testing
import Validator

@Suite struct `Timed metadata` {
  typealias Bytes = MovieBytes

  private let sample = Bytes.u32(9) + Bytes.u32(1) + [0xFF]

  private func stillTime(
    edits: [UInt8], sample: [UInt8]? = nil, scale: UInt32 = 600,
    keys: [(id: UInt32, name: String, type: UInt32)] = [Bytes.stillKey]
  ) throws -> StillTime {
    let sample = sample ?? self.sample
    let movie = try Bytes.read(
      Bytes.file(
        media: sample,
        Bytes.stillTrack(
          edits: edits, keys: keys, sampleLength: UInt32(sample.count), offset: 28, scale: scale)))
    #expect(movie.damages.isEmpty)
    return try #require(movie.stillTimes.value?.first)
  }

  @Test func `presents a sample by the edit list`() throws {
    #expect(try stillTime(edits: []).presentationTime == MediaTime(0, scale: 600))
    #expect(
      try stillTime(edits: Bytes.edits([(700, -1), (1, 0)])).presentationTime
        == MediaTime(700, scale: 600))
    #expect(
      try stillTime(edits: Bytes.edits([(100, -1), (50, 5), (60, -1), (1, 0)])).presentationTime
        == MediaTime(210, scale: 600))
    #expect(try stillTime(edits: Bytes.edits([(700, -1), (100, 5)])).presentationTime == nil)
    #expect(try stillTime(edits: Bytes.edits([(700, -1)])).presentationTime == nil)
  }

  @Test(arguments: ["stsz", "stz2/4", "stz2/8", "stz2/16", "uniform"])
  func `finds its samples by every form of table`(form: String) throws {
    let sizes: [UInt8] =
      switch form {
      case "stz2/4":
        Bytes.box("stz2", Bytes.u32(0), Bytes.u32(4), Bytes.u32(3), [0x99, 0x90])
      case "stz2/8": Bytes.box("stz2", Bytes.u32(0), Bytes.u32(8), Bytes.u32(3), [9, 9, 9])
      case "stz2/16":
        Bytes.box("stz2", Bytes.u32(0), Bytes.u32(16), Bytes.u32(3), [0, 9, 0, 9, 0, 9])
      case "stsz":
        Bytes.box("stsz", Bytes.u32(0), Bytes.u32(0), Bytes.u32(3), [9, 9, 9].flatMap(Bytes.u32))
      default: Bytes.box("stsz", Bytes.u32(0), Bytes.u32(9), Bytes.u32(3))
      }
    // Two samples in the first chunk, one in the second, 6 bytes further on.
    let tables = Bytes.box(
      "stbl", Bytes.box("stsd", Bytes.u32(0), Bytes.u32(1), Bytes.timedEntry([Bytes.stillKey])),
      Bytes.box("stts", Bytes.u32(0), Bytes.u32(1), Bytes.u32(3), Bytes.u32(100)), sizes,
      Bytes.box("stsc", Bytes.u32(0), Bytes.u32(2), [1, 2, 1, 2, 1, 1].flatMap(Bytes.u32)),
      Bytes.box("co64", Bytes.u32(0), Bytes.u32(2), Bytes.u64(28), Bytes.u64(52)))
    let movie = try Bytes.read(
      Bytes.file(
        media: sample + sample + Bytes.zeros(6) + sample,
        Bytes.track(id: 1, handler: "meta", tables: tables)))
    #expect(movie.damages.isEmpty)
    let times = try #require(movie.stillTimes.value)
    #expect(times.map(\.place.offset) == [28, 37, 52])
    #expect(times.map(\.value) == [-1, -1, -1])
    #expect(times.map(\.presentationTime) == [0, 100, 200].map { MediaTime($0, scale: 600) })
  }

  @Test func `adds times of two scales`() throws {
    var track = Track(place: Place("moov/trak[1]", offset: 0, length: 0), number: 1)
    track.mediaDuration = MediaTime(3_000, scale: 1_000)
    let delay = try #require(MediaTime(600, scale: 600))
    let shown = try #require(MediaTime(1_200, scale: 600))
    track.editList = [
      Edit(duration: delay, mediaStart: nil), Edit(duration: shown, mediaStart: 500),
    ]
    #expect(
      track.presentationTime(ofSampleAt: 750, duration: 10) == MediaTime(1_250, scale: 1_000))
    #expect(track.presentationTime(ofSampleAt: 495, duration: 10) == MediaTime(600, scale: 600))
    #expect(track.presentationTime(ofSampleAt: 490, duration: 10) == nil)
    #expect(track.presentationTime(ofSampleAt: 2_499, duration: 1)?.seconds == 2.999)
    #expect(track.presentationTime(ofSampleAt: 2_500, duration: 1) == nil)
    #expect(track.presentationTime(ofSampleAt: Int64.max, duration: 1) == nil)
  }

  @Test func `names local ids that the key table lacks`() throws {
    let still = try stillTime(edits: [], sample: Bytes.u32(9) + Bytes.u32(7) + [0])
    #expect(still.undeclaredIDs == [7])
    #expect(still.declaredLength == 1 && still.actualLength == 1)
    #expect(still.key.localID == 1)
  }

  @Test func `reports a sample that is shorter than it says`() throws {
    let still = try stillTime(edits: [], sample: Bytes.u32(12) + Bytes.u32(1) + [0xFF])
    #expect(still.declaredLength == 4 && still.actualLength == 1)
    #expect(still.value == nil)
    #expect(still.place == Place("mdat/still-image-time", offset: 28, length: 9))
    let short = try stillTime(edits: [], sample: [0, 0, 0])
    #expect(short.declaredLength > short.actualLength)
  }

  @Test func `reads the transform and its reference size`() throws {
    let prefix = "com.apple.quicktime.live-photo-still-image-transform"
    let keys = [
      Bytes.stillKey, (id: UInt32(2), name: prefix, type: UInt32(83)),
      (id: UInt32(3), name: prefix + "-reference-dimensions", type: UInt32(71)),
    ]
    func movie(scale: Double) throws -> Movie {
      let matrix = [scale, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { Bytes.u64($0.bitPattern) }
      let size = Bytes.u32(Float(1_920).bitPattern) + Bytes.u32(Float(1_440).bitPattern)
      let media =
        sample + Bytes.u32(80) + Bytes.u32(2) + matrix + Bytes.u32(16) + Bytes.u32(3) + size
      return try Bytes.read(
        Bytes.file(
          media: media,
          Bytes.stillTrack(
            edits: [], keys: keys, sampleLength: UInt32(media.count), offset: 28)))
    }
    let identity = try movie(scale: 1)
    #expect(
      identity.stillImageTransform
        == .present(
          StillImageTransform(
            isIdentity: true, referenceDimensions: ApertureSize(width: 1_920, height: 1_440)),
          at: Place("mdat/still-image-time", offset: 28 + 9 + 8, length: 72)))
    #expect(try movie(scale: 1.01).stillImageTransform.value?.isIdentity == false)
    #expect(identity.stillTimes.value?.first?.undeclaredIDs == [])
  }

  @Test func `declares its keys with their places`() throws {
    let bytes = Bytes.file(media: sample, Bytes.stillTrack(edits: [], offset: 28))
    let movie = try Bytes.read(bytes)
    let key = try #require(movie.tracks.value?.first?.timedKeys.first)
    #expect(key.localID == 1 && key.namespace == "mdta" && key.dataType == 65)
    #expect(key.name == "com.apple.quicktime.still-image-time")
    #expect(key.place.offset == bytes.offset(of: "keyd").map { UInt64($0 - 12) })
    #expect(key.place.length == 72)
  }

  @Test func `is truncated where its sample lies past the end of the file`() throws {
    let bytes = Bytes.file(Bytes.stillTrack(edits: [], offset: 1_000_000))
    let movie = try Bytes.read(bytes)
    #expect(movie.damages.map(\.kind) == [.truncated])
    #expect(movie.damages.first?.missingBytes == UInt64(1_000_009 - bytes.count))
    #expect(movie.stillTimes.readError != nil)
  }

  @Test func `counts the payloads of the motion data`() throws {
    let payloads = [[3, 0, 0, 0, 1], [3, 0, 0, 0, 2], [3, 0, 0, 0, 1]] as [[UInt8]]
    let media = payloads.flatMap { Bytes.u32(13) + Bytes.u32(1) + $0 }
    let key = (
      id: UInt32(1), name: "com.apple.quicktime.com.apple.quicktime.live-photo-info",
      type: UInt32(0)
    )
    let bytes = Bytes.file(
      media: media,
      Bytes.track(
        id: 3, handler: "meta",
        tables: Bytes.sampleTables(
          entry: Bytes.timedEntry([key]), durations: [(3, 20)], sizes: [13, 13, 13], offset: 28)))
    let movie = try Bytes.read(bytes, plan: ReadingPlan(readsLivePhotoInfo: true))
    #expect(
      movie.livePhotoInfo.value
        == LivePhotoInfo(
          trackNumber: 1, sampleCount: 3, timeToSample: [SampleRun(count: 3, duration: 20)],
          distinctPayloads: 2, payloadsRead: 3, payloadVersion: 3, hasSetupDescription: false))
    #expect(try Bytes.read(bytes).livePhotoInfo.readError?.kind == .unsupported)
    #expect(movie.stillTimes.isAbsent)
  }
}
