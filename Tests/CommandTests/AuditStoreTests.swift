import Foundation
import Readers
import Rules
import Support
import Testing
import Validator

@testable import Command

/// `check --store`, `judge` and `report`.
@Suite struct `The audit store` {
  private let good = "identifier-mismatch-pass-jpeg-and-h264"
  private let bad = "identifier-mismatch-fail-two-shots"

  /// A set with pairs in one folder and over folders, copies, orphans, archives, bundles, an app
  /// and animations.
  private func set() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var tool = Tool(folder: folder.path, environment: ["CORPUS": Corpus.path, "GOOD": good])
    tool.shellLine = """
      set -e
      mkdir -p set/far/a set/far/b
      for specimen in $(cd "$CORPUS" && ls -d identifier-* pair-* still-time-* animation-* usage-*)
      do cp -r "$CORPUS/$specimen" set/; done
      cp "$CORPUS/$GOOD/IMG_0001.JPG" set/far/a/A.JPG
      cp "$CORPUS/$GOOD/IMG_0001.MOV" set/far/b/B.MOV
      cd set
      zip -qr packed.zip pair-*
      tar czf packed.tar.gz still-time-*
      """
    let answer = try tool()
    try #require(answer.code == 0, "\(answer.errors)")
    return folder
  }

  /// All rows that do not depend on when or where they were written.
  private func dump(_ folder: TemporaryFolder, _ name: String) throws -> String {
    var tool = Tool(folder: folder.path)
    tool.shellLine = """
      for table in audit subjects files results problems records units; do
        sqlite3 -readonly -quote \(name) "SELECT '$table', * FROM $table ORDER BY 1, 2, 3" || exit 1
      done
      """
    let answer = try tool()
    try #require(answer.code == 0, "\(answer.errors)")
    return answer.output
  }

  private func query(_ folder: TemporaryFolder, _ sql: String) throws -> String {
    var tool = Tool(folder: folder.path, environment: ["SQL": sql])
    tool.shellLine = "sqlite3 -readonly audit.sqlite \"$SQL\""
    let answer = try tool()
    try #require(answer.code == 0, "\(answer.errors)")
    return answer.output.trimmingCharacters(in: .newlines)
  }

  @Test func `changes nothing of what a run says`() throws {
    let folder = try set()
    defer { folder.remove() }
    let tool = Tool(folder: folder.path)
    for format in ["text", "json", "statistics", "junit"] {
      let plain = try tool("set", "--format", format)
      let first = try tool("set", "--format", format, "--store", "\(format).sqlite")
      let second = try tool("set", "--format", format, "--store", "\(format).sqlite")
      #expect(first.output == plain.output)
      #expect(second.output == plain.output)
      #expect(first.errors == plain.errors)
      #expect(second.errors == plain.errors)
      #expect(second.code == plain.code)
    }
  }

  @Test(arguments: ["text", "json", "statistics", "statistics-json", "junit"])
  func `is told as the run was`(format: String) throws {
    let folder = try set()
    defer { folder.remove() }
    let tool = Tool(folder: folder.path)
    let plain = try tool("set", "--format", format)
    _ = try tool("set", "--quiet", "--store", "audit.sqlite")
    // The files are not needed any more.
    try FileManager.default.moveItem(atPath: "\(folder.path)/set", toPath: "\(folder.path)/gone")
    let told = try tool("report", "audit.sqlite", "--format", format)
    #expect(told.output == plain.output)
    #expect(told.code == plain.code)
    let all = try tool("report", "audit.sqlite", "--format", format, "--all-results")
    try FileManager.default.moveItem(atPath: "\(folder.path)/gone", toPath: "\(folder.path)/set")
    #expect(try tool("set", "--format", format, "--all-results").output == all.output)
  }

  @Test(arguments: ["wallpaper", "camera"])
  func `is judged anew without the files`(profile: String) throws {
    let folder = try set()
    defer { folder.remove() }
    let tool = Tool(folder: folder.path)
    _ = try tool("set", "--quiet", "--store", "audit.sqlite")
    let judged = try tool("judge", "audit.sqlite", "--profile", profile, "--format", "json")
    let plain = try tool("set", "--profile", profile, "--format", "json")
    #expect(judged.output == plain.output)
    #expect(judged.code == plain.code)
    let one = try tool("judge", "audit.sqlite", "--select", "identifier/*", "--format", "json")
    #expect(try tool("set", "--select", "identifier/*", "--format", "json").output == one.output)
  }

  @Test func `of a run that was killed again and again is that of one that was not`() async throws {
    let folder = try set()
    defer { folder.remove() }
    let tool = Tool(folder: folder.path)
    for name in ["x", "y", "z"] {
      try FileManager.default.copyItem(
        atPath: "\(folder.path)/set/pair-ambiguous-fail-second-movie",
        toPath: "\(folder.path)/set/\(name)")
    }
    _ = try tool("set", "--quiet", "--store", "whole.sqlite")
    let whole = try dump(folder, "whole.sqlite")
    let seed = UInt64.random(in: 0...(.max))
    var random = SeededNumbers(seed: seed)
    for _ in 0..<10 {
      let process = try tool.started(["set", "--quiet", "--store", "audit.sqlite"])
      try await Task.sleep(for: .milliseconds(Int(random.next(below: 1_500))))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let last = try tool("set", "--quiet", "--store", "audit.sqlite")
    #expect(last.code == 1)
    #expect(try dump(folder, "audit.sqlite") == whole, "moments of seed \(seed)")
  }

  @Test func `of a set that changed between stops is that of the changed set`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a", "b", "c"] {
      try folder.copy(good, "IMG_0001.JPG", as: "\(name)/IMG_0001.JPG")
      try folder.copy(good, "IMG_0001.MOV", as: "\(name)/IMG_0001.MOV")
    }
    let tool = Tool(folder: folder.path)
    let arguments = ["--store", "audit.sqlite", "--format", "json"]
    #expect(try tool(words: arguments).output.contains("pair/duplicate-copy"))
    // One copy becomes another file, and the results of another are those of before.
    let handle = try FileHandle(forUpdating: folder.url.appending(path: "b/IMG_0001.MOV"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([0, 0, 0, 8]) + Data("free".utf8))
    try handle.close()
    try FileManager.default.removeItem(at: folder.url.appending(path: "c"))
    let plain = try tool("--format", "json")
    let again = try tool(words: arguments)
    #expect(again.output == plain.output)
    #expect(try tool("report", "audit.sqlite", "--format", "json").output == plain.output)
  }

  @Test func `keeps what lies where nothing can be opened for once`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a", "b"] {
      try folder.copy(good, "IMG_0001.JPG", as: "\(name)/IMG_000\(name).JPG")
    }
    let tool = Tool(folder: folder.path)
    _ = try tool("a", "b", "--store", "audit.sqlite")
    try FileManager.default.moveItem(atPath: "\(folder.path)/b", toPath: "\(folder.path)/away")
    let answer = try tool("a", "b", "--store", "audit.sqlite", "--fail-on", "never")
    #expect(answer.code == 3)
    #expect(try query(folder, "SELECT count(*) FROM subjects") == "2")
  }

  @Test func `takes what is there twice`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "IMG_0001.JPG")
    try folder.copy(good, "IMG_0001.MOV", as: "IMG_0001.MOV")
    try folder.copy("animation-too-large-pass-at-limit", "dog.gif", as: "dog.gif")
    var tool = Tool(folder: folder.path)
    tool.shellLine = "tar cf twice.tar dog.gif && tar rf twice.tar dog.gif && rm dog.gif"
    #expect(try tool().code == 0)
    tool.shellLine = nil
    let pair = ["--pair", "IMG_0001.JPG", "IMG_0001.MOV"]
    let answer = try tool(
      words: pair + pair + ["twice.tar", "--store", "audit.sqlite", "--fail-on", "never"])
    #expect(answer.errors.contains("is in the archive more than once; the last was judged"))
    #expect(try query(folder, "SELECT group_concat(kind) FROM subjects") == "animation,pair")
  }

  @Test func `is of one place and keeps what an empty list would remove`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "a/IMG_0001.JPG")
    try folder.copy(good, "IMG_0001.JPG", as: "b/IMG_0001.JPG")
    let store = "\(folder.path)/audit.sqlite"
    let first = Tool(folder: "\(folder.path)/a")
    #expect(try first("--store", store, "--fail-on", "never").code == 0)
    #expect(try first("./", "--store", store, "--fail-on", "never").code == 0)
    let second = try Tool(folder: "\(folder.path)/b")("--store", store)
    #expect(second.code == 2)
    #expect(second.errors.contains("holds an audit of paths that were typed in another folder"))
    let list = Tool(folder: folder.path)
    _ = try list(words: ["-", "--store", "list.sqlite"], input: "a\nb\n")
    _ = try list(words: ["-", "--store", "list.sqlite"], input: "")
    #expect(try list("report", "list.sqlite", "--format", "csv").output.contains("b/IMG_0001.JPG"))
  }

  @Test func `reads again what it could not read in time`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["IMG_0001.JPG", "IMG_0001.MOV"] { try folder.copy(good, name, as: name) }
    let tool = Tool(folder: folder.path)
    var arguments = ["--store", "audit.sqlite", "--format", "json"]
    _ = try tool(words: arguments + ["--file-timeout", "0.001"])
    let plain = try tool("--format", "json")
    #expect(try tool(words: arguments).output == plain.output)
    // An archive that is there only later.
    arguments = ["set.zip", "--store", "archive.sqlite", "--format", "json"]
    _ = try tool(words: arguments)
    var shell = tool
    shell.shellLine = "zip -q set.zip IMG_0001.*"
    _ = try shell()
    #expect(try tool(words: arguments).output.contains("set.zip!IMG_0001.JPG"))
  }

  /// Whatever a store holds that this tool did not write there, it says so and does not end as by a
  /// fault of its own.
  @Test(arguments: [
    "UPDATE records SET report = x'00'", "UPDATE records SET facts = x'FF'", "DELETE FROM records",
    "UPDATE units SET first = 9223372036854775807", "UPDATE units SET count = -1",
    "UPDATE units SET rest = x'01FFFFFF7F00000000000000'", "UPDATE subjects SET kind = 'dog'",
    "UPDATE units SET rest = x'0109010000000000'",
    "UPDATE subjects SET id = 9223372036854775807 WHERE id = 1", "DROP TABLE results",
    "DELETE FROM audit", "UPDATE audit SET value = 'x' WHERE name LIKE 'option%'",
  ])
  func `that was tampered with is told`(sql: String) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["IMG_0001.JPG", "IMG_0001.MOV"] { try folder.copy(good, name, as: name) }
    var tool = Tool(folder: folder.path, environment: ["SQL": sql])
    _ = try tool("--store", "audit.sqlite")
    tool.shellLine = "sqlite3 audit.sqlite \"$SQL\""
    #expect(try tool().code == 0)
    tool.shellLine = nil
    for words in [
      ["--store", "audit.sqlite"], ["report", "audit.sqlite"], ["judge", "audit.sqlite"],
    ] {
      let answer = try tool(words: words + ["--fail-on", "never"])
      #expect([0, 2].contains(answer.code), "\(words): \(answer.errors)")
    }
  }

  @Test func `follows what changes`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["IMG_0001", "IMG_0002"] {
      try folder.copy(good, "IMG_0001.JPG", as: "\(name)/\(name).JPG")
      try folder.copy(good, "IMG_0001.MOV", as: "\(name)/\(name).MOV")
    }
    try folder.copy(bad, "IMG_0001.JPG", as: "bad/IMG_0003.JPG")
    try folder.copy(bad, "IMG_0001.MOV", as: "bad/IMG_0003.MOV")
    let tool = Tool(folder: folder.path)
    let arguments = ["--store", "audit.sqlite", "--format", "json"]
    #expect(try tool(words: arguments).code == 1)
    let ids = "SELECT group_concat(id || path) FROM (SELECT * FROM subjects ORDER BY id)"
    let before = try query(folder, ids)
    let again = try tool(words: arguments)
    #expect(try query(folder, ids) == before)
    #expect(again.code == 1)

    try FileManager.default.removeItem(at: folder.url.appending(path: "bad"))
    try Data("no picture".utf8).write(to: folder.url.appending(path: "IMG_0001/IMG_0001.JPG"))
    try folder.copy(good, "IMG_0001.JPG", as: "new/IMG_0009.JPG")
    let fresh = try tool("--format", "json", "--exclude", "audit.sqlite*")
    #expect(try tool(words: arguments).output == fresh.output)
    #expect(try tool("report", "audit.sqlite", "--format", "json").output == fresh.output)
    #expect(try query(folder, ids) != before)
    #expect(try query(folder, "SELECT count(*) FROM files WHERE path LIKE 'bad/%'") == "0")
  }

  @Test func `knows what it has judged until a file changes`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["IMG_0001.JPG", "IMG_0001.MOV"] { try folder.copy(good, name, as: name) }
    let arguments = ["--quiet", "--store", "\(folder.path)/audit.sqlite", folder.path]
    _ = try Tool()(words: arguments)
    let options = try CheckOptions(arguments)
    let store = try AuditStore(
      FilePath("\(folder.path)/audit.sqlite"), StoreSettings(options, seen: []))
    let judge = Judge(
      reader: MediaReader(plan: ReadingPlan()),
      engine: Engine(rules: Catalogue.rules, profile: .photos))
    let paths = ["IMG_0001.JPG", "IMG_0001.MOV"].map { FilePath("\(folder.path)/\($0)") }
    let known = try store.unit(
      UnitKey(filesLike: paths[0]), stamp: FileStamp(of: paths)?.value, judge)
    #expect(known?.subjects.first?.stored?.id == 1)
    #expect(known?.subjects.first?.report.kind == .pair)
    let handle = try FileHandle(forUpdating: URL(filePath: "\(folder.path)/IMG_0001.MOV"))
    try handle.write(contentsOf: Data([0]))
    try handle.close()
    let changed = try store.unit(
      UnitKey(filesLike: paths[0]), stamp: FileStamp(of: paths)?.value, judge)
    #expect(changed?.subjects.isEmpty == nil)
  }

  @Test func `answers questions`() throws {
    let folder = try set()
    defer { folder.remove() }
    let tool = Tool(folder: folder.path)
    let lines = try tool("set", "--store", "audit.sqlite", "--format", "csv").output
    let rows = lines.split(separator: "\r\n").dropFirst()
    #expect(try query(folder, "SELECT count(*) FROM subjects") == "\(rows.count)")
    #expect(
      try query(folder, "SELECT count(*) FROM results WHERE rule = 'pair/duplicate-copy'")
        == "\(rows.count { $0.contains("pair/duplicate-copy") })")
    let views = try query(folder, "SELECT name FROM sqlite_schema WHERE type = 'view'")
    for view in views.split(separator: "\n") {
      #expect(try query(folder, "SELECT count(*) FROM \(view)") != "0", "\(view) is empty")
    }
    #expect(try query(folder, "PRAGMA integrity_check") == "ok")
    // Evidence is JSON that SQLite itself can look into.
    #expect(
      try query(
        folder,
        "SELECT count(*) FROM results WHERE json_extract(evidence, '$[0].file') IS NULL") == "0")
  }

  @Test func `is described with every table, view and column`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "IMG_0001.JPG")
    _ = try Tool(folder: folder.path)("--store", "audit.sqlite")
    let page = try String(
      contentsOfFile: "\(Corpus.path)/../Schemas/audit-store.md", encoding: .utf8)
    let columns = try query(
      folder,
      "SELECT DISTINCT s.name || '.' || c.name FROM sqlite_schema s, pragma_table_info(s.name) c "
        + "WHERE s.type IN ('table', 'view')")
    #expect(columns.split(separator: "\n").count > 60)
    for name in columns.split(separator: "\n") {
      let parts = name.split(separator: ".")
      #expect(page.contains(parts[0]) && page.contains("`\(parts[1])`"), "\(name)")
    }
  }

  @Test func `is refused where it would do harm`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "IMG_0001.JPG")
    var tool = Tool(folder: folder.path)
    try Data("a letter to somebody".utf8).write(to: folder.url.appending(path: "letter.txt"))
    tool.shellLine = "sqlite3 foreign.sqlite 'CREATE TABLE t (x)'"
    _ = try tool()
    tool.shellLine = nil
    _ = try tool("--store", "audit.sqlite")
    try Data("no archive".utf8).write(to: folder.url.appending(path: "old.tar.gz"))
    let refusals = [
      (["--store", "letter.txt"], "letter.txt: is no SQLite database; nothing was written to it"),
      (["--store", "IMG_0001.JPG"], "IMG_0001.JPG: has the name of a file to judge"),
      (["--store", "new.zip"], "new.zip: has the name of a file to judge"),
      (["--output", "csv=audit.sqlite"], "audit.sqlite: is a file to judge"),
      (["--output", "csv=old.tar.gz"], "old.tar.gz: is a file to judge"),
      (["--seen", "letter.txt", "--output", "csv=letter.txt"], "letter.txt: is a file to judge"),
      (["--store", "foreign.sqlite"], "foreign.sqlite: is a database of another program"),
      (["--store", "."], ".: is a folder; --store needs a file"),
      (["--store", "/dev/null"], "/dev/null: is not a regular file"),
      (["--store", "none/audit.sqlite"], "none/audit.sqlite: cannot be opened for writing"),
      (
        ["--store", "audit.sqlite", "--profile", "camera"],
        "holds an audit with --profile photos, not --profile camera"
      ),
      (["--store", "audit.sqlite", "IMG_0001.JPG"], "holds an audit with PATH ., not PATH IMG"),
      (["--store", "audit.sqlite", "--output", "csv=audit.sqlite"], "audit.sqlite: is a file to"),
      (
        ["--store", "audit.sqlite", "--output", "csv=./audit.sqlite"], "audit.sqlite: is a file to"
      ),
      (["report", "none.sqlite"], "none.sqlite: is not there"),
      (["report", "letter.txt"], "letter.txt: is no SQLite database"),
      (["judge", "foreign.sqlite"], "foreign.sqlite: is a database of another program"),
      (["judge"], "one AUDIT is needed"),
    ]
    for (words, message) in refusals {
      let answer = try tool(words: words)
      #expect(answer.code == 2, "\(words)")
      #expect(answer.errors.contains(message), "\(words): \(answer.errors)")
    }
    #expect(
      try String(contentsOf: folder.url.appending(path: "letter.txt"), encoding: .utf8)
        == "a letter to somebody")
  }

  @Test func `says what stopped it and keeps what it had`() throws {
    let folder = try set()
    defer { folder.remove() }
    var tool = Tool(folder: folder.path)
    _ = try tool("set", "--quiet", "--store", "whole.sqlite")
    // A disk that is full is what a limit on the size of files looks like.
    tool.shellLine =
      "trap '' XFSZ; (ulimit -f 300; \"$TOOL\" set --quiet --store audit.sqlite); echo \"code $?\""
    let full = try tool()
    #expect(full.output.contains("code 2"))
    #expect(full.errors.contains("audit.sqlite: cannot be"))
    tool.shellLine = nil
    #expect(try tool("set", "--quiet", "--store", "audit.sqlite").code == 1)
    #expect(try dump(folder, "audit.sqlite") == dump(folder, "whole.sqlite"))
  }

  @Test func `is for one run at a time`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.copy(good, "IMG_0001.JPG", as: "IMG_0001.JPG")
    var tool = Tool(folder: folder.path)
    tool.shellLine = "flock audit.sqlite \"$TOOL\" --store audit.sqlite"
    let answer = try tool()
    #expect(answer.code == 2)
    #expect(answer.errors.contains("audit.sqlite: is in use by another run of the tool"))
  }
}
