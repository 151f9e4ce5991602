import Validator

/// What a run remembers of each subject that it has judged and let go: where it lies, and which
/// identifiers it carries.
///
/// A subject takes 8 bytes of memory and an identifier 12; the rest is in the spool.
struct SubjectIndex {
  /// A subject as far as others of the run may have to do with it.
  struct Entry {
    var kind: SubjectReport.Kind
    var bond: Pair.Bond?
    var files: [ReportedFile]
    var counts: ResultCounts
    var failures: FailureCounts
    /// What the files are found by again where they lie in archives.
    var members: [UInt64?]
    /// Its number in the store of the run.
    var storedID: Int64?
    /// Of the subjects that it was compared with before; nil where the store did not have it.
    var company: UInt64?
    /// Of its files, in a run with a store; nil where nobody can tell.
    var stamp: UInt64?

    func file(_ half: Half) -> MediaFile? { files.first { $0.half == half }?.file }
  }

  private let spool: Spool
  private var positions: [UInt64] = []
  /// The files that wait for a partner.
  private(set) var waiting: WaitingFiles
  /// The identifiers of all subjects.
  private var marks: [IdentifierMark] = []
  /// Files beside a settled pair that share its name but not its identifier, by the pair's number.
  private(set) var strangers: [Int: [Surroundings.Stranger]] = [:]

  init() {
    spool = Spool()
    waiting = WaitingFiles(spool)
  }

  /// How many subjects there are.
  var count: Int { positions.count }

  /// Takes over what a chunk has given; its reports get the next numbers.
  ///
  /// - Parameter ids: the numbers of its subjects in a store.
  mutating func add(_ result: ChunkResult, ids: [Int64]? = nil) throws(Spool.Failure) {
    let start = positions.count
    for mark in result.marks {
      marks.append(IdentifierMark(hash: mark.hash, report: mark.report + start))
    }
    for (position, found) in result.strangers { strangers[position + start] = found }
    var stamps = [UInt64?](repeating: nil, count: result.subjects.count)
    for unit in result.units { for position in unit.subjects { stamps[position] = unit.stamp } }
    for (position, subject) in result.subjects.enumerated() {
      var entry = Entry(subject.report, members: result.members)
      entry.storedID = ids?[position]
      entry.company = subject.stored?.company
      entry.stamp = stamps[position]
      positions.append(try spool.append(value: entry))
    }
    for file in result.waiting { try waiting.add(file) }
  }

  /// Gives away the identifiers of all subjects.
  mutating func takeMarks() -> [IdentifierMark] {
    defer { marks = [] }
    return marks
  }

  /// The subject of a number.
  func entry(_ number: Int) throws(Spool.Failure) -> Entry {
    try spool.value(at: positions[number])
  }
}

// MARK: - Records

extension SubjectIndex.Entry {
  init(_ report: SubjectReport, members: [FilePath: UInt64]) {
    self.init(
      kind: report.kind, bond: report.bond, files: report.files, counts: report.counts,
      failures: report.failures, members: report.files.map { members[$0.file.path] })
  }
}

extension SubjectIndex.Entry: BinaryCodable {
  func write(to writer: inout BinaryWriter) {
    kind.write(to: &writer)
    bond.write(to: &writer)
    files.write(to: &writer)
    counts.write(to: &writer)
    failures.write(to: &writer)
    members.write(to: &writer)
    storedID.write(to: &writer)
    company.write(to: &writer)
    stamp.write(to: &writer)
  }

  init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    self.init(
      kind: try reader.value(), bond: try reader.value(), files: try reader.value(),
      counts: try reader.value(), failures: try reader.value(), members: try reader.value(),
      storedID: try reader.value(), company: try reader.value(), stamp: try reader.value())
  }
}
