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
  var waiting: [PairingCandidate] = []

  mutating func append(_ report: SubjectReport, identifiers: [String?]) {
    for identifier in Set(identifiers.compactMap { $0 }) {
      marks.append(IdentifierMark(identifier, report: reports.count))
    }
    reports.append(report)
  }
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

  func callAsFunction(_ content: Chunk.Content) -> ChunkResult {
    var result = ChunkResult()
    switch content {
    case .bundle(let path, let files):
      for report in judge.bundle(path, files: files) { result.append(report, identifiers: []) }
    case .archive(let path):
      guard !claimed.contains(path) else { break }
      result.append(judge.archive(path), identifiers: [])
    case .app(let path):
      for report in judge.app(path) { result.append(report, identifiers: []) }
    case .animation(let path):
      result.append(judge.animation(path), identifiers: [])
    case .files(let paths):
      let scanned = paths.filter { claimed.isEmpty || !isClaimed($0) }
        .compactMap { judge.reader.read($0).map(Scanned.init) }
      var start = 0
      for index in scanned.indices
      where index + 1 == scanned.count || scanned[index].key != scanned[index + 1].key {
        settle(scanned[start...index], into: &result)
        start = index + 1
      }
    }
    return result
  }

  private func isClaimed(_ path: FilePath) -> Bool {
    Directory.resolved(path).map(claimed.contains) ?? false
  }

  /// A file with its facts and what pairing needs of them.
  ///
  /// A class, because facts are kilobytes: arrays of them are sorted out by reference.
  private final class Scanned {
    let facts: MediaFacts
    let candidate: PairingCandidate
    var key: [UInt8] { candidate.baseName.key }

    init(_ facts: MediaFacts) {
      self.facts = facts
      candidate = PairingCandidate(facts)
    }
  }

  /// Judges the files of one base name, or lets those wait whose partner may come later.
  private func settle(_ group: ArraySlice<Scanned>, into result: inout ChunkResult) {
    let files = Array(group)
    var matcher = Matcher(files.map(\.candidate))
    matcher.matchByIdentifier()
    let mustWait = matcher.unmatched.contains { files[$0].candidate.identifier != nil }
    if mustWait {
      result.waiting += matcher.unmatched.map { files[$0].candidate }
    } else {
      matcher.matchByName()
      for index in matcher.unmatched {
        result.append(judge.lone(files[index].facts), identifiers: [])
      }
    }
    for match in matcher.matches {
      let still = files[match.still].facts
      let movie = files[match.movie].facts
      switch match.bond {
      case .identifier:
        let strangers = Surroundings.Stranger.beside(
          still: files[match.still].candidate, movie: files[match.movie].candidate,
          among: matcher.candidates)
        if !strangers.isEmpty { result.strangers[result.reports.count] = strangers }
        result.append(
          judge.pair(still: still, movie: movie, bond: .identifier),
          identifiers: [still.identifier])
      default:
        for report in judge.namesakes(still: still, movie: movie) {
          result.append(report, identifiers: [])
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
