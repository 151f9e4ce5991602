import Rules
import Support
import Testing
import Validator

@Suite("The catalogue")
struct CatalogueTests {
  /// The families that the catalogue page knows; a replaced rule may belong to any of them.
  let knownFamilies: Set = [
    "pair", "identifier", "still-time", "movie", "still", "geometry", "capture", "wallpaper",
    "usage", "localisation", "plist", "extension", "live-activity", "privacy", "animation",
  ]

  @Test func `names each rule once`() {
    let ids = Catalogue.rules.map(\.id)
    #expect(!ids.isEmpty)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `lists each family in one piece`() {
    var runs: [String] = []
    for rule in Catalogue.rules where runs.last != rule.family { runs.append(rule.family) }
    #expect(Set(runs).count == runs.count)
    #expect(knownFamilies.isSuperset(of: runs))
  }

  @Test func `gives ids a family and a name in lower case`() {
    for rule in Catalogue.rules {
      let parts = rule.id.split(separator: "/")
      #expect(parts.count == 2, "\(rule.id)")
      #expect(rule.id.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "/" }, "\(rule.id)")
    }
  }

  @Test(arguments: Catalogue.rules.map(\.id))
  func `says everything in full sentences`(id: String) throws {
    let rule = try #require(Catalogue.rules.first { $0.id == id })
    for text in [rule.rationale, rule.remedy, rule.staysQuiet] {
      #expect(text.count > 20)
      #expect(text.hasSuffix("."))
      #expect(text.first?.isLowercase == false || text.hasPrefix("exiftool"))
      #expect(!text.contains("  ") && !text.contains("\n"))
      #expect(!text.contains("livephotolint fix"))
    }
    #expect(!rule.title.isEmpty && !rule.title.hasSuffix("."))
    #expect(rule.title.first?.isLowercase == true || startsWithName(rule.title))
    #expect(!rule.sources.isEmpty)
    #expect(rule.sources.allSatisfy { !$0.text.isEmpty })
    #expect(!rule.breaks.isEmpty)
  }

  @Test func `never asks for a level above what the grade allows`() {
    for rule in Catalogue.rules {
      for profile in Profile.allCases {
        #expect(rule.severity(in: profile) == rule.levels[profile], "\(rule.id) in \(profile)")
      }
    }
  }

  @Test(arguments: Symptom.allCases)
  func `knows a rule and something outside the files for each symptom`(symptom: Symptom) {
    #expect(Catalogue.rules.contains { $0.symptoms.contains(symptom) })
    #expect(!OutsideCause.known(for: [symptom]).isEmpty)
  }

  @Test func `names each symptom of a rule once`() {
    for rule in Catalogue.rules {
      #expect(Set(rule.symptoms).count == rule.symptoms.count, "\(rule.id)")
    }
  }

  /// What PhotoKit does with a pair that it cannot join (published analysis, field reports).
  @Test func `tags what keeps Photos from joining the halves with its errors`() {
    for id in [
      "identifier/missing-in-still", "identifier/missing-in-movie", "identifier/misplaced",
      "identifier/mismatch", "identifier/case-differs",
    ] {
      let symptoms = Catalogue.rules.first { $0.id == id }?.symptoms ?? []
      #expect(
        Set(symptoms).isSuperset(of: [.twoItems, .savedAsStill, .invalidResource, .internalError]),
        "\(id)")
    }
  }

  @Test func `replaces only rules that exist`() {
    let families = Set(Catalogue.rules.map(\.family))
    for rule in Catalogue.rules {
      for pattern in rule.replaces {
        let family = String(pattern.prefix { $0 != "/" })
        #expect(knownFamilies.contains(family), "\(rule.id) replaces \(pattern)")
        let isNamed = Catalogue.rules.contains { $0.isNamed(by: pattern) }
        #expect(isNamed || !families.contains(family), "\(rule.id) replaces \(pattern)")
      }
    }
  }

  @Test func `replaces without going round in circles`() {
    let rules = Catalogue.rules
    // Take away rules that nothing left replaces until none is left; a circle would stay.
    var left = rules
    while true {
      let free = left.filter { rule in
        !left.contains { other in
          other.id != rule.id && other.replaces.contains { rule.isNamed(by: $0) }
        }
      }
      if free.isEmpty { break }
      left.removeAll { rule in free.contains { $0.id == rule.id } }
    }
    #expect(left.map(\.id).isEmpty)
  }

  private func startsWithName(_ title: String) -> Bool {
    ["Exif", "HEIC", "JPEG", "MakerNote"].contains { title.hasPrefix($0) }
  }
}

@Suite("A camera's pair")
struct CameraPairTests {
  @Test(arguments: Profile.allCases)
  func `has no finding and nothing unreadable`(profile: Profile) {
    let families = ["pair", "identifier", "still-time"]
    let engine = Engine(
      rules: Catalogue.rules.filter { families.contains($0.family) }, profile: profile)
    #expect(engine.judge(Subject(.pair(.example))).results.isEmpty)
  }

  @Test func `with halves that differ is told of by one rule`() {
    var pair = Pair.example
    pair.bond = .name
    pair.movie.setIdentifier("not a uuid")
    let families = ["pair", "identifier", "still-time"]
    let engine = Engine(
      rules: Catalogue.rules.filter { families.contains($0.family) }, profile: .photos)
    let results = engine.judge(Subject(.pair(pair))).results
    #expect(results.map(\.rule.id) == ["identifier/mismatch"])
  }

  @Test func `that stands crossed with another is told of by one rule`() {
    var pair = Pair.example
    pair.movie.file.path = FilePath("IMG_0001(1).MOV")
    var subject = Subject(.pair(pair))
    subject.surroundings.strangers = [
      .init(
        beside: .still, path: FilePath("IMG_0001.MOV"), identifier: "another", truePartner: nil)
    ]
    let engine = Engine(
      rules: Catalogue.rules.filter { ["pair", "identifier"].contains($0.family) },
      profile: .photos)
    #expect(engine.judge(subject).results.map(\.rule.id) == ["pair/crossed"])
  }

  @Test func `whose movie is a copy of the still is told of by one rule`() {
    var pair = Pair.example
    pair.bond = .name
    let other = ReadError(.otherContent, "the file is a picture", at: .example)
    var file = pair.movie.file
    file.type = .jpeg
    file.size = pair.still.file.size
    pair.movie = Movie(file: file, unreadable: other)
    let engine = Engine(
      rules: Catalogue.rules.filter { ["pair", "identifier"].contains($0.family) },
      profile: .photos)
    let results = engine.judge(Subject(.pair(pair))).results
    #expect(results.map(\.rule.id) == ["pair/same-bytes"])
  }
}
