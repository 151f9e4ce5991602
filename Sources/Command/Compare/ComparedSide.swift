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
    let coded = (try? OpenedFile.coded(source)) ?? []
    guard let read = try? OpenedFile.parts(source) else {
      return ComparedFile(
        facts: facts, parts: ComparedPart("", path: "file", offset: 0, length: source.size),
        coded: coded, notRead: ["the structure could not be read"])
    }
    return ComparedFile(facts: facts, parts: read.file, coded: coded, notRead: read.notRead)
  }

  private static func coded(_ source: some ByteSource) throws(ReadError) -> [CodedPart] {
    try CodedDataReader.read(source)
  }

  private static func parts(_ source: some ByteSource) throws(ReadError) -> (
    file: ComparedPart, notRead: [String]
  ) {
    try PartReader.read(source)
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

  /// What the rules say of some of its files.
  func report(on halves: [Half], _ judge: Judge) -> SubjectReport {
    if halves.count == 2, let still = files[.still], let movie = files[.movie] {
      return judge.pair(still: still.facts, movie: movie.facts, bond: bond)
    }
    let file = halves.first.flatMap { files[$0] }
    return judge.lone(
      file?.facts
        ?? .still(
          Still(
            file: MediaFile(path: FilePath(""), size: 0, type: nil),
            unreadable: ReadError(
              .notOpened, "there is no such file", at: Place("file", offset: 0, length: 0)))))
  }
}
