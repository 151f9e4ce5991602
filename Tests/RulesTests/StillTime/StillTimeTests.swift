import Rules
import Support
import Testing
import Validator

@Suite("still-time/missing")
struct StillTimeMissingTests {
  let rule = Rule.stillTimeMissing

  @Test func `passes a camera's movie`() {
    #expect(rule.judgePair().passes)
  }

  @Test func `tells that there is no such track`() {
    let judgement = rule.judgePair { pair in
      pair.movie.tracks = .present([.exampleVideo], at: .example)
      pair.movie.stillTimes = .absent(searched: [Place("moov", offset: 2_500, length: 9_000)])
    }
    #expect(judgement.message.contains("no timed-metadata track"))
    #expect(judgement.offsets == [2_500])
  }

  @Test func `tells a static key apart`() {
    let judgement = rule.judgePair { pair in
      pair.movie.stillTimes = .present([], at: .example)
      pair.movie.staticStillTimeKey = .present(
        "0", at: Place("moov/meta/ilst[3]", offset: 5_400, length: 1))
    }
    #expect(judgement.message.contains("only as a static key of moov/meta"))
    #expect(judgement.offsets == [5_400])
  }

  @Test func `tells a track without samples apart`() {
    let judgement = rule.judgePair { $0.movie.stillTimes = .present([], at: .example) }
    #expect(judgement.message == "track 2 declares still-image-time and holds no sample of it")
    #expect(judgement.offsets == [4_000])
  }

  @Test func `does not take damage for absence`() {
    #expect(
      rule.judgePair { $0.movie.stillTimes = .unreadable(.test) }.unreadableFile
        == FilePath("IMG_0001.MOV"))
  }

  @Test func `weighs more for the Lock Screen`() {
    #expect(rule.severity(in: .photos) == .warning)
    #expect(rule.severity(in: .wallpaper) == .error)
  }
}

@Suite("still-time/multiple")
struct StillTimeMultipleTests {
  let rule = Rule.stillTimeMultiple

  @Test func `lists several samples with their times`() {
    var second = StillTime.example
    second.presentationTime = .example(900)
    second.place = Place("mdat/still-image-time", offset: 2_100, length: 9)
    let judgement = rule.judgePair {
      $0.movie.stillTimes = .present([.example, second], at: .example)
    }
    #expect(judgement.message == "the moment of the still is marked 2 times: 1.0 s, 1.5 s")
    #expect(judgement.offsets == [2_000, 2_100])
  }

  @Test func `lists several tracks`() {
    var second = Track.exampleStillTime
    second.number = 3
    second.place = Place("moov/trak[3]", offset: 4_600, length: 500)
    let judgement = rule.judgePair {
      $0.movie.tracks = .present([.exampleVideo, .exampleStillTime, second], at: .example)
    }
    #expect(judgement.message == "2 tracks declare still-image-time: tracks 2, 3")
    #expect(judgement.offsets == [4_000, 4_600])
  }

  @Test func `passes one mark beside other keys and tracks`() {
    var info = Track.exampleStillTime
    info.timedKeys = [
      TimedKey(
        localID: 1, namespace: "mdta",
        name: "com.apple.quicktime.live-photo-still-image-transform", dataType: 83, place: .example)
    ]
    #expect(
      rule.judgePair {
        $0.movie.tracks = .present([.exampleVideo, .exampleStillTime, info], at: .example)
      }.passes)
    #expect(rule.judgePair { $0.movie.stillTimes = .absent(searched: []) }.isNotApplicable)
  }
}

@Suite("still-time/outside-movie and still-time/at-start")
struct StillTimePlaceTests {
  private func judge(
    _ rule: Rule, at units: Int64?, _ change: (inout Track) -> Void = { _ in }
  ) -> Judgement {
    var video = Track.exampleVideo
    change(&video)
    var mark = StillTime.example
    mark.presentationTime = units.map(MediaTime.example)
    return rule.judgePair {
      $0.movie.tracks = .present([video, .exampleStillTime], at: .example)
      $0.movie.stillTimes = .present([mark], at: .example)
    }
  }

  @Test(arguments: [1_200, 1_800] as [Int64])
  func `a mark from the end on is outside`(units: Int64) {
    let judgement = judge(.stillTimeOutsideMovie, at: units)
    #expect(judgement.message.contains("the video is shown from 0.0 s to 2.0 s"))
    #expect(judgement.offsets == [2_000])
  }

  @Test func `a mark that no edit shows is outside`() {
    #expect(judge(.stillTimeOutsideMovie, at: nil).message.contains("never shows the moment"))
    #expect(judge(.stillTimeAtStart, at: nil).passes)
  }

  @Test func `edit lists count`() {
    let trimmed: (inout Track) -> Void = {
      $0.editList = [Edit(duration: .example(740), mediaStart: 500)]
    }
    #expect(judge(.stillTimeOutsideMovie, at: 288, trimmed).passes)
    #expect(judge(.stillTimeOutsideMovie, at: 800, trimmed).fails)
    let late: (inout Track) -> Void = {
      $0.editList = [
        Edit(duration: .example(300), mediaStart: nil),
        Edit(duration: .example(900), mediaStart: 0),
      ]
    }
    #expect(judge(.stillTimeOutsideMovie, at: 100, late).fails)
    #expect(judge(.stillTimeAtStart, at: 100, late).passes)
    #expect(judge(.stillTimeAtStart, at: 300, late).fails)
  }

  @Test(arguments: [0, 10, 19] as [Int64])
  func `a mark within the first frame is at the start`(units: Int64) {
    let judgement = judge(.stillTimeAtStart, at: units)
    #expect(judgement.message.contains("at the first frame of the video"))
    #expect(judgement.offsets == [2_000])
    #expect(judge(.stillTimeOutsideMovie, at: units).passes)
  }

  @Test(arguments: [20, 600, 1_199] as [Int64])
  func `a mark from the second frame on passes`(units: Int64) {
    #expect(judge(.stillTimeAtStart, at: units).passes)
    #expect(judge(.stillTimeOutsideMovie, at: units).passes)
  }

  @Test func `a movie without video or duration is not judged`() {
    let rule = Rule.stillTimeOutsideMovie
    #expect(
      rule.judgePair { $0.movie.tracks = .present([.exampleStillTime], at: .example) }
        .isNotApplicable)
    #expect(judge(rule, at: 600) { $0.mediaDuration = nil }.unreadableFile != nil)
    #expect(rule.judgePair { $0.movie.tracks = .unreadable(.test) }.unreadableFile != nil)
  }
}

@Suite("still-time/encoding")
struct StillTimeEncodingTests {
  private func judge(_ change: (inout StillTime) -> Void) -> Judgement {
    var mark = StillTime.example
    change(&mark)
    return Rule.stillTimeEncoding.judgePair {
      $0.movie.stillTimes = .present([mark], at: .example)
    }
  }

  @Test(arguments: [0, -1] as [Int8])
  func `passes either value`(value: Int8) {
    #expect(judge { $0.value = value }.passes)
  }

  @Test func `tells another data type`() {
    let judgement = judge { $0.key.dataType = 21 }
    #expect(judgement.message.contains("type 21, not 65"))
    #expect(judgement.offsets == [4_300])
    #expect(judge { $0.key.dataType = nil }.message.contains("named by text"))
  }

  @Test func `tells another key namespace`() {
    let judgement = judge { $0.key.namespace = "udta" }
    #expect(judgement.message.contains("udta, not mdta"))
    #expect(judgement.offsets == [4_300])
  }

  @Test func `tells a short sample`() {
    let judgement = judge {
      $0.declaredLength = 8
      $0.actualLength = 1
    }
    #expect(judgement.message.contains("declares 8 bytes of value and holds 1"))
    #expect(judgement.offsets == [2_000])
  }

  @Test func `tells an id that the key table lacks`() {
    let judgement = judge { $0.undeclaredIDs = [7] }
    #expect(judgement.message.contains("local key id 7"))
    #expect(judgement.offsets == [2_000])
  }
}
