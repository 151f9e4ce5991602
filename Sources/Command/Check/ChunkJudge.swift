import Readers
import Validator

/// What came of one chunk: subjects that are settled, and files that must wait for the rest.
struct ChunkResult: Sendable {
  var subjects: [JudgedSubject] = []
  /// The identifiers that the settled subjects carry, with the position of their report.
  var marks: [IdentifierMark] = []
  /// Files beside a settled pair that share its name but not its identifier.
  var strangers: [Int: [Surroundings.Stranger]] = [:]
  /// Files whose partner may lie anywhere in the run.
  var waiting: [WaitingFile] = []
  /// The members of archives among the files of the reports, by what they are found by again.
  var members: [FilePath: UInt64] = [:]
  /// What was found and cannot be judged.
  var problems: [InputProblem] = []
  /// Whether the system or a limit kept something of a file that waits from us.
  var isIncomplete = false
  /// What it is made of, for a store; empty where there is none.
  var units: [JudgedUnit] = []

  /// Takes over another result behind this one.
  mutating func append(_ other: ChunkResult) {
    let start = subjects.count
    subjects += other.subjects
    marks += other.marks.map { IdentifierMark(hash: $0.hash, report: $0.report + start) }
    for (position, found) in other.strangers { strangers[position + start] = found }
    waiting += other.waiting
    members.merge(other.members) { _, new in new }
    problems += other.problems
    for var unit in other.units {
      unit.subjects = (unit.subjects.lowerBound + start)..<(unit.subjects.upperBound + start)
      units.append(unit)
    }
  }

  /// Takes over a subject with what its files are found by again.
  mutating func append(
    _ subject: JudgedSubject, of files: [FoundFile], identifiers: [String?]
  ) {
    for file in files {
      if let member = file.member { members[file.facts.file.path] = member }
      if let reason = file.reasonNotJudged {
        problems.append(InputProblem(path: file.facts.file.path, message: reason))
      }
    }
    append(subject, identifiers: identifiers)
  }

  mutating func append(_ subject: JudgedSubject, identifiers: [String?] = []) {
    for (index, identifier) in identifiers.enumerated() {
      guard let identifier, !identifiers[..<index].contains(identifier) else { continue }
      marks.append(IdentifierMark(identifier, report: subjects.count))
    }
    subjects.append(subject)
  }
}

/// A file of the run, with its number where it lies in an archive.
struct RunFile: Sendable {
  let path: FilePath
  var member: UInt64?
}

/// A file whose partner may lie anywhere in the run.
struct WaitingFile: Sendable {
  let candidate: PairingCandidate
  var member: UInt64?

  var file: RunFile { RunFile(path: candidate.path, member: member) }
}

/// An identifier of a subject in the form in which a million of them fit in memory.
struct IdentifierMark: Sendable, Comparable {
  // In halves, so that a mark takes 12 bytes: a run has one for each subject and more.
  private let high: UInt32
  private let low: UInt32
  private let number: UInt32

  /// Of the identifier's text.
  var hash: UInt64 { UInt64(high) << 32 | UInt64(low) }

  /// The number of the subject's report.
  var report: Int { Int(number) }

  init(_ identifier: String, report: Int) {
    self.init(hash: IdentifierMark.hash(of: identifier.utf8), report: report)
  }

  init(hash: UInt64, report: Int) {
    high = UInt32(truncatingIfNeeded: hash >> 32)
    low = UInt32(truncatingIfNeeded: hash)
    number = UInt32(clamping: report)
  }

  static func < (left: IdentifierMark, right: IdentifierMark) -> Bool {
    (left.high, left.low, left.number) < (right.high, right.low, right.number)
  }

  /// FNV-1a: equal bytes must give equal numbers on every run; a clash is sorted out by reading.
  static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Reads and judges the files of a chunk.
struct ChunkJudge: Sendable {
  let judge: Judge
  let keeper: UnitKeeper
  /// The resolved paths of files that the user has named as pairs: however they are spelled
  /// otherwise, they take no part in the pairing.
  let claimed: Set<FilePath>

  func callAsFunction(_ content: Chunk.Content) throws -> ChunkResult {
    var result = ChunkResult()
    switch content {
    case .bundle(let path, let files):
      try keeper.unit(UnitKey(.bundle, path.bytes), of: files, into: &result) { result in
        result.append(try judge.bundle(path, files: files.map { RunFile(path: $0) }))
      }
    case .archive(let path):
      guard !claimed.contains(path) else { break }
      try keeper.unit(UnitKey(.livePhoto, path.bytes), of: [path], into: &result) {
        $0.append(judge.archive(path), in: path)
      }
    case .app(let path):
      // Nobody knows all files that a project's verdict rests on: it is judged every time.
      try keeper.unit(UnitKey(.app, path.bytes), of: nil, into: &result) { result in
        for subject in judge.app(path) { result.append(subject) }
      }
    case .animation(let path):
      try keeper.unit(UnitKey(.animation, path.bytes), of: [path], into: &result) {
        $0.append(judge.animation(path))
      }
    case .files(let groups, let areNamed):
      for group in groups { try judgeFiles(group, areNamed: areNamed, into: &result) }
    case .members(let groups):
      for group in groups { try judgeMembers(group, into: &result) }
    case .archiveEnd(let path, let stamp, let problems):
      keeper.end(of: path, stamp: stamp, problems, into: &result)
    }
    return result
  }

  /// Judges files of one base name.
  ///
  /// - Parameter areNamed: whether each was named, so that somebody asks after each.
  private func judgeFiles(_ group: [FilePath], areNamed: Bool, into result: inout ChunkResult)
    throws
  {
    let paths = claimed.isEmpty ? group : group.filter { !isClaimed($0) }
    guard let first = paths.first else { return }
    try keeper.unit(UnitKey(filesLike: first), of: paths, into: &result) { result in
      var files: [FoundFile] = []
      var others: [FilePath] = []
      for path in paths {
        if let facts = judge.reader.read(path) {
          files.append(FoundFile(facts: facts))
        } else {
          others.append(path)
        }
      }
      if areNamed {
        result.problems += others.filter { files.isEmpty || !$0.isSidecar }
          .map { InputProblem(path: $0, message: ChunkJudge.reasonNotJudged($0)) }
      }
      settle(files, into: &result)
    }
  }

  /// Why a file that was named gives nothing to judge.
  private static func reasonNotJudged(_ path: FilePath) -> String {
    do {
      _ = try SourceBytes(FileSource(path))
    } catch {
      return error.reason
    }
    return "is neither a still nor a movie; it was not judged"
  }

  /// Judges members of an archive that belong together.
  private func judgeMembers(_ numbers: [UInt64], into result: inout ChunkResult) throws {
    var members: [(file: RunFile, member: ArchivedMember)] = []
    var problems: [InputProblem] = []
    for number in numbers {
      let member = try judge.archived.member(number)
      if let twin = members.firstIndex(where: { $0.file.path == member.path }) {
        members.remove(at: twin)
        problems.append(
          InputProblem(
            path: member.path, message: "is in the archive more than once; the last was judged"))
      }
      members.append((RunFile(path: member.path, member: number), member))
    }
    members.sort { $0.file.path < $1.file.path }
    guard let first = members.first?.member else { return }
    try keeper.unit(
      UnitKey(ofMembersLike: first), stamp: judge.archived.stamp(of: first.archive),
      members: members.map(\.member), into: &result
    ) { result in
      result.problems += problems
      try judgeMembers(members, of: first.archive, into: &result)
    }
  }

  private func judgeMembers(
    _ members: [(file: RunFile, member: ArchivedMember)], of archive: FilePath,
    into result: inout ChunkResult
  ) throws {
    let files = { (kind: ArchivedMember.Kind) in
      members.filter { $0.member.kind == kind }.map(\.file)
    }
    settle(try files(.media).compactMap { try judge.read($0) }, into: &result)
    let bundleFiles = files(.bundleFile)
    if let first = bundleFiles.first {
      let folder = FilePath(bytes: Array(first.path.folder))
      result.append(try judge.bundle(folder, files: bundleFiles), in: archive)
    }
    for file in files(.livePhoto) { result.append(try judge.livePhoto(file), in: archive) }
    for file in files(.animation) { result.append(try judge.animation(file), in: archive) }
  }

  private func isClaimed(_ path: FilePath) -> Bool {
    Directory.resolved(path).map(claimed.contains) ?? false
  }

  /// Judges the files of one base name, or lets those wait whose partner may come later.
  private func settle(_ files: [FoundFile], into result: inout ChunkResult) {
    var matcher = Matcher(files.map { PairingCandidate($0.facts) })
    matcher.matchByIdentifier()
    let mustWait = matcher.unmatched.contains { matcher.candidates[$0].identifier != nil }
    if mustWait {
      result.isIncomplete = files.contains { judge.isIncomplete($0.facts) }
      result.waiting += matcher.unmatched.map {
        WaitingFile(candidate: matcher.candidates[$0], member: files[$0].member)
      }
    } else {
      matcher.matchByName()
      for index in matcher.unmatched {
        let found = files[index]
        result.append(
          judge.lone(found.facts, bundle: found.archive), of: [found], identifiers: [])
      }
    }
    for match in matcher.matches {
      let still = files[match.still]
      let movie = files[match.movie]
      switch match.bond {
      case .identifier:
        let strangers = Surroundings.Stranger.beside(
          still: matcher.candidates[match.still], movie: matcher.candidates[match.movie],
          among: matcher.candidates)
        if !strangers.isEmpty { result.strangers[result.subjects.count] = strangers }
        result.append(
          judge.pair(
            still: still.facts, movie: movie.facts, bond: .identifier,
            bundle: still.archive ?? movie.archive),
          of: [still, movie], identifiers: [still.facts.identifier])
      default:
        for subject in judge.namesakes(still: still, movie: movie) {
          result.append(subject, of: [still, movie], identifiers: [])
        }
      }
    }
  }
}

extension Surroundings.Stranger {
  /// The files that bear the name of a pair's half in its folder, are of the other medium and carry
  /// another identifier; none where the halves bear one name there, so that either is found.
  static func beside(
    still: PairingCandidate, movie: PairingCandidate, among candidates: [PairingCandidate]
  ) -> [Surroundings.Stranger] {
    if still.baseName.stem == movie.baseName.stem, still.path.folder == movie.path.folder {
      return []
    }
    return [(Half.still, still), (Half.movie, movie)].flatMap { half, own in
      candidates.compactMap { other in
        guard other.half == half.other, let identifier = other.identifier,
          identifier != own.identifier, other.baseName.stem == own.baseName.stem,
          other.path.folder == own.path.folder
        else { return nil }
        return Surroundings.Stranger(
          beside: half, path: other.path, identifier: identifier, truePartner: nil)
      }
    }
  }
}

extension FilePath {
  /// Whether the name is that of a file that editors put beside a picture of the same name.
  fileprivate var isSidecar: Bool {
    ["aae", "xmp"].contains(MediaFile(path: self, size: 0, type: nil).pathExtension)
  }
}

extension PairingCandidate {
  init(_ facts: MediaFacts) {
    let file = facts.file
    self.init(
      path: file.path, half: file.type?.half, halfByName: file.halfByExtension,
      identifier: facts.identifier)
  }
}
