import Foundation
import Readers
import Support
import Testing
import Validator
import Writers

@testable import Command

@Suite struct `Fix` {
  @Test func `shows the plan alone unless it is told where to write`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    let before = pair.files
    let plan = try pair.tool("fix", "IMG_0001.JPG", "IMG_0001.MOV")
    #expect(plan.code == 1)
    #expect(plan.output.contains("to mend: error identifier/mismatch"))
    #expect(plan.output.contains("before: offset "))
    #expect(plan.output.contains("Nothing was written: -o DIR"))
    #expect(try pair.tool("fix", "--dry-run", "-o", "out", ".").code == 1)
    #expect(try pair.tool("fix", "-n", "--in-place", ".").code == 1)
    #expect(pair.files == before)
  }

  @Test func `writes both halves into a folder, below it as they were`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    try FileManager.default.createDirectory(
      at: pair.folder.url.appending(path: "in/sub"), withIntermediateDirectories: true)
    for name in ["IMG_0001.JPG", "IMG_0001.MOV"] {
      try FileManager.default.moveItem(
        at: pair.folder.url.appending(path: name),
        to: pair.folder.url.appending(path: "in/sub/\(name)"))
    }
    let answer = try pair.tool("fix", "-o", "new/out", "in")
    #expect(answer.code == 0)
    #expect(
      pair.names == [
        "in/sub/IMG_0001.JPG", "in/sub/IMG_0001.MOV", "new/out/sub/IMG_0001.JPG",
        "new/out/sub/IMG_0001.MOV",
      ])
    #expect(try pair.tool("new").code == 0)
    #expect(
      try pair.tool("fix", "-o", "third", "new").output == "1 pair: there is nothing to mend\n")
    #expect(!pair.names.contains { $0.hasPrefix("third") })
  }

  @Test func `never writes over a file without being told to`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    try Data("mine".utf8).write(to: pair.folder.url.appending(path: "IMG_0001.txt"))
    try FileManager.default.createDirectory(
      at: pair.folder.url.appending(path: "out"), withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: pair.folder.url.appending(path: "out/IMG_0001.MOV"))
    let before = pair.files
    let refused = try pair.tool("fix", "-o", "out", "IMG_0001.JPG", "IMG_0001.MOV")
    #expect(refused.code == 2)
    #expect(
      refused.errors
        == "livephotolint: out/IMG_0001.MOV: is there already; --force replaces it\n")
    #expect(pair.files == before)
    #expect(try pair.tool("fix", "--force", "-o", "out", "IMG_0001.JPG", "IMG_0001.MOV").code == 0)
    #expect(try pair.tool("out").code == 0)
  }

  @Test func `never writes over its own sources, whatever it is told`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    let before = pair.files
    let answer = try pair.tool("fix", "--force", "-o", ".", "IMG_0001.JPG", "IMG_0001.MOV")
    #expect(answer.code == 2)
    #expect(answer.errors.contains("./IMG_0001.JPG: is a file of this run; --in-place"))
    #expect(pair.files == before)
  }

  @Test func `keeps the old files when it writes in place`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    let before = pair.files
    #expect(try pair.tool("fix", "--in-place", ".").code == 0)
    // The still's identifier is taken, so the movie alone changes.
    #expect(pair.names == ["IMG_0001.JPG", "IMG_0001.MOV", "IMG_0001.MOV.bak"])
    #expect(pair.files["IMG_0001.MOV.bak"] == before["IMG_0001.MOV"])
    #expect(pair.files["IMG_0001.JPG"] == before["IMG_0001.JPG"])
    #expect(try pair.tool(".").code == 0)
    let mended = pair.files
    #expect(try pair.tool("fix", "--in-place", ".").code == 0)
    #expect(pair.files == mended)
  }

  @Test func `takes the next name for what it keeps`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    let mine = Data("mine".utf8)
    for name in ["IMG_0001.MOV.bak", "IMG_0001.MOV.2.bak"] {
      try mine.write(to: pair.folder.url.appending(path: name))
    }
    let old = pair.files["IMG_0001.MOV"]
    #expect(try pair.tool("fix", "--in-place", "IMG_0001.JPG", "IMG_0001.MOV").code == 0)
    #expect(pair.files["IMG_0001.MOV.3.bak"] == old)
    #expect(pair.files["IMG_0001.MOV.bak"] == mine && pair.files["IMG_0001.MOV.2.bak"] == mine)
  }

  @Test func `renames in place, and never onto another file`() throws {
    let pair = try FaultyPair("pair-name-differs-fail-hevc-suffix")
    defer { pair.folder.remove() }
    let old = pair.files["IMG_0001_HEVC.MOV"]
    try Data("mine".utf8).write(to: pair.folder.url.appending(path: "IMG_0001.MOV"))
    let before = pair.files
    let words = ["IMG_0001.HEIC", "IMG_0001_HEVC.MOV"]
    let refused = try pair.tool("fix", "--in-place", words[0], words[1])
    #expect(refused.code == 2)
    #expect(refused.errors.contains("IMG_0001.MOV: is there already"))
    #expect(pair.files == before)
    try FileManager.default.removeItem(at: pair.folder.url.appending(path: "IMG_0001.MOV"))
    #expect(try pair.tool("fix", "--in-place", ".").code == 0)
    #expect(pair.files["IMG_0001.MOV"] == old)
    #expect(pair.names == ["IMG_0001.HEIC", "IMG_0001.MOV"])
  }

  @Test func `writes a bundle anew, with all that lies in it`() throws {
    let pair = try FaultyPair("pair-bundle-invalid-fail-no-metadata")
    defer { pair.folder.remove() }
    let note = pair.folder.url.appending(path: "IMG_0001.pvt/.note")
    try Data("mine".utf8).write(to: note)
    let before = pair.files
    #expect(try pair.tool("fix", "-o", "out", "IMG_0001.pvt/").code == 0)
    #expect(pair.files["out/IMG_0001.pvt/.note"] == Data("mine".utf8))
    #expect(try pair.tool("out").code == 0)
    #expect(try pair.tool("fix", "--in-place", "IMG_0001.pvt").code == 0)
    #expect(pair.files["IMG_0001.pvt/metadata.plist"] != nil)
    for (name, bytes) in before {
      #expect(pair.files[name] == bytes)
      #expect(pair.files[name.replacing("IMG_0001.pvt/", with: "IMG_0001.pvt.bak/")] == bytes)
    }
    #expect(try pair.tool(".", "--ignore", "pair/duplicate-copy", "--fail-on", "note").code == 0)
  }

  @Test func `takes the files out of an archive, and does not write the archive`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let specimen = "\(Corpus.path)/\(FaultyPair.specimen)"
    let halves = try ["IMG_0001.JPG", "IMG_0001.MOV"].map { name in
      ZipArchive.Member(name, [UInt8](try Data(contentsOf: URL(filePath: "\(specimen)/\(name)"))))
    }
    let archive = folder.url.appending(path: "IMG_0001.livp")
    try Data(ZipArchive(halves[0], halves[1]).bytes).write(to: archive)
    let before = try contents(of: folder.path)
    let tool = Tool(folder: folder.path)
    let refused = try tool("fix", "--in-place", "IMG_0001.livp")
    #expect(refused.code == 2)
    #expect(refused.errors.contains("IMG_0001.livp: an archive is not written in place"))
    #expect(try contents(of: folder.path) == before)
    #expect(try tool("fix", "-o", "out", "IMG_0001.livp").code == 0)
    #expect(
      try contents(of: folder.path).keys.sorted()
        == ["IMG_0001.livp", "out/IMG_0001.JPG", "out/IMG_0001.MOV"])
    #expect(try tool("out").code == 0)
  }

  @Test func `mends all pairs of a folder, and leaves the good ones alone`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for (index, specimen) in [
      FaultyPair.specimen, "identifier-mismatch-pass-jpeg-and-h264", "movie-container-fail-mp42",
      "still-time-missing-fail-no-track",
    ].enumerated() {
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(Corpus.path)/\(specimen)")
      where name != "expected.json" {
        try folder.copy(specimen, name, as: "\(index)/\(name)")
      }
    }
    let tool = Tool(folder: folder.path)
    let wanted = ["0", "2", "3"].flatMap { ["\($0)/IMG_0001.JPG", "\($0)/IMG_0001.MOV"] }
    for (output, roots) in [("one", ["."]), ("many", ["0", "1", "2/", "./3"])] {
      let answer =
        roots.count == 1
        ? try tool("fix", "-o", output, roots[0])
        : try tool("fix", "-o", output, roots[0], roots[1], roots[2], roots[3])
      #expect(answer.code == 0)
      #expect(answer.output.hasSuffix("4 pairs: 3 faults mended\n"))
      let written = try contents(of: folder.url.appending(path: output).path).keys.sorted()
      #expect(written == wanted)
      try FileManager.default.removeItem(at: folder.url.appending(path: output))
    }
  }

  @Test(arguments: ["IMG 0001's", "-IMG_0001", "IMG_Ä\u{1F3D4}"])
  func `copes with names of every kind`(stem: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for type in ["JPG", "MOV"] {
      try folder.copy(FaultyPair.specimen, "IMG_0001.\(type)", as: "\(stem).\(type)")
    }
    let tool = Tool(folder: folder.path)
    #expect(try tool("fix", "--in-place", "--", "\(stem).JPG", "\(stem).MOV").code == 0)
    #expect(try tool(".").code == 0)
    #expect(
      try contents(of: folder.path).keys.sorted()
        == ["\(stem).JPG", "\(stem).MOV", "\(stem).MOV.bak"])
  }

  @Test func `copes with names that are no text`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let root = FilePath(folder.path)
    for type in ["JPG", "MOV"] {
      let source = try FileSource(
        FilePath("\(Corpus.path)/\(FaultyPair.specimen)/IMG_0001.\(type)"))
      let file = try StagedFile(for: root.appending([0x49, 0xE9, 0x2E] + Array(type.utf8)))
      try file.append(0..<source.size, of: source)
      try file.publish(replaces: false)
    }
    let outcome = try await Mending.run("--in-place", folder.path)
    #expect(outcome.reports.map(\.state) == [.mended])
    let names = try Directory.entries(of: root).map(\.name)
    #expect(
      names == [
        [0x49, 0xE9, 0x2E] + Array("JPG".utf8), [0x49, 0xE9, 0x2E] + Array("MOV".utf8),
        [0x49, 0xE9, 0x2E] + Array("MOV.bak".utf8),
      ])
  }

  @Test func `keeps permissions and times`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    let path = pair.folder.url.appending(path: "IMG_0001.MOV").path
    let date = Date(timeIntervalSince1970: 1_600_000_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640, .modificationDate: date], ofItemAtPath: path)
    #expect(try pair.tool("fix", "--in-place", ".").code == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(attributes[.modificationDate] as? Date == date)
  }

  @Test func `says what it cannot open, and where it cannot write`() throws {
    let pair = try FaultyPair()
    defer { pair.folder.remove() }
    let missing = try pair.tool("fix", "IMG_0001.JPG", "nowhere.MOV")
    #expect(missing.code == 3)
    #expect(missing.errors.contains("nowhere.MOV: "))
    let before = pair.files
    let blocked = try pair.tool("fix", "-o", "IMG_0001.JPG/out", "IMG_0001.JPG", "IMG_0001.MOV")
    #expect(blocked.code == 2)
    #expect(blocked.errors.contains("IMG_0001.JPG/out: "))
    let device = try pair.tool("fix", "-o", "/proc/out", "IMG_0001.JPG", "IMG_0001.MOV")
    #expect(device.code == 2)
    #expect(device.errors.contains("/proc/out: cannot be made: "))
    #expect(pair.files == before)
  }
}
