import Foundation
import Support
import Testing
import Validator

@testable import Command

/// `check --store` where files, folders and settings change between runs.
@Suite struct `An audit store of a set that changes` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"
  /// The identifier of both halves.
  private let identifier = "BC9ADA38-8A39-4596-83FE-25C30D84964F"

  private func query(_ sql: String, in folder: TemporaryFolder) throws -> String {
    try folder.shell("sqlite3 audit.sqlite \"\(sql)\"")
      .trimmingCharacters(in: .newlines)
  }

  /// Writes a half with another identifier.
  private func write(_ path: String, _ other: String, in folder: TemporaryFolder) throws {
    let name = "IMG_0001.\(path.suffix(3))"
    var bytes = Array(try Data(contentsOf: URL(filePath: "\(Corpus.path)/\(good)/\(name)")))
    let (old, new) = (Array(identifier.utf8), Array(other.utf8))
    for start in bytes.indices.dropLast(old.count) where bytes[start...].starts(with: old) {
      bytes.replaceSubrange(start..<start + old.count, with: new)
    }
    let target = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: target)
  }

  private func expectSame(_ words: [String], in folder: TemporaryFolder) throws {
    let tool = Tool(folder: folder.path)
    let plain = try tool(words: words + ["--format", "json", "--quiet"])
    let kept = try tool(
      words: words + ["--format", "json", "--quiet", "--store", "audit.sqlite"])
    #expect(kept.output == plain.output)
    #expect(try tool("report", "audit.sqlite", "--format", "json").output == plain.output)
  }

  @Test func `forgets a pair over folders of which one half is gone`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "x/IMG_0001.JPG")
    try folder.copy(good, "IMG_0001.MOV", as: "y/IMG_0001.MOV")
    _ = try Tool(folder: folder.path)("x", "y", "--quiet", "--store", "audit.sqlite")
    try folder.shell("rm x/*; ln -s nowhere x/IMG_0001.JPG")
    try expectSame(["x", "y"], in: folder)
    #expect(try query("SELECT group_concat(kind) FROM subjects", in: folder) == "still,movie")
  }

  @Test(arguments: ["a", "a/", "a//", "./a/", "$PWD/a/"])
  func `keeps what lies below a folder that cannot be opened, however it was typed`(form: String)
    throws
  {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for place in ["a/IMG_0001.JPG", "a/deep/IMG_0001.JPG", "a/deep/IMG_0001.MOV", "b/IMG_0002.JPG"]
    { try folder.copy(good, "IMG_0001.\(place.suffix(3))", as: place) }
    try folder.shell("(cd a/deep && zip -q ../packed.zip *)")
    let path = form.replacing("$PWD", with: folder.path)
    let tool = Tool(folder: folder.path)
    _ = try tool(path, "b", "--quiet", "--store", "audit.sqlite")
    let before = try query("SELECT * FROM files", in: folder)
    try folder.shell("mv a gone")
    let answer = try tool(path, "b", "--quiet", "--store", "audit.sqlite", "--fail-on", "never")
    #expect(answer.code == 3)
    #expect(try query("SELECT * FROM files", in: folder) == before)
  }

  @Test func `keeps files that were named where their folder cannot be reached`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let names = ["d/IMG_0001.JPG", "d/IMG_0001.MOV"]
    for name in names { try folder.copy(good, "IMG_0001.\(name.suffix(3))", as: name) }
    let words = names + ["--quiet", "--fail-on", "never", "--store", "audit.sqlite"]
    let tool = Tool(folder: folder.path)
    _ = try tool(words: words)
    let before = try query("SELECT * FROM files", in: folder)
    // A link to itself leads nowhere for anybody, also where all may be opened.
    for absence in ["mv d gone; ln -s d d", "rm d"] {
      try folder.shell(absence)
      #expect(try tool(words: words).code == 3)
      #expect(try query("SELECT * FROM files", in: folder) == before)
    }
    try folder.shell("mv gone d; rm d/IMG_0001.MOV")
    #expect(try tool(words: words).code == 3)
    #expect(try query("SELECT count(*) FROM files", in: folder) == "1")
  }

  @Test func `takes for gone only what certainly is`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.shell("mkdir r; ln -s loop r/loop")
    let root = FilePath(folder.path).appending(Array("r".utf8))
    let paths = ["loop/x", "gone", "gone/x"].map { root.appending(Array($0.utf8)) }
    #expect(UnopenedPlaces.withoutGone(paths, roots: [root]) == [paths[0]])
    #expect(UnopenedPlaces.withoutGone(paths, roots: []) == paths)
  }

  @Test(arguments: [["r", "r/c"], ["r/", "r/c"], ["r/c", "r/", "r/c/d"]])
  func `forgets a folder that is gone from another that was walked`(paths: [String]) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "r/IMG_0001.JPG")
    try folder.copy(good, "IMG_0001.JPG", as: "r/c/d/IMG_0002.JPG")
    _ = try Tool(folder: folder.path)(words: paths + ["--quiet", "--store", "audit.sqlite"])
    try folder.shell("rm -r r/c")
    try expectSame(paths, in: folder)
  }

  @Test func `holds places as whole names`() {
    let places = UnopenedPlaces([FilePath("a/"), FilePath("b.zip"), FilePath("/c//")])
    let kept = [
      UnitKey(filesLike: FilePath("a/x.JPG")), UnitKey(filesLike: FilePath("a//d/x.JPG")),
      UnitKey(.bundle, Array("a/x.pvt".utf8)), UnitKey(.archive, Array("b.zip".utf8)),
      UnitKey(.members, Array("b.zip".utf8), Array("media".utf8), Array("x".utf8)),
      UnitKey(.settled, Array("b.zip!x.JPG".utf8), Array("a/x.MOV".utf8)),
      UnitKey(.livePhoto, Array("/c/x.livp".utf8)),
    ]
    for key in kept { #expect(places.hold(key), "\(FilePath(bytes: key.bytes))") }
    let gone = [
      UnitKey(filesLike: FilePath("ab/x.JPG")), UnitKey(filesLike: FilePath("a!/x.JPG")),
      UnitKey(filesLike: FilePath("x.JPG")), UnitKey(.settled, Array("a".utf8)),
      UnitKey(.settled, Array("a/x.JPG".utf8), Array("d/x.MOV".utf8)),
      UnitKey(.animation, Array("c/x.gif".utf8)),
    ]
    for key in gone { #expect(!places.hold(key), "\(FilePath(bytes: key.bytes))") }
    #expect(UnopenedPlaces([FilePath("")]).hold(UnitKey(filesLike: FilePath("d/x.JPG"))))
    #expect(!UnopenedPlaces([FilePath("")]).hold(UnitKey(filesLike: FilePath("/d/x.JPG"))))
    #expect(!UnopenedPlaces([]).hold(UnitKey(filesLike: FilePath("x.JPG"))))
  }

  @Test func `lists nothing twice of subjects that share identifiers with changed ones`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // In the order in which identifiers are gone through: that which is as it was comes first.
    let names = (0..<3).map { "0000000\($0)-8A39-4596-83FE-25C30D84964F" }
      .sorted { IdentifierMark.hash(of: $0.utf8) < IdentifierMark.hash(of: $1.utf8) }
    try write("r/p/A.JPG", names[0], in: folder)
    try write("r/p/A.MOV", names[2], in: folder)
    try write("r/x/B.JPG", names[0], in: folder)
    try write("r/q/C.JPG", names[1], in: folder)
    try write("r/q/C.MOV", names[2], in: folder)
    try write("r/z/D.JPG", names[1], in: folder)
    try folder.shell("true")
    try expectSame(["r"], in: folder)
    try folder.shell("touch r/z/D.JPG")
    try expectSame(["r"], in: folder)
    try folder.shell("rm r/x/B.JPG")
    try expectSame(["r"], in: folder)
    #expect(
      try query("SELECT subjects, pairs FROM shared_identifiers ORDER BY 1, 2", in: folder)
        == "2|1\n2|2")
  }

  @Test func `names a pair once that shares both identifiers with another`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a", "b"] {
      try write("r/\(name)/A.JPG", "00000000-8A39-4596-83FE-25C30D84964F", in: folder)
      try write("r/\(name)/A.MOV", "00000001-8A39-4596-83FE-25C30D84964F", in: folder)
    }
    try folder.shell("printf '\\0' >> r/b/A.JPG; printf '\\0\\0\\0\\10free' >> r/b/A.MOV")
    let answer = try Tool(folder: folder.path)("r", "--format", "json")
    #expect(answer.output.contains("also belongs to another pair: r/b/A.JPG with r/b/A.MOV\""))
    try expectSame(["r"], in: folder)
  }

  @Test func `puts subjects of one path in one order, whatever has become of others`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // A still by its bytes and an animation by its name.
    try folder.copy(good, "IMG_0001.JPG", as: "e/x.gif")
    try folder.copy("identifier-mismatch-fail-two-shots", "IMG_0001.JPG", as: "e/y.JPG")
    try folder.shell("cp e/y.JPG \"$(printf 'e/\\377.JPG')\"; cp e/y.JPG e/ü.JPG")
    try expectSame(["e"], in: folder)
    try folder.shell("rm e/*.JPG")
    try expectSame(["e"], in: folder)
  }

  @Test func `is not touched by a run that is refused`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "r/IMG_0001.JPG")
    let tool = Tool(folder: folder.path)
    _ = try tool("r", "--quiet", "--store", "audit.sqlite")
    let before = try Data(contentsOf: folder.url.appending(path: "audit.sqlite"))
    for words in [["--profile", "camera"], ["--output", "csv=audit.sqlite"], ["other"]] {
      #expect(try tool(words: ["r", "--store", "audit.sqlite"] + words).code == 2)
      #expect(try Data(contentsOf: folder.url.appending(path: "audit.sqlite")) == before)
    }
    let answer = try tool("r", "--store", "new.sqlite", "--output", "csv=./new.sqlite")
    #expect(answer.code == 2)
    #expect(answer.errors.contains("./new.sqlite: is the audit store"))
    #expect(try folder.shell("ls") == "audit.sqlite\nr\n")
  }

  @Test func `forgets what an emptied folder held, and says so`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "r/IMG_0001.JPG")
    try folder.copy(good, "IMG_0001.MOV", as: "r/IMG_0001.MOV")
    let tool = Tool(folder: folder.path)
    _ = try tool("r", "--store", "audit.sqlite")
    try folder.shell("rm r/*")
    let answer = try tool("r", "--store", "audit.sqlite")
    #expect(
      answer.errors.contains(
        "audit.sqlite: nothing was found where there was something before; 1 subject was removed"))
    #expect(try query("SELECT count(*) FROM subjects", in: folder) == "0")
    let list = try tool(words: ["-", "--store", "list.sqlite"], input: "r\n")
    #expect(list.errors == "")
    try folder.copy(good, "IMG_0001.JPG", as: "r/IMG_0001.JPG")
    _ = try tool(words: ["-", "--store", "list.sqlite"], input: "r\n")
    let empty = try tool(words: ["-", "--store", "list.sqlite"], input: "")
    #expect(empty.errors.contains("list.sqlite: no path was given; what it held before was kept"))
  }

  @Test func `tells a file that cannot be opened though it is named as a member`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let pair = ["--pair", "x.zip!a.JPG", "x.zip!a.MOV"]
    let tool = Tool(folder: folder.path)
    let missing = try tool(words: pair)
    #expect(missing.code == 3)
    #expect(missing.errors.contains("x.zip!a.JPG: cannot be opened: No such file or directory"))
    _ = try tool(words: pair + ["--store", "audit.sqlite"])
    #expect(try query("SELECT count(*) FROM units WHERE stamp IS NOT NULL", in: folder) == "0")
    try folder.copy(good, "IMG_0001.JPG", as: "x.zip!a.JPG")
    try folder.copy(good, "IMG_0001.MOV", as: "x.zip!a.MOV")
    try expectSame(pair, in: folder)
  }

  @Test func `looks beside a file that is named as a member`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for half in ["JPG", "MOV"] {
      try folder.copy("pair-name-only-pass-one-shot", "IMG_0001.\(half)", as: "x.zip!a.\(half)")
    }
    try folder.shell("true")
    let pair = ["--pair", "x.zip!a.JPG", "x.zip!a.MOV"]
    try expectSame(pair, in: folder)
    let packet = """
      <a:xmpmeta xmlns:a="adobe:ns:meta/">
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <r:Description r:about="" xmlns:x="urn:x" x:ContentIdentifier="\(identifier)"/>
      </r:RDF></a:xmpmeta>
      """
    try Data(packet.utf8).write(to: folder.url.appending(path: "x.zip!a.xmp"))
    #expect(try Tool(folder: folder.path)(words: pair).output.contains(identifier))
    try expectSame(pair, in: folder)
  }

  @Test(arguments: [nil, 2, 25]) func `is told in text as the run was`(limit: Int?) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    func name(_ number: Int) -> String { "\(10_000_000 + number)-8A39-4596-83FE-25C30D84964F" }
    // Orphans that fail alike until the whole run is known: then the first ones have copies or are
    // answered by pairs.
    for number in 0..<30 {
      try write("r/A\(100 + number).JPG", name(number), in: folder)
      if number < 4 { try write("r/copies/K\(number).JPG", name(number), in: folder) }
      if (4..<12).contains(number) {
        try write("r/pairs/P\(number).JPG", name(number), in: folder)
        try write("r/pairs/P\(number).MOV", name(number), in: folder)
      }
    }
    let tool = Tool(folder: folder.path)
    let words = limit.map { ["--max-findings", "\($0)"] } ?? []
    let plain = try tool(words: ["r"] + words)
    _ = try tool("r", "--quiet", "--store", "audit.sqlite")
    let told = try tool(words: ["report", "audit.sqlite"] + words)
    #expect(plain.output == told.output)
    #expect(plain.output.contains(limit == 2 ? "left out" : "r/A112.JPG"))
  }
}
