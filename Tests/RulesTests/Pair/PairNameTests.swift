import Support
import Testing
import Validator

@testable import Rules

@Suite("pair/name-differs")
struct NameDiffersTests {
  let rule = Rule.pairNameDiffers

  private func judge(_ still: String, _ movie: String, bond: Pair.Bond = .identifier) -> Judgement {
    rule.judgePair {
      $0.still.file.rename(still)
      $0.movie.file.rename(movie)
      $0.bond = bond
    }
  }

  @Test(arguments: ["_HEVC", "_3", "_Original", "(1)", " (12)"])
  func `says which suffix the movie adds`(suffix: String) {
    let judgement = judge("a/IMG_0001.HEIC", "a/IMG_0001\(suffix).MOV")
    let shown = suffix.trimmingPrefix(" ")
    #expect(judgement.message.hasPrefix("the movie's name adds \(shown): IMG_0001.HEIC and"))
    #expect(judgement.evidence.last?.wanted == "IMG_0001")
  }

  @Test func `says which suffix the still adds`() {
    #expect(
      judge("IMG_0001(1).HEIC", "img_0001.mov").message.hasPrefix("the still's name adds (1)"))
  }

  @Test(arguments: ["FullSizeRender_HEVC-4559592.MOV", "IMG_00012.MOV", "IMG_0001().MOV"])
  func `says that names differ`(movie: String) {
    #expect(judge("IMG_0001.HEIC", movie).message.hasPrefix("the halves have different names"))
  }

  @Test func `stays quiet on letter case, bundles and named pairs`() {
    #expect(judge("IMG_0001.HEIC", "img_0001.mov").passes)
    #expect(judge("a/IMG_0001.HEIC", "a/IMG_0001.MOV").passes)
    for bond in [Pair.Bond.argument, .bundle] {
      #expect(judge("IMG_0001.HEIC", "IMG_0001_HEVC.MOV", bond: bond).isNotApplicable)
    }
  }
}

@Suite("pair/name-differs over folders")
struct FoldersDifferTests {
  @Test func `notes halves of one name in two folders`() {
    let judgement = Rule.pairNameDiffers.judgePair {
      $0.still.file.rename("a/IMG_0001.HEIC")
      $0.movie.file.rename("b/img_0001.MOV")
      $0.bond = .identifier
    }
    #expect(
      judgement.message
        == "the halves lie in different folders: a/IMG_0001.HEIC and b/img_0001.MOV")
    #expect(judgement.findings.map(\.atMost) == [.note])
  }
}

@Suite("pair/extension-mismatch")
struct ExtensionMismatchTests {
  let rule = Rule.pairExtensionMismatch

  private func judge(_ name: String, _ type: FileType?) -> Judgement {
    rule.judgeStill {
      $0.file.rename(name)
      $0.file.type = type
    }
  }

  @Test(
    arguments: zip(
      ["A.HEIC", "A.MOV", "A", "A.jpg"], [FileType.mp4, .heic, .jpeg, .quicktime]))
  func `is an error where Photos takes the file for the other medium or none`(
    name: String, type: FileType
  ) {
    let finding = judge(name, type).findings.first
    #expect(finding != nil)
    #expect(finding?.atMost == nil)
    #expect(finding?.message.contains(type.named) == true)
  }

  @Test(
    arguments: zip(
      ["A.HEIC", "A.HEIC", "A.dng", "A.png", "A.bin", "A.HEIC"],
      [FileType.jpeg, .png, .jpeg, .gif, .jpeg, .zip]))
  func `is a warning within a medium`(name: String, type: FileType) {
    let judgement = judge(name, type)
    #expect(judgement.findings.map(\.atMost) == [.warning])
    #expect(judgement.message.contains("A.") && judgement.message.contains(type.named))
  }

  @Test func `is a warning for QuickTime bytes in mp4`() {
    let judgement = rule.judgePair { $0.movie.file.rename("b/IMG_0001.mp4") }
    #expect(judgement.findings.map(\.atMost) == [.warning])
    #expect(
      judgement.message == "IMG_0001.mp4 is a QuickTime movie, not what the extension .mp4 says")
    #expect(judgement.evidence.first?.wanted == "the extension .mov")
    #expect(
      judgement.findings.first?.remedy
        == "Rename IMG_0001.mp4 to IMG_0001.mov; the bytes need no change.")
  }

  @Test(
    arguments: zip(
      [
        "A.jpg", "A.JPEG", "A.jpe", "A.heif", "A.HIF", "A.qt", "A.MOV", "A.m4v", "A.heif", "A.DNG",
        "A.NEF", "A.png", "A.HEIC", "A.MOV", "A.MOV",
      ],
      [
        FileType.jpeg, .jpeg, .jpeg, .heic, .heic, .quicktime, .mp4, .mp4, .avif, .tiff, .tiff,
        .apng, .empty, .unknown, nil,
      ]))
  func `stays quiet on right extensions and unknown contents`(name: String, type: FileType?) {
    #expect(judge(name, type).passes)
  }
}

@Suite("pair/same-bytes")
struct SameBytesTests {
  let rule = Rule.pairSameBytes

  @Test func `tells that the movie is a copy of the still`() {
    let judgement = rule.judgePair {
      $0.movie.file.type = .jpeg
      $0.movie.file.size = $0.still.file.size
    }
    #expect(judgement.message.contains("the movie is a copy of the still by type and size: "))
    #expect(judgement.message.contains("a JPEG picture of 2000000 bytes"))
    #expect(judgement.evidence.last?.file == FilePath("IMG_0001.MOV"))
    #expect(judgement.evidence.last?.wanted == "a movie")
  }

  @Test func `tells that the movie is some picture`() {
    let judgement = rule.judgePair { $0.movie.file.type = .heic }
    #expect(judgement.message == "the bytes of the movie are a HEIC picture")
  }

  @Test func `knows a copy from the run`() {
    let judgement = rule.judgeSurrounded(by: {
      $0.copies = [.init(half: .still, path: FilePath("IMG_0001.MOV"))]
    })
    #expect(judgement.fails)
  }

  @Test func `stays quiet on other faults`() {
    #expect(rule.judgePair().passes)
    #expect(rule.judgePair { $0.still.file.type = .mp4 }.passes)
    #expect(rule.judgePair { $0.movie.file.type = .empty }.passes)
    #expect(rule.judgePair { $0.movie.file.type = .unknown }.passes)
    #expect(rule.judgeMovie().isNotApplicable)
  }
}
