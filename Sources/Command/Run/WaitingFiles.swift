import Validator

/// The files of a run whose partner may lie anywhere.
///
/// A file takes 32 bytes of memory; the rest is in the spool.
struct WaitingFiles {
  /// A file that waits for a partner, in the form in which a million of them fit in memory.
  private struct Waiting {
    /// Of its identifier; nil where it has none.
    let identifier: UInt64?
    /// Of its folder and base name.
    let name: UInt64
    let position: UInt64
  }

  private let spool: Spool
  private var waiting: [Waiting] = []

  init(_ spool: Spool) {
    self.spool = spool
  }

  /// Adds a file.
  mutating func add(_ file: WaitingFile) throws(Spool.Failure) {
    waiting.append(
      Waiting(
        identifier: file.candidate.identifier.map { IdentifierMark.hash(of: $0.utf8) },
        name: WaitingFiles.nameHash(file.candidate), position: try spool.append(value: file)))
  }

  private static func nameHash(_ candidate: PairingCandidate) -> UInt64 {
    IdentifierMark.hash(
      of: candidate.path.folder + [UInt8(ascii: "/")] + candidate.baseName.key)
  }

  /// The pairs among the files that wait: first those that one identifier joins, then by name.
  ///
  /// Files of one identifier, or of one name, are few; no more than these are in memory at once.
  func settled() throws(Spool.Failure) -> Settled {
    var settled = Settled()
    var isTaken = [Bool](repeating: false, count: waiting.count)
    for group in groups(by: \.identifier, where: { _ in true }) {
      try settle(group, &isTaken, into: &settled) { $0.matchByIdentifier() }
    }
    for group in groups(by: { $0.name }, where: { !isTaken[$0] }) {
      try settle(group, &isTaken, into: &settled) { $0.matchByName() }
    }
    settled.matches.sort { ($0.still, $0.movie) < ($1.still, $1.movie) }
    settled.alone = waiting.indices.filter { !isTaken[$0] }
    return settled
  }

  /// Files that wait, by their numbers among them.
  struct Settled {
    var matches: [PairingMatch] = []
    var alone: [Int] = []
  }

  /// The file that waits under a number.
  func file(_ number: Int) throws(Spool.Failure) -> WaitingFile {
    try spool.value(at: waiting[number].position)
  }

  /// Numbers of files with one value, in groups of two and more.
  private func groups(by value: (Waiting) -> UInt64?, where isWanted: (Int) -> Bool) -> [[Int]] {
    let keyed = waiting.indices.filter(isWanted)
      .compactMap { index in value(waiting[index]).map { (key: $0, index: index) } }
      .sorted { ($0.key, $0.index) < ($1.key, $1.index) }
    var groups: [[Int]] = []
    var start = 0
    for index in keyed.indices
    where index + 1 == keyed.count || keyed[index].key != keyed[index + 1].key {
      if index > start { groups.append(keyed[start...index].map(\.index)) }
      start = index + 1
    }
    return groups
  }

  private func settle(
    _ group: [Int], _ isTaken: inout [Bool], into settled: inout Settled,
    _ match: (inout Matcher) -> Void
  ) throws(Spool.Failure) {
    var members: [(number: Int, candidate: PairingCandidate)] = []
    for number in group { members.append((number, try file(number).candidate)) }
    members.sort { $0.candidate.path < $1.candidate.path }
    var matcher = Matcher(members.map(\.candidate))
    match(&matcher)
    for match in matcher.matches {
      let (still, movie) = (members[match.still].number, members[match.movie].number)
      isTaken[still] = true
      isTaken[movie] = true
      settled.matches.append(PairingMatch(still: still, movie: movie, bond: match.bond))
    }
  }

  /// The numbers of the files that wait, sorted by their names.
  var byName: NameIndex {
    NameIndex(
      entries: waiting.enumerated().map { ($0.element.name, $0.offset) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) })
  }

  /// Finds files that wait by their names.
  struct NameIndex {
    fileprivate let entries: [(name: UInt64, number: Int)]

    /// The numbers of the files that bear a file's name in its folder, itself among them.
    func namesakes(of candidate: PairingCandidate) -> [Int] {
      let name = WaitingFiles.nameHash(candidate)
      var (low, high) = (0, entries.count)
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].name < name { low = middle + 1 } else { high = middle }
      }
      return entries[low...].prefix { $0.name == name }.map(\.number)
    }
  }
}

extension WaitingFile: BinaryCodable {
  func write(to writer: inout BinaryWriter) {
    candidate.write(to: &writer)
    member.write(to: &writer)
  }

  init(from reader: inout BinaryReader) throws(BinaryReader.Fault) {
    candidate = try reader.value()
    member = try reader.value()
  }
}
