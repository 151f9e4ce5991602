import Support
import Testing
import Validator

@testable import Writers

@Suite struct `A new identifier` {
  @Test func `is a random UUID in upper case`() {
    let made = (0..<200).map { _ in StoredIdentifier.random() }
    #expect(Set(made).count == 200)
    for text in made {
      #expect(StoredIdentifier(text: text).isUUID && text == text.uppercased())
      // RFC 9562: version 4 and variant 10 stand in the first digits of the third and fourth part.
      #expect(Array(text.utf8)[14] == UInt8(ascii: "4"))
      #expect("89AB".utf8.contains(Array(text.utf8)[19]))
    }
  }
}

@Suite struct `The identifier of a mended pair` {
  private let one = "14880F5C-7BC7-4FE1-A6C0-3CFA3E0C4E4B"
  private let other = "D94E7A61-2D1F-4B7E-9C70-5A1B2C3D4E5F"
  private let place = Place("file", offset: 0, length: 1)

  private func pair(_ still: String?, _ movie: String?, change: (inout Pair) -> Void = { _ in })
    -> Pair
  {
    func field(_ text: String?) -> Field<StoredIdentifier> {
      text.map { .present(StoredIdentifier(text: $0), at: place) } ?? .absent(searched: [place])
    }
    var pair = Pair.example
    pair.still.identifier = field(still)
    pair.movie.identifier = field(movie)
    change(&pair)
    return pair
  }

  private func chosen(_ pair: Pair, _ results: [RuleResult] = [], asked: String? = nil)
    -> ChosenIdentifier
  {
    ChosenIdentifier(for: pair, results, asked: asked)
  }

  private func stray(_ text: String, _ carrier: StrayIdentifier.Carrier) -> StrayIdentifier {
    StrayIdentifier(identifier: StoredIdentifier(text: text), carrier: carrier, place: place)
  }

  @Test func `is the still's, then the movie's`() {
    #expect(chosen(pair(one, other)).text == one)
    #expect(chosen(pair(nil, other)).text == other)
    #expect(chosen(pair(nil, other)).origin == "the movie's own")
  }

  @Test func `is the one that both halves know, wherever it stands`() {
    let second = pair(one, other) { $0.still.otherIdentifiers = [stray(other, .makerNote)] }
    #expect(chosen(second) == ChosenIdentifier(other, origin: "what both halves carry"))
    let key = pair(one, other) { $0.movie.otherIdentifiers = [stray(one, .userData)] }
    #expect(chosen(key).text == one)
  }

  @Test func `is one from another place where the right one is empty`() {
    let xmp = pair(nil, nil) { $0.still.strayIdentifiers = [stray(one, .xmp)] }
    #expect(chosen(xmp) == ChosenIdentifier(one, origin: "from another place in the still"))
    let userData = pair(nil, nil) { $0.movie.strayIdentifiers = [stray(other, .userData)] }
    #expect(chosen(userData).text == other)
  }

  @Test func `is in upper case`() {
    #expect(chosen(pair(one.lowercased(), one.lowercased())).text == one)
    #expect(chosen(pair(one, one.lowercased())).text == one)
  }

  @Test func `is new where there is none, or none that is a UUID`() {
    for pair in [pair(nil, nil), pair("holiday", "holiday"), pair("", nil)] {
      let chosen = chosen(pair)
      #expect(chosen.origin == "random: each run draws another")
      #expect(StoredIdentifier(text: chosen.text).isUUID)
    }
    #expect(chosen(pair("holiday", other)).text == other)
  }

  @Test func `is never an example or another pair's`() throws {
    for id in ["identifier/placeholder", "identifier/reused"] {
      let rule = Rule(
        id, title: "", breaks: [.pairs], levels: .always(.error), grade: .documented, sources: [],
        rationale: "", remedy: "", staysQuiet: "", symptoms: [], mend: .identifier,
        check: .subject { _, _ in .pass })
      let result = RuleResult(
        rule: rule, state: .fail,
        evidence: [Evidence(in: FilePath("a"), at: place, found: one.lowercased())])
      #expect(chosen(pair(one, one), [result]).origin == "random: each run draws another")
      #expect(chosen(pair(one, other), [result]).text == other)
    }
  }

  @Test func `is what a person asks for`() {
    #expect(chosen(pair(one, one), asked: other).text == other)
  }
}

@Suite struct `The name of a mended file` {
  @Test(arguments: [
    ("IMG_0001.HEIC", "IMG_0001.JPG"), ("img.heic", "img.jpg"), ("Img.Heic", "Img.jpg"),
    ("IMG.E1.HEIC", "IMG.E1.JPG"), ("IMG_0001", "IMG_0001.JPG"), ("picture", "picture.jpg"),
    (".hidden", ".hidden.jpg"), ("a.1", "a.jpg"),
  ])
  func `gets its extension in the letter case of the old one`(old: String, new: String) {
    var name = FileName(old.utf8)
    name.setExtension(of: .jpeg, caseLike: nil)
    #expect(String(decoding: name.bytes, as: UTF8.self) == new)
  }

  @Test func `takes the case of its partner's where it has none`() {
    var name = FileName("IMG_0001".utf8)
    name.setExtension(of: .quicktime, caseLike: FileName("IMG_0001.jpg".utf8))
    #expect(String(decoding: name.bytes, as: UTF8.self) == "IMG_0001.mov")
  }

  @Test func `keeps bytes that are no text`() {
    var name = FileName([0xE9, 0x2E, 0x68])
    name.setExtension(of: .jpeg, caseLike: nil)
    #expect(name.bytes == [0xE9, 0x2E, 0x6A, 0x70, 0x67])
  }
}
