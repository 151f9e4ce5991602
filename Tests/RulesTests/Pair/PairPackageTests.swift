import Rules
import Support
import Testing
import Validator

extension Bundle {
  /// A `.pvt` folder as it has to be.
  static var example: Bundle {
    Bundle(
      path: FilePath("a/IMG_0001.pvt"), stills: [FilePath("a/IMG_0001.pvt/IMG_0001.HEIC")],
      movies: [FilePath("a/IMG_0001.pvt/IMG_0001.MOV")],
      metadataVersion: .present("1", at: .example), needsMetadata: true)
  }
}

@Suite("pair/bundle-invalid")
struct BundleInvalidTests {
  private func judge(_ change: (inout Bundle) -> Void = { _ in }) -> Judgement {
    var subject = Subject(.pair(.example))
    var bundle = Bundle.example
    change(&bundle)
    subject.bundle = bundle
    return Rule.pairBundleInvalid.judge(subject)
  }

  @Test func `passes a whole bundle`() {
    #expect(judge().passes)
    #expect(Rule.pairBundleInvalid.judgePair().isNotApplicable)
  }

  @Test func `tells of missing and doubled halves`() {
    #expect(judge { $0.movies = [] }.message == "IMG_0001.pvt holds no movie")
    let judgement = judge { $0.stills.append(FilePath("a/IMG_0001.pvt/B.JPG")) }
    #expect(judgement.message == "IMG_0001.pvt holds 2 stills: IMG_0001.HEIC, B.JPG")
    #expect(judgement.evidence.first?.wanted == "one still")
  }

  @Test func `tells of a missing or broken metadata file`() {
    #expect(
      judge { $0.metadataVersion = .absent(searched: []) }.message
        .contains("has no metadata.plist with PFVideoComplementMetadataVersionKey"))
    let judgement = judge { $0.metadataVersion = .unreadable(.test) }
    #expect(judgement.message.contains("not well formed: the bytes are damaged"))
    #expect(judgement.evidence.first?.file == FilePath("a/IMG_0001.pvt/metadata.plist"))
    #expect(judgement.offsets == [77])
  }

  @Test func `does not take a file that did not open for a broken one`() {
    let error = ReadError(.notOpened, "permission denied", at: .example)
    #expect(
      judge { $0.metadataVersion = .unreadable(error) }.unreadableFile
        == FilePath("a/IMG_0001.pvt/metadata.plist"))
  }

  @Test func `tells of a broken archive, not of what may lie in it`() {
    let judgement = judge {
      $0.path = FilePath("a/IMG_0001.livp")
      $0.needsMetadata = false
      $0.movies = []
      $0.problem = .test
    }
    #expect(
      judgement.message == "IMG_0001.livp is not a sound zip archive: the bytes are damaged")
    #expect(judgement.offsets == [77])
    #expect(
      judge {
        $0.stills.append(FilePath("B.JPG"))
        $0.problem = .test
      }.message.contains("holds 2 stills"))
  }

  @Test func `tells what to do about a damaged archive of many files`() {
    let judgement = judge {
      $0.path = FilePath("sets/holiday.tar.gz")
      $0.needsMetadata = false
      $0.problem = .test
    }
    #expect(
      judgement.message == "holiday.tar.gz is not a sound archive: the bytes are damaged")
    let remedy = judgement.findings.first?.remedy ?? ""
    #expect(remedy.hasPrefix("Copy or download holiday.tar.gz again"))
    #expect(!remedy.contains(".pvt") && !remedy.contains("metadata.plist"))
  }

  @Test func `does not take an archive that it cannot read for a broken one`() {
    let error = ReadError(.unsupported, "IMG_0001.MOV is encrypted", at: .example)
    #expect(judge { $0.problem = error }.unreadableFile == FilePath("a/IMG_0001.pvt"))
  }

  @Test func `asks archives for no metadata file`() {
    #expect(
      judge {
        $0.needsMetadata = false
        $0.metadataVersion = .absent(searched: [])
      }.passes)
  }
}

@Suite("pair/vendor-container")
struct VendorContainerTests {
  let rule = Rule.pairVendorContainer

  @Test func `says which, where and how long`() {
    let judgement = rule.judgeStill {
      $0.embeddedMovies = [
        EmbeddedMovie(
          container: .googleMotionPhoto, announcement: Place("APP1/XMP", offset: 400, length: 900),
          movie: Place("trailer", offset: 1_900_000, length: 100_000))
      ]
    }
    #expect(
      judgement.message
        == "the still holds an embedded movie, Google Motion Photo: "
        + "100000 bytes from offset 1900000")
    #expect(judgement.offsets == [400, 1_900_000])
  }

  @Test func `says that an announced movie is not there`() {
    let judgement = rule.judgePair {
      $0.still.embeddedMovies = [
        EmbeddedMovie(
          container: .googleMicroVideo, announcement: Place("APP1/XMP", offset: 400, length: 900),
          movie: nil)
      ]
    }
    #expect(judgement.message.contains("Google MicroVideo, that is not there"))
    #expect(judgement.offsets == [400])
  }

  @Test func `stays quiet on ordinary stills, gain maps and second pictures`() {
    #expect(rule.judgeStill().passes)
    #expect(
      rule.judgeStill {
        $0.make = .present("samsung", at: .example)
        $0.hasGainMap = .present(true, at: .example)
        $0.trailingData = .present(
          TrailingData(length: 5_000, description: "a second JPEG picture"), at: .example)
      }.passes)
  }

  @Test func `tells unread from unsupported`() {
    #expect(rule.judgeStill { $0.trailingData = .unreadable(.test) }.unreadableFile != nil)
    let error = ReadError(.unsupported, "TIFF is not searched", at: .example)
    #expect(rule.judgeStill { $0.trailingData = .unreadable(error) }.passes)
  }
}

@Suite("pair/edited-mixed")
struct EditedMixedTests {
  let rule = Rule.pairEditedMixed

  private func judge(_ still: String, _ movie: String) -> Judgement {
    rule.judgePair {
      $0.still.file.rename(still)
      $0.movie.file.rename(movie)
    }
  }

  @Test func `tells an edited still beside an original movie`() {
    let judgement = judge("a/IMG_E1853.HEIC", "a/IMG_1853.MOV")
    #expect(judgement.message.contains("the still is an edited rendition by its name (_E in"))
    #expect(judgement.message.contains("IMG_1853.MOV is an original"))
    #expect(judge("PXL-edited.jpg", "PXL.mp4").message.contains("(-edited in PXL-edited.jpg)"))
  }

  @Test func `tells an edited movie beside an original still`() {
    #expect(judge("IMG_1853.HEIC", "IMG_E1853.MOV").message.contains("the movie is an edited"))
  }

  @Test(
    arguments: [
      ("IMG_E1853.HEIC", "IMG_E1853.MOV"), ("IMG_1853.HEIC", "IMG_1853.MOV"),
      ("IMG_EAST.HEIC", "IMG_1.MOV"), ("my_E1234.HEIC", "b.MOV"), ("unedited.HEIC", "a.MOV"),
    ])
  func `stays quiet on two edits and on other names`(still: String, movie: String) {
    #expect(judge(still, movie).passes)
  }

  private func judgeBare(_ change: (inout Pair) -> Void = { _ in }) -> Judgement {
    rule.judgePair { pair in
      pair.still.make = .absent(searched: [])
      pair.still.model = .absent(searched: [])
      pair.still.captureTime = .absent(searched: [])
      pair.still.pixelSize = .present(
        PixelSize(width: 720, height: 540), at: Place("SOF0", offset: 900, length: 17))
      change(&pair)
    }
  }

  @Test func `tells a small bare still beside a camera's movie`() {
    let judgement = judgeBare()
    #expect(judgement.message.contains("without camera data and of 720×540 pixels"))
    #expect(judgement.message.contains("1920×1440"))
    #expect(judgement.offsets.first == 900)
  }

  @Test func `stays quiet on pairs that tools made`() {
    #expect(
      judgeBare {
        $0.movie.make = .absent(searched: [])
        $0.movie.model = .absent(searched: [])
      }.passes)
    #expect(
      judgeBare {
        $0.still.pixelSize = .present(PixelSize(width: 1920, height: 1440), at: .example)
      }.passes)
  }

  @Test func `stays quiet on a still that was only made smaller`() {
    #expect(
      rule.judgePair {
        $0.still.pixelSize = .present(PixelSize(width: 1000, height: 1333), at: .example)
      }.passes)
  }

  @Test func `does not take damage for absence`() {
    #expect(judgeBare { $0.still.make = .unreadable(.test) }.unreadableFile != nil)
  }
}
