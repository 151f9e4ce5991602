import Foundation
import Testing
import Validator

@testable import Command

/// Files sorted into groups of equal bytes.
@Suite struct `Files of one identifier are grouped by their bytes` {
  /// Writes files and hands their groups to the body; those named in `paired` are halves of pairs.
  private func withGroups(
    _ contents: [(name: String, bytes: String)], paired: Set<String> = [],
    _ body: (inout ContentGroups, [MediaFile]) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try contents.map { name, bytes in
      let place = folder.appending(path: name)
      try Data(bytes.utf8).write(to: place)
      return MediaFile(path: FilePath(place.path), size: UInt64(bytes.utf8.count), type: .jpeg)
    }
    var groups = ContentGroups(
      zip(files, contents).map { file, content in (file, paired.contains(content.name)) })
    try body(&groups, files)
  }

  @Test func `bytes decide, not sizes`() throws {
    try withGroups([("a", "one"), ("b", "two"), ("c", "two"), ("d", "six"), ("e", "one!")]) {
      groups, files in
      let copies = files.map { groups.copies(of: $0, limit: 20) }
      #expect(copies == [[], [files[2]], [files[1]], [], []])
      let equals = files.map { groups.areEqual($0, files[1]) }
      #expect(equals == [false, true, true, false, false])
    }
  }

  @Test func `a file that is gone equals none`() throws {
    try withGroups([("a", "one"), ("b", "one")]) { groups, files in
      try FileManager.default.removeItem(atPath: files[1].path.description)
      let isEqual = groups.areEqual(files[0], files[1])
      #expect(!isEqual)
    }
  }

  @Test func `lone files are copies of a half or others, each up to a limit`() throws {
    try withGroups(
      [("half", "one"), ("a", "one"), ("b", "two"), ("c", "one"), ("d", "two"), ("e", "six")],
      paired: ["half"]
    ) { groups, files in
      let copies = groups.loneCopies(of: files[0], limit: 20)
      #expect(copies == [files[1], files[3]])
      let first = groups.loneCopies(of: files[0], limit: 1)
      #expect(first == [files[1]])
      let others = groups.loneOthers(than: files[0], limit: 2)
      #expect(others == [files[2], files[4]])
    }
  }

  @Test func `many contents of one size are told apart`() throws {
    let contents = (0..<200).map { (name: "\($0)", bytes: String(100 + $0 % 50)) }
    try withGroups(contents) { groups, files in
      let copies = groups.copies(of: files[60], limit: 20)
      #expect(copies == [files[10], files[110], files[160]])
    }
  }
}
