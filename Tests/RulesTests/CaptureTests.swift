import Support
import Testing
import Validator

@testable import Rules

@Suite struct `Rules of the shot` {
  @Test func `a camera pair passes all of them`() {
    let engine = Engine(rules: Catalogue.capture, profile: .camera, keepsAllResults: true)
    let results = engine.judge(Subject(.pair(.exampleWithMotionData))).results
    #expect(results.map(\.state) == [.pass, .pass, .pass, .pass, .pass])
  }

  @Test func `facts that were not read are unreadable`() {
    var pair = Pair.example
    pair.movie = Movie(file: pair.movie.file, unreadable: lost())
    for rule in Catalogue.capture {
      #expect(rule.tried(on: .pair(pair), profile: .camera).state == .unreadable, "\(rule.id)")
    }
  }

  @Test func `lone files are not compared`() {
    for rule in Catalogue.capture {
      #expect(
        rule.tried(on: .still(.example), profile: .camera).state == .notApplicable, "\(rule.id)")
    }
  }

  // MARK: Time

  /// The example's clock so many seconds later, as a clock of some zone.
  private func later(_ seconds: Int64, zoneMinutes: Int? = 120) -> WallTime {
    WallTime(
      localSeconds: WallTime.example.localSeconds + seconds, zoneMinutes: zoneMinutes,
      text: "later")
  }

  private func timeResult(
    still: WallTime? = nil, movie: WallTime? = nil, header: WallTime? = nil
  ) -> RuleResult {
    Rule.captureTimeDiffers.tried(pair: { pair in
      if let still { pair.still.captureTime = .present(still, at: spot(1)) }
      pair.movie.creationDate = movie.map { .present($0, at: spot(2)) } ?? .absent(searched: [])
      if let header { pair.movie.headerDate = .present(header, at: spot(3)) }
    })
  }

  @Test func `times 6 s apart are a warning, 5 s are not`() {
    let result = timeResult(still: .example, movie: later(6))
    #expect(result.severity == .warning)
    #expect(
      result.message
        == "the still was taken at 2024-05-01T10:00:00+0200, the movie at later, 6 s apart")
    #expect(result.offsets == [1, 2])
    #expect(timeResult(movie: later(5)).state == .pass)
    #expect(timeResult(movie: later(-1)).state == .pass)
  }

  @Test func `the tolerance is a setting`() {
    var pair = Pair.example
    pair.movie.creationDate = .present(later(30), at: spot(2))
    var settings = Settings()
    settings.captureTimeTolerance = 30
    let rule = Rule.captureTimeDiffers
    #expect(rule.tried(on: .pair(pair)).state == .fail)
    #expect(rule.tried(on: .pair(pair), settings: settings).state == .pass)
  }

  @Test func `zones are applied where both sides have one`() {
    #expect(timeResult(movie: later(3_600, zoneMinutes: 180)).state == .pass)
    #expect(timeResult(movie: later(3_600)).state == .fail)
    #expect(timeResult(movie: later(0, zoneMinutes: 180)).state == .fail)
  }

  @Test(arguments: [0, 3, -7_200, 7_204, 20_700, 50_400, -50_395] as [Int64])
  func `a difference of zones is quiet where a side has none`(_ seconds: Int64) {
    #expect(timeResult(movie: later(seconds, zoneMinutes: nil)).state == .pass)
  }

  @Test(arguments: [6, 894, 907, 3_600 * 15, 86_400, -50_406] as [Int64])
  func `other differences count though a side has no zone`(_ seconds: Int64) {
    #expect(timeResult(movie: later(seconds, zoneMinutes: nil)).state == .fail)
  }

  @Test func `the header date counts only where there is no creation date`() {
    let copied = later(86_400 * 30, zoneMinutes: 0)
    #expect(timeResult(movie: .example, header: copied).state == .pass)
    let result = timeResult(header: copied)
    #expect(result.state == .fail)
    #expect(result.message.hasSuffix("30 days apart"))
    #expect(result.evidence.last?.place?.offset == 3)
    #expect(timeResult(header: later(-7_200, zoneMinutes: 0)).state == .pass)
  }

  @Test func `dates of zero are no dates`() {
    let zero = WallTime(localSeconds: 0, zoneMinutes: 0, text: "1970-01-01T00:00:00Z")
    #expect(timeResult(still: zero, movie: .example).state == .notApplicable)
    #expect(timeResult(movie: zero, header: zero).state == .notApplicable)
    let result = Rule.captureTimeDiffers.tried(movie: { movie in
      movie.creationDate = .absent(searched: [])
      movie.headerDate = .absent(searched: [])
    })
    #expect(result.message == "the movie has no capture time")
  }

  @Test func `absurd times do not trap`() {
    let first = WallTime(localSeconds: .max, zoneMinutes: .min, text: "never")
    let last = WallTime(localSeconds: .min, zoneMinutes: .max, text: "ever")
    #expect(first.secondsApart(from: last) > 1e18)
    #expect(!first.canBe(last, within: 5))
    #expect(timeResult(still: first, movie: .example).state == .fail)
  }

  // MARK: Device and software

  @Test func `another model is a warning with both names`() {
    let result = Rule.captureDeviceDiffers.tried(movie: {
      $0.model = .present("iPhone 12", at: spot(90))
    })
    #expect(result.severity == .warning)
    #expect(result.message == "the still's model is \"iPhone 15\", the movie's is \"iPhone 12\"")
    #expect(result.offsets == [0, 90])
  }

  @Test func `another make and model are two findings`() {
    let result = Rule.captureDeviceDiffers.tried(movie: { movie in
      movie.make = .present("Canon", at: spot(80))
      movie.model = .present("EOS", at: spot(90))
    })
    #expect(result.offsets == [0, 80, 0, 90])
  }

  @Test func `a half that names no device is passed over`() {
    let result = Rule.captureDeviceDiffers.tried(movie: { movie in
      movie.make = .absent(searched: [])
      movie.model = .absent(searched: [])
    })
    #expect(result.state == .notApplicable)
  }

  @Test func `another software is a note, for a camera capture a warning`() {
    let change: (inout Still) -> Void = { $0.software = .present("Lightroom", at: spot(91)) }
    let result = Rule.captureSoftwareDiffers.tried(still: change)
    #expect(result.severity == .note)
    #expect(result.offsets == [91, 0])
    #expect(Rule.captureSoftwareDiffers.tried(profile: .camera, still: change).severity == .warning)
    let none = Rule.captureSoftwareDiffers.tried(still: { $0.software = .absent(searched: []) })
    #expect(none.state == .notApplicable)
  }

  // MARK: Place

  private func placed(_ latitude: Double, _ longitude: Double) -> RuleResult {
    Rule.captureLocationDiffers.tried(movie: {
      $0.location = .present(Coordinate(latitude: latitude, longitude: longitude), at: spot(92))
    })
  }

  @Test func `places over 200 m apart are a warning`() {
    let result = placed(48.105, 11.5)
    #expect(result.severity == .warning)
    #expect(
      result.message == """
        the halves were taken 556 m apart: the still at 48.1, 11.5, the movie at 48.105, 11.5
        """)
    #expect(result.offsets == [0, 92])
    #expect(placed(49.1, 11.5).message.hasPrefix("the halves were taken 111.2 km apart"))
  }

  @Test func `the wandering of a fix is quiet, also across the date line`() {
    #expect(placed(48.1017, 11.5).state == .pass)
    let result = Rule.captureLocationDiffers.tried(pair: { pair in
      pair.still.location = .present(Coordinate(latitude: 0, longitude: 179.9995), at: spot(1))
      pair.movie.location = .present(Coordinate(latitude: 0, longitude: -179.9995), at: spot(2))
    })
    #expect(result.state == .pass)
  }

  @Test func `a half without a place is passed over`() {
    let result = Rule.captureLocationDiffers.tried(still: { $0.location = .absent(searched: []) })
    #expect(result.state == .notApplicable)
  }
}
