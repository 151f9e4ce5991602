import Foundation

/// A program that reads the same formats and was written by others.
///
/// Tests ask one for its opinion of our bytes, and are skipped where it is not installed.
package enum OtherReader: String, Sendable {
  case exiftool, ffprobe, ffmpeg
  case heifConvert = "heif-convert"
  case heifEncode = "heif-enc"
  case heifInfo = "heif-info"

  /// Whether it lies in one of the folders of `PATH`.
  package var isInstalled: Bool { location != nil }

  private var location: URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: rawValue) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// What it writes to standard output.
  ///
  /// - Throws: `Failure` with its exit code and what it complains of, where it fails.
  package func output(_ arguments: String...) throws -> String {
    try output(arguments)
  }

  /// What it writes to standard output; bytes that are not UTF-8 are replaced.
  ///
  /// - Parameters:
  ///   - arguments: its options and files.
  ///   - allowsFailure: whether what it has written counts where it fails on one of many files.
  package func output(_ arguments: [String], allowsFailure: Bool = false) throws -> String {
    guard let location else { throw Failure(exitCode: 127, complaint: "not installed") }
    let process = Process()
    let output = Pipe()
    // A file takes any amount; a pipe that nobody empties stops the program.
    let complaints = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: complaints)
    defer { try? FileManager.default.removeItem(at: complaints) }
    process.executableURL = location
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let words = try Data(contentsOf: complaints)
    guard process.terminationStatus == 0 || allowsFailure else {
      throw Failure(
        exitCode: process.terminationStatus, complaint: String(decoding: words, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// It did not like the file, or the arguments.
  package struct Failure: Error {
    /// What it returned to the system.
    package let exitCode: Int32
    /// What it wrote to standard error.
    package let complaint: String
  }
}

extension [UInt8] {
  /// Runs a closure with the path of a file of these bytes, which is removed afterwards.
  package func withFile<Result>(_ name: String, _ body: (String) throws -> Result) throws -> Result
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(self).write(to: file)
    return try body(file.path)
  }
}
