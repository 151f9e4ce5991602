import Support
import Testing
import Validator

@Suite struct `Files with equal names and no identifier` {
  private func reason(
    _ change: (inout Still, inout Movie) -> Void = { _, _ in }
  ) -> String? {
    var still = Still.example
    var movie = Movie.example
    change(&still, &movie)
    return reasonAgainstOneShot(still, movie)
  }

  private func later(_ seconds: Int64, zoneMinutes: Int?) -> Field<WallTime> {
    .present(
      WallTime(
        localSeconds: WallTime.example.localSeconds + seconds, zoneMinutes: zoneMinutes,
        text: "later"), at: .example)
  }

  @Test func `may be one shot where nothing speaks against it`() {
    #expect(reason() == nil)
  }

  @Test func `are not where they were taken over a minute apart`() {
    #expect(reason { _, movie in movie.creationDate = later(60, zoneMinutes: 120) } == nil)
    #expect(
      reason { _, movie in movie.creationDate = later(86_400 * 49, zoneMinutes: 120) }
        == "the still was taken at 2024-05-01T10:00:00+0200, the movie at later, 49 days apart")
    #expect(reason { _, movie in movie.creationDate = later(3_600, zoneMinutes: nil) } == nil)
  }

  @Test func `are not where the movie lasts over 10 s`() {
    #expect(reason { _, movie in movie.duration = .present(.example(6_000), at: .example) } == nil)
    #expect(
      reason { _, movie in movie.duration = .present(.example(18_720), at: .example) }
        == "the movie lasts 31.2 s")
  }

  @Test func `are not where the still is a screenshot`() {
    #expect(reason { still, _ in still.file.type = .png } == nil)
    #expect(
      reason { still, _ in
        still.file.type = .png
        still.make = .absent(searched: [])
        still.model = .absent(searched: [])
      } == "the still is a PNG without camera data, as screenshots are")
  }

  @Test func `may be one shot where facts are not known`() {
    let error = ReadError(.malformed, "the file is cut", at: .example)
    let still = Still(
      file: MediaFile(path: FilePath("A.PNG"), size: 1, type: .png), unreadable: error)
    let movie = Movie(file: Movie.example.file, unreadable: error)
    #expect(reasonAgainstOneShot(still, movie) == nil)
  }

  @Test(arguments: [
    (2.4, "2.4 s"), (59.999, "60 s"), (1_020, "17 min"), (12_600, "3.5 h"), (4_233_600, "49 days"),
    (-3, "-3 s"), (.infinity, "inf days"),
  ])
  func `show spans of time in the unit that suits them`(_ seconds: Double, _ shown: String) {
    #expect(seconds.shownAsTimeSpan == shown)
  }
}
