import Foundation
import Support
import Testing

/// What the tool says of paths that were typed and give nothing to judge, or not what was meant.
@Suite struct `Inputs that are not judged as they were meant` {
  /// A still and a movie of one shot without identifiers.
  private let plain = "pair-name-only-pass-one-shot"
  private let good = "identifier-mismatch-pass-jpeg-and-h264"
  private let notJudged = "is neither a still nor a movie; it was not judged"

  private func pair(
    _ still: String, _ movie: String, of specimen: String? = nil, in folder: TemporaryFolder
  ) throws {
    try folder.copy(specimen ?? plain, "IMG_0001.JPG", as: still)
    try folder.copy(specimen ?? plain, "IMG_0001.MOV", as: movie)
  }

  private func write(_ name: String, _ bytes: [UInt8], in folder: TemporaryFolder) throws {
    try Data(bytes).write(to: folder.url.appending(path: name))
  }

  private func object(_ text: some StringProtocol) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test(arguments: ["a.txt", "real.webm", "bare"])
  func `are said where they are named, and only there`(name: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try write(name, [0x1A, 0x45, 0xDF, 0xA3, 0x9F], in: folder)
    try folder.copy(plain, "IMG_0001.JPG", as: "IMG_0001.JPG")
    let tool = Tool(folder: folder.path)
    let remark = "livephotolint: \(name): \(notJudged)\n"
    let alone = try tool(name)
    #expect(alone.code == 3 && alone.errors == remark)
    let both = try tool("IMG_0001.JPG", name)
    #expect(both.code == 3 && both.errors == remark)
    #expect(both.output.contains("1 still: no fault found; 1 input could not be judged"))
    let listed = try tool("--quiet", "-", input: "IMG_0001.JPG\n\(name)\n")
    #expect(listed.code == 3 && listed.errors == remark)
    let found = try tool()
    #expect(found.code == 0 && found.errors == "")
  }

  @Test func `leave out the sidecars of pictures that are judged`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try pair("IMG_0001.JPG", "IMG_0001.MOV", of: good, in: folder)
    try write("IMG_0001.AAE", Array("<plist/>".utf8), in: folder)
    let tool = Tool(folder: folder.path)
    let beside = try tool("IMG_0001.AAE", "IMG_0001.JPG", "IMG_0001.MOV")
    #expect(beside.code == 0 && beside.errors == "")
    let alone = try tool("IMG_0001.AAE")
    #expect(alone.code == 3 && alone.errors == "livephotolint: IMG_0001.AAE: \(notJudged)\n")
  }

  @Test func `stand in every report`() throws {
    let missing = "nofile.jpg"
    let reason = "cannot be opened: No such file or directory"
    let junit = try Tool()(missing, "--format", "junit")
    #expect(junit.code == 3)
    #expect(
      junit.output.contains(#"<testsuites name="livephotolint" tests="1" failures="0" errors"#))
    #expect(junit.output.contains(#"<error message="\#(reason)" type="unreadable">"#))
    let wanted = [["path": missing, "message": reason]]
    for format in ["json", "jsonl", "statistics-json"] {
      let lines = try Tool()(missing, "--format", format).output
      let report = try object(
        format == "jsonl" ? lines.split(separator: "\n").last ?? "" : lines[...])
      #expect(report["problems"] as? [[String: String]] == wanted, "\(format)")
    }
    let text = try Tool()(missing)
    #expect(
      text.output == "nothing to judge: no still, movie, animation or app was found; "
        + "1 input could not be judged\n")
    #expect(text.errors == "livephotolint: \(missing): \(reason)\n")
    let clean = try object(try Tool()(plain, "--format", "json").output)
    #expect(clean["problems"] == nil)
  }

  @Test func `are told once, whoever asks for them`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a.jpg", "b.jpg"] { try folder.copy(plain, "IMG_0001.JPG", as: name) }
    let pairs = ["--pair", "a.jpg", "gone.mov", "--pair", "b.jpg", "gone.mov"]
    let answer = try Tool(folder: folder.path)(
      words: pairs + ["--format", "junit", "--fail-on", "never"])
    #expect(answer.code == 3)
    #expect(
      answer.errors == "livephotolint: gone.mov: cannot be opened: No such file or directory\n")
    #expect(answer.output.matches(of: /<error\s/).count == 1)
    #expect(answer.output.contains(#"<testsuite name="input gone.mov" tests="1" failures="0""#))
  }

  @Test func `stand in the reports of an audit store too`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try pair("IMG_0001.JPG", "IMG_0001.MOV", of: good, in: folder)
    try write("a.txt", [0x61], in: folder)
    let tool = Tool(folder: folder.path)
    let first = try tool("--store", "s.db", "IMG_0001.JPG", "IMG_0001.MOV", "a.txt", "gone.mov")
    #expect(first.code == 3)
    let again = try tool("--store", "s.db", "IMG_0001.JPG", "IMG_0001.MOV", "a.txt", "gone.mov")
    #expect(again.code == 3 && again.errors == first.errors)
    let report = try object(try tool("report", "s.db", "--format", "json").output)
    let problems = try #require(report["problems"] as? [[String: String]])
    #expect(Set(problems.compactMap { $0["path"] }) == ["a.txt", "gone.mov"])
  }

  @Test func `are told apart from a pair where one was likely meant`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try pair("n.jpg", "clip.mov", in: folder)
    let tool = Tool(folder: folder.path)
    let remark =
      "livephotolint: n.jpg and clip.mov were judged apart: they share neither identifier nor "
      + "name; --pair judges them as a pair\n"
    #expect(try tool("n.jpg", "clip.mov").errors == remark)
    #expect(try tool("clip.mov", "n.jpg", "--format", "json").errors == remark)
    #expect(try tool("--quiet", "n.jpg", "clip.mov").errors == "")
    #expect(try tool(".").errors == "")
    #expect(try tool("--pair", "n.jpg", "clip.mov").errors == "")
    try pair("same.jpg", "same.mov", in: folder)
    #expect(try tool("same.jpg", "same.mov").errors == "")
  }

  @Test func `are taken in their order where a movie was given before its still`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try pair("n.jpg", "clip.mov", in: folder)
    let tool = Tool(folder: folder.path)
    let right = try tool("--format", "json", "--pair", "n.jpg", "clip.mov")
    let swapped = try tool("--format", "json", "--pair", "clip.mov", "n.jpg")
    #expect(swapped.output == right.output && swapped.code == right.code)
    #expect(
      swapped.errors == "livephotolint: --pair takes the still first: n.jpg was judged as the "
        + "still, clip.mov as the movie\n")
    #expect(right.errors == "")
  }

  @Test func `are no reports that take each other's place`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: ".")
    let tool = Tool(folder: folder.path)
    for other in ["a.json", "./a.json", "link/a.json", folder.path + "/a.json"] {
      let answer = try tool("--output", "json=a.json", "--output", "csv=\(other)", Corpus.path)
      #expect(answer.code == 2 && answer.output == "")
      #expect(answer.errors.contains("two reports go to one file: a.json"))
    }
    #expect(
      try tool("--output", "json=/dev/null", "--output", "csv=/dev/null", "link").code == 0)
    let standard = try tool("--output", "json=-")
    #expect(standard.code == 2 && standard.errors.contains("is --format json"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["link"])
  }
}
