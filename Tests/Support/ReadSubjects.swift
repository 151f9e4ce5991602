import Foundation
import Readers
package import Validator

/// A subject whose facts the readers took from files, for tests that want many of them.
package struct ReadSubject: Sendable, CustomStringConvertible {
  /// Which files it is made of.
  package let name: String
  package let subject: Subject

  package var description: String { name }
}

extension ReadSubject {
  /// The subjects of all folders below one: stills and movies of one base name are pairs.
  ///
  /// - Parameter path: the folder; without it there are none.
  package static func all(below path: String) -> [ReadSubject] {
    let reader = MediaReader(plan: ReadingPlan(readsLivePhotoInfo: true))
    var halves: [String: [MediaFacts]] = [:]
    for file in files(below: path) {
      guard let facts = reader.read(FilePath(file.path)) else { continue }
      halves[file.deletingPathExtension().path, default: []].append(facts)
    }
    return halves.keys.sorted().flatMap { subjects(String($0.dropFirst(path.count)), halves[$0]) }
  }

  /// The animations below a folder.
  package static func animations(below path: String) -> [Animation] {
    files(below: path).filter { ["gif", "png", "apng"].contains($0.pathExtension.lowercased()) }
      .map { AnimationFileReader.read(FilePath($0.path)) }
  }

  /// All mutants of good pairs, each of one form.
  package static func mutants(_ media: Media) throws(ReadError) -> [ReadSubject] {
    var subjects: [ReadSubject] = []
    for mutant in Mutant.all {
      for case .pair(let form) in mutant.subjects.prefix(1) {
        subjects.append(
          ReadSubject(name: mutant.name, subject: try mutant.subject(of: form, media)))
      }
    }
    return subjects
  }

  private static func subjects(_ name: String, _ halves: [MediaFacts]?) -> [ReadSubject] {
    var stills: [Still] = []
    var movies: [Movie] = []
    for half in halves ?? [] {
      switch half {
      case .still(let still): stills.append(still)
      case .movie(let movie): movies.append(movie)
      }
    }
    guard let still = stills.first, let movie = movies.first else {
      return (stills.map { .still($0) } + movies.map { .movie($0) }).map {
        ReadSubject(name: name, subject: Subject($0))
      }
    }
    let isBound = still.identifier.value?.text == movie.identifier.value?.text
    return [
      ReadSubject(
        name: name,
        subject: Subject(
          .pair(
            Pair(name: name, still: still, movie: movie, bond: isBound ? .identifier : .name))))
    ]
  }

  private static func files(below path: String) -> [URL] {
    let walk = FileManager.default.enumerator(
      at: URL(filePath: path), includingPropertiesForKeys: nil)
    return (walk?.compactMap { $0 as? URL } ?? []).sorted { $0.path < $1.path }
  }
}

extension Corpus {
  /// Device files beside the package, where they exist.
  package static let deviceFilesPath = URL(filePath: path)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/real").path
}
