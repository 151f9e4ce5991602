import Foundation
import Readers
import Testing
import Writers

@testable import Command

@Suite struct `Fix as asked` {
  @Test func `takes the identifier and the moment that it is given`() throws {
    let pair = try FaultyPair("identifier-mismatch-pass-jpeg-and-h264")
    defer { pair.folder.remove() }
    let identifier = "0ab4e1f2-3c4d-4e5f-8a9b-0c1d2e3f4a5b"
    let answer = try pair.tool(
      "fix", "-o", "out", "--identifier", identifier, "--still-time", "0.5", "--format", "json", "."
    )
    #expect(answer.code == 0)
    #expect(answer.output.contains("\"text\": \"\(identifier.uppercased())\""))
    let inspected = try pair.tool("inspect", "out/IMG_0001.JPG", "out/IMG_0001.MOV").output
    #expect(inspected.components(separatedBy: identifier.uppercased()).count == 3)
    #expect(try pair.tool("out").code == 0)
    let late = try pair.tool("fix", "--still-time", "90", "-o", "late", "out")
    #expect(late.code == 2)
    #expect(late.errors.contains("out/IMG_0001.MOV: 90 s lies outside the video"))
    #expect(!pair.names.contains { $0.hasPrefix("late") })
  }

  @Test func `gives no two pairs one identifier or one path`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for place in ["a", "b"] {
      for name in ["IMG_0001.JPG", "IMG_0001.MOV"] {
        try folder.copy(
          place == "a" ? FaultyPair.specimen : "identifier-multiple-fail-second-key", name,
          as: "\(place)/\(name)")
      }
    }
    let tool = Tool(folder: folder.path)
    let shared = try tool(
      "fix", "--identifier", "14880F5C-7BC7-4FE1-A6C0-3CFA3E0C4E4B", "a", "b")
    #expect(shared.code == 2)
    #expect(shared.errors.contains("--identifier goes with one pair"))
    let files = ["a/IMG_0001.JPG", "a/IMG_0001.MOV", "b/IMG_0001.JPG", "b/IMG_0001.MOV"]
    let answer = try tool("fix", "--force", "-o", "out", files[0], files[1], files[2], files[3])
    #expect(answer.code == 2)
    #expect(answer.errors.contains("was written in this run already"))
    #expect(try tool("out").code == 0)
  }

  @Test func `mends a still that stands alone`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy("geometry-exif-size-stale-fail-before-crop", "IMG_0001.JPG", as: "a.JPG")
    let tool = Tool(folder: folder.path)
    let answer = try tool("fix", "--in-place", "a.JPG")
    #expect(answer.output.contains("mended: note geometry/exif-size-stale"))
    #expect(try contents(of: folder.path).keys.sorted() == ["a.JPG", "a.JPG.bak"])
    #expect(try tool("--fail-on", "note", "--select", "geometry/*", "a.JPG").code == 0)
  }

  @Test func `leaves nothing half-written where a signal ends it`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    // A box of free space of some gigabytes, which takes no room on the disk and time to copy.
    let movie = pair.folder.url.appending(path: "IMG_0001.MOV")
    let bytes = [UInt8](try Data(contentsOf: movie))
    let length: UInt64 = 8 << 30
    let box = (UInt32(1).bytes(.bigEndian) + Array("free".utf8) + length.bytes(.bigEndian))
    let handle = try FileHandle(forWritingTo: movie)
    try handle.seekToEnd()
    try handle.write(contentsOf: box)
    try handle.truncate(atOffset: UInt64(bytes.count) + length)
    try handle.close()
    func names() -> [String] {
      (try? FileManager.default.subpathsOfDirectory(atPath: pair.folder.path).sorted()) ?? []
    }
    let before = names()
    for words in [["-o", "out"], ["--in-place"]] {
      let process = try pair.tool.started(["fix"] + words + ["."])
      while process.isRunning, !names().contains(where: { $0.contains(".livephotolint-") }) {
        Thread.sleep(forTimeInterval: 0.002)
      }
      process.terminate()
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(names() == before)
    }
  }

  @Test func `mends the faults of chosen rules only`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    let other = try pair.tool("fix", "--select", "still-time/*", ".")
    #expect(other.code == 0)
    #expect(other.output == "1 pair: there is nothing to mend\n")
    #expect(try pair.tool("fix", "--ignore", "identifier/mismatch", ".").code == 0)
    #expect(try pair.tool("fix", "--select", "identifier/*", ".").code == 1)
  }

  @Test func `does not tie two shots together because they share a name`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(FaultyPair.specimen, "IMG_0001.JPG", as: "IMG_0001.JPG")
    try folder.copy("capture-time-differs-fail-ten-minutes", "IMG_0001.MOV", as: "IMG_0001.MOV")
    let tool = Tool(folder: folder.path)
    let whole = try tool("fix", ".")
    #expect(whole.output.contains("may be two shots that share a name"))
    #expect(!whole.output.contains("to mend: error identifier/mismatch"))
    let named = try tool("fix", "IMG_0001.JPG", "IMG_0001.MOV")
    #expect(named.output.contains("to mend: error identifier/mismatch"))
  }

  @Test(arguments: [
    [], ["-o", "a", "--in-place", "."], ["--force", "."], ["--identifier", "abc", "."],
    ["--still-time", "-1", "."], ["--still-time", "soon", "."], ["--select", "nothing/such", "."],
    ["-o", "", "."],
  ])
  func `refuses what it does not understand`(words: [String]) {
    #expect(throws: UsageError.self) { try FixOptions(words) }
  }
}
