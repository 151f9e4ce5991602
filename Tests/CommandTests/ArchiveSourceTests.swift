import Foundation
import Support
import Testing
import Validator
import Writers

@testable import Command

/// Folders of specimens and the same as archives and lists.
@Suite struct `A data set` {
  private static let good = "identifier-mismatch-pass-jpeg-and-h264"
  private static let other = "identifier-mismatch-pass-heic-and-hevc"
  private static let plain = "pair-name-only-pass-one-shot"

  /// Files under their new paths, from specimens.
  private static let files: [(specimen: String, name: String, path: String)] = [
    (good, "IMG_0001.JPG", "b/IMG_0001.JPG"), (good, "IMG_0001.MOV", "b/IMG_0001.MOV"),
    // A copy, a pair over folders, a lone still, an orphan.
    (good, "IMG_0001.JPG", "copies/IMG_0001.JPG"), (good, "IMG_0001.MOV", "copies/IMG_0001.MOV"),
    (other, "IMG_0001.HEIC", "a/IMG_0002.HEIC"), (other, "IMG_0001.MOV", "z/IMG_0003.MOV"),
    (plain, "IMG_0001.JPG", "IMG_0004.JPG"), (plain, "IMG_0001.MOV", "IMG_0004(1).MOV"),
    ("identifier-mismatch-fail-two-shots", "IMG_0001.JPG", "c/IMG_0005.JPG"),
    ("identifier-mismatch-fail-two-shots", "IMG_0001.MOV", "c/IMG_0005.MOV"),
    ("pair-crossed-fail-movies-swapped", "IMG_0001.JPG", "d/IMG_0001.JPG"),
    ("pair-crossed-fail-movies-swapped", "IMG_0001.MOV", "d/IMG_0001.MOV"),
    ("pair-crossed-fail-movies-swapped", "IMG_0002.JPG", "d/IMG_0002.JPG"),
    ("pair-crossed-fail-movies-swapped", "IMG_0002.MOV", "d/IMG_0002.MOV"),
    (good, "IMG_0001.JPG", "e/IMG_0006.pvt/IMG_0006.JPG"),
    (good, "IMG_0001.MOV", "e/IMG_0006.pvt/IMG_0006.MOV"),
    (good, "IMG_0001.JPG", "__MACOSX/IMG_0001.JPG"), (good, "IMG_0001.JPG", "e/.hidden.JPG"),
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for file in Self.files { try folder.copy(file.specimen, file.name, as: "data/\(file.path)") }
    let still = try Data(contentsOf: URL(filePath: "\(Corpus.path)/\(Self.good)/IMG_0001.JPG"))
    let movie = try Data(contentsOf: URL(filePath: "\(Corpus.path)/\(Self.good)/IMG_0001.MOV"))
    let pair = ZipArchive(
      ZipArchive.Member("IMG_0007.JPG", Array(still)),
      ZipArchive.Member("IMG_0007.MOV", Array(movie)))
    try write(Data(pair.bytes), "data/e/IMG_0007.livp")
    try write(
      Data(GIFBuilder(size: PixelSize(width: 9, height: 9), frameCount: 2, delay: 10).bytes),
      "data/gifs/a.gif")
  }

  private func write(_ data: Data, _ path: String) throws {
    let file = folder.url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  private func pack(_ command: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder.url.appending(path: "data")
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// All that is said of each subject but the commands that mend it, with paths from the data set's
  /// own folder on.
  private func findings(_ words: String..., prefix: String, input: String = "") throws -> [String] {
    let answer = try Tool(folder: folder.path)(
      words: ["--format", "json"] + words, input: input)
    #expect(answer.errors == "")
    let text = answer.output.replacing(prefix, with: "@")
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let subjects = try #require((json as? [String: Any])?["subjects"] as? [[String: Any]])
    return try subjects.map { subject in
      var subject = subject
      subject["results"] = (subject["results"] as? [[String: Any]])?.map {
        $0.filter { $0.key != "remedy" }
      }
      return String(
        decoding: try JSONSerialization.data(
          withJSONObject: subject, options: [.sortedKeys, .withoutEscapingSlashes]),
        as: UTF8.self)
    }
  }

  private func inFolder() throws -> [String] {
    let all = try findings("data", prefix: "data/")
    #expect(all.count == 10 && all.contains { $0.contains("pair/duplicate-copy") })
    return all
  }

  @Test(arguments: [
    ("stored.zip", "python3 -m zipfile -c ../stored.zip *", "/usr/bin/python3"),
    ("deflated.zip", "zip -qr ../deflated.zip .", "/usr/bin/zip"),
    ("data.tar", "tar -cf ../data.tar .", "/bin/tar"),
    ("data.tar.gz", "tar -czf ../data.tar.gz .", "/bin/tar"),
    ("data.tar.zst", "tar --zstd -cf ../data.tar.zst *", "/usr/bin/zstd"),
    ("pax.tar", "tar --format=pax -cf ../pax.tar *", "/bin/tar"),
  ])
  func `says the same as an archive`(name: String, command: String, program: String) throws {
    defer { folder.remove() }
    guard FileManager.default.isExecutableFile(atPath: program) else { return }
    try pack(command)
    #expect(try findings(name, prefix: "\(name)!") == inFolder())
  }

  @Test func `says the same as a list`() throws {
    defer { folder.remove() }
    let all = try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/data")
    let list = all.map { "data/\($0)" }
      .filter { !$0.contains("/.") && !$0.contains("__MACOSX") && $0.contains(".") }
      .filter { !$0.hasSuffix(".pvt") }
    #expect(
      try findings("-", prefix: "data/", input: list.joined(separator: "\n")) == inFolder())
    #expect(
      try findings("-", prefix: "data/", input: list.reversed().joined(separator: "\0"))
        == inFolder())
  }

  @Test func `is mended once it is unpacked`() throws {
    defer { folder.remove() }
    try pack("tar -cf ../x.tar c")
    let answer = try Tool(folder: folder.path)("x.tar")
    #expect(answer.output.contains("unpack x.tar and "))
    #expect(answer.output.contains("livephotolint fix c/IMG_0005.JPG c/IMG_0005.MOV"))
    let fix = try Tool(folder: folder.path)("fix", "x.tar")
    #expect(fix.code == 2 && fix.errors.contains("x.tar: fix writes no archives of many files"))
  }

  @Test func `may lie partly in archives`() throws {
    defer { folder.remove() }
    try pack("tar -czf z.tgz z && rm -r z && tar -cf copies.tar copies && rm -r copies")
    let all = try findings("data", prefix: "data/")
    #expect(all.count == 10)
    #expect(all.contains { $0.contains("@z.tgz!z") && $0.contains(#""pairedBy":"identifier""#) })
    #expect(
      all.contains { $0.contains("@b/IMG") && $0.contains("@copies.tar!copies") })
    let without = try Tool(folder: folder.path)("--exclude", "*.t?[rz]", "data")
    #expect(!without.output.contains("!"))
  }

  @Test func `is judged without what is excluded, packed or not`() throws {
    defer { folder.remove() }
    try pack("tar -czf ../data.tgz .")
    for (path, prefix) in [("data", "data/"), ("data.tgz", "data.tgz!")] {
      let all = try findings(
        "--exclude", "/b/", "--exclude", "IMG_000[2-7]*", "--exclude", "*.gif", path,
        prefix: prefix)
      #expect(all.count == 2)
      #expect(all.allSatisfy { $0.contains("@copies/") || $0.contains("@d/") })
    }
  }

  // MARK: Broken archives

  private var still: [UInt8] {
    get throws {
      Array(try Data(contentsOf: folder.url.appending(path: "data/b/IMG_0001.JPG")))
    }
  }
  private var movie: [UInt8] {
    get throws {
      Array(try Data(contentsOf: folder.url.appending(path: "data/b/IMG_0001.MOV")))
    }
  }

  private func judge(_ change: (inout ZipArchive) throws -> Void) throws -> Tool.Answer {
    defer { folder.remove() }
    var archive = ZipArchive(
      ZipArchive.Member("IMG_0001.JPG", try still), ZipArchive.Member("IMG_0001.MOV", try movie))
    try change(&archive)
    try write(Data(archive.bytes), "x.zip")
    return try Tool(folder: folder.path)("--format", "json", "x.zip")
  }

  @Test func `has no members that lead out of it`() throws {
    let answer = try judge { $0.members[0].name = Array("../IMG_0001.JPG".utf8) }
    #expect(answer.code == 1)
    #expect(answer.output.contains("named ../IMG_0001.JPG, which leads out of the archive"))
    #expect(answer.output.contains("pair/bundle-invalid"))
  }

  @Test(arguments: [-100, 100]) func `does not lie about sizes`(difference: Int) throws {
    let answer = try judge { $0.members[1].size += difference }
    #expect(answer.code == 1)
    #expect(
      answer.output.contains("x.zip is not a sound archive: the directory says that IMG_0001"))
  }

  @Test func `names what is encrypted`() throws {
    let answer = try judge { for index in 0...1 { $0.members[index].flags = 1 } }
    #expect(answer.code == 3)
    #expect(answer.errors.contains("x.zip!IMG_0001.MOV: IMG_0001.MOV is encrypted"))
    #expect(answer.output.contains(#""unreadable""#))
  }

  @Test func `names what is there twice`() throws {
    let answer = try judge { $0.members.append($0.members[0]) }
    #expect(answer.code == 3)
    #expect(answer.errors.contains("x.zip!IMG_0001.JPG: is in the archive more than once"))
    #expect(answer.output.contains(#""pair": 1"#))
  }

  @Test func `names archives in archives`() throws {
    let answer = try judge { $0.members.append(ZipArchive.Member("in.zip", $0.bytes)) }
    #expect(answer.code == 3)
    #expect(answer.errors.contains("x.zip!in.zip: lies in an archive"))
  }

  @Test func `may have names with line ends`() throws {
    let answer = try judge { archive in
      archive.members[0].name = Array("a\nb/IMG\n1.JPG".utf8)
      archive.members[1].name = Array("a\nb/IMG\n1.MOV".utf8)
    }
    #expect(answer.code == 0)
    #expect(answer.output.contains(#""path": "x.zip!a\nb/IMG\n1.JPG""#))
  }

  @Test func `is no archive at all`() throws {
    defer { folder.remove() }
    try write(Data("nothing of the kind".utf8), "a.zip")
    try write(Data(), "b.tar")
    try write(Data([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 1, 2]), "c.txz")
    try write(Data(try still), "d.zip")
    let answer = try Tool(folder: folder.path)("--format", "json", "a.zip", "b.tar", "c.txz")
    #expect(answer.code == 3)
    #expect(answer.errors.contains("a.zip: "))
    #expect(answer.errors.contains("b.tar: the file is empty"))
    #expect(answer.errors.contains("c.txz: is compressed by xz"))
    // A picture of a wrong name is one.
    #expect(
      try Tool(folder: folder.path)("--format", "json", "d.zip").output.contains("\"still\": 1"))
  }

  @Test(arguments: [("tar -cf ../x.tar", "x.tar", 0.6), ("zip -qr0 ../x.zip", "x.zip", 0.6)])
  func `that ends early is judged up to there`(command: String, name: String, share: Double) throws
  {
    defer { folder.remove() }
    try pack("\(command) b c")
    let file = folder.url.appending(path: name)
    let whole = try Data(contentsOf: file)
    try whole.prefix(Int(Double(whole.count) * share)).write(to: file)
    let answer = try Tool(folder: folder.path)("--format", "json", name)
    #expect(answer.code == 1)
    #expect(answer.errors.contains("\(name): "))
    #expect(answer.output.contains("\(name)!b/IMG_0001.JPG"))
    #expect(answer.output.contains("pair/bundle-invalid"))
  }

  @Test func `never stops the tool`() throws {
    defer { folder.remove() }
    try pack("tar -czf ../x.tgz b c && tar -cf ../x.tar b c e && zip -qr ../x.zip b c e")
    var random = SystemRandomNumberGenerator()
    for name in ["x.tgz", "x.tar", "x.zip"] {
      let whole = Array(try Data(contentsOf: folder.url.appending(path: name)))
      for number in 0..<12 {
        var mutant = whole
        for _ in 0..<20 {
          mutant[.random(in: 0..<mutant.count, using: &random)] = .random(in: 0...255)
        }
        if number % 3 == 0 { mutant.removeLast(.random(in: 0..<mutant.count, using: &random)) }
        try write(Data(mutant), "m-\(number)-\(name)")
      }
    }
    let answer = try Tool(folder: folder.path)("--format", "json", "--exclude", "/data/", ".")
    #expect([1, 3].contains(answer.code))
    #expect(answer.output.contains("subjects"))
  }

  @Test func `of a gigabyte with holes takes little memory`() throws {
    defer { folder.remove() }
    try pack(
      "truncate -s 1G big.mov && tar -S -czf ../x.tgz big.mov b && tar -S -cf ../x.tar big.mov b")
    var tool = Tool(folder: folder.path)
    for name in ["x.tgz", "x.tar"] {
      tool.shellLine = "ulimit -d 262144; exec \"$TOOL\" --format json \(name)"
      let answer = try tool()
      #expect(answer.output.contains("\(name)!b/IMG_0001.JPG"))
      #expect(answer.output.contains("\(name)!big.mov"))
    }
  }
}
