import FoundationEssentials
import Support
import Validator

/// Writes the files of all specimens.
///
/// `make-corpus [FOLDER]`: the folder is `Corpus` where none is given; its `Media` are read, and
/// `expected.json` is left as it is.
@main
enum Main {
  static func main() throws {
    let corpus = CommandLine.arguments.dropFirst().first ?? "Corpus"
    let specimens = Specimen.all(try Media(in: "\(corpus)/Media"))
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
