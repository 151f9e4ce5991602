import Readers
import Validator

/// What is judged together and kept together: the files of one base name in one folder, a bundle, a
/// pair over folders, ….
struct UnitKey: Sendable {
  enum Kind: UInt8 {
    /// Files of one folder and base name.
    case files = 0x66
    case bundle = 0x62
    /// A `.livp` archive.
    case livePhoto = 0x6C
    case animation = 0x67
    case app = 0x61
    /// Two files that the user has named.
    case namedPair = 0x6E
    /// Files that had to wait for the whole run.
    case settled = 0x73
    /// Members of an archive; keys of one archive stand together.
    case members = 0x6D
    /// An archive that was gone through to its end.
    case archive = 0x78
  }

  let bytes: [UInt8]

  /// Creates a key; no byte of a path is NUL.
  init(_ kind: Kind, _ parts: [UInt8]...) { self.init(kind, parts) }

  init(_ kind: Kind, _ parts: [[UInt8]]) {
    bytes = [kind.rawValue] + Array(parts.joined(separator: [0]))
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The key of files of one base name in one folder.
  init(filesLike path: FilePath) {
    self.init(.files, Array(path.folder), BaseName(of: path.name).key)
  }

  /// The folders, bundles and archives that its files lie in.
  var places: [[UInt8]] {
    let parts = bytes.dropFirst().split(separator: 0, omittingEmptySubsequences: false)
    switch bytes.first.flatMap(Kind.init) {
    case .files, .bundle, .app, .members, .archive: return parts.prefix(1).map(Array.init)
    case .livePhoto, .animation, .namedPair, .settled, nil:
      return parts.map { Array(FilePath(bytes: Array($0)).folder) }
    }
  }

  /// The archive that all its files lie in; nil where nothing says that they lie in one.
  var archive: FilePath? {
    switch bytes.first.flatMap(Kind.init) {
    case .members, .livePhoto: FilePath(bytes: Array(bytes.dropFirst().prefix { $0 != 0 }))
    default: nil
    }
  }

  var hash: UInt64 { IdentifierMark.hash(of: bytes) }
}

/// A unit of a run with what it gave.
struct JudgedUnit: Sendable {
  let key: UnitKey
  /// Of its files; nil where it cannot be told whether they stay what they are.
  let stamp: UInt64?
  /// Its subjects, by their positions in the result that it is part of.
  var subjects: Range<Int>
  /// What it gave besides subjects, to be kept; nil where the store has it.
  let rest: UnitRest?
}

/// What a unit gave besides its subjects: what the rest of the run must know of it.
struct UnitRest: Sendable {
  /// Hashes of identifiers, with the positions of the unit's subjects that carry them.
  var marks: [(position: Int, hash: UInt64)] = []
  var strangers: [(position: Int, strangers: [Surroundings.Stranger])] = []
  var waiting: [PairingCandidate] = []
  var problems: [InputProblem] = []
  /// The members of an archive that it was made of.
  var members: [ArchivedMember] = []
  /// Of the sidecars that were looked into for an identifier.
  var sidecars: UInt64?
  /// The identifiers in the sidecars of an archive.
  var archivedSidecars: [(path: FilePath, identifier: StrayIdentifier)] = []
}

extension UnitRest: BinaryCodable {
  func write(to writer: inout BinaryWriter) {
    writer.list(marks) { writer, mark in
      writer.count(mark.position)
      writer.number(mark.hash)
    }
    writer.list(strangers) { writer, found in
      writer.count(found.position)
      found.strangers.write(to: &writer)
    }
    writer.list(waiting) { $1.write(to: &$0) }
    writer.list(problems) { writer, problem in
      problem.path.write(to: &writer)
      writer.text(problem.message)
    }
    members.write(to: &writer)
    sidecars.write(to: &writer)
    writer.list(archivedSidecars) { writer, sidecar in
      sidecar.path.write(to: &writer)
      sidecar.identifier.write(to: &writer)
    }
  }

  init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    marks = try reader.list { reader throws(BinaryReader.Fault) in
      (try reader.count(), try reader.number())
    }
    strangers = try reader.list { reader throws(BinaryReader.Fault) in
      (try reader.count(), try reader.value())
    }
    waiting = try reader.list { reader throws(BinaryReader.Fault) in
      try PairingCandidate(from: &reader)
    }
    problems = try reader.list { reader throws(BinaryReader.Fault) in
      InputProblem(path: try reader.value(), message: try reader.text())
    }
    members = try reader.value()
    sidecars = try reader.value()
    archivedSidecars = try reader.list { reader throws(BinaryReader.Fault) in
      (try reader.value(), try reader.value())
    }
  }
}

// MARK: - To and from results

extension ChunkResult {
  /// Makes the whole result one unit, to be kept.
  ///
  /// - Parameters:
  ///   - members: the members of an archive that it was made of.
  ///   - sidecars: the identifiers in the sidecars of an archive.
  mutating func become(
    _ key: UnitKey, stamp: UInt64?, members: [ArchivedMember] = [],
    sidecars: [(path: FilePath, identifier: StrayIdentifier)] = []
  ) {
    let rest = UnitRest(
      marks: marks.map { ($0.report, $0.hash) },
      strangers: strangers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      waiting: waiting.map(\.candidate), problems: problems, members: members,
      sidecars: sidecarStamp, archivedSidecars: sidecars)
    // What the system did not let us read may be readable the next time.
    let isWhole = !isIncomplete && subjects.allSatisfy { !$0.isIncomplete && isOpened($0) }
    units = [
      JudgedUnit(key: key, stamp: isWhole ? stamp : nil, subjects: subjects.indices, rest: rest)
    ]
  }

  /// Whether all files of a subject could be opened.
  private func isOpened(_ subject: JudgedSubject) -> Bool {
    subject.report.files.map(\.file).allSatisfy {
      $0.type != nil || isArchived($0.path, of: subject)
    }
  }

  /// The stamp of the sidecars that were asked for identifiers of stills that have none; nil where
  /// none was.
  private var sidecarStamp: UInt64? {
    let paths = subjects.flatMap { subject in
      subject.report.stillsWithoutIdentifier.filter { !isArchived($0, of: subject) }
    }.flatMap(MediaReader.sidecars)
    return paths.isEmpty ? nil : FileStamp.value(ofSidecars: paths)
  }

  /// A unit that is in the store, as it was when it was judged.
  ///
  /// - Returns: nil where a sidecar has changed.
  /// - Throws: where the store was damaged, or the run's temporary file cannot be used.
  init?(
    _ key: UnitKey, stamp: UInt64, _ subjects: [JudgedSubject], _ rest: UnitRest,
    keep: (ArchivedMember) throws(Spool.Failure) -> UInt64
  ) throws {
    self.init()
    self.subjects = subjects
    if let archive = key.archive {
      for position in subjects.indices { self.subjects[position].archive = archive }
    }
    guard rest.marks.allSatisfy({ subjects.indices.contains($0.position) }),
      rest.strangers.allSatisfy({ subjects.indices.contains($0.position) })
    else { throw BinaryReader.Fault() }
    if let sidecars = rest.sidecars, sidecars != sidecarStamp { return nil }
    marks = rest.marks.map { IdentifierMark(hash: $0.hash, report: $0.position) }
    for (position, found) in rest.strangers { strangers[position] = found }
    for member in rest.members { members[member.path] = try keep(member) }
    waiting = rest.waiting.map { WaitingFile(candidate: $0, member: members[$0.path]) }
    problems = rest.problems
    units = [JudgedUnit(key: key, stamp: stamp, subjects: subjects.indices, rest: nil)]
  }
}

extension FileStamp {
  /// The stamp of sidecars, of which most do not exist.
  fileprivate static func value(ofSidecars paths: [FilePath]) -> UInt64 {
    var stamp = FileStamp()
    for path in paths { stamp.add(path) }
    return stamp.value
  }
}

extension SubjectReport {
  fileprivate var stillsWithoutIdentifier: [FilePath] {
    guard kind == .pair, traits?.stillIdentifier == nil else { return [] }
    return files.filter { $0.role == .still }.map(\.file.path)
  }
}
