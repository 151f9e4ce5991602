import Foundation
import Support
import Testing

/// The tool as a process of its own, as people and scripts call it.
struct Tool {
  /// What a call came to.
  struct Answer {
    let output: String
    let errors: String
    let code: Int32
  }

  /// The folder that it works in.
  var folder = Corpus.path
  var environment: [String: String] = [:]
  /// What a shell runs in its place, with the tool as `$TOOL`.
  var shellLine: String?

  /// Starts it with some words and does not wait for its end.
  func started(_ words: [String]) throws -> Process {
    let process = process(words)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func process(_ words: [String]) -> Process {
    let process = Process()
    process.executableURL = Bundle.main.bundleURL.deletingLastPathComponent()
      .appending(path: "livephotolint")
    if !FileManager.default.isExecutableFile(atPath: process.executableURL?.path ?? "") {
      process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
        .appending(path: "livephotolint")
    }
    process.arguments = words
    if let shellLine {
      var environment = environment
      environment["TOOL"] = process.executableURL?.path
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", shellLine]
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    } else {
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    }
    process.currentDirectoryURL = URL(filePath: folder)
    return process
  }

  /// Calls it with some words.
  func callAsFunction(_ words: String..., input: String = "") throws -> Answer {
    try self(words: words, input: input)
  }

  /// Calls it with a list of words.
  func callAsFunction(words: [String], input: String = "") throws -> Answer {
    let process = process(words)
    let files = try (0..<3).map { _ in try TemporaryFolder().url.appending(path: "stream") }
    try input.write(to: files[0], atomically: true, encoding: .utf8)
    for file in files[1...] { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    defer {
      for file in files {
        try? FileManager.default.removeItem(at: file.deletingLastPathComponent())
      }
    }
    return Answer(
      output: try String(contentsOf: files[1], encoding: .utf8),
      errors: try String(contentsOf: files[2], encoding: .utf8), code: process.terminationStatus)
  }
}

/// A folder that a test may fill.
struct TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "livephotolint-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  var path: String { url.path }

  /// Copies a file of the corpus into it.
  func copy(_ specimen: String, _ name: String, as newName: String) throws {
    let target = url.appending(path: newName)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(filePath: "\(Corpus.path)/\(specimen)/\(name)"), to: target)
  }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}

extension TemporaryFolder {
  /// Runs a line of a shell here, and waits until a file that it has written is old enough to be
  /// known again by a store.
  @discardableResult
  func shell(_ line: String) throws -> String {
    var tool = Tool(folder: path)
    tool.shellLine = "\(line); sleep 0.05"
    let answer = try tool()
    try #require(answer.code == 0, "\(answer.errors)")
    return answer.output
  }
}
