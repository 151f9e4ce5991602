import Readers
import Validator

/// Finds what the files of a run say of each other: shared identifiers, copies, strangers.
struct SurroundingsFinder {
  /// How many files of one kind a finding lists; a placeholder identifier may be in thousands.
  private static let listLimit = 20

  /// By the position of the report that they belong to; subjects without any are left out.
  private(set) var surroundings: [Int: Surroundings] = [:]
  private let ledger: Ledger

  init(_ ledger: Ledger) {
    self.ledger = ledger
    // Positions of one hash stand together, in the order of the walk.
    let marks = ledger.marks.sorted { ($0.hash, $0.report) < ($1.hash, $1.report) }
    var start = 0
    for index in marks.indices
    where index + 1 == marks.count || marks[index].hash != marks[index + 1].hash {
      if index > start { compare(marks[start...index].map(\.report)) }
      start = index + 1
    }
    addStrangers(marks)
  }

  /// Fills in what subjects of one identifier say of each other.
  private mutating func compare(_ positions: [Int]) {
    let stillEntries = entries(.still, of: positions)
    let movieEntries = entries(.movie, of: positions)
    var stills = ContentGroups(stillEntries)
    var movies = ContentGroups(movieEntries)
    let pairs = positions.filter { ledger.reports[$0].kind == .pair }
    for position in positions {
      var found = surroundings[position] ?? Surroundings()
      let own = (still: file(.still, of: position), movie: file(.movie, of: position))
      if ledger.reports[position].kind == .pair {
        addOtherPairs(pairs, than: position, own: own, &stills, &movies, to: &found)
        if let still = own.still { addLone(.still, beside: still, &stills, to: &found) }
        if let movie = own.movie { addLone(.movie, beside: movie, &movies, to: &found) }
      } else {
        let half: Half = own.still == nil ? .movie : .still
        found.identifierIsAnswered = !(half == .still ? movieEntries : stillEntries).isEmpty
        guard let file = own.still ?? own.movie else { continue }
        let limit = SurroundingsFinder.listLimit
        let copies =
          half == .still
          ? stills.copies(of: file, limit: limit) : movies.copies(of: file, limit: limit)
        found.copies += copies.map { Surroundings.Copy(half: half, path: $0.path) }
      }
      if found != Surroundings() { surroundings[position] = found }
    }
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
        add(still, .still, isCopy: hasSameStill, of: ownStill, to: &found)
        add(movie, .movie, isCopy: hasSameMovie, of: ownMovie, to: &found)
      } else {
        found.sharers.append(Surroundings.Sharer(still: still.path, movie: movie.path))
      }
      let count = found.copies.count + found.sharers.count + found.rivals.count
      guard count < SurroundingsFinder.listLimit else { return }
    }
  }

  /// Lone files of the same identifier could take the place of a half, or are copies of it.
  private func addLone(
    _ half: Half, beside own: MediaFile, _ groups: inout ContentGroups,
    to found: inout Surroundings
  ) {
    let limit = SurroundingsFinder.listLimit
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
      found.copies.append(Surroundings.Copy(half: half, path: other.path))
    } else {
      let isExport =
        half == .still && other.type != own.type
        && BaseName(of: other.path.name).stem == BaseName(of: own.path.name).stem
      found.rivals.append(Surroundings.Rival(half: half, path: other.path, isExport: isExport))
    }
  }

  /// Names where the true partner of each stranger lies.
  private mutating func addStrangers(_ marks: [IdentifierMark]) {
    for (position, strangers) in ledger.strangers where !strangers.isEmpty {
      surroundings[position, default: Surroundings()].strangers = strangers.map { stranger in
        var complete = stranger
        if let identifier = stranger.identifier {
          let hash = IdentifierMark(identifier, report: 0).hash
          let found = marks.first { $0.hash == hash && file(stranger.beside, of: $0.report) != nil }
          complete.truePartner = found.flatMap { file(stranger.beside, of: $0.report)?.path }
        }
        return complete
      }
    }
  }

  private func entries(_ half: Half, of positions: [Int]) -> [ContentGroups.Entry] {
    positions.compactMap { position in
      file(half, of: position).map { ($0, ledger.reports[position].kind == .pair) }
    }
  }

  private func file(_ half: Half, of position: Int) -> MediaFile? {
    ledger.reports[position].files.first { $0.half == half }?.file
  }
}
