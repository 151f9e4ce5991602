import Readers
import Validator

/// A file that is open for a comparison.
struct OpenedFile: Sendable {
  let path: FilePath
  let source: any ByteSource
  let facts: MediaFacts

  /// The file, read as far as a comparison asks.
  var compared: ComparedFile {
    let facts: ComparedFile.Facts =
      switch self.facts {
      case .still(let still): .still(still)
      case .movie(let movie): .movie(movie)
      }
    let coded = (try? CodedDataReader.read(source)) ?? []
    guard let read = try? PartReader.read(source) else {
      return ComparedFile(
        facts: facts, parts: ComparedPart("", path: "file", offset: 0, length: source.size),
        coded: coded, notRead: ["the structure could not be read"])
    }
    return ComparedFile(facts: facts, parts: read.file, coded: coded, notRead: read.notRead)
  }
}

/// One side of a comparison: a still, a movie or both.
struct ComparedSide: Sendable {
  var files: [Half: OpenedFile] = [:]
  /// What makes the two a pair.
  var bond = Pair.Bond.argument

  /// What it is in a word.
  var medium: String {
    files.count == 2 ? "pair" : files.keys.first?.rawValue ?? "nothing"
  }

  /// What the rules say of some of its files; nil where it has none of them.
  func report(on halves: [Half], _ judge: Judge) -> SubjectReport? {
    let chosen = halves.compactMap { files[$0] }
    guard let first = chosen.first else { return nil }
    guard let second = chosen.dropFirst().first else { return judge.lone(first.facts).report }
    return judge.pair(still: first.facts, movie: second.facts, bond: bond).report
  }
}
