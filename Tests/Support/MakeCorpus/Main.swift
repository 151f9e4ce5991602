import Foundation
import Rules
import Support
import Validator

/// Writes what is made by recipes.
///
/// `make-corpus [FOLDER]` writes the files of all specimens into a folder, `Corpus` where none is
/// given; its `Media` are read, and `expected.json` is left as it is. The manifest is written beside
/// them. `make-corpus --matrix` writes the mutation matrix into `Corpus`. `make-corpus --benchmark
/// FOLDER` writes the pairs that speed is measured with, from the media of `Corpus`.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "--benchmark":
      let specimens = Specimen.benchmarkPairs(try Media(in: "Corpus/Media"))
      try write(specimens, to: arguments.dropFirst().first ?? "Corpus")
    case "--matrix":
      let matrix = try MutationMatrix(Media(in: "Corpus/Media"))
      try Data(matrix.page.utf8).write(to: URL(filePath: "Corpus/mutation-matrix.md"))
      print("\(matrix.rows.count) mutants judged, written to Corpus/mutation-matrix.md")
    default:
      let corpus = arguments.first ?? "Corpus"
      let specimens = Specimen.all(try Media(in: "\(corpus)/Media"))
      try write(specimens, to: corpus)
      let manifest = try Manifest(specimens, in: corpus, rules: Catalogue.rules.map(\.id))
      try manifest.json.write(to: URL(filePath: "\(corpus)/manifest.json"))
    }
  }

  private static func write(_ specimens: [Specimen], to corpus: String) throws {
    for specimen in specimens {
      let folder = URL(filePath: corpus).appending(path: specimen.name)
      for file in specimen.files {
        let target = folder.appending(path: file.name)
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.bytes).write(to: target)
      }
    }
    print("\(specimens.count) specimens written to \(corpus)")
  }
}
