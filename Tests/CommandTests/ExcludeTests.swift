import Foundation
import Testing
import Validator

@testable import Command

@Suite struct `Patterns of what to leave out` {
  private static let paths = [
    "IMG_1.JPG", "a/IMG_1.JPG", "a/b/IMG_1.JPG", "a/b/c/IMG_2.MOV", "b/IMG_1.JPG", "x.png",
    "a/x.png", "foo", "a/foo", "foo/IMG_1.JPG", "a/foo/IMG_1.JPG", "a/foo/b/IMG_1.JPG", "a*b",
    "axb",
    "[x]", "é.jpg", "a b.jpg", "deep/a/b/c/d/e.mov", "d1", "d5", "dx", "a/d5",
  ]
  private static let patterns = [
    ["*.png"], ["/x.png"], ["a/"], ["foo/"], ["foo"], ["/foo"], ["a/foo"], ["a/**"], ["**/b"],
    ["a/**/IMG_1.JPG"], ["**/foo/**"], ["*"], ["*", "!*.JPG"], ["*.JPG", "!IMG_1.JPG"],
    ["a/*", "!a/foo/"], ["a/*/IMG_1.JPG"], ["?.jpg"], ["d[0-4]"], ["d[!0-4]"], ["d[^x]"],
    ["a\\*b"], ["a*b"], ["\\[x\\]"], ["[[]x]"], ["d[0-9x]"], ["IMG_?.*"], ["**"], ["/**"],
    ["deep/**/e.mov"], ["deep/**/c/*/e.mov"], ["b/**/IMG_1.JPG"], ["a b.*"], ["d[]x]"], ["*/*.JPG"],
  ]

  /// What the tool leaves out.
  private func excluded(_ patterns: [String]) throws -> [String] {
    var filter = PathFilter()
    for pattern in patterns { try filter.patterns.append(Array(pattern.utf8)) }
    return `Patterns of what to leave out`.paths.filter {
      filter.skipsMember(FilePath($0), below: 0)
    }
  }

  @Test(.enabled(if: hasGit)) func `mean what they mean in .gitignore`() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    _ = try git(["init", "-q"], in: folder)
    for path in Self.paths where path != "foo" && path != "a/foo" {
      let file = folder.url.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    // The names `foo` are folders here.
    let paths = Self.paths.filter { $0 != "foo" && $0 != "a/foo" }
    for patterns in Self.patterns {
      let list = patterns.joined(separator: "\n")
      try list.write(
        to: folder.url.appending(path: ".gitignore"), atomically: true, encoding: .utf8)
      let ignored = try git(
        ["-c", "core.quotePath=false", "check-ignore", "--no-index"] + paths, in: folder)
      #expect(
        try excluded(patterns).filter(paths.contains) == ignored, "\(patterns)")
    }
  }

  @Test func `are refused where they can match nothing`() {
    for pattern in ["", "/", "!", "!/", "a[b", "a\\"] {
      var patterns = ExcludePatterns()
      #expect(throws: UsageError.self, "\(pattern)") {
        try patterns.append(Array(pattern.utf8))
      }
    }
  }

  @Test func `take no longer for many stars`() throws {
    var patterns = ExcludePatterns()
    try patterns.append(Array("a*a*a*a*a*a*a*a*a*a*b".utf8))
    try patterns.append(Array("**/a/**/a/**/a/**/a/**/a/**/a/**/b".utf8))
    let name = Array(String(repeating: "a", count: 5_000).utf8)
    let path = Array(String(repeating: "a/", count: 2_000).utf8)
    #expect(!patterns.match(name[...], isFolder: false))
    #expect(!patterns.match(path[...], isFolder: false))
  }

  @Test func `what systems and photo libraries keep for themselves is passed over`() {
    let filter = PathFilter()
    for path in [
      "__MACOSX/._IMG_1.JPG", "a/@eaDir/IMG_1.JPG", "$RECYCLE.BIN/IMG_1.JPG", ".hidden/IMG_1.JPG",
      "System Volume Information/x.mov", "Thumbs.db", "thumbs.db", "desktop.ini", ".DS_Store",
      "My.photoslibrary/resources/derivatives/0/x.jpeg", "My.photoslibrary/database/x.jpg",
    ] {
      #expect(filter.skipsMember(FilePath("root/" + path), below: 5), "\(path)")
    }
    for path in [
      "My.photoslibrary/originals/0/x.heic", "My.photoslibrary/resources/renders/0/x.jpeg",
      "database/x.jpg", "derivatives/x.jpg", "../x.jpg", "eaDir/x.jpg",
    ] {
      #expect(!filter.skipsMember(FilePath("root/" + path), below: 5), "\(path)")
    }
  }

  private func git(_ words: [String], in folder: TemporaryFolder) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments = ["-C", folder.path] + words
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

private let hasGit = FileManager.default.isExecutableFile(atPath: "/usr/bin/git")
