import Foundation
import Support

/// A folder with one faulty pair that a test may write to.
struct FaultyPair {
  static let specimen = "identifier-mismatch-fail-two-shots"

  let folder: TemporaryFolder

  init(_ specimen: String = specimen) throws {
    folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(Corpus.path)/\(specimen)")
    where name != "expected.json" {
      try folder.copy(specimen, name, as: name)
    }
  }

  var tool: Tool { Tool(folder: folder.path) }
  var files: [String: Data] { (try? contents(of: folder.path)) ?? [:] }
  var names: [String] { files.keys.sorted() }
}
