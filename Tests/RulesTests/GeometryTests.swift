import Support
import Testing
import Validator

@testable import Rules

@Suite struct `Rules of what is shown` {
  @Test func `a camera pair fails none of them`() {
    let engine = Engine(rules: Catalogue.geometry, profile: .camera, keepsAllResults: true)
    let states = engine.judge(Subject(.pair(.example))).results.map(\.state)
    #expect(states == [.pass, .pass, .pass, .pass, .notApplicable, .pass])
  }

  @Test func `comparisons are for pairs only`() {
    for rule in Catalogue.geometry.prefix(3) {
      #expect(rule.tried(on: .still(.example)).state == .notApplicable, "\(rule.id)")
      #expect(rule.tried(on: .movie(.example)).state == .notApplicable, "\(rule.id)")
    }
  }

  @Test func `what could not be read is not compared`() {
    for rule in Catalogue.geometry.prefix(3) {
      let result = rule.tried(still: { $0.pixelSize = .unreadable(lost()) })
      #expect(result.state == .unreadable, "\(rule.id)")
      #expect(result.offsets == [77], "\(rule.id)")
    }
  }

  // MARK: Orientation

  @Test func `portrait beside landscape is a warning, and no difference of shape`() {
    var pair = Pair.example
    pair.movie.changeVideo { track in
      track.matrix = .identity
      track.matrixPlace = spot(3_100)
      track.codedSize = PixelSize(width: 1920, height: 1080)
    }
    let engine = Engine(rules: Catalogue.geometry, profile: .photos)
    let results = engine.judge(Subject(.pair(pair))).results
    #expect(results.map(\.rule.id) == ["geometry/orientation-differs"])
    #expect(results.first?.severity == .warning)
    #expect(
      results.first?.message
        == "the still shows portrait (3024×4032), the movie landscape (1920×1080)")
    #expect(results.first?.offsets == [0, 3_100])
  }

  @Test func `square pictures have no way up`() {
    let result = Rule.geometryOrientationDiffers.tried(still: {
      $0.pixelSize = .present(PixelSize(width: 3024, height: 3024), at: .example)
    })
    #expect(result.state == .pass)
  }

  @Test func `pixels that were turned already are as good as a turn`() {
    let result = Rule.geometryOrientationDiffers.tried(still: { still in
      still.pixelSize = .present(PixelSize(width: 1000, height: 1333), at: .example)
      still.exifOrientation = .present(1, at: .example)
    })
    #expect(result.state == .pass)
  }

  @Test func `a half turn is not told from turned pixels`() {
    let result = Rule.geometryOrientationDiffers.tried(still: {
      $0.exifOrientation = .present(8, at: .example)
    })
    #expect(result.state == .pass)
  }

  @Test func `a HEIC whose display is unclear is not compared`() {
    for rule in Catalogue.geometry.prefix(3) {
      let result = rule.tried(still: { $0.file.type = .heic })
      #expect(result.state == .notApplicable, "\(rule.id)")
      #expect(result.message.contains("software differs"), "\(rule.id)")
    }
  }

  // MARK: Shape

  @Test func `shapes over two per cent apart are a warning`() {
    let result = Rule.geometryAspectDiffers.tried(movie: {
      $0.changeVideo { track in
        track.codedSize = PixelSize(width: 1920, height: 1080)
        track.matrixPlace = spot(3_100)
      }
    })
    #expect(result.severity == .warning)
    #expect(
      result.message
        == "the still shows 3024×4032 (1.333:1), the movie 1080×1920 (1.778:1), 33.3 % apart")
    #expect(result.offsets == [0, 3_100])
  }

  @Test func `the tolerance is a setting`() {
    var pair = Pair.example
    pair.movie.changeVideo { $0.cleanAperture = ApertureSize(width: 1308, height: 980) }
    var settings = Settings()
    settings.aspectTolerance = 0.0005
    let result = Rule.geometryAspectDiffers.tried(on: .pair(pair), settings: settings)
    #expect(result.state == .fail)
  }

  @Test func `the clean aperture of 1308×980 and other pixel counts pass`() {
    let result = Rule.geometryAspectDiffers.tried(movie: {
      $0.changeVideo { $0.cleanAperture = ApertureSize(width: 1308, height: 980) }
    })
    #expect(result.state == .pass)
  }

  @Test func `a shown size of zero is unreadable`() {
    let result = Rule.geometryAspectDiffers.tried(movie: {
      $0.changeVideo { $0.trackAperture = ApertureSize(width: 0, height: 0) }
    })
    #expect(result.state == .unreadable)
  }

  // MARK: Mirror

  @Test func `one mirrored half is a note`() {
    let result = Rule.geometryMirrorDiffers.tried(movie: {
      $0.changeVideo { track in
        track.matrix = TrackMatrix(a: 0, b: 0x1_0000, c: 0x1_0000, d: 0)
        track.matrixPlace = spot(3_100)
      }
    })
    #expect(result.severity == .note)
    #expect(result.message == "the movie is mirrored by its track matrix, the still is not")
    #expect(result.offsets == [0, 3_100])
    #expect(result.evidence.map(\.found) == ["not mirrored", "mirrored"])
  }

  @Test func `two mirrored halves agree`() {
    let result = Rule.geometryMirrorDiffers.tried(pair: { pair in
      pair.still.exifOrientation = .present(5, at: .example)
      pair.movie.changeVideo { $0.matrix = TrackMatrix(a: 0, b: 0x1_0000, c: 0x1_0000, d: 0) }
    })
    #expect(result.state == .pass)
  }

  @Test func `a JPEG without orientation is not mirrored`() {
    let result = Rule.geometryMirrorDiffers.tried(still: { still in
      still.exifOrientation = .absent(searched: [])
      still.pixelSize = .present(PixelSize(width: 3024, height: 4032), at: .example)
    })
    #expect(result.state == .pass)
  }

  // MARK: Invalid

  @Test(arguments: [0, 9, 65_535] as [UInt16])
  func `an Exif orientation outside 1 to 8 is a warning, alone and in a pair`(_ value: UInt16) {
    var pair = Pair.example
    pair.still.exifOrientation = .present(value, at: spot(50))
    let result = Rule.geometryOrientationInvalid.tried(on: .still(pair.still))
    #expect(result.severity == .warning)
    #expect(result.message == "the still's Exif orientation is \(value)")
    #expect(result.offsets == [50])
    let engine = Engine(rules: Catalogue.geometry, profile: .photos)
    let results = engine.judge(Subject(.pair(pair))).results
    #expect(results.map(\.rule.id) == ["geometry/orientation-invalid"])
  }

  @Test func `a track matrix between quarter turns is a warning`() {
    var movie = Movie.example
    movie.changeVideo { track in
      track.matrix = TrackMatrix(a: 0x8000, b: 0x8000, c: -0x8000, d: 0x8000)
      track.matrixPlace = spot(3_100)
    }
    let result = Rule.geometryOrientationInvalid.tried(on: .movie(movie))
    #expect(result.severity == .warning)
    #expect(
      result.message == "the movie's track matrix (0.5, 0.5, -0.5, 0.5) is no multiple of 90°")
    #expect(result.offsets == [3_100])
  }

  @Test func `an orientation that could not be read is not valid`() {
    let result = Rule.geometryOrientationInvalid.tried(still: {
      $0.exifOrientation = .unreadable(lost())
    })
    #expect(result.state == .unreadable)
  }

  @Test func `a still without an orientation passes`() {
    let result = Rule.geometryOrientationInvalid.tried(still: {
      $0.exifOrientation = .absent(searched: [])
    })
    #expect(result.state == .pass)
  }

  // MARK: Conflict

  private func heic(exif: UInt16, turn: Int) -> Still {
    var still = Still.example
    still.file.type = .heic
    still.exifOrientation = .present(exif, at: spot(50))
    still.itemOrientation = .present(
      Orientation(degreesClockwise: turn, isMirrored: false), at: spot(60))
    return still
  }

  @Test(arguments: [(6, 90), (8, 270), (3, 180), (1, 0)] as [(UInt16, Int)])
  func `the ways of cameras agree`(_ exif: UInt16, _ turn: Int) {
    let rule = Rule.geometryOrientationConflict
    #expect(rule.tried(on: .still(heic(exif: exif, turn: turn))).state == .pass)
  }

  @Test func `Exif against irot is a warning`() {
    let result = Rule.geometryOrientationConflict.tried(on: .still(heic(exif: 6, turn: 0)))
    #expect(result.severity == .warning)
    #expect(
      result.message
        == "the picture is not turned by its irot and imir, turned clockwise by 90° by Exif 6")
    #expect(result.offsets == [50, 60])
    #expect(result.evidence.first?.wanted == "1")
  }

  @Test func `a HEIC without irot and imir contradicts nothing`() {
    var still = heic(exif: 6, turn: 0)
    still.itemOrientation = .absent(searched: [])
    #expect(Rule.geometryOrientationConflict.tried(on: .still(still)).state == .notApplicable)
  }

  // MARK: Exif size

  @Test func `another size in Exif is told`() {
    let change: (inout Still) -> Void = {
      $0.exifPixelSize = .present(PixelSize(width: 1024, height: 768), at: spot(70))
    }
    let result = Rule.geometryExifSizeStale.tried(still: change)
    #expect(result.severity == .note)
    #expect(result.message == "Exif says the picture is 1024×768, it is 4032×3024")
    #expect(result.offsets == [70])
    #expect(Rule.geometryExifSizeStale.tried(profile: .camera, still: change).severity == .warning)
  }

  @Test func `sides that changed places and no size at all are quiet`() {
    let turned = Rule.geometryExifSizeStale.tried(still: {
      $0.exifPixelSize = .present(PixelSize(width: 3024, height: 4032), at: spot(70))
    })
    #expect(turned.state == .pass)
    let none = Rule.geometryExifSizeStale.tried(still: { $0.exifPixelSize = .absent(searched: []) })
    #expect(none.state == .notApplicable)
  }
}
