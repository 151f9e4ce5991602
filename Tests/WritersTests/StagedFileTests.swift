import Foundation
import Readers
import Testing
import Validator
import Writers

@Suite("A staged file")
struct StagedFileTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "staged-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> FilePath { FilePath(folder.appending(path: name).path) }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test("has its name only once it is published")
  func publish() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try StagedFile(for: path("a"))
    try file.append(Array("one".utf8))
    #expect(names.count == 1)
    #expect(!names.contains("a"))
    try file.publish(replaces: false)
    #expect(names == ["a"])
    #expect(try contents("a") == "one")
  }

  @Test("leaves nothing behind where it is not published")
  func dropped() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      let file = try StagedFile(for: path("a"))
      try file.append([1, 2, 3])
    }
    #expect(names.isEmpty)
  }

  @Test("takes the place of a file only where that is asked for")
  func replacing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("old".utf8).write(to: folder.appending(path: "a"))
    #expect(throws: RewriteError("is there already")) {
      let file = try StagedFile(for: path("a"))
      try file.append(Array("new".utf8))
      try file.publish(replaces: false)
    }
    #expect(try contents("a") == "old")
    let file = try StagedFile(for: path("a"))
    try file.append(Array("new".utf8))
    try file.publish(replaces: true)
    #expect(names == ["a"])
    #expect(try contents("a") == "new")
  }

  @Test("goes with the others of its set where one of them cannot be published")
  func sets() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("old".utf8).write(to: folder.appending(path: "b"))
    #expect(throws: PublishError(destination: path("b"), reason: "is there already")) {
      let files = [try StagedFile(for: path("a")), try StagedFile(for: path("b"))]
      try StagedFile.publish(files, replaces: false)
    }
    #expect(names == ["b"])
    #expect(try contents("b") == "old")
  }

  @Test("holds a source with its replacements, from memory and from a file")
  func rewritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = Array("0123456789".utf8)
    try Data(old).write(to: folder.appending(path: "old"))
    let changes = [
      Replacement(2..<4, with: Array("ab-cd".utf8), in: "file", purpose: "widens"),
      Replacement(10..<10, with: Array("!".utf8), in: "file", purpose: "appends"),
      Replacement(6..<8, with: [], in: "file", purpose: "takes out"),
    ]
    for source in [MemorySource(old), try FileSource(path("old"))] as [any ByteSource] {
      let new = try RewrittenFile(source, changes)
      #expect(new.size == 12)
      #expect(try new.bytes(at: 0, count: 100) == Array("01ab-cd4589!".utf8))
      #expect(try new.bytes(at: 5, count: 3) == Array("cd4".utf8))
      #expect(new.newRange(of: changes[1]) == 11..<12)
      let file = try StagedFile(for: path("new"))
      try file.append(new)
      try file.publish(replaces: true)
      #expect(try contents("new") == "01ab-cd4589!")
    }
  }

  @Test("is refused where changes overlap or lie outside the source")
  func misfit() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let one = Replacement(2..<4, with: [], in: "file", purpose: "")
    for other in [3..<5, 9..<12] as [Range<UInt64>] {
      #expect(throws: RewriteError.self) {
        try RewrittenFile(
          MemorySource(Array(repeating: 0, count: 10)),
          [one, Replacement(other, with: [], in: "file", purpose: "")])
      }
    }
  }

  @Test("says why a folder does not take it")
  func noFolder() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: RewriteError.self) {
      try StagedFile(for: path("none/a"))
    }
    #expect(error?.reason == "cannot be written: No such file or directory")
  }
}
