import Support
import Testing
import Validator

@testable import Rules

@Suite struct `Rules of the still file` {
  @Test func `a camera still fails none of them`() {
    let engine = Engine(rules: Catalogue.still, profile: .camera, keepsAllResults: true)
    let states = engine.judge(Subject(.pair(.example))).results.map(\.state)
    #expect(states == [.pass, .pass, .pass, .pass, .pass, .notApplicable, .pass, .pass])
  }

  @Test func `only rules of damage judge a lone still`() {
    let run = Catalogue.still.filter { $0.tried(on: .still(.example)).state != .notApplicable }
    #expect(run.map(\.id) == ["still/truncated", "still/structure", "still/makernote-damaged"])
  }

  @Test func `facts that were not read are unreadable`() {
    var pair = Pair.example
    pair.still = Still(
      file: MediaFile(path: pair.still.file.path, size: 9, type: .heic), unreadable: lost())
    for rule in Catalogue.still where rule.id != "still/type" {
      let result = rule.tried(on: .pair(pair))
      #expect(result.state == .unreadable, "\(rule.id)")
      #expect(result.offsets == [77], "\(rule.id)")
    }
  }

  @Test func `a still that could not be opened passes nothing`() {
    var pair = Pair.example
    pair.still = Still(
      file: MediaFile(path: pair.still.file.path, size: 0, type: nil),
      unreadable: lost(.notOpened))
    for rule in [Rule.stillType, .stillTruncated, .stillStructure, .stillMakerNoteDamaged] {
      #expect(rule.tried(on: .pair(pair)).state == .unreadable, "\(rule.id)")
    }
  }

  // MARK: Type

  @Test(arguments: [FileType.png, .webp, .avif, .tiff])
  func `other picture formats are a warning`(_ type: FileType) {
    let result = Rule.stillType.tried(still: { $0.file.type = type })
    #expect(result.severity == .warning)
    #expect(result.message == "the still is \(type.rawValue.uppercased()), neither JPEG nor HEIC")
    #expect(result.offsets == [0])
  }

  @Test func `HEIC is as good as JPEG`() {
    #expect(Rule.stillType.tried(still: { $0.file.type = .heic }).state == .pass)
  }

  @Test func `a movie in the place of the still is left to the rules of pairing`() {
    for rule in [Rule.stillType, .stillTruncated, .stillStructure, .stillMakerNoteDamaged] {
      #expect(rule.tried(still: { $0.file.type = .mp4 }).state == .notApplicable, "\(rule.id)")
    }
  }

  // MARK: Damage

  @Test func `a truncated still says by how many bytes`() {
    let result = Rule.stillTruncated.tried(still: { still in
      still.file.size = 3_276_800
      still.damages = [
        Damage(.truncated, "an extent reaches past the end", at: spot(600), missingBytes: 1_024)
      ]
    })
    #expect(result.severity == .error)
    #expect(
      result.message == """
        an extent reaches past the end: 1024 bytes are missing; the file ends at 3276800 bytes, \
        a multiple of 64 KiB, as after a broken-off copy
        """)
    #expect(result.offsets == [600])
  }

  @Test func `the missing bytes are not said twice`() {
    let result = Rule.stillTruncated.tried(still: {
      $0.damages = [Damage(.truncated, "12 bytes are cut off", at: spot(1), missingBytes: 12)]
    })
    #expect(result.message == "12 bytes are cut off")
  }

  @Test func `trailing zeros are no truncation`() {
    let result = Rule.stillTruncated.tried(still: {
      $0.trailingData = .present(TrailingData(length: 16, description: "zeros"), at: spot(9))
    })
    #expect(result.state == .pass)
  }

  @Test func `an empty still is truncated and nothing else`() {
    let change: (inout Still) -> Void = { still in
      still = Still(
        file: MediaFile(path: still.file.path, size: 0, type: .empty), unreadable: lost())
    }
    #expect(Rule.stillTruncated.tried(still: change).message == "the file is empty")
    #expect(Rule.stillStructure.tried(still: change).state == .notApplicable)
    #expect(Rule.stillMakerNoteDamaged.tried(still: change).state == .notApplicable)
  }

  @Test func `a HEIC that cannot be put together is an error`() {
    let result = Rule.stillStructure.tried(still: {
      $0.damages = [Damage(.structure, "the grid item lies at offset 0", at: spot(300))]
    })
    #expect(result.severity == .error)
    #expect(result.message == "the grid item lies at offset 0")
    #expect(result.offsets == [300])
  }

  @Test func `bytes of no known format are a fault of structure`() {
    let result = Rule.stillStructure.tried(still: { $0.file.type = .unknown })
    #expect(result.message == "the file is named .JPG but has the bytes of no known picture format")
  }

  @Test func `two XMP items are a note, and unsaid beside worse`() {
    let change: (inout Still) -> Void = {
      $0.oddities = [Still.Oddity("the file holds two XMP items", at: spot(420))]
    }
    let result = Rule.stillStructure.tried(still: change)
    #expect(result.severity == .note)
    #expect(result.offsets == [420])
    let worse = Rule.stillStructure.tried(still: { still in
      change(&still)
      still.damages = [Damage(.structure, "the primary item is not there", at: spot(10))]
    })
    #expect(worse.severity == .error)
    #expect(worse.message == "the primary item is not there")
  }

  @Test func `a MakerNote cut short is an error`() {
    let result = Rule.stillMakerNoteDamaged.tried(still: { still in
      still.identifier = .unreadable(lost())
      still.damages = [
        Damage(.makerNote, "the MakerNote lists 30 entries and has room for 27", at: spot(814))
      ]
    })
    #expect(result.severity == .error)
    #expect(result.offsets == [814])
  }

  @Test func `a damaged thumbnail is a note`() {
    let result = Rule.stillMakerNoteDamaged.tried(still: {
      $0.damages = [Damage(.makerNote, "the thumbnail is cut short", at: spot(2), isMinor: true)]
    })
    #expect(result.severity == .note)
  }

  @Test func `stills without an Apple MakerNote have none to damage`() {
    let result = Rule.stillMakerNoteDamaged.tried(still: {
      $0.makerNote = .present(.noExif, at: spot(0))
    })
    #expect(result.state == .notApplicable)
  }

  // MARK: Traits

  @Test func `unknown bytes after the picture are a note`() {
    let change: (inout Still) -> Void = {
      $0.trailingData = .present(
        TrailingData(length: 99, description: "text"), at: spot(1_999_901))
    }
    let result = Rule.stillTrailingData.tried(still: change)
    #expect(result.severity == .note)
    #expect(result.message == "99 bytes of no known kind follow the picture, text")
    #expect(result.offsets == [1_999_901])
    #expect(Rule.stillTrailingData.tried(profile: .camera, still: change).severity == .warning)
  }

  @Test func `a gain map or an embedded movie is no trailing data`() {
    let result = Rule.stillTrailingData.tried(still: { still in
      still.hasGainMap = .present(true, at: spot(5))
      still.embeddedMovies = [
        EmbeddedMovie(container: .googleMotionPhoto, announcement: spot(6), movie: spot(7))
      ]
    })
    #expect(result.state == .pass)
  }

  @Test func `a HEIC without a colour profile is a note`() {
    let result = Rule.stillColourProfileMissing.tried(still: { still in
      still.file.type = .heic
      still.colourProfile = .absent(searched: [spot(200)])
    })
    #expect(result.severity == .note)
    #expect(result.offsets == [200])
    let with = Rule.stillColourProfileMissing.tried(still: { still in
      still.file.type = .heic
      still.colourProfile = .present("prof", at: spot(200))
    })
    #expect(with.state == .pass)
  }

  @Test func `a JPEG needs no colour profile`() {
    let result = Rule.stillColourProfileMissing.tried(on: .pair(.example))
    #expect(result.message == "the still is no HEIC")
  }

  @Test func `HDRGain without a gain map tells of a rewrite`() {
    let change: (inout Still) -> Void = {
      $0.appleNote = .present(
        AppleNote(
          length: 500, entryCount: 50, hasHDRHeadroom: true, hasHDRGain: true,
          isLittleEndian: false), at: spot(800))
    }
    let result = Rule.stillAuxiliaryLost.tried(still: change)
    #expect(result.severity == .note)
    #expect(result.offsets == [800])
    #expect(Rule.stillAuxiliaryLost.tried(profile: .camera, still: change).severity == .warning)
    let kept = Rule.stillAuxiliaryLost.tried(still: { still in
      change(&still)
      still.hasGainMap = .present(true, at: spot(4))
    })
    #expect(kept.state == .pass)
  }

  @Test func `HDRHeadroom alone needs no gain map`() {
    let result = Rule.stillAuxiliaryLost.tried(still: {
      $0.appleNote = .present(
        AppleNote(
          length: 500, entryCount: 50, hasHDRHeadroom: true, hasHDRGain: false,
          isLittleEndian: false), at: spot(800))
    })
    #expect(result.state == .pass)
  }

  @Test func `extra bytes before Exif are a note`() {
    let result = Rule.stillExifPrefix.tried(still: {
      $0.exifPrefix = .present(ExifPrefix(extraBytes: 6), at: spot(30))
    })
    #expect(result.severity == .note)
    #expect(result.message == "6 extra bytes stand before the TIFF header of Exif")
    #expect(result.offsets == [30])
  }
}
