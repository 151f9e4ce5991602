import Foundation
import Rules
import Support
import Testing
import Validator

@Suite struct `The corpus` {
  private let specimens: [Specimen]

  init() throws {
    specimens = Specimen.all(try Media(in: Corpus.mediaPath))
  }

  @Test func `holds the bytes that the recipes make`() throws {
    for specimen in specimens {
      for file in specimen.files {
        let committed = try Data(
          contentsOf: URL(filePath: "\(Corpus.path)/\(specimen.name)/\(file.name)"))
        #expect(
          committed == Data(file.bytes), "\(specimen.name)/\(file.name) is stale: run make-corpus")
      }
    }
  }

  @Test func `holds no folder without a recipe`() throws {
    let folders = try FileManager.default.contentsOfDirectory(
      at: URL(filePath: Corpus.path), includingPropertiesForKeys: [.isDirectoryKey])
    let names = folders.filter(\.hasDirectoryPath).map(\.lastPathComponent)
    #expect(Set(names) == Set(specimens.map(\.name) + ["Media"]))
  }

  @Test func `holds no file without a recipe`() throws {
    for specimen in specimens {
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: "\(Corpus.path)/\(specimen.name)")
      let names = paths.filter { path in !paths.contains { $0.hasPrefix(path + "/") } }
      #expect(
        names.sorted() == (specimen.files.map(\.name) + ["expected.json"]).sorted(),
        "\(specimen.name)")
    }
  }

  @Test func `lists its specimens in the manifest`() throws {
    let manifest = try Manifest(specimens, in: Corpus.path, rules: Catalogue.rules.map(\.id))
    let kept = try Data(contentsOf: URL(filePath: "\(Corpus.path)/manifest.json"))
    let isFresh = try manifest.json == kept
    #expect(isFresh, "Corpus/manifest.json is stale; run: make corpus")
  }

  @Test func `names every specimen once, by rule and verdict`() {
    let names = specimens.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.contains("-fail-") != name.contains("-pass-"), "\(name)")
    }
    let rules = Catalogue.rules.map(\.id)
    for specimen in specimens {
      #expect(specimen.rule(among: rules) != nil, "\(specimen.name) is about no rule")
    }
  }

  @Test func `stays small`() {
    let bytes = specimens.flatMap(\.files).reduce(0) { $0 + $1.bytes.count }
    #expect(bytes < 2_500_000)
  }
}
