package import Foundation
import Validator
import Writers

/// `Corpus/manifest.json`: the corpus as data, for other tools.
package struct Manifest: Encodable {
  private let schema = "livephotolint-corpus/1"
  private let specimens: [Entry]

  /// One specimen.
  private struct Entry: Encodable {
    let name: String
    /// The rule that it is about.
    let rule: String
    /// Whether that rule fails of it or passes.
    let verdict: String
    let profile: String
    /// The arguments beside the profile, such as `--needs save`.
    let arguments: [String]
    /// All rules that fail of it, in any severity.
    let fails: [String]
    let files: [File]
  }

  /// One file, with what every reader of its format is to find in it.
  private struct File: Encodable {
    let path: String
    let bytes: Int
    let crc32: String
    let reading: [String: FileReading.Fact]

    init(_ file: Specimen.File) throws {
      let content = file.bytes
      let digits = String(content.checkSum, radix: 16)
      path = file.name
      bytes = content.count
      crc32 = String(repeating: "0", count: 8 - digits.count) + digits
      reading = try FileReading(content, name: file.name).facts
    }
  }

  /// What of `expected.json` goes into the manifest.
  private struct Expectation: Decodable {
    struct Subject: Decodable {
      struct Result: Decodable {
        let rule: String
        let state: String
      }
      let results: [Result]
    }
    let profile: String
    let args: [String]
    let subjects: [Subject]
  }

  /// Lists specimens.
  ///
  /// - Parameters:
  ///   - specimens: the recipes.
  ///   - corpus: the folder that holds an `expected.json` for each.
  ///   - rules: the ids of the catalogue.
  package init(_ specimens: [Specimen], in corpus: String, rules: [String]) throws {
    self.specimens = try specimens.map { specimen in
      let expected = try JSONDecoder().decode(
        Expectation.self,
        from: Data(contentsOf: URL(filePath: "\(corpus)/\(specimen.name)/expected.json")))
      let failing = Set(
        expected.subjects.flatMap(\.results).filter { $0.state == "fail" }.map(\.rule))
      return Entry(
        name: specimen.name, rule: specimen.rule(among: rules) ?? "",
        verdict: specimen.fails ? "fail" : "pass", profile: expected.profile,
        arguments: expected.args, fails: failing.sorted(),
        files: try specimen.files.map { try File($0) })
    }
  }

  /// The file.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self) + Data("\n".utf8)
    }
  }
}

extension Specimen {
  /// Whether its rule fails of it.
  package var fails: Bool { name.contains("-fail-") }

  /// The rule that it is named for.
  package func rule(among rules: [String]) -> String? {
    rules.first { rule in
      let prefix = rule.replacing("/", with: "-")
      return name.hasPrefix("\(prefix)-fail-") || name.hasPrefix("\(prefix)-pass-")
    }
  }
}
