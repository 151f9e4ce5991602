import Reporters
import Support
import Testing
import Validator

/// A pair held against a copy that lost its identifier and was named to do harm.
private let example: Comparison = {
  func part(_ key: String, _ value: String, _ offset: UInt64, digest: Int? = nil) -> ComparedPart {
    ComparedPart(
      key, path: "moov/" + key, offset: offset, length: 40, value: value, digest: digest)
  }
  func file(_ facts: ComparedFile.Facts, _ parts: [ComparedPart], _ coded: [CodedPart])
    -> ComparedFile
  {
    ComparedFile(
      facts: facts, parts: ComparedPart("", path: "file", offset: 0, length: 9, children: parts),
      coded: coded)
  }
  var pair = Pair.example
  pair.still.file.path = FilePath("copy/\u{1B}[31mIMG\n0001.JPG")
  pair.movie.file.path = FilePath("copy/IMG_0001.MOV")
  pair.movie.identifier = .present(
    StoredIdentifier(text: "14880F5C-0000-4A4A-8B8B-9C9C9C9C9C9C"),
    at: Place("moov/com.apple.quicktime.content.identifier", offset: 5_008, length: 36))
  let key = "com.apple.quicktime.content.identifier"
  let still = HalfComparison(
    .still,
    reference: file(
      .still(.example), [part("XMP", "445 bytes", 90, digest: 1)],
      [CodedPart("picture", of: "tile", digests: [1, 2])]),
    candidate: file(
      .still(pair.still), [part("XMP", "445 bytes", 90, digest: 2)],
      [CodedPart("picture", of: "tile", digests: [1, 2])]), haveEqualBytes: false)
  var many = (1...12).map { part("box\($0)", "\($0)", UInt64($0)) }
  let shared = [part("mvhd", "2 s", 60)]
  var cut = CodedPart("live-photo-info", of: "sample", digests: [1])
  cut.problem = "the samples lie over one another"
  var candidate = file(
    .movie(pair.movie),
    shared + [part(key, "\"14880F5C\" (type 1, UTF-8)", 5_000)]
      + many.map { part($0.key, "\u{1B}[2J", 7) },
    [CodedPart("video", of: "sample", digests: [7, 8, 3]), cut])
  candidate.notRead = ["the file: more parts than are shown"]
  let movie = HalfComparison(
    .movie,
    reference: file(
      .movie(.example), shared + [part(key, "\"5B1C3A7E\" (type 1, UTF-8)", 5_000)] + many,
      [
        CodedPart("video", of: "sample", digests: [1, 2, 3]), cut,
        CodedPart("sound", of: "sample", digests: [1]),
      ]), candidate: candidate, haveEqualBytes: false)
  let engine = Engine(rules: Rule.examples, profile: .photos)
  return Comparison(
    [still, movie], reference: engine.judge(Subject(.pair(.example))),
    candidate: engine.judge(Subject(.pair(pair))), profile: .photos)
}()

@Suite struct `A comparison in words` {
  private func text(_ width: Int, showsAll: Bool = false) -> String {
    ComparisonText(width: width, usesColour: false, showsAll: showsAll).render(example)
  }

  @Test(arguments: [80, 120])
  func `looks as it did`(width: Int) throws {
    try expect(text(width), matchesSnapshot: "comparison-\(width).txt")
  }

  @Test func `fits the page`() {
    #expect(text(80).split(separator: "\n").allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") })
  }

  @Test func `lets no byte of the files act on the terminal`() {
    #expect(!text(100, showsAll: true).contains("\u{1B}"))
  }

  @Test func `leaves out what no rule minds unless asked`() {
    #expect(text(100).contains("more (--all)"))
    #expect(!text(100, showsAll: true).contains("(--all)"))
    #expect(text(100, showsAll: true).contains("box12"))
  }

  @Test func `says where nothing differs`() {
    let file = ComparedFile(
      facts: .still(.example), parts: ComparedPart("", path: "file", offset: 0, length: 9),
      coded: [])
    let half = HalfComparison(.still, reference: file, candidate: file, haveEqualBytes: true)
    let report = Engine(rules: [], profile: .photos).judge(Subject(.still(.example)))
    let same = Comparison([half], reference: report, candidate: report, profile: .photos)
    let text = ComparisonText(width: 80, usesColour: false).render(same)
    #expect(text.hasSuffix("\nNothing differs.\n"))
    #expect(text.contains("the same file, byte for byte"))
  }
}

@Suite struct `A comparison as JSON` {
  @Test func `looks as it did`() throws {
    try expect(ComparisonJSON.render(example), matchesSnapshot: "comparison.json")
  }

  @Test(.enabled(if: CheckingProgram.hasJSONSchema, "jsonschema of Python is not installed"))
  func `is valid by its schema`() throws {
    let program = CheckingProgram.jsonschema(of: "livephotolint-comparison-1")
    #expect(try program.faults(in: ComparisonJSON.render(example)).isEmpty)
    let broken = ComparisonJSON.render(example).replacing("\"lost\"", with: "\"gone\"")
    #expect(try !program.faults(in: broken).isEmpty)
  }
}
