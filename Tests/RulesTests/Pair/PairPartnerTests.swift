import Rules
import Support
import Testing
import Validator

@Suite("pair/missing-movie")
struct MissingMovieTests {
  let rule = Rule.pairMissingMovie

  @Test func `tells of a still whose movie is not in the run`() {
    let judgement = rule.judgeStill()
    #expect(judgement.message.contains(Pair.exampleIdentifier))
    #expect(judgement.message.contains("no movie of this run carries it"))
    #expect(judgement.offsets == [1_000])
  }

  @Test func `names a file of the same name that is another's`() {
    let judgement = rule.judgeStill(amid: {
      $0.strangers = [
        .init(
          beside: .still, path: FilePath("IMG_0001.MOV"), identifier: otherIdentifier,
          truePartner: nil)
      ]
    })
    #expect(
      judgement.message.contains("IMG_0001.MOV, of the same name, carries \(otherIdentifier)"))
  }

  @Test func `stays quiet on a lone still without identifier`() {
    #expect(rule.judgeStill { $0.identifier = .absent(searched: []) }.isNotApplicable)
  }

  @Test func `passes a still whose movie became another's partner`() {
    #expect(rule.judgeStill(amid: { $0.identifierIsAnswered = true }).passes)
  }

  @Test func `leaves a namesake to the rule that tells of it`() {
    #expect(
      rule.judgeStill(amid: {
        $0.namesake = .init(path: FilePath("IMG_0001.MOV"), reason: "the movie lasts 31.2 s")
      }).isNotApplicable)
  }

  @Test func `leaves pairs, movies and bundles alone`() {
    #expect(rule.judgePair().isNotApplicable)
    #expect(rule.judgeMovie().isNotApplicable)
    var subject = Subject(.still(.example))
    subject.bundle = .example
    #expect(rule.judge(subject).isNotApplicable)
  }

  @Test func `does not take damage for absence`() {
    #expect(
      rule.judgeStill { $0.identifier = .unreadable(.test) }.unreadableFile
        == FilePath("IMG_0001.JPG"))
  }
}

@Suite("pair/missing-still")
struct MissingStillTests {
  let rule = Rule.pairMissingStill

  @Test func `tells of a movie whose still is not in the run`() {
    let judgement = rule.judgeMovie()
    #expect(judgement.message.contains("no still of this run carries it"))
    #expect(judgement.offsets == [5_000])
  }

  @Test func `stays quiet on ordinary videos`() {
    #expect(rule.judgeMovie { $0.identifier = .absent(searched: []) }.isNotApplicable)
  }

  @Test func `passes a movie whose still became another's partner`() {
    #expect(rule.judgeMovie(amid: { $0.identifierIsAnswered = true }).passes)
    #expect(rule.judgeStill().isNotApplicable)
    #expect(rule.judgeMovie { $0.identifier = .unreadable(.test) }.unreadableFile != nil)
  }
}

@Suite("pair/crossed")
struct CrossedTests {
  let rule = Rule.pairCrossed

  private func stranger(beside half: Half, _ identifier: String?) -> Surroundings.Stranger {
    .init(
      beside: half, path: FilePath(half == .still ? "IMG_0001.MOV" : "IMG_0001(1).JPG"),
      identifier: identifier, truePartner: FilePath("IMG_0001(1).JPG"))
  }

  @Test func `names the stranger and the true partner`() {
    var subject = Subject(.pair(.example))
    subject.surroundings.strangers = [stranger(beside: .still, otherIdentifier)]
    let judgement = rule.judge(subject)
    #expect(
      judgement.message
        == "the true partner of IMG_0001.JPG is IMG_0001.MOV by the identifier "
        + "\(Pair.exampleIdentifier), while IMG_0001.MOV, of the same name, carries "
        + "\(otherIdentifier) and belongs to IMG_0001(1).JPG")
    #expect(judgement.offsets == [1_000, 5_000])
    #expect(judgement.evidence.last?.found == otherIdentifier)
  }

  @Test func `tells one side of a swap and names each file once`() {
    let judgement = rule.judgeSurrounded(by: {
      $0.strangers = [
        stranger(beside: .movie, otherIdentifier), stranger(beside: .still, otherIdentifier),
      ]
    })
    #expect(judgement.message.hasPrefix("the true partner of IMG_0001.JPG is "))
    #expect(judgement.message.matches(of: /true partner/).count == 1)
    #expect(judgement.offsets == [1_000, 5_000])
    #expect(judgement.evidence.count == 4)
  }

  @Test func `starts from the movie where no file has the still's name`() {
    let judgement = rule.judgeSurrounded(by: {
      $0.strangers = [stranger(beside: .movie, otherIdentifier)]
    })
    #expect(judgement.message.hasPrefix("the true partner of IMG_0001.MOV is IMG_0001.JPG by "))
    #expect(judgement.offsets == [5_000, 1_000])
  }

  @Test func `is no matter of files without identifier or with the same one`() {
    #expect(rule.judgePair().passes)
    #expect(rule.judgeSurrounded(by: { $0.strangers = [stranger(beside: .still, nil)] }).passes)
    #expect(
      rule.judgeSurrounded(by: {
        $0.strangers = [stranger(beside: .still, Pair.exampleIdentifier)]
      }).passes)
  }

  @Test func `concerns pairs by identifier only`() {
    #expect(rule.judgePair { $0.bond = .name }.isNotApplicable)
    #expect(rule.judgeStill().isNotApplicable)
  }
}

@Suite("pair/name-only")
struct NameOnlyTests {
  let rule = Rule.pairNameOnly

  @Test func `gives the reason why the namesake is another shot`() {
    let judgement = rule.judgeStill(amid: {
      $0.namesake = .init(path: FilePath("IMG_0001.MOV"), reason: "the movie lasts 31.2 s")
    })
    #expect(judgement.message.hasSuffix("not its shot: the movie lasts 31.2 s"))
    #expect(judgement.evidence.last?.file == FilePath("IMG_0001.MOV"))
    #expect(rule.severity(in: .photos) == .note)
  }

  @Test func `passes a still without namesake and leaves pairs alone`() {
    #expect(rule.judgeStill().passes)
    #expect(rule.judgePair().isNotApplicable)
  }
}

@Suite("pair/duplicate-copy and pair/ambiguous")
struct RivalTests {
  @Test func `copies are listed for the half they copy`() {
    let judgement = Rule.pairDuplicateCopy.judgeSurrounded(by: {
      $0.copies = [
        .init(half: .still, path: FilePath("b/IMG_0001.JPG")),
        .init(half: .still, path: FilePath("c/IMG_0001.JPG")),
        .init(half: .movie, path: FilePath("b/IMG_0001.MOV")),
      ]
    })
    #expect(judgement.findings.count == 2)
    #expect(
      judgement.findings.first?.message
        == "the same bytes as the still lie in b/IMG_0001.JPG, c/IMG_0001.JPG")
    #expect(judgement.evidence.last?.file == FilePath("b/IMG_0001.MOV"))
  }

  @Test func `copies of ordinary files and the other half do not count`() {
    let rule = Rule.pairDuplicateCopy
    #expect(rule.judgePair().passes)
    #expect(
      rule.judgeSurrounded(by: {
        $0.copies = [.init(half: .still, path: FilePath("IMG_0001.MOV"))]
      }).passes)
    #expect(
      rule.judgeStill(
        { $0.identifier = .absent(searched: []) },
        amid: { $0.copies = [.init(half: .still, path: FilePath("b.JPG"))] }
      ).isNotApplicable)
    #expect(rule.judgeStill(amid: { $0.copies = [.init(half: .still, path: FilePath("b"))] }).fails)
  }

  @Test func `lists say how many files they leave out`() {
    func message(_ count: Int) -> String {
      Rule.pairDuplicateCopy.judgeSurrounded(by: {
        $0.copies = (1...count).map { .init(half: .still, path: FilePath("\($0).JPG")) }
      }).message
    }
    #expect(message(10).hasSuffix(" lie in \(names(1...10, ".JPG"))"))
    #expect(message(19).hasSuffix(", 9.JPG, 10.JPG and 9 more"))
    #expect(message(20).hasSuffix(" lie in at least 20 files, such as \(names(1...10, ".JPG"))"))
  }

  @Test func `lists tell that they were cut where both halves fill them`() {
    let judgement = Rule.pairDuplicateCopy.judgeSurrounded(by: {
      $0.copies = (1...10).flatMap {
        [
          .init(half: .still, path: FilePath("\($0).JPG")),
          .init(half: .movie, path: FilePath("\($0).MOV")),
        ]
      }
    })
    let messages = judgement.findings.map(\.message)
    #expect(messages.first?.hasSuffix("in at least 10 files: \(names(1...10, ".JPG"))") == true)
    #expect(messages.last?.hasSuffix("in at least 10 files: \(names(1...10, ".MOV"))") == true)
  }

  @Test func `rivals that are left out are counted`() {
    func message(_ count: Int) -> String {
      Rule.pairAmbiguous.judgeSurrounded(by: {
        $0.rivals = (1...count).map {
          .init(half: .movie, path: FilePath("\($0).MOV"), isExport: false)
        }
      }).message
    }
    #expect(message(12).hasSuffix(", 9.MOV, 10.MOV and 2 more, with other bytes"))
    #expect(
      message(20).hasSuffix(
        " stands in at least 20 files, such as \(names(1...10, ".MOV")), with other bytes"))
  }

  private func names(_ numbers: ClosedRange<Int>, _ ending: String) -> String {
    numbers.map { "\($0)\(ending)" }.joined(separator: ", ")
  }

  @Test func `rivals are listed with the identifier`() {
    let judgement = Rule.pairAmbiguous.judgeSurrounded(by: {
      $0.rivals = [.init(half: .movie, path: FilePath("b/CLIP.MOV"), isExport: false)]
    })
    #expect(
      judgement.message
        == "the identifier of the movie also stands in b/CLIP.MOV, with other bytes")
    #expect(judgement.offsets == [5_000])
    #expect(judgement.evidence.last?.file == FilePath("b/CLIP.MOV"))
  }

  @Test func `an export beside its original is noted and no rival`() {
    #expect(Rule.pairAmbiguous.judgePair().passes)
    let export = Surroundings.Rival(half: .still, path: FilePath("IMG_0001.HEIC"), isExport: true)
    let judgement = Rule.pairAmbiguous.judgeSurrounded(by: { $0.rivals = [export] })
    #expect(judgement.findings.map(\.atMost) == [.note])
    #expect(judgement.message.hasSuffix("identifier of the still: IMG_0001.HEIC"))
    let rival = Surroundings.Rival(half: .still, path: FilePath("b/OTHER.JPG"), isExport: false)
    let mixed = Rule.pairAmbiguous.judgeSurrounded(by: { $0.rivals = [export, rival] })
    #expect(mixed.findings.map(\.atMost) == [nil])
    #expect(!mixed.message.contains("IMG_0001.HEIC"))
  }
}
