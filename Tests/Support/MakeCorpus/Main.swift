import FoundationEssentials
import Support
import Validator

/// Writes the files of all specimens.
///
/// `make-corpus [FOLDER]`: the folder is `Corpus` where none is given; its `Media` are read, and
/// `expected.json` is left as it is. `make-corpus --benchmark FOLDER` writes the pairs that speed is
/// measured with, from the media of `Corpus`.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let isForBenchmark = arguments.first == "--benchmark"
    let corpus = (isForBenchmark ? arguments.dropFirst() : arguments).first ?? "Corpus"
    let media = try Media(in: isForBenchmark ? "Corpus/Media" : "\(corpus)/Media")
    let specimens = isForBenchmark ? Specimen.benchmarkPairs(media) : Specimen.all(media)
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
