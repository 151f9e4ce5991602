import Readers
import Rules
import Validator

/// Reads files and judges them as the subject that they were found to be.
struct Judge: Sendable {
  let reader: MediaReader
  let engine: Engine
  /// What apps do, where the user has said so.
  var needs: [AppNeed.Kind]?
  /// Identifiers that the user knows from earlier runs.
  var seenIdentifiers: Set<String> = []

  /// Judges two files as a pair.
  func pair(
    still: MediaFacts, movie: MediaFacts, bond: Pair.Bond, name: String? = nil,
    surroundings: Surroundings = Surroundings(), bundle: Bundle? = nil
  ) -> SubjectReport {
    let pair = self.pair(of: still, movie, bond: bond, name: name)
    var known = surroundings
    if !seenIdentifiers.isEmpty {
      known.identifierWasSeenBefore = [still.identifier, movie.identifier].contains {
        $0.map(seenIdentifiers.contains) ?? false
      }
    }
    return engine.judge(Subject(.pair(pair), surroundings: known, bundle: bundle))
  }

  /// The facts of two files as those of a pair, with what lies beside the still.
  func pair(of still: MediaFacts, _ movie: MediaFacts, bond: Pair.Bond, name: String? = nil) -> Pair
  {
    var stillFacts = still.asStill
    if stillFacts.identifier.isAbsent, let stray = reader.identifierInSidecar(of: stillFacts) {
      stillFacts.strayIdentifiers.append(stray)
    }
    return Pair(
      name: name ?? stillFacts.file.stem, still: stillFacts, movie: movie.asMovie, bond: bond)
  }

  /// Judges a file that has no partner.
  func lone(_ facts: MediaFacts, surroundings: Surroundings = Surroundings(), bundle: Bundle? = nil)
    -> SubjectReport
  {
    switch facts {
    case .still(let still):
      engine.judge(Subject(.still(still), surroundings: surroundings, bundle: bundle))
    case .movie(let movie):
      engine.judge(Subject(.movie(movie), surroundings: surroundings, bundle: bundle))
    }
  }

  /// Judges two files that one base name suggests as a pair: as one, unless they carry no
  /// identifier and cannot be one shot.
  func namesakes(
    still: MediaFacts, movie: MediaFacts, surroundings: Surroundings = Surroundings()
  ) -> [SubjectReport] {
    let stillFacts = still.asStill
    let movieFacts = movie.asMovie
    if stillFacts.identifier.isAbsent, movieFacts.identifier.isAbsent,
      let reason = reasonAgainstOneShot(stillFacts, movieFacts)
    {
      var withNamesake = surroundings
      withNamesake.namesake = Surroundings.Namesake(path: movieFacts.file.path, reason: reason)
      return [lone(still, surroundings: withNamesake), lone(movie)]
    }
    return [pair(still: still, movie: movie, bond: .name, surroundings: surroundings)]
  }

  /// Judges the files of a `.pvt` folder, which are a pair by construction.
  func bundle(_ path: FilePath, files: [FilePath]) -> [SubjectReport] {
    let isMetadata = { (file: FilePath) in file.name.elementsEqual("metadata.plist".utf8) }
    let facts = files.filter { !isMetadata($0) }.compactMap { reader.read($0) }
    let stills = facts.filter { $0.role == .still }
    let movies = facts.filter { $0.role == .movie }
    let bundle = Bundle(
      path: path, stills: stills.map(\.file.path), movies: movies.map(\.file.path),
      metadataVersion: metadataVersion(in: files.first(where: isMetadata)),
      needsMetadata: true)
    let missing = ReadError(
      .notOpened, "the bundle has no such file", at: Place("bundle", offset: 0, length: 0))
    let nothing = MediaFile(path: FilePath(""), size: 0, type: nil)
    return [
      pair(
        still: stills.first ?? .still(Still(file: nothing, unreadable: missing)),
        movie: movies.first ?? .movie(Movie(file: nothing, unreadable: missing)),
        bond: .bundle, name: path.bundleName, bundle: bundle)
    ]
  }

  private func metadataVersion(in file: FilePath?) -> Field<String> {
    guard let file else { return .absent(searched: []) }
    do {
      return BundleMetadataReader.readVersion(try SourceBytes(FileSource(file)))
    } catch {
      return .unreadable(error)
    }
  }
}

extension MediaFacts {
  /// The half that the file is meant to be: by its extension, else by its bytes.
  var role: Half {
    if let half = file.halfByExtension { return half }
    if case .still = self { return .still }
    return .movie
  }
}

extension FilePath {
  /// The name of a bundle's pair: the last name of the path without its extension.
  var bundleName: String {
    var trimmed = bytes
    while trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
    return MediaFile(path: FilePath(bytes: trimmed), size: 0, type: nil).stem
  }
}
