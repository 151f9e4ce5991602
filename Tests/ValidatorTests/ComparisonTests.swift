import Rules
import Support
import Testing
import Validator

@Suite struct `Parts of two files` {
  /// A part that says something.
  private func part(
    _ key: String, _ value: String, digest: Int? = nil, at offset: UInt64 = 0,
    _ children: ComparedPart...
  ) -> ComparedPart {
    ComparedPart(
      key, path: key, offset: offset, length: 8, value: value, digest: digest, children: children)
  }

  /// A file of some parts.
  private func file(_ parts: ComparedPart..., form: String = "jpeg") -> ComparedPart {
    ComparedPart("", path: "file", offset: 0, length: 8, form: form, children: parts)
  }

  private func told(_ reference: ComparedPart, _ candidate: ComparedPart) -> [String] {
    PartComparison.differences(in: .movie, reference: reference, candidate: candidate).map {
      "\($0.change.rawValue) \($0.key)"
    }
  }

  @Test func `do not differ by where they stand or in which order`() {
    let one = file(part("ftyp", "qt", at: 0), part("moov", "", at: 20, part("mvhd", "2 s")))
    let other = file(part("moov", "", at: 8, part("mvhd", "2 s")), part("ftyp", "qt", at: 90))
    #expect(told(one, other).isEmpty)
  }

  @Test func `differ by what they say, and by what only one has`() {
    let one = file(part("a", "1"), part("b", "2"), part("c", "3", part("d", "")))
    let other = file(part("a", "1"), part("b", "4"), part("e", "5"))
    #expect(told(one, other) == ["changed b", "lost c", "added e"])
    let lost = PartComparison.differences(in: .still, reference: one, candidate: other)[1]
    #expect(lost.holds == ["c/d"])
    #expect(lost.reference?.value == "3")
    #expect(lost.candidate == nil)
  }

  @Test func `differ by bytes that are not written out`() {
    let found = PartComparison.differences(
      in: .still, reference: file(part("x", "512 bytes", digest: 1)),
      candidate: file(part("x", "512 bytes", digest: 2)))
    #expect(found.map(\.isBeyondShown) == [true])
    // Where one of them was not read, nothing is claimed.
    #expect(told(file(part("x", "", digest: 1)), file(part("x", ""))).isEmpty)
  }

  @Test func `are told as one where many of a kind are lost`() {
    var one = file(part("tile", "512×512"))
    one.children += (2...9).map { part("tile[\($0)]", "512×512") }
    let found = PartComparison.differences(in: .still, reference: one, candidate: file())
    #expect(found.map(\.key) == ["tile[…]"])
    #expect(found.first?.count == 9)
  }

  @Test func `of two forms need not hold the same, but Exif`() {
    let one = file(part("meta", ""), part("Exif", "MM"), form: "heic")
    let other = file(part("DQT", ""), part("SOF", ""), form: "jpeg")
    #expect(told(one, other) == ["lost Exif"])
  }
}

@Suite struct `Coded media of two files` {
  private func compare(_ own: [Int], _ copy: [Int], problem: String? = nil) -> CodedComparison? {
    CodedComparison.comparisons(
      reference: [CodedPart("video", of: "sample", digests: own)],
      candidate: [CodedPart("video", of: "sample", digests: copy, problem: problem)]
    ).first
  }

  @Test func `are equal sample by sample`() {
    let comparison = compare([1, 2, 3], [1, 2, 3])
    #expect(comparison?.state == .equal)
    #expect(comparison?.equalCount == 3)
    #expect(comparison?.firstDifferent == nil)
  }

  @Test func `tell how many samples differ and which is the first`() {
    let comparison = compare([1, 2, 3, 4], [1, 2, 9, 4])
    #expect(comparison?.state == .different)
    #expect(comparison?.equalCount == 3)
    #expect(comparison?.firstDifferent == 3)
  }

  @Test func `may be an excerpt`() {
    #expect(compare([5, 1, 2, 3, 4], [1, 2, 3])?.state == .excerpt)
    #expect(compare([1, 2, 3], [1, 2, 3, 4])?.state == .different)
    #expect(compare([1, 2, 3, 4], [2, 4])?.state == .different)
  }

  @Test func `claim nothing of what was not read`() {
    #expect(compare([1, 2, 3], [1, 2], problem: "cut")?.state == .notCompared)
    #expect(compare([1, 2, 3], [1, 2, 3], problem: "cut")?.state == .notCompared)
    // What was read may differ all the same.
    #expect(compare([1, 2, 3], [1, 9], problem: "cut")?.state == .different)
  }

  @Test func `may be there on one side alone`() {
    let sound = CodedPart("sound", of: "sample", digests: [1])
    let lost = CodedComparison.comparisons(reference: [sound], candidate: [])
    let added = CodedComparison.comparisons(reference: [], candidate: [sound])
    #expect(lost.map(\.state) == [.lost])
    #expect(added.map(\.state) == [.added])
    #expect(added.first?.candidateCount == 1)
  }

  @Test func `count samples of a few bytes by the run`() {
    var own = CodedPart("sound", of: "sample", digests: [1, 2, 3], count: 2_500)
    own.samplesPerDigest = 1_000
    var copy = own
    copy.digests = [1, 9, 3]
    let comparison = CodedComparison.comparisons(reference: [own], candidate: [copy]).first
    #expect(comparison?.firstDifferent == 1_001)
    #expect(comparison?.equalCount == 2_000)
  }
}

@Suite struct `A comparison` {
  /// Parts of the example still or movie, with some values changed.
  static func file(
    _ facts: ComparedFile.Facts, _ parts: [ComparedPart] = [], coded: [Int] = [1, 2]
  ) -> ComparedFile {
    let name = if case .still = facts { "picture" } else { "video" }
    return ComparedFile(
      facts: facts, parts: ComparedPart("", path: "file", offset: 0, length: 9, children: parts),
      coded: [CodedPart(name, of: "sample", digests: coded)])
  }

  static func part(_ key: String, _ value: String, at offset: UInt64 = 100) -> ComparedPart {
    ComparedPart(key, path: key, offset: offset, length: 4, value: value)
  }

  private func verdict(
    _ change: (inout Movie) -> Void = { _ in }, coded: [Int] = [8, 9]
  ) -> HalfComparison {
    var copy = Movie.example
    change(&copy)
    return HalfComparison(
      .movie, reference: Self.file(.movie(.example)),
      candidate: Self.file(.movie(copy), coded: coded), haveEqualBytes: false)
  }

  @Test func `tells a copy from another coding and another shot`() {
    #expect(verdict(coded: [1, 2]).verdict == .sameMedia)
    #expect(verdict(coded: [1]).verdict == .excerpt)
    #expect(verdict().verdict == .reencoded)
    #expect(verdict(coded: [1, 9, 2]).verdict == .partlySame)
    let later = WallTime(localSeconds: 1_800_000_000, zoneMinutes: 0, text: "2027-01-15T08:00:00Z")
    let other = verdict { $0.creationDate = .present(later, at: .example) }
    #expect(other.verdict == .otherShot)
    #expect(other.reasons.first?.contains("2027-01-15") == true)
  }

  @Test func `says that nothing tells where nothing does`() {
    let bare = verdict { movie in
      movie.identifier = .absent(searched: [])
      movie.creationDate = .absent(searched: [])
      movie.duration = .absent(searched: [])
    }
    #expect(bare.verdict == .different)
    #expect(bare.reasons.isEmpty)
  }

  @Test func `takes a movie of as many frames and one length for the same shot`() {
    let stripped = verdict { movie in
      movie.identifier = .absent(searched: [])
      movie.creationDate = .absent(searched: [])
    }
    #expect(stripped.verdict == .reencoded)
  }

  @Test func `of equal bytes finds nothing`() {
    let half = HalfComparison(
      .still, reference: Self.file(.still(.example)), candidate: Self.file(.still(.example)),
      haveEqualBytes: true)
    #expect(half.isSame)
    #expect(half.verdict == .identical)
  }

  @Test func `says how many differences of a hostile file are not told`() {
    let parts = (0..<4_100).map { Self.part("box \($0)", "\($0)") }
    let half = HalfComparison(
      .movie, reference: Self.file(.movie(.example)),
      candidate: Self.file(.movie(.example), parts), haveEqualBytes: false)
    #expect(half.differences.count == 4_000)
    #expect(half.notCompared == ["100 further parts that differ"])
  }

  @Test func `of other bytes with the same parts says so`() {
    let half = verdict(coded: [1, 2])
    #expect(half.differences.map(\.key) == ["layout"])
    #expect(!half.isSame)
  }

  /// The example pair against itself with an identifier lost from the movie, and a date changed.
  private func comparison(_ coded: [Int]) -> Comparison {
    let key = "com.apple.quicktime.content.identifier"
    let own = [
      Self.part("ftyp", "qt"), Self.part(key, "5B1C"),
      Self.part("com.apple.quicktime.model", "iPhone"),
      Self.part("com.apple.quicktime.creationdate", "noon"), Self.part("free form", "1"),
    ]
    let copy = [
      Self.part("ftyp", "qt"), Self.part("com.apple.quicktime.model", "Android"),
      Self.part("com.apple.quicktime.creationdate", "night"), Self.part("free form", "2"),
    ]
    var pair = Pair.example
    pair.movie.identifier = .absent(searched: [.example])
    pair.movie.creationDate = .absent(searched: [])
    pair.movie.duration = .absent(searched: [])
    let half = HalfComparison(
      .movie, reference: Self.file(.movie(.example), own),
      candidate: Self.file(.movie(pair.movie), copy, coded: coded), haveEqualBytes: false)
    let engine = Engine(rules: Catalogue.rules, profile: .photos)
    return Comparison(
      [half], reference: engine.judge(Subject(.pair(.example))),
      candidate: engine.judge(Subject(.pair(pair))), profile: .photos)
  }

  private func told(_ comparison: Comparison) -> [String] {
    comparison.groups.map { group in
      let keys = group.differences.map { $0.key.split(separator: ".").last.map(String.init) ?? "" }
      let rank =
        switch group.rank {
        case .fault(let fault): fault.rule.id
        case .read: "read"
        case .other: "other"
        case .shot: "shot"
        }
      return ([rank] + keys).joined(separator: " ")
    }
  }

  @Test func `puts first what a rule fails over`() {
    let groups = told(comparison([1, 2]))
    #expect(groups.first == "identifier/missing-in-movie identifier")
    #expect(groups.suffix(2) == ["read model creationdate", "other free form"])
  }

  @Test func `folds what every shot has of its own where it may be another`() {
    let groups = told(comparison([8, 9]))
    #expect(groups.suffix(3) == ["read model", "other free form", "shot creationdate"])
  }

  @Test func `says which rules fail on both sides and on the reference`() {
    var pair = Pair.example
    pair.movie.identifier = .absent(searched: [.example])
    let engine = Engine(rules: Catalogue.rules, profile: .photos)
    let good = engine.judge(Subject(.pair(.example)))
    let bad = engine.judge(Subject(.pair(pair)))
    #expect(
      Comparison([], reference: bad, candidate: good, profile: .photos).referenceFaults
        .map(\.rule.id) == ["identifier/missing-in-movie"])
    let both = Comparison([], reference: bad, candidate: bad, profile: .photos)
    #expect(both.sharedFaults.map(\.rule.id) == ["identifier/missing-in-movie"])
    #expect(both.groups.isEmpty)
  }
}

@Suite struct `The parts that rules look at` {
  /// Rules about names, neighbours and whole files, whose proof is in no part.
  private static let ofNoPart: Set<String> = [
    "pair/ambiguous", "pair/bundle-invalid", "pair/crossed", "pair/duplicate-copy",
    "pair/edited-mixed", "pair/extension-mismatch", "pair/missing-movie", "pair/missing-still",
    "pair/name-differs", "pair/name-only", "pair/same-bytes", "still/exif-prefix",
  ]

  @Test func `are named for every rule of pairs and their files`() {
    let media = Catalogue.rules.filter { $0.ground == .media }.map(\.id)
    let unnamed = Set(media.filter { RuleFields.words(of: $0).isEmpty })
    #expect(unnamed == Self.ofNoPart)
  }
}
