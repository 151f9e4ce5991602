import Readers
import Rules
import Validator

/// Finds what the files of a run say of each other: shared identifiers, copies, strangers.
struct SurroundingsFinder {
  /// Of subjects that were compared with some that may change unseen.
  private static let unknownCompany: UInt64 = 1

  /// By the position of the report that they belong to; subjects without any are left out.
  private(set) var surroundings: [Int: Surroundings] = [:]
  /// A number made of the subjects that each was compared with; where there is a store.
  private(set) var companies: [Int: UInt64] = [:]
  /// The subjects that are to be compared anew, as one that they share an identifier with is not
  /// what it was: of these, nothing that the store has is so any more.
  private var changed: Set<Int> = []
  /// The subjects that are being compared with each other, by their numbers.
  private var entries: [Int: SubjectIndex.Entry] = [:]
  private let archived: ArchivedFiles
  private let store: AuditStore?

  /// - Parameter marks: the identifiers of all subjects; sorted where they lie, as there may be
  ///   millions.
  /// - Throws: where the run's temporary file cannot be read.
  init(
    _ index: SubjectIndex, marks: consuming [IdentifierMark], _ archived: ArchivedFiles,
    _ store: AuditStore? = nil
  ) throws {
    self.archived = archived
    self.store = store
    // Numbers of one hash stand together.
    marks.sortInPlace()
    if store != nil {
      try marks.forEachGroup { try addCompany($0, of: index) }
      try marks.forEachGroup { try findChanged($0, of: index) }
    }
    try marks.forEachGroup { try compare($0, of: index) }
    try addStrangers(marks, of: index)
  }

  /// Notes that subjects of one identifier are to be compared with each other.
  private mutating func addCompany(_ positions: [Int], of index: SubjectIndex) throws {
    var members: [(id: Int64, stamp: UInt64)] = []
    for position in positions {
      let entry = try index.entry(position)
      guard let id = entry.storedID, let stamp = entry.stamp else { break }
      members.append((id, stamp))
    }
    // Where one cannot be told from what it was before, all are compared again.
    guard members.count == positions.count else {
      for position in positions { companies[position] = SurroundingsFinder.unknownCompany }
      return
    }
    members.sort { $0.id < $1.id }
    let company = members.reduce(IdentifierMark.hash(of: [])) { hash, member in
      ((hash ^ UInt64(bitPattern: member.id)) &* 0x100_0000_01B3 ^ member.stamp) &* 0x100_0000_01B3
    }
    // A subject with two identifiers is in two companies.
    for position in positions where companies[position] != SurroundingsFinder.unknownCompany {
      companies[position, default: 0] &+= company
    }
  }

  /// Notes that subjects of one identifier are to be compared where one of them, or what that was
  /// compared with, has changed.
  private mutating func findChanged(_ positions: [Int], of index: SubjectIndex) throws {
    for position in positions {
      let company = companies[position]
      if company == SurroundingsFinder.unknownCompany {
        return changed.formUnion(positions)
      }
      let entry = try index.entry(position)
      if entry.storedID == nil || entry.company != company { return changed.formUnion(positions) }
    }
  }

  /// Fills in what subjects of one identifier say of each other.
  private mutating func compare(_ positions: [Int], of index: SubjectIndex) throws {
    entries = [:]
    for position in positions { entries[position] = try index.entry(position) }
    // Whatever the order in which an archive holds them, messages name the same ones first.
    let positions = positions.sorted { left, right in
      guard let first = entries[left]?.files.first?.file.path,
        let second = entries[right]?.files.first?.file.path
      else { return left < right }
      return first == second ? left < right : first < second
    }
    if let store {
      for position in positions where !changed.contains(position) {
        try takeKept(position, from: store)
      }
      guard positions.contains(where: changed.contains) else { return }
    }
    let stillEntries = entries(.still, of: positions)
    let movieEntries = entries(.movie, of: positions)
    var contents = FileContents(archived: archived)
    for entry in entries.values {
      for (file, member) in zip(entry.files, entry.members) {
        contents.members[file.file.path] = member
      }
    }
    var stills = ContentGroups(stillEntries, contents)
    var movies = ContentGroups(movieEntries, contents)
    let pairs = positions.filter { entries[$0]?.kind == .pair }
    for position in positions where store == nil || changed.contains(position) {
      var found = surroundings[position] ?? Surroundings()
      let own = (still: file(.still, of: position), movie: file(.movie, of: position))
      if entries[position]?.kind == .pair {
        addOtherPairs(pairs, than: position, own: own, &stills, &movies, to: &found)
        if let still = own.still { addLone(.still, beside: still, &stills, to: &found) }
        if let movie = own.movie { addLone(.movie, beside: movie, &movies, to: &found) }
      } else {
        let half: Half = own.still == nil ? .movie : .still
        found.identifierIsAnswered = !(half == .still ? movieEntries : stillEntries).isEmpty
        guard let file = own.still ?? own.movie else { continue }
        let limit = Surroundings.listLimit
        let copies =
          half == .still
          ? stills.copies(of: file, limit: limit) : movies.copies(of: file, limit: limit)
        for copy in copies { found.add(Surroundings.Copy(half: half, path: copy.path)) }
      }
      if found != Surroundings() { surroundings[position] = found }
    }
  }

  /// Takes over what a store has of a subject that was compared with the same ones before.
  private mutating func takeKept(_ position: Int, from store: AuditStore) throws {
    guard let id = entries[position]?.storedID,
      case .media(let subject)? = try store.facts(of: id)
    else { return }
    var kept = Surroundings()
    kept.sharers = subject.surroundings.sharers
    kept.copies = subject.surroundings.copies
    kept.rivals = subject.surroundings.rivals
    kept.identifierIsAnswered = subject.surroundings.identifierIsAnswered
    if kept != Surroundings() { surroundings[position] = kept }
  }

  private typealias Files = (still: MediaFile?, movie: MediaFile?)

  /// Other pairs share the identifier where both of their halves hold other bytes.
  ///
  /// A byte-equal half is a copy; what differs beside it is a second version of one shot.
  private func addOtherPairs(
    _ pairs: [Int], than position: Int, own: Files, _ stills: inout ContentGroups,
    _ movies: inout ContentGroups, to found: inout Surroundings
  ) {
    for other in pairs where other != position {
      guard let still = file(.still, of: other), let movie = file(.movie, of: other),
        let ownStill = own.still, let ownMovie = own.movie
      else { continue }
      let hasSameStill = stills.areEqual(still, ownStill)
      let hasSameMovie = movies.areEqual(movie, ownMovie)
      if hasSameStill || hasSameMovie {
        // Only where the identifier joins it is that of both its halves.
        let isJoined = entries[other]?.bond == .identifier
        if hasSameStill || isJoined {
          add(still, .still, isCopy: hasSameStill, of: ownStill, to: &found)
        }
        if hasSameMovie || isJoined {
          add(movie, .movie, isCopy: hasSameMovie, of: ownMovie, to: &found)
        }
      } else {
        found.add(Surroundings.Sharer(still: still.path, movie: movie.path))
      }
      let count = found.copies.count + found.sharers.count + found.rivals.count
      guard count < Surroundings.listLimit else { return }
    }
  }

  /// Lone files of the same identifier could take the place of a half, or are copies of it.
  private func addLone(
    _ half: Half, beside own: MediaFile, _ groups: inout ContentGroups,
    to found: inout Surroundings
  ) {
    let limit = Surroundings.listLimit
    for copy in groups.loneCopies(of: own, limit: limit) {
      add(copy, half, isCopy: true, of: own, to: &found)
    }
    for other in groups.loneOthers(than: own, limit: limit) {
      add(other, half, isCopy: false, of: own, to: &found)
    }
  }

  /// Adds a file as a copy of a half, or as one that could take its place.
  private func add(
    _ other: MediaFile, _ half: Half, isCopy: Bool, of own: MediaFile, to found: inout Surroundings
  ) {
    if isCopy {
      found.add(Surroundings.Copy(half: half, path: other.path))
    } else {
      let isExport =
        half == .still && other.type != own.type
        && BaseName(of: other.path.name).stem == BaseName(of: own.path.name).stem
      found.add(Surroundings.Rival(half: half, path: other.path, isExport: isExport))
    }
  }

  /// Names where the true partner of each stranger lies.
  private mutating func addStrangers(_ marks: [IdentifierMark], of index: SubjectIndex) throws {
    for (position, strangers) in index.strangers where !strangers.isEmpty {
      var complete = strangers
      for (at, stranger) in strangers.enumerated() {
        guard let identifier = stranger.identifier else { continue }
        let hash = IdentifierMark(identifier, report: 0).hash
        let carriers = marks[marks.partition(before: hash)...].prefix { $0.hash == hash }
        let partners = try carriers.prefix(Surroundings.listLimit)
          .compactMap { try index.entry($0.report).file(stranger.beside)?.path }
        complete[at].truePartner = partners.min() ?? complete[at].truePartner
      }
      surroundings[position, default: Surroundings()].strangers = complete
    }
  }

  private func entries(_ half: Half, of positions: [Int]) -> [ContentGroups.Entry] {
    positions.compactMap { position in
      file(half, of: position).map { ($0, entries[position]?.kind == .pair) }
    }
  }

  private func file(_ half: Half, of position: Int) -> MediaFile? {
    entries[position]?.file(half)
  }
}

extension Surroundings {
  // Two pairs may share both identifiers, and then they are compared twice.

  fileprivate mutating func add(_ copy: Copy) {
    if !copies.contains(copy) { copies.append(copy) }
  }

  fileprivate mutating func add(_ sharer: Sharer) {
    if !sharers.contains(sharer) { sharers.append(sharer) }
  }

  fileprivate mutating func add(_ rival: Rival) {
    if !rivals.contains(rival) { rivals.append(rival) }
  }
}

extension [IdentifierMark] {
  /// Sorts by hash and report, by heapsort: `sort` would take half as much memory again, at the moment
  /// when a run holds most.
  fileprivate mutating func sortInPlace() {
    for root in indices.prefix(count / 2).reversed() { sift(root, below: count) }
    for end in indices.dropFirst().reversed() {
      swapAt(0, end)
      sift(0, below: end)
    }
  }

  /// Moves an element down until those below it come before it.
  private mutating func sift(_ start: Int, below end: Int) {
    var root = start
    while case let left = 2 * root + 1, left < end {
      let right = left + 1
      let last = right < end && self[left] < self[right] ? right : left
      guard self[root] < self[last] else { return }
      swapAt(root, last)
      root = last
    }
  }

  /// Calls a body with the subjects of each hash that several have, where marks are sorted by it.
  fileprivate func forEachGroup(_ body: ([Int]) throws -> Void) rethrows {
    var start = 0
    for position in indices
    where position + 1 == count || self[position].hash != self[position + 1].hash {
      if position > start { try body(self[start...position].map(\.report)) }
      start = position + 1
    }
  }

  /// Where the marks of a hash begin, or would, among marks sorted by their hashes.
  fileprivate func partition(before hash: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
