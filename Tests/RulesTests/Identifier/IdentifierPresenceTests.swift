import Rules
import Support
import Testing
import Validator

@Suite("identifier/missing-in-still")
struct MissingInStillTests {
  let rule = Rule.identifierMissingInStill

  private func judge(
    _ state: MakerNoteState, _ change: (inout Pair) -> Void = { _ in }
  ) -> Judgement {
    rule.judgePair { pair in
      pair.still.identifier = .absent(searched: [])
      pair.still.makerNote = .present(
        state, at: Place("APP1/Exif/MakerNote", offset: 812, length: 500))
      change(&pair)
    }
  }

  @Test func `passes a still with the tag`() {
    #expect(rule.judgePair().passes)
  }

  @Test func `tells that there is no Exif`() {
    let judgement = judge(.noExif) { $0.still.make = .absent(searched: []) }
    #expect(judgement.message.contains("has no Exif"))
    #expect(judgement.evidence.first?.wanted == "tag 0x0011 with \(Pair.exampleIdentifier)")
  }

  @Test func `hints at a stripping tool where Make is Apple`() {
    #expect(judge(.noMakerNote).message.contains("a tool stripped the MakerNote"))
    let other = judge(.noMakerNote) { $0.still.make = .present("Canon", at: .example) }
    #expect(other.fails)
    #expect(!other.message.contains("stripped"))
  }

  @Test func `names the editor that stripped the MakerNote`() {
    let edited = judge(.noMakerNote) {
      $0.still.software = .present("Adobe Photoshop 25.1 (Macintosh)", at: .example)
    }
    #expect(
      edited.message.contains(
        "most likely Adobe Photoshop 25.1 (Macintosh), which Exif names as its software, stripped "
          + "the MakerNote"))
    let system = judge(.noMakerNote) { $0.still.software = .present("17.6.1", at: .example) }
    #expect(system.message.contains("most likely a tool stripped the MakerNote"))
  }

  @Test func `quotes a foreign MakerNote`() {
    #expect(judge(.foreign("Nikon")).message.contains("not Apple's, it begins with “Nikon”"))
  }

  @Test func `tells an Apple MakerNote without the tag and its offset`() {
    let judgement = judge(.apple)
    #expect(judgement.message == "the Apple MakerNote of the still has no tag 0x0011")
    #expect(judgement.offsets == [812])
  }

  @Test func `names the sidecar that still has the identifier`() {
    let judgement = judge(.noMakerNote) { pair in
      pair.still.strayIdentifiers = [
        StrayIdentifier(
          identifier: StoredIdentifier(text: otherIdentifier),
          carrier: .sidecar(FilePath("a/IMG_0001.xmp")),
          place: Place("xmp", offset: 300, length: 36))
      ]
    }
    #expect(judgement.message.contains("stands only in the sidecar file IMG_0001.xmp"))
    #expect(judgement.evidence.last?.file == FilePath("a/IMG_0001.xmp"))
    #expect(judgement.evidence.last?.found == otherIdentifier)
    #expect(judgement.offsets.last == 300)
  }

  @Test(arguments: [StrayIdentifier.Carrier.xmp, .pngText])
  func `names the place inside the still`(carrier: StrayIdentifier.Carrier) {
    let judgement = judge(.noExif) { pair in
      pair.still.strayIdentifiers = [
        StrayIdentifier(
          identifier: StoredIdentifier(text: otherIdentifier), carrier: carrier,
          place: Place("stray", offset: 301, length: 36))
      ]
    }
    #expect(judgement.message.contains(carrier == .xmp ? "XMP" : "PNG text"))
    #expect(judgement.evidence.last?.file == FilePath("IMG_0001.JPG"))
  }

  @Test func `does not take damage for absence`() {
    let judgement = rule.judgePair { $0.still.identifier = .unreadable(.test) }
    #expect(judgement.unreadableFile == FilePath("IMG_0001.JPG"))
    #expect(rule.judgeStill { $0.identifier = .absent(searched: []) }.isNotApplicable)
  }
}

@Suite("identifier/missing-in-movie")
struct MissingInMovieTests {
  let rule = Rule.identifierMissingInMovie

  private func judge(_ change: (inout Pair) -> Void = { _ in }) -> Judgement {
    rule.judgePair { pair in
      pair.movie.identifier = .absent(
        searched: [Place("moov/meta", offset: 4_900, length: 300)])
      pair.movie.keys = .present(
        ["com.apple.quicktime.make"], at: Place("moov/meta/keys", offset: 4_950, length: 60))
      change(&pair)
    }
  }

  @Test func `passes a movie with the key`() {
    #expect(rule.judgePair().passes)
  }

  @Test func `tells the plain fact where no cause shows`() {
    let judgement = judge()
    #expect(judgement.message == "the movie has no com.apple.quicktime.content.identifier")
    #expect(judgement.offsets == [4_950])
  }

  @Test func `names the encoder`() {
    let judgement = judge {
      $0.movie.encoderTrace = .present(
        "Lavf59.27.100", at: Place("moov/udta/enc", offset: 9_000, length: 13))
    }
    #expect(judgement.message.contains("the movie was transcoded by ffmpeg (Lavf59.27.100)"))
    #expect(judgement.offsets.last == 9_000)
  }

  @Test func `names a converter that names itself`() {
    let judgement = judge {
      $0.movie.encoderTrace = .present("HandBrake 1.6.1 2023012300", at: .example)
    }
    #expect(judgement.message.contains("the movie was transcoded by HandBrake 1.6.1 2023012300"))
  }

  @Test func `tells of a key without a value`() {
    let judgement = judge {
      $0.movie.keys = .present(["com.apple.quicktime.content.identifier"], at: .example)
    }
    #expect(judgement.message.hasSuffix("the key is there, but without a value"))
  }

  @Test func `tells that no Apple key is left`() {
    #expect(
      judge { $0.movie.keys = .present(["com.android.version"], at: .example) }
        .message.contains("none of its keys is Apple's"))
    #expect(
      judge { $0.movie.keys = .absent(searched: []) }.message.contains("no metadata keys at all"))
  }

  @Test(arguments: ["18.0", "18.0.1"])
  func `knows the device that leaves it out`(software: String) {
    let judgement = judge {
      $0.movie.model = .present("iPhone 16 Pro", at: .example)
      $0.movie.software = .present(software, at: .example)
    }
    #expect(judgement.message.contains("iPhone 16 Pro on iOS \(software)"))
  }

  @Test func `does not blame other devices or systems`() {
    for (model, software) in [("iPhone 16 Pro", "18.1"), ("iPhone 15", "18.0")] {
      let judgement = judge {
        $0.movie.model = .present(model, at: .example)
        $0.movie.software = .present(software, at: .example)
      }
      #expect(!judgement.message.contains("known"))
    }
  }

  @Test func `does not take damage for absence`() {
    let judgement = rule.judgePair { $0.movie.identifier = .unreadable(.test) }
    #expect(judgement.unreadableFile == FilePath("IMG_0001.MOV"))
  }
}

@Suite("identifier/misplaced")
struct MisplacedTests {
  let rule = Rule.identifierMisplaced

  @Test(
    arguments: zip(
      [StrayIdentifier.Carrier.userData, .track, .iTunesList, .fullBoxMeta],
      ["moov/udta/meta", "one track", "iTunes-style list", "ISO FullBox"]))
  func `names where the identifier stands`(carrier: StrayIdentifier.Carrier, words: String) {
    let judgement = rule.judgePair { pair in
      pair.movie.identifier = .absent(searched: [])
      pair.movie.strayIdentifiers = [
        StrayIdentifier(
          identifier: StoredIdentifier(text: otherIdentifier), carrier: carrier,
          place: Place("moov/udta/meta/ilst", offset: 7_000, length: 36))
      ]
    }
    #expect(judgement.message.contains(words))
    #expect(judgement.offsets == [7_000])
  }

  @Test func `stays quiet on the right place, whatever the brand`() {
    #expect(rule.judgePair { $0.movie.majorBrand = .present("mp42", at: .example) }.passes)
  }

  @Test func `replaces the general rule`() {
    #expect(rule.replaces == ["identifier/missing-in-movie"])
    #expect(rule.judgePair { $0.movie.identifier = .absent(searched: []) }.isNotApplicable)
    #expect(rule.judgePair { $0.movie.identifier = .unreadable(.test) }.unreadableFile != nil)
  }
}
