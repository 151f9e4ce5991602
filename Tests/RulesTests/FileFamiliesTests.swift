import Support
import Testing
import Validator

@testable import Rules

/// What the catalogue promises of the families movie, still, geometry and capture.
@Suite struct `Families of the files` {
  private static let rules =
    Catalogue.movie + Catalogue.still + Catalogue.geometry + Catalogue.capture

  @Test func `hold their rules in the order of the catalogue`() {
    #expect(
      Self.rules.map(\.id) == [
        "movie/container", "movie/no-ftyp", "movie/no-video", "movie/codec", "movie/too-long",
        "movie/too-short", "movie/truncated", "movie/structure", "movie/fragmented",
        "movie/trailing-data", "movie/zero-dates", "movie/transcoded",
        "still/type", "still/truncated", "still/structure", "still/makernote-damaged",
        "still/trailing-data", "still/colour-profile-missing", "still/auxiliary-lost",
        "still/exif-prefix",
        "geometry/orientation-differs", "geometry/aspect-differs", "geometry/mirror-differs",
        "geometry/orientation-invalid", "geometry/orientation-conflict",
        "geometry/exif-size-stale",
        "capture/time-differs", "capture/device-differs", "capture/software-differs",
        "capture/location-differs", "capture/synthetic",
      ])
  }

  @Test(arguments: Profile.allCases)
  func `reach the level that they state, for all their grade`(_ profile: Profile) {
    for rule in Self.rules {
      #expect(rule.severity(in: profile) == rule.levels[profile], "\(rule.id)")
    }
  }

  @Test func `give their texts in full sentences and cite a source`() {
    for rule in Self.rules {
      for text in [rule.rationale, rule.remedy, rule.staysQuiet] {
        #expect(text.hasSuffix("."), "\(rule.id): \(text)")
        #expect(!text.contains("\n"), "\(rule.id): \(text)")
      }
      #expect(!rule.title.hasSuffix("."), "\(rule.id)")
      #expect(!rule.sources.isEmpty, "\(rule.id)")
      #expect(!rule.breaks.isEmpty, "\(rule.id)")
    }
  }
}
