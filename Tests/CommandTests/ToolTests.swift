import Foundation
import Support
import Testing
import Validator
import Writers

@Suite struct `The tool` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"
  private let bad = "identifier-mismatch-fail-two-shots"
  private let warned = "movie-container-fail-mp42"

  @Test func `exits by what it found`() throws {
    #expect(try Tool()(good).code == 0)
    #expect(try Tool()(bad).code == 1)
    #expect(try Tool()(warned).code == 0)
    #expect(try Tool()("--fail-on", "warning", warned).code == 1)
    #expect(try Tool()("--fail-on", "never", bad).code == 0)
    #expect(try Tool()("--nonsense").code == 2)
  }

  @Test func `exits with 3 for what it could not open, unless something failed`() throws {
    let missing = try Tool()("not-there.heic")
    #expect(missing.code == 3)
    #expect(
      missing.errors
        == "livephotolint: not-there.heic: cannot be opened: No such file or directory\n")
    #expect(try Tool()(good, "not-there.heic").code == 3)
    #expect(try Tool()(bad, "not-there.heic").code == 1)
  }

  @Test func `says that nothing was judged where nothing was found`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let answer = try Tool(folder: folder.path)()
    #expect(answer.code == 0 && answer.errors == "")
    #expect(
      answer.output == "nothing to judge: no still, movie, animation or app was found\n")
    let list = try Tool(folder: folder.path)("--format", "csv")
    #expect(
      list.errors.contains("no still, movie, animation or app was found; nothing was judged"))
  }

  @Test func `judges the app archives of a folder`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try Data("no zip".utf8).write(to: folder.url.appending(path: "Maker.IPA"))
    let answer = try Tool(folder: folder.path)(".")
    #expect(answer.code == 1)
    #expect(answer.output.contains("error plist/malformed: Maker.IPA: "))
  }

  @Test func `knows a pvt folder that is typed with slashes behind it`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "IMG_0001.pvt/IMG_0001.JPG")
    try folder.copy(good, "IMG_0001.MOV", as: "IMG_0001.pvt/IMG_0001.MOV")
    let tool = Tool(folder: folder.path)
    let answer = try tool("--select", "pair/bundle-invalid", "IMG_0001.pvt")
    #expect(answer.output.contains("pair/bundle-invalid"))
    #expect(
      try tool("--select", "pair/bundle-invalid", "IMG_0001.pvt//").output
        .contains("pair/bundle-invalid"))
  }

  @Test func `refuses needs that it does not know, and none`() throws {
    let slip = try Tool()("--needs", "save,raed", ".")
    #expect(slip.code == 2)
    #expect(slip.errors.contains("read"))
    #expect(try Tool()("--needs", ",", ".").code == 2)
  }

  @Test func `reports paths as they were typed`() throws {
    #expect(
      try Tool()("--format", "json", bad).output.contains("\"path\": \"\(bad)/IMG_0001.JPG\""))
    let there = Tool(folder: "\(Corpus.path)/\(bad)")
    #expect(try there("--format", "json").output.contains("\"path\": \"IMG_0001.JPG\""))
    #expect(try there("--format", "json", ".").output.contains("\"path\": \"./IMG_0001.JPG\""))
    let whole = try there("--format", "json", "\(Corpus.path)/\(bad)").output
    #expect(whole.contains("\"path\": \"\(Corpus.path)/\(bad)/IMG_0001.JPG\""))
  }

  @Test func `reads a list of paths from standard input`() throws {
    let answer = try Tool()(
      "--format", "json", "-", input: "\(bad)/IMG_0001.JPG\n\(bad)/IMG_0001.MOV\n")
    #expect(answer.code == 1)
    #expect(answer.output.contains("\"pairedBy\": \"name\""))
  }

  @Test func `reports the same bytes on every run, however many workers there are`() throws {
    for format in ["text", "json", "junit"] {
      let once = try Tool()("--format", format, "--all-results", "--jobs", "1", ".").output
      #expect(!once.isEmpty)
      #expect(try Tool()("--format", format, "--all-results", "--jobs", "8", ".").output == once)
      #expect(try Tool()("--format", format, "--all-results", "--jobs", "8", ".").output == once)
    }
  }

  @Test func `walks a place once, however often it is named`() throws {
    let once = try Tool()("--format", "json", bad).output
    #expect(try Tool()("--format", "json", bad, "\(bad)/IMG_0001.JPG", "./\(bad)/").output == once)
  }

  @Test func `pairs what the user names, whatever the files say`() throws {
    let answer = try Tool()(
      "--format", "json", "--pair", "\(good)/IMG_0001.JPG",
      "identifier-mismatch-pass-heic-and-hevc/IMG_0001.MOV")
    #expect(answer.output.contains("\"pairedBy\": \"argument\""))
    #expect(answer.output.contains("\"pair\": 1"))
  }

  @Test func `knows identifiers that earlier runs have seen`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let list = folder.path + "/seen"
    try "\(Specimen(good).identifier)\n".write(toFile: list, atomically: true, encoding: .utf8)
    let seen = try Tool()("--seen", list, good)
    #expect(seen.code == 1 && seen.output.contains("identifier/reused"))
    #expect(try Tool()("--seen", list, "identifier-mismatch-pass-heic-and-hevc").code == 0)
    let missing = try Tool()("--seen", list + "-not", good)
    #expect(missing.code == 2 && missing.errors.contains("No such file"))
  }

  @Test func `judges animations for the Lock Screen where it is asked to`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let animation = GIFBuilder(
      size: PixelSize(width: 100, height: 100), frameCount: 31, delay: 10)
    try Data(animation.bytes).write(to: folder.url.appending(path: "many.gif"))
    let tool = Tool(folder: folder.path)
    #expect(!(try tool("many.gif").output.contains("animation/too-large")))
    #expect(
      try tool("--animation-place", "lock-screen", "many.gif").output
        .contains("animation/too-large"))
  }

  @Test func `pairs over folders by identifier`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "a/one.jpg")
    try folder.copy(good, "IMG_0001.MOV", as: "b/two.mov")
    let answer = try Tool(folder: folder.path)("--format", "json")
    #expect(answer.output.contains("\"pairedBy\": \"identifier\""))
    #expect(answer.output.contains("pair/name-differs"))
    #expect(!answer.output.contains("pair/missing"))
  }

  @Test func `writes several reports in one run`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let answer = try Tool()(
      "--output", "junit=\(folder.path)/report.xml", "--output", "json=\(folder.path)/report.json",
      bad)
    #expect(answer.output.contains("identifier/mismatch"))
    let junit = try String(contentsOfFile: folder.path + "/report.xml", encoding: .utf8)
    #expect(junit.contains("<testsuites"))
    let json = try Data(contentsOf: folder.url.appending(path: "report.json"))
    #expect(try JSONSerialization.jsonObject(with: json) is [String: Any])
    let refused = try Tool()("--output", "json=\(folder.path)/none/report.json", bad)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("none/report.json: cannot be written"))
  }

  @Test func `colours only where it is asked to`() throws {
    #expect(!(try Tool()(bad).output.contains("\u{1B}")))
    #expect(try Tool()("--color", "always", bad).output.contains("\u{1B}[1"))
    #expect(!(try Tool()("--color", "never", bad).output.contains("\u{1B}")))
  }

  @Test func `is silent on what is right where it is asked to be quiet`() throws {
    #expect(try Tool()("--quiet", good).output == "")
    let findings = try Tool()("--quiet", bad).output
    #expect(findings.contains("identifier/mismatch") && !findings.contains("1 pair:"))
  }

  @Test func `tells its version and its commands`() throws {
    #expect(try Tool()("--version").output == "livephotolint 0.1.0\n")
    let help = try Tool()("--help")
    #expect(help.code == 0 && help.output.contains("Usage:"))
    #expect(try Tool()("explain", "--help").output.contains("Usage: livephotolint explain"))
  }

  @Test func `neither waits for nor follows what is no file`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "IMG_0001.JPG")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "IMG_0001.MOV"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/loop", withDestinationPath: ".")
    let fifoIsMade = unsafe mkfifo(folder.path + "/IMG_0002.MOV", 0o600) == 0
    #expect(fifoIsMade)
    let answer = try Tool(folder: folder.path)("--format", "json")
    #expect(answer.code == 1)
    #expect(answer.output.contains("pair/missing-movie"))
    #expect(answer.output.contains("\"still\": 1"))
    let fifo = try Tool(folder: folder.path)("IMG_0002.MOV")
    #expect(fifo.code == 3 && fifo.errors.contains("is not a regular file or folder"))
  }
}
