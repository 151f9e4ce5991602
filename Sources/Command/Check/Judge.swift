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
  /// Whether the facts of subjects are to be kept beside what the rules say of them.
  var keepsFacts = false
  /// What lies in archives.
  let archived = ArchivedFiles()

  /// Reads a file of the run.
  ///
  /// - Returns: its facts, or nil where nothing makes it a still or a movie.
  func read(_ file: RunFile, meantAs half: Half? = nil) throws(Spool.Failure) -> FoundFile? {
    guard let member = file.member else {
      return reader.read(file.path, meantAs: half).map { FoundFile(facts: $0) }
    }
    return try archived.read(member, meantAs: half, by: reader)
  }

  /// Judges a pair, or a file that has no partner.
  func judged(_ subject: Subject) -> JudgedSubject {
    let report = engine.judge(subject)
    guard keepsFacts else { return JudgedSubject(report: report) }
    // Facts of a camera's pair take some 5,000 bytes.
    var writer = BinaryWriter(capacity: 8_192)
    subject.write(to: &writer)
    return JudgedSubject(
      report: report, facts: writer.bytes,
      isIncomplete: writer.hasReadError(of: [.notOpened, .limit]))
  }

  /// Whether the system or a limit kept something of a file from us that is to be kept.
  func isIncomplete(_ facts: MediaFacts) -> Bool {
    guard keepsFacts else { return false }
    var writer = BinaryWriter(capacity: 8_192)
    facts.write(to: &writer)
    return writer.hasReadError(of: [.notOpened, .limit])
  }

  /// Judges an animation.
  func judged(_ animation: Animation) -> JudgedSubject {
    JudgedSubject(report: engine.judge(animation), facts: keepsFacts ? animation.record : nil)
  }

  /// Judges two files as a pair.
  func pair(
    still: MediaFacts, movie: MediaFacts, bond: Pair.Bond, name: String? = nil,
    surroundings: Surroundings = Surroundings(), bundle: Bundle? = nil
  ) -> JudgedSubject {
    judged(
      subject(
        still: still, movie: movie, bond: bond, name: name, surroundings: surroundings,
        bundle: bundle))
  }

  /// Two files as a pair to be judged.
  func subject(
    still: MediaFacts, movie: MediaFacts, bond: Pair.Bond, name: String? = nil,
    surroundings: Surroundings = Surroundings(), bundle: Bundle? = nil
  ) -> Subject {
    let pair = self.pair(of: still, movie, bond: bond, name: name)
    var known = surroundings
    if !seenIdentifiers.isEmpty {
      known.identifierWasSeenBefore = [still.identifier, movie.identifier].contains {
        $0.map(seenIdentifiers.contains) ?? false
      }
    }
    return Subject(.pair(pair), surroundings: known, bundle: bundle)
  }

  private func identifierInSidecar(of still: Still) -> StrayIdentifier? {
    archived.identifierInSidecar(of: still) ?? reader.identifierInSidecar(of: still)
  }

  /// The facts of two files as those of a pair, with what lies beside the still.
  func pair(of still: MediaFacts, _ movie: MediaFacts, bond: Pair.Bond, name: String? = nil) -> Pair
  {
    var stillFacts = still.asStill
    if stillFacts.identifier.isAbsent, let stray = identifierInSidecar(of: stillFacts) {
      stillFacts.strayIdentifiers.append(stray)
    }
    return Pair(
      name: name ?? stillFacts.file.stem, still: stillFacts, movie: movie.asMovie, bond: bond)
  }

  /// Judges a file that has no partner.
  func lone(_ facts: MediaFacts, surroundings: Surroundings = Surroundings(), bundle: Bundle? = nil)
    -> JudgedSubject
  {
    switch facts {
    case .still(let still):
      judged(Subject(.still(still), surroundings: surroundings, bundle: bundle))
    case .movie(let movie):
      judged(Subject(.movie(movie), surroundings: surroundings, bundle: bundle))
    }
  }

  /// Judges two files that one base name suggests as a pair: as one, unless they carry no
  /// identifier and cannot be one shot.
  func namesakes(still: FoundFile, movie: FoundFile) -> [JudgedSubject] {
    let stillFacts = still.facts.asStill
    let movieFacts = movie.facts.asMovie
    if stillFacts.identifier.isAbsent, movieFacts.identifier.isAbsent,
      let reason = reasonAgainstOneShot(stillFacts, movieFacts)
    {
      var withNamesake = Surroundings()
      withNamesake.namesake = Surroundings.Namesake(path: movieFacts.file.path, reason: reason)
      return [
        lone(still.facts, surroundings: withNamesake, bundle: still.archive),
        lone(movie.facts, bundle: movie.archive),
      ]
    }
    return [
      pair(
        still: still.facts, movie: movie.facts, bond: .name,
        bundle: still.archive ?? movie.archive)
    ]
  }

  /// Judges the files of a `.pvt` folder, which are a pair by construction.
  func bundle(_ path: FilePath, files: [RunFile]) throws(Spool.Failure) -> JudgedSubject {
    let isMetadata = { (file: RunFile) in file.path.name.elementsEqual("metadata.plist".utf8) }
    var facts: [MediaFacts] = []
    var problem: ReadError?
    for file in files where !isMetadata(file) {
      guard let found = try read(file) else { continue }
      facts.append(found.facts)
      problem = problem ?? found.archive?.problem
    }
    let stills = facts.filter { $0.role == .still }
    let movies = facts.filter { $0.role == .movie }
    let bundle = Bundle(
      path: path, stills: stills.map(\.file.path), movies: movies.map(\.file.path),
      metadataVersion: try metadataVersion(in: files.first(where: isMetadata)),
      needsMetadata: true, problem: problem)
    let missing = ReadError(
      .notOpened, "the bundle has no such file", at: Place("bundle", offset: 0, length: 0))
    let nothing = MediaFile(path: FilePath(""), size: 0, type: nil)
    return pair(
      still: stills.first ?? .still(Still(file: nothing, unreadable: missing)),
      movie: movies.first ?? .movie(Movie(file: nothing, unreadable: missing)),
      bond: .bundle, name: path.bundleName, bundle: bundle)
  }

  private func metadataVersion(in file: RunFile?) throws(Spool.Failure) -> Field<String> {
    guard let file else { return .absent(searched: []) }
    let member: ArchivedMember? =
      if let number = file.member { try archived.member(number) } else { nil }
    do throws(ReadError) {
      guard let member else {
        return BundleMetadataReader.readVersion(try SourceBytes(FileSource(file.path)))
      }
      let content = try archived.content(of: member)
      if let fault = content.fault { return .unreadable(fault) }
      return BundleMetadataReader.readVersion(try SourceBytes(content.source))
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
