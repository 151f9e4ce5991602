import Testing
import Validator
import Writers

@Suite struct `A wall time as text` {
  @Test(
    arguments: [
      (0, "1970:01:01 00:00:00"), (951_782_399, "2000:02:28 23:59:59"),
      (951_827_696, "2000:02:29 12:34:56"), (1_718_971_200, "2024:06:21 12:00:00"),
      (4_107_542_399, "2100:02:28 23:59:59"), (4_107_542_400, "2100:03:01 00:00:00"),
      (-1, "1969:12:31 23:59:59"), (-2_082_844_800, "1904:01:01 00:00:00"),
    ] as [(Int64, String)])
  func `is a date of Exif`(seconds: Int64, text: String) {
    #expect(WallTime(localSeconds: seconds, zoneMinutes: nil, text: "").exifDate == text)
  }

  @Test(arguments: [(0, "+00:00"), (60, "+01:00"), (-210, "-03:30"), (765, "+12:45")])
  func `has a zone`(minutes: Int, text: String) {
    let time = WallTime(localSeconds: 1_718_971_200, zoneMinutes: minutes, text: "")
    #expect(time.exifZone == text)
    #expect(time.quickTimeDate == "2024-06-21T12:00:00" + text.filter { $0 != ":" })
  }

  @Test func `is no date for a movie without its zone`() {
    let time = WallTime(localSeconds: 0, zoneMinutes: nil, text: "")
    #expect(time.exifZone == nil)
    #expect(time.quickTimeDate == nil)
  }
}
