import Foundation
import Readers
import Rules
import Support
import Testing
import Validator

@testable import Command

/// `check --store` of archives that change, end early or cannot be read whole.
@Suite struct `An audit store of archives` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"

  /// A folder with `r/a.tar`, which holds two pairs in two folders, and what it was made of in `q`.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      try folder.copy(good, "IMG_0001.JPG", as: "q/\(name)/IMG_0001.JPG")
      try folder.copy(good, "IMG_0001.MOV", as: "q/\(name)/IMG_0001.MOV")
    }
    try folder.shell("mkdir r; tar cf r/a.tar -C q a b")
    return folder
  }

  /// Whether a store holds what one that was made just now does.
  private func expectFresh(_ folder: TemporaryFolder, _ comment: Comment = "") throws {
    let tool = Tool(folder: folder.path)
    let plain = try tool("r", "--format", "json", "--quiet")
    let again = try tool("r", "--format", "json", "--quiet", "--store", "audit.sqlite")
    #expect(again.output == plain.output, comment)
    #expect(again.code == plain.code && again.errors == plain.errors, "\(comment): \(again.errors)")
    #expect(try tool("report", "audit.sqlite", "--format", "json").output == plain.output, comment)
    try folder.shell("rm -f fresh.sqlite")
    _ = try tool("r", "--quiet", "--store", "fresh.sqlite")
    let keys = "'SELECT hex(key), stamp, hex(rest) FROM units ORDER BY key'"
    #expect(
      try folder.shell("sqlite3 audit.sqlite \(keys)")
        == folder.shell("sqlite3 fresh.sqlite \(keys)"), comment)
  }

  @Test(arguments: [
    "truncate -s $(( $(stat -c %s r/a.tar) / 2 )) r/a.tar", "echo none > r/a.tar", ": > r/a.tar",
    "printf '\\3757zXZ\\000' > r/a.tar", "tar cf r/a.tar -C q b", "tar czf r/a.tar -C q a",
  ])
  func `follows what becomes of an archive`(change: String) throws {
    let folder = try folder()
    defer { folder.remove() }
    _ = try Tool(folder: folder.path)("r", "--quiet", "--store", "audit.sqlite")
    try folder.shell(change)
    try expectFresh(folder, "\(change)")
    try expectFresh(folder, "\(change), once more")
  }

  @Test func `reads an archive again of which a member could not be read whole`() throws {
    let folder = try folder()
    defer { folder.remove() }
    // More than is looked at behind a movie's boxes.
    try folder.shell("truncate -s +5M q/a/IMG_0001.MOV; tar cf r/a.tar -C q a b")
    for number in 1...3 { try expectFresh(folder, "run \(number)") }
    let stamps = "SELECT count(*) FROM units WHERE stamp IS NULL AND key > x'6D' AND key < x'6E'"
    #expect(try folder.shell("sqlite3 audit.sqlite \"\(stamps)\"") == "1\n")
  }

  @Test func `goes on after a run that was stopped behind an archive that had become smaller`()
    throws
  {
    let folder = try folder()
    defer { folder.remove() }
    let tool = Tool(folder: folder.path)
    _ = try tool("r", "--quiet", "--store", "audit.sqlite")
    try folder.shell("cp audit.sqlite stopped.sqlite; tar cf r/a.tar -C q b")
    _ = try tool("r", "--quiet", "--store", "audit.sqlite")
    // The mark of its end is committed before what is gone is removed.
    let marks = "SELECT * FROM n.units WHERE key >= x'78' AND key < x'79'"
    try folder.shell(
      "sqlite3 stopped.sqlite \"ATTACH 'audit.sqlite' AS n; INSERT OR REPLACE INTO units \(marks)\"; "
        + "mv stopped.sqlite audit.sqlite")
    try expectFresh(folder)
  }

  @Test func `keeps members under the stamp that their archive had before it was gone through`()
    throws
  {
    let folder = try folder()
    defer { folder.remove() }
    let judge = Judge(
      reader: MediaReader(plan: ReadingPlan()),
      engine: Engine(rules: Catalogue.rules, profile: .photos), keepsFacts: true)
    let store = try AuditStore(
      FilePath("\(folder.path)/audit.sqlite"),
      StoreSettings(try CheckOptions([folder.path]), seen: []))
    let keeper = UnitKeeper(judge: judge, store: store)
    let archive = FilePath("\(folder.path)/r/a.tar")
    let list = try ArchiveScan(of: archive, filter: PathFilter(), judge: judge).list
    let files = try list.numbers.map {
      RunFile(path: try judge.archived.member($0).path, member: $0)
    }
    func stamps() throws -> [UInt64?] {
      var settled = ChunkResult()
      try keeper.settled([files[0]], into: &settled) { _ in }
      let chunk = try ChunkJudge(judge: judge, keeper: keeper, claimed: [])(
        .members([[list.numbers[0]]]))
      return (settled.units + chunk.units).map(\.stamp)
    }
    #expect(try stamps() == [nil, nil], "nobody knows what it was")
    judge.archived.keep(stamp: 42, of: archive)
    let before = try stamps()
    try folder.shell("touch r/a.tar")
    #expect(try stamps() == before && before.last == 42)
  }
}
