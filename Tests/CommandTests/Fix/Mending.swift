import Foundation
import Readers
import Support
import Validator

@testable import Command

/// A run of `fix` without a process of its own.
enum Mending {
  /// Plans, and writes where a destination is given.
  static func run(_ words: String...) async throws -> FixOutcome {
    try await FixCommand(options: FixOptions(words + ["--quiet"])).outcome().0
  }

  /// The rules that fail, by the name of the subject.
  static func failures(_ words: String...) async throws -> [String: Set<String>] {
    let command = CheckCommand(options: try CheckOptions(words + ["--quiet"]))
    let (report, _) = try await command.judge(try command.roots)
    return report.subjects.reduce(into: [:]) { failures, subject in
      let failed = subject.results.filter { $0.state == .fail }.map(\.rule.id)
      failures[subject.name, default: []].formUnion(failed)
    }
  }

  /// Where the bytes that a mend was to leave alone differ; nil where they do not.
  static func difference(in file: MendedFile) throws -> String? {
    guard file.role != .metadata else { return nil }
    let old = [UInt8](try Data(contentsOf: URL(filePath: file.path.description)))
    let new = [UInt8](try Data(contentsOf: URL(filePath: file.newPath.description)))
    guard UInt64(old.count) == file.size, UInt64(new.count) == file.newSize else {
      return "\(file.path): \(old.count) and \(new.count) bytes, not as planned"
    }
    var at = (old: 0, new: 0)
    for change in file.changes {
      let before = at.old..<Int(change.before.lowerBound)
      let after = at.new..<Int(change.after.lowerBound)
      guard old[before] == new[after] else { return "\(file.path): differs in \(before)" }
      at = (Int(change.before.upperBound), Int(change.after.upperBound))
    }
    return old[at.old...] == new[at.new...] ? nil : "\(file.path): differs from \(at.old) on"
  }
}

/// All files of a folder with their bytes.
func contents(of folder: String) throws -> [String: Data] {
  var files: [String: Data] = [:]
  for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
    // A folder cannot be read as a file.
    files[name] = try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
  }
  return files
}

/// Folders with faulty pairs: specimens of ours, and reproductions of reports beside the package.
enum FaultyFolders {
  static let specimens: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Corpus.path)) ?? []
    let families = ["pair-", "identifier-", "still-", "movie-", "geometry-", "capture-"]
    return names.filter { name in
      name.contains("-fail-") && families.contains { name.hasPrefix($0) }
    }.sorted()
  }()

  static let casesRoot = "\(Corpus.path)/../../shared/cases"
  static let casesExist = FileManager.default.fileExists(atPath: "\(casesRoot)/expected.json")

  static let cases: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: casesRoot)) ?? []
    return names.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".json") }.sorted()
  }()
}
