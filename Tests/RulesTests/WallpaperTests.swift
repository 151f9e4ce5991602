import Rules
import Support
import Testing
import Validator

extension Rule {
  /// Judges the example pair with motion data after a change.
  fileprivate func judgeMotion(_ change: (inout Pair) -> Void = { _ in }) -> Judgement {
    var pair = Pair.exampleWithMotionData
    change(&pair)
    return judge(Subject(.pair(pair)))
  }
}

extension Movie {
  /// Changes the track of this number.
  fileprivate mutating func changeTrack(_ number: Int, _ change: (inout Track) -> Void) {
    tracks = tracks.map { all in
      all.map { track in
        guard track.number == number else { return track }
        var changed = track
        change(&changed)
        return changed
      }
    }
  }

  fileprivate mutating func changeInfo(_ change: (inout LivePhotoInfo) -> Void) {
    livePhotoInfo = livePhotoInfo.map { info in
      var changed = info
      change(&changed)
      return changed
    }
  }

  /// Gives the motion data so many samples of so long.
  fileprivate mutating func retime(count: UInt32, duration: UInt32) {
    let runs = [SampleRun(count: count, duration: duration)]
    changeTrack(3) {
      $0.sampleCount = UInt64(count)
      $0.timeToSample = runs
    }
    changeInfo {
      $0.sampleCount = UInt64(count)
      $0.timeToSample = runs
    }
  }
}

@Suite("wallpaper/*")
struct WallpaperFamilyTests {
  @Test(arguments: Catalogue.wallpaper.map(\.id) + ["capture/synthetic"])
  func `passes a camera's pair and is not run for Photos`(id: String) throws {
    let rule = try #require(Catalogue.rules.first { $0.id == id })
    #expect(rule.judgeMotion().passes)
    #expect(rule.severity(in: .photos) == nil)
    #expect(rule.severity(in: .camera) != nil)
    #expect(rule.severity(in: .wallpaper) != nil)
  }

  @Test(arguments: Catalogue.wallpaper.map(\.id))
  func `does not take damage for a fault`(id: String) throws {
    let rule = try #require(Catalogue.rules.first { $0.id == id })
    let judgement = rule.judgeMotion {
      $0.movie = Movie(file: $0.movie.file, unreadable: .test)
    }
    #expect(judgement.unreadableFile == FilePath("IMG_0001.MOV"))
  }

  @Test(arguments: Catalogue.wallpaper)
  func `never promises motion`(rule: Rule) {
    #expect(rule.rationale.contains("never promises motion"))
  }
}

@Suite("wallpaper/no-live-photo-info")
struct WallpaperNoLivePhotoInfoTests {
  let rule = Rule.wallpaperNoLivePhotoInfo

  @Test func `fails a movie without the track`() {
    let judgement = rule.judgeMotion { $0.movie.livePhotoInfo = .absent(searched: [spot(9)]) }
    #expect(judgement.message == "the movie has no timed-metadata track with live-photo-info")
    #expect(judgement.offsets == [9])
  }

  @Test func `fails a track without samples`() {
    let judgement = rule.judgeMotion { $0.movie.changeInfo { $0.sampleCount = 0 } }
    #expect(judgement.message == "track 3 declares live-photo-info and holds no sample of it")
  }
}

@Suite("wallpaper/info-out-of-step")
struct WallpaperInfoOutOfStepTests {
  let rule = Rule.wallpaperInfoOutOfStep

  @Test func `fails another number of samples`() {
    let judgement = rule.judgeMotion { $0.movie.retime(count: 57, duration: 20) }
    #expect(judgement.message == "live-photo-info has 57 samples for 60 video frames")
    #expect(judgement.offsets == [4_600])
  }

  @Test func `fails the first tick beyond the tolerance only`() {
    func shifted(by ticks: Int64) -> Judgement {
      rule.judgeMotion { pair in
        pair.movie.changeTrack(3) {
          $0.editList = [
            Edit(duration: .example(ticks), mediaStart: nil),
            Edit(duration: .example(1_200), mediaStart: 0),
          ]
        }
      }
    }
    #expect(shifted(by: 2).passes)
    #expect(shifted(by: 3).message.contains("sample 1 is presented at 0.005 s"))
  }

  @Test func `follows the edit lists of both tracks`() {
    let trim = [Edit(duration: .example(600), mediaStart: 0)]
    #expect(
      rule.judgeMotion { pair in
        pair.movie.changeTrack(1) { $0.editList = trim }
        pair.movie.changeTrack(3) { $0.editList = trim }
      }.passes)
    #expect(rule.judgeMotion { $0.movie.changeTrack(1) { $0.editList = trim } }.fails)
  }

  @Test func `puts frames that are decoded ahead into the order of presentation`() {
    // As encoders write it: I P B B …, all presented two frames after they could be decoded.
    #expect(
      rule.judgeMotion { pair in
        pair.movie.changeTrack(1) { track in
          track.compositionOffsets = (0..<20).flatMap { _ in
            [
              CompositionRun(count: 1, offset: 60), CompositionRun(count: 1, offset: 20),
              CompositionRun(count: 1, offset: 40),
            ]
          }
          track.editList = [Edit(duration: .example(1_200), mediaStart: 40)]
        }
      }.passes)
  }

  @Test func `does not apply without samples or frames`() {
    #expect(
      rule.judgeMotion { $0.movie.livePhotoInfo = .absent(searched: []) }.isNotApplicable)
    #expect(
      rule.judgeMotion { $0.movie.changeTrack(1) { $0.handler = "auxv" } }.isNotApplicable)
  }

  @Test func `does not work out the times of a hostile number of samples`() {
    let judgement = rule.judgeMotion { pair in
      pair.movie.retime(count: 4_000_000_000, duration: 1)
      pair.movie.changeTrack(1) { $0.sampleCount = 4_000_000_000 }
    }
    #expect(judgement.unreadableFile != nil)
  }
}

@Suite("wallpaper/info-cloned")
struct WallpaperInfoClonedTests {
  let rule = Rule.wallpaperInfoCloned

  @Test func `fails one payload for all samples`() {
    let judgement = rule.judgeMotion { $0.movie.changeInfo { $0.distinctPayloads = 1 } }
    #expect(judgement.message == "all 60 live-photo-info samples hold the same payload")
  }

  @Test func `passes payloads that repeat now and then`() {
    #expect(rule.judgeMotion { $0.movie.changeInfo { $0.distinctPayloads = 2 } }.passes)
  }

  @Test func `does not apply to a single sample`() {
    #expect(
      rule.judgeMotion {
        $0.movie.changeInfo {
          $0.payloadsRead = 1
          $0.distinctPayloads = 1
        }
      }.isNotApplicable)
  }
}

@Suite("wallpaper/frame-rate")
struct WallpaperFrameRateTests {
  let rule = Rule.wallpaperFrameRate

  private func judge(_ frames: UInt32, of duration: UInt32) -> Judgement {
    rule.judgeMotion { pair in
      pair.movie.changeTrack(1) {
        $0.sampleCount = UInt64(frames)
        $0.timeToSample = [SampleRun(count: frames, duration: duration)]
        $0.mediaDuration = .example(Int64(frames) * Int64(duration))
      }
    }
  }

  @Test func `fails under 20 frames a second`() {
    #expect(judge(40, of: 30).passes)
    #expect(judge(40, of: 31).message == "the video shows 40 frames in 2.067 s, 19.4 a second")
  }

  @Test func `counts what the edit list shows`() {
    #expect(
      rule.judgeMotion { pair in
        pair.movie.changeTrack(1) {
          // The last frame was stretched to the end of the recording, and is cut off there.
          $0.timeToSample = [
            SampleRun(count: 59, duration: 20), SampleRun(count: 1, duration: 3_000),
          ]
          $0.mediaDuration = .example(59 * 20 + 3_000)
          $0.editList = [Edit(duration: .example(1_200), mediaStart: 0)]
        }
      }.passes)
  }
}

@Suite("wallpaper/no-transform")
struct WallpaperNoTransformTests {
  let rule = Rule.wallpaperNoTransform

  @Test func `fails a mark without a transform`() {
    let judgement = rule.judgeMotion { $0.movie.stillImageTransform = .absent(searched: []) }
    #expect(judgement.message.hasSuffix("holds no transform of the still"))
    #expect(judgement.offsets == [2_000])
  }

  @Test func `fails a transform without its reference dimensions`() {
    let judgement = rule.judgeMotion {
      $0.movie.stillImageTransform = .present(
        StillImageTransform(isIdentity: true, referenceDimensions: nil), at: spot(5))
    }
    #expect(judgement.message.contains("without its reference dimensions"))
    #expect(judgement.offsets == [5])
  }

  @Test(arguments: [
    ("12.4", false), ("14.8.1", false), ("15.0", true), ("26.4.1", true), ("9 lives", true),
    ("", true),
  ])
  func `knows since when cameras write it`(software: String, fails: Bool) {
    let judgement = rule.judgeMotion {
      $0.movie.software = .present(software, at: .example)
      $0.movie.stillImageTransform = .absent(searched: [])
    }
    #expect(judgement.fails == fails)
    #expect(judgement.isNotApplicable != fails)
  }

  @Test func `leaves a movie without the mark to still-time/missing`() {
    #expect(
      rule.judgeMotion {
        $0.movie.stillTimes = .absent(searched: [])
        $0.movie.stillImageTransform = .absent(searched: [])
      }.isNotApplicable)
  }
}

@Suite("wallpaper/unlinked-track")
struct WallpaperUnlinkedTrackTests {
  let rule = Rule.wallpaperUnlinkedTrack

  @Test func `lists the tracks without a reference`() {
    let judgement = rule.judgeMotion { pair in
      for number in [2, 3] { pair.movie.changeTrack(number) { $0.references = [] } }
    }
    #expect(judgement.message.hasSuffix("no cdsc from tracks 2, 3"))
    #expect(judgement.offsets == [4_000, 4_600])
  }

  @Test func `fails a reference to another track than the video`() {
    #expect(
      rule.judgeMotion { $0.movie.changeTrack(3) { $0.references[0].trackIDs = [2] } }
        .message.hasSuffix("no cdsc from track 3"))
  }

  @Test func `takes a reference to no track for one, as iOS 12 wrote it`() {
    #expect(
      rule.judgeMotion { $0.movie.changeTrack(3) { $0.references[0].trackIDs = [1_581] } }.passes)
  }

  @Test func `does not ask other timed tracks`() {
    #expect(
      rule.judgeMotion { pair in
        pair.movie.changeTrack(3) {
          $0.timedKeys[0].name = "com.apple.quicktime.video-orientation"
          $0.references = []
        }
      }.passes)
  }
}

@Suite("wallpaper/segments")
struct WallpaperSegmentsTests {
  let rule = Rule.wallpaperSegments

  private func judge(_ edits: [Edit]) -> Judgement {
    rule.judgeMotion { $0.movie.changeTrack(1) { $0.editList = edits } }
  }

  @Test func `fails several segments`() {
    let judgement = judge([
      Edit(duration: .example(300), mediaStart: 0), Edit(duration: .example(300), mediaStart: 900),
    ])
    #expect(judgement.message == "the video's edit list has 2 segments")
  }

  @Test func `passes a pause and one segment`() {
    #expect(
      judge([
        Edit(duration: .example(30), mediaStart: nil),
        Edit(duration: .example(600), mediaStart: 100),
      ]).passes)
  }
}

@Suite("capture/synthetic")
struct CaptureSyntheticTests {
  let rule = Rule.captureSynthetic

  @Test func `states each trait with its place`() {
    let judgement = rule.judgeMotion { pair in
      pair.still.appleNote = pair.still.appleNote.map { note in
        var bare = note
        bare.length = 69
        bare.entryCount = 1
        return bare
      }
      pair.movie.stillImageTransform = .present(
        StillImageTransform(isIdentity: true, referenceDimensions: nil), at: spot(5))
      pair.movie.changeInfo { $0.distinctPayloads = 1 }
    }
    #expect(
      judgement.message
        == "the still's MakerNote of 69 bytes holds the identifier and nothing else; "
        + "the still-image transform is the identity; "
        + "all 60 live-photo-info samples hold the same payload")
    #expect(judgement.offsets == [800, 5, 4_600])
  }

  @Test func `finds nothing in files without the traits' places`() {
    #expect(
      rule.judgeMotion { pair in
        pair.still.appleNote = .absent(searched: [])
        pair.movie.stillImageTransform = .absent(searched: [])
        pair.movie.livePhotoInfo = .absent(searched: [])
      }.passes)
  }

  @Test func `does not pass what could not be read`() {
    #expect(
      rule.judgeMotion { $0.still.appleNote = .unreadable(.test) }.unreadableFile
        == FilePath("IMG_0001.JPG"))
    #expect(
      rule.judgeMotion { $0.movie.livePhotoInfo = .unreadable(.test) }.unreadableFile
        == FilePath("IMG_0001.MOV"))
  }
}
