import Foundation
import Testing
import Validator
import Writers

@Suite struct `A swap of files` {
  private func path(_ name: String, in folder: TemporaryFolder) -> FilePath {
    FilePath(folder.url.appending(path: name).path)
  }

  private func staged(_ name: String, in folder: TemporaryFolder) throws -> StagedFile {
    let file = try StagedFile(for: path(name, in: folder))
    try file.append(Array("new \(name)".utf8))
    return file
  }

  @Test func `is undone where the second file cannot take its place`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a", "b.old", "c", "b"] {
      try Data("old \(name)".utf8).write(to: folder.url.appending(path: name))
    }
    let before = try contents(of: folder.path)
    do {
      let swap = FileSwap([
        FileSwap.Step(
          path("a", in: folder), by: try staged("a", in: folder),
          keptAs: path("a.bak", in: folder)),
        FileSwap.Step(renaming: path("c", in: folder), to: path("d", in: folder)),
        FileSwap.Step(
          path("b.old", in: folder), by: try staged("b", in: folder),
          keptAs: path("b.old.bak", in: folder)),
      ])
      #expect(
        throws: PublishError(destination: path("b", in: folder), reason: "is there already")
      ) { try swap() }
    }
    #expect(try contents(of: folder.path) == before)
  }

  @Test func `keeps every old file that changes`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    for name in ["a", "b.old"] {
      try Data("old \(name)".utf8).write(to: folder.url.appending(path: name))
    }
    do {
      try FileSwap([
        FileSwap.Step(
          path("a", in: folder), by: try staged("a", in: folder),
          keptAs: path("a.bak", in: folder)),
        FileSwap.Step(
          path("b.old", in: folder), by: try staged("b", in: folder),
          keptAs: path("b.old.bak", in: folder)),
      ])()
    }
    #expect(
      try contents(of: folder.path).mapValues { String(decoding: $0, as: UTF8.self) } == [
        "a": "new a", "a.bak": "old a", "b": "new b", "b.old.bak": "old b.old",
      ])
  }
}
