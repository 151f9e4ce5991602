import Rules
import Support
import Testing
import Validator

@Suite("identifier/mismatch and identifier/case-differs")
struct MismatchTests {
  @Test func `gives both values and both places`() {
    let judgement = Rule.identifierMismatch.judgePair { $0.movie.setIdentifier(otherIdentifier) }
    #expect(
      judgement.message
        == "the still says \(Pair.exampleIdentifier), the movie says \(otherIdentifier)")
    #expect(judgement.offsets == [1_000, 5_000])
    #expect(judgement.evidence.first?.wanted == otherIdentifier)
  }

  @Test func `tells a difference in letter case apart`() {
    let lower = Pair.exampleIdentifier.lowercased()
    #expect(Rule.identifierMismatch.judgePair { $0.movie.setIdentifier(lower) }.passes)
    let judgement = Rule.identifierCaseDiffers.judgePair { $0.movie.setIdentifier(lower) }
    #expect(judgement.message.contains("differ in letter case"))
    #expect(judgement.message.contains(lower))
    #expect(judgement.offsets == [1_000, 5_000])
    #expect(Rule.identifierCaseDiffers.judgePair { $0.movie.setIdentifier(otherIdentifier) }.passes)
  }

  @Test(arguments: [Rule.identifierMismatch, .identifierCaseDiffers].map(\.id))
  func `passes equal identifiers and compares no missing ones`(id: String) throws {
    let rule = try #require(Catalogue.rules.first { $0.id == id })
    #expect(rule.judgePair().passes)
    #expect(rule.judgePair { $0.movie.identifier = .absent(searched: []) }.isNotApplicable)
    #expect(
      rule.judgePair { $0.movie.identifier = .unreadable(.test) }.unreadableFile
        == FilePath("IMG_0001.MOV"))
  }
}

@Suite("The form of the identifier")
struct IdentifierFormTests {
  private func judge(_ rule: Rule, both text: String) -> Judgement {
    rule.judgePair {
      $0.still.setIdentifier(text)
      $0.movie.setIdentifier(text)
    }
  }

  @Test(arguments: [
    "IMG_0001", "5B1C3A7E9D424F608E152A7C90D3B6F4", "", String(repeating: "-", count: 36),
  ])
  func `is not a UUID`(text: String) {
    let judgement = judge(.identifierNotUUID, both: text)
    #expect(judgement.message.contains("“\(text)”"))
    #expect(judgement.offsets == [1_000, 5_000])
  }

  @Test func `is a UUID in either case`() {
    #expect(judge(.identifierNotUUID, both: otherIdentifier).passes)
    #expect(judge(.identifierNotUUID, both: otherIdentifier.lowercased()).passes)
    #expect(
      Rule.identifierNotUUID.judgePair { $0.movie.setIdentifier("IMG_0001") }.isNotApplicable)
  }

  @Test func `is in lower case`() {
    let judgement = judge(.identifierLowerCase, both: otherIdentifier.lowercased())
    #expect(judgement.message.contains("is in lower case on both sides"))
    #expect(judgement.evidence.last?.wanted == otherIdentifier)
    #expect(judgement.offsets == [1_000, 5_000])
    #expect(judge(.identifierLowerCase, both: otherIdentifier).passes)
    #expect(judge(.identifierLowerCase, both: "img_0001").isNotApplicable)
    #expect(
      Rule.identifierLowerCase.judgePair { $0.movie.setIdentifier(otherIdentifier.lowercased()) }
        .isNotApplicable)
  }

  @Test(
    arguments: zip(
      [
        "00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "123e4567-e89b-12d3-a456-426614174000",
      ],
      ["the nil UUID", "one digit repeated", "well-known example", "well-known example"]))
  func `is a placeholder`(text: String, kind: String) {
    let judgement = judge(.identifierPlaceholder, both: text)
    #expect(judgement.findings.count == 1)
    #expect(judgement.message.contains(text) && judgement.message.contains(kind))
    #expect(judgement.offsets == [1_000, 5_000])
  }

  @Test func `is a placeholder in one half`() {
    let judgement = Rule.identifierPlaceholder.judgePair {
      $0.movie.setIdentifier("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    }
    #expect(judgement.message.contains("of the movie"))
    #expect(judgement.offsets == [5_000])
    #expect(Rule.identifierPlaceholder.judgePair().passes)
    #expect(judge(.identifierPlaceholder, both: "11111111-1111-4111-8111-111111111111").passes)
  }
}

@Suite("identifier/encoding")
struct IdentifierEncodingTests {
  let rule = Rule.identifierEncoding

  @Test(
    arguments: zip(
      [
        StoredIdentifier.Oddity.dataType(21), .makerNoteType(7), .noClosingNUL, .extraNULs(1),
        .extraNULs(3), .whiteSpace, .notUTF8,
      ],
      [
        "data type 21", "MakerNote type 7", "lacks its closing NUL", "1 NUL too many",
        "3 NULs too many", "white space", "not UTF-8",
      ]))
  func `tells each unusual form`(oddity: StoredIdentifier.Oddity, words: String) {
    let judgement = rule.judgePair { $0.movie.setIdentifier(Pair.exampleIdentifier, [oddity]) }
    #expect(judgement.message.contains(words))
    #expect(judgement.offsets == [5_000])
  }

  @Test func `passes the usual form and keeps damage apart`() {
    #expect(rule.judgePair().passes)
    #expect(rule.judgePair { $0.still.identifier = .unreadable(.test) }.unreadableFile != nil)
    let judgement = rule.judgePair {
      $0.movie.identifier = .unreadable(.test)
      $0.still.setIdentifier(Pair.exampleIdentifier, [.noClosingNUL])
    }
    #expect(judgement.offsets == [1_000])
  }
}

@Suite("identifier/multiple and identifier/reused")
struct IdentifierCountTests {
  private func stray(_ text: String) -> StrayIdentifier {
    StrayIdentifier(
      identifier: StoredIdentifier(text: text), carrier: .userData,
      place: Place("moov/udta/meta", offset: 8_000, length: 36))
  }

  @Test func `two different identifiers in the movie fail`() {
    let judgement = Rule.identifierMultiple.judgePair {
      $0.movie.otherIdentifiers = [stray(otherIdentifier)]
    }
    #expect(judgement.message.contains(Pair.exampleIdentifier))
    #expect(judgement.message.contains("and also \(otherIdentifier)"))
    #expect(judgement.offsets == [5_000, 8_000])
  }

  @Test func `two different identifiers in the still fail`() {
    let judgement = Rule.identifierMultiple.judgePair {
      $0.still.otherIdentifiers = [stray(otherIdentifier)]
    }
    #expect(judgement.offsets == [1_000, 8_000])
  }

  @Test func `the same one twice passes`() {
    #expect(Rule.identifierMultiple.judgePair().passes)
    #expect(
      Rule.identifierMultiple.judgePair {
        $0.movie.strayIdentifiers = [stray(Pair.exampleIdentifier)]
      }.passes)
  }

  @Test func `another pair with the same identifier fails and is named`() {
    let judgement = Rule.identifierReused.judgeSurrounded(by: {
      $0.sharers = [.init(still: FilePath("b/IMG_0009.JPG"), movie: FilePath("b/IMG_0009.MOV"))]
    })
    #expect(judgement.message.contains("b/IMG_0009.JPG with b/IMG_0009.MOV"))
    #expect(judgement.offsets == [1_000, 5_000])
    #expect(judgement.evidence.last?.file == FilePath("b/IMG_0009.MOV"))
  }

  @Test func `other pairs that are left out are counted`() {
    func message(_ count: Int) -> String {
      Rule.identifierReused.judgeSurrounded(by: {
        $0.sharers = (1...count).map {
          .init(still: FilePath("\($0).JPG"), movie: FilePath("\($0).MOV"))
        }
      }).message
    }
    #expect(message(2).hasSuffix("to other pairs: 1.JPG with 1.MOV, 2.JPG with 2.MOV"))
    #expect(message(13).hasSuffix(", 10.JPG with 10.MOV and 3 more"))
    #expect(message(20).contains("to other pairs: at least 20 pairs, such as 1.JPG with 1.MOV, "))
    #expect(message(20).hasSuffix(", 10.JPG with 10.MOV"))
  }

  @Test func `byte-equal copies are no reuse`() {
    #expect(
      Rule.identifierReused.judgeSurrounded(by: {
        $0.copies = [.init(half: .still, path: FilePath("b/IMG_0001.JPG"))]
      }).passes)
    #expect(Rule.identifierReused.judgeStill().isNotApplicable)
  }
}
