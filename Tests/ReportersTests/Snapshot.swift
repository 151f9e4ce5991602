import Foundation
import Testing

enum Package {
  /// The folder that holds `Package.swift`.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}

/// Expects text to equal a golden file; `RECORD_SNAPSHOTS=1` rewrites the file first.
func expect(
  _ text: String, matchesSnapshot name: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = Package.root.appending(path: "Tests/ReportersTests/Snapshots/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
    try Data(text.utf8).write(to: file)
  }
  let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
  #expect(text == golden, "differs from \(name)", sourceLocation: sourceLocation)
}
