import Readers
import Validator

/// What came of one chunk: subjects that are settled, and files that must wait for the rest.
struct ChunkResult: Sendable {
  var reports: [SubjectReport] = []
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

  /// Takes over a report of a subject with what its files are found by again.
  mutating func append(
    _ report: SubjectReport, of files: [FoundFile], identifiers: [String?]
  ) {
    for file in files {
      if let member = file.member { members[file.facts.file.path] = member }
      if let reason = file.reasonNotJudged {
        problems.append(InputProblem(path: file.facts.file.path, message: reason))
      }
    }
    append(report, identifiers: identifiers)
  }

  mutating func append(_ report: SubjectReport, identifiers: [String?]) {
    for (index, identifier) in identifiers.enumerated() {
      guard let identifier, !identifiers[..<index].contains(identifier) else { continue }
      marks.append(IdentifierMark(identifier, report: reports.count))
    }
    reports.append(report)
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
struct IdentifierMark: Sendable {
  let hash: UInt64
  private let number: UInt32

  /// The number of the subject's report.
  var report: Int { Int(number) }

  init(_ identifier: String, report: Int) {
    self.init(hash: IdentifierMark.hash(of: identifier.utf8), report: report)
  }

  init(hash: UInt64, report: Int) {
    self.hash = hash
    number = UInt32(clamping: report)
  }

  /// FNV-1a: equal bytes must give equal numbers on every run; a clash is sorted out by reading.
  static func hash(of bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// Reads and judges the files of a chunk.
struct ChunkJudge: Sendable {
  let judge: Judge
  /// The resolved paths of files that the user has named as pairs: however they are spelled
  /// otherwise, they take no part in the pairing.
  let claimed: Set<FilePath>

  func callAsFunction(_ content: Chunk.Content) throws -> ChunkResult {
    var result = ChunkResult()
    switch content {
    case .bundle(let path, let files):
      for report in try judge.bundle(path, files: files.map { RunFile(path: $0) }) {
        result.append(report, identifiers: [])
      }
    case .archive(let path):
      guard !claimed.contains(path) else { break }
      result.append(judge.archive(path), identifiers: [])
    case .app(let path):
      for report in judge.app(path) { result.append(report, identifiers: []) }
    case .animation(let path):
      result.append(judge.animation(path), identifiers: [])
    case .files(let paths):
      let scanned = paths.filter { claimed.isEmpty || !isClaimed($0) }
        .compactMap { judge.reader.read($0).map { Scanned(FoundFile(facts: $0)) } }
      var start = 0
      for index in scanned.indices
      where index + 1 == scanned.count || scanned[index].key != scanned[index + 1].key {
        settle(scanned[start...index], into: &result)
        start = index + 1
      }
    case .members(let groups):
      for group in groups { try judgeMembers(group, into: &result) }
    }
    return result
  }

  /// Judges members of an archive that belong together.
  private func judgeMembers(_ numbers: [UInt64], into result: inout ChunkResult) throws {
    var members: [(file: RunFile, kind: ArchivedMember.Kind)] = []
    for number in numbers {
      let member = try judge.archived.member(number)
      if let twin = members.firstIndex(where: { $0.file.path == member.path }) {
        members.remove(at: twin)
        result.problems.append(
          InputProblem(
            path: member.path, message: "is in the archive more than once; the last was judged"))
      }
      members.append((RunFile(path: member.path, member: number), member.kind))
    }
    members.sort { $0.file.path < $1.file.path }
    let files = { (kind: ArchivedMember.Kind) in members.filter { $0.kind == kind }.map(\.file) }
    let media = try files(.media).compactMap { try judge.read($0).map(Scanned.init) }
    if !media.isEmpty { settle(media[...], into: &result) }
    let bundleFiles = files(.bundleFile)
    if let first = bundleFiles.first {
      let folder = FilePath(bytes: Array(first.path.folder))
      for report in try judge.bundle(folder, files: bundleFiles) {
        result.append(report, identifiers: [])
      }
    }
    for file in files(.livePhoto) {
      result.append(try judge.livePhoto(file), identifiers: [])
    }
    for file in files(.animation) {
      result.append(try judge.animation(file), identifiers: [])
    }
  }

  private func isClaimed(_ path: FilePath) -> Bool {
    Directory.resolved(path).map(claimed.contains) ?? false
  }

  /// A file with its facts and what pairing needs of them.
  ///
  /// A class, because facts are kilobytes: arrays of them are sorted out by reference.
  private final class Scanned {
    let found: FoundFile
    let candidate: PairingCandidate
    var key: [UInt8] { candidate.baseName.key }

    init(_ found: FoundFile) {
      self.found = found
      candidate = PairingCandidate(found.facts)
    }
  }

  /// Judges the files of one base name, or lets those wait whose partner may come later.
  private func settle(_ group: ArraySlice<Scanned>, into result: inout ChunkResult) {
    let files = Array(group)
    var matcher = Matcher(files.map(\.candidate))
    matcher.matchByIdentifier()
    let mustWait = matcher.unmatched.contains { files[$0].candidate.identifier != nil }
    if mustWait {
      result.waiting += matcher.unmatched.map {
        WaitingFile(candidate: files[$0].candidate, member: files[$0].found.member)
      }
    } else {
      matcher.matchByName()
      for index in matcher.unmatched {
        let found = files[index].found
        result.append(
          judge.lone(found.facts, bundle: found.archive), of: [found], identifiers: [])
      }
    }
    for match in matcher.matches {
      let still = files[match.still].found
      let movie = files[match.movie].found
      switch match.bond {
      case .identifier:
        let strangers = Surroundings.Stranger.beside(
          still: files[match.still].candidate, movie: files[match.movie].candidate,
          among: matcher.candidates)
        if !strangers.isEmpty { result.strangers[result.reports.count] = strangers }
        result.append(
          judge.pair(
            still: still.facts, movie: movie.facts, bond: .identifier,
            bundle: still.archive ?? movie.archive),
          of: [still, movie], identifiers: [still.facts.identifier])
      default:
        for report in judge.namesakes(still: still, movie: movie) {
          result.append(report, of: [still, movie], identifiers: [])
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

extension PairingCandidate {
  init(_ facts: MediaFacts) {
    let file = facts.file
    self.init(
      path: file.path, half: file.type?.half, halfByName: file.halfByExtension,
      identifier: facts.identifier)
  }
}
