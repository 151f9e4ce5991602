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
    var stills = ContentGroups(positions.compactMap { file(.still, of: $0) })
    var movies = ContentGroups(positions.compactMap { file(.movie, of: $0) })
    let pairs = positions.filter { ledger.reports[$0].kind == .pair }
    for position in positions {
      var found = surroundings[position] ?? Surroundings()
      let own = (still: file(.still, of: position), movie: file(.movie, of: position))
      if ledger.reports[position].kind == .pair {
        addOtherPairs(pairs.filter { $0 != position }, own: own, &stills, &movies, to: &found)
        addRivals(positions, own: own, &stills, &movies, to: &found)
      } else {
        let half: Half = own.still == nil ? .movie : .still
        found.identifierIsAnswered = positions.contains { file(half.other, of: $0) != nil }
        guard let file = own.still ?? own.movie else { continue }
        let copies = half == .still ? stills.copies(of: file) : movies.copies(of: file)
        found.copies += copies.prefix(SurroundingsFinder.listLimit).map {
          Surroundings.Copy(half: half, path: $0)
        }
      }
      if found != Surroundings() { surroundings[position] = found }
    }
  }

  private typealias Files = (still: MediaFile?, movie: MediaFile?)

  /// Other pairs share the identifier where both of their halves hold other bytes.
  ///
  /// A byte-equal half is a copy; what differs beside it is a second version of one shot.
  private func addOtherPairs(
    _ others: [Int], own: Files, _ stills: inout ContentGroups, _ movies: inout ContentGroups,
    to found: inout Surroundings
  ) {
    for other in others {
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
  private func addRivals(
    _ positions: [Int], own: Files, _ stills: inout ContentGroups, _ movies: inout ContentGroups,
    to found: inout Surroundings
  ) {
    for position in positions where ledger.reports[position].kind != .pair {
      for (half, ownFile) in [(Half.still, own.still), (Half.movie, own.movie)] {
        guard let ownFile, let other = file(half, of: position) else { continue }
        let isCopy =
          half == .still ? stills.areEqual(other, ownFile) : movies.areEqual(other, ownFile)
        add(other, half, isCopy: isCopy, of: ownFile, to: &found)
      }
      guard found.rivals.count < SurroundingsFinder.listLimit else { return }
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

  private func file(_ half: Half, of position: Int) -> MediaFile? {
    ledger.reports[position].files.first { $0.half == half }?.file
  }
}

/// Files sorted into groups of equal bytes, as far as anyone asks.
private struct ContentGroups {
  private var representatives: [(file: MediaFile, members: [FilePath])] = []
  private var groups: [FilePath: Int] = [:]
  private let files: [MediaFile]
  private var isFilled = false

  init(_ files: [MediaFile]) {
    self.files = files
  }

  mutating func areEqual(_ left: MediaFile, _ right: MediaFile) -> Bool {
    fill()
    guard let group = groups[left.path] else { return false }
    return group == groups[right.path]
  }

  mutating func copies(of file: MediaFile) -> [FilePath] {
    fill()
    guard let group = groups[file.path] else { return [] }
    return representatives[group].members.filter { $0 != file.path }
  }

  private mutating func fill() {
    guard !isFilled else { return }
    isFilled = true
    for file in files where file.type != nil {
      let group = representatives.firstIndex {
        $0.file.size == file.size && hasSameBytes($0.file, file)
      }
      if let group {
        representatives[group].members.append(file.path)
      } else {
        representatives.append((file, [file.path]))
      }
      groups[file.path] = group ?? representatives.count - 1
    }
  }

  private func hasSameBytes(_ left: MediaFile, _ right: MediaFile) -> Bool {
    guard let leftSource = try? FileSource(left.path), let rightSource = try? FileSource(right.path)
    else { return false }
    return haveEqualBytes(leftSource, rightSource)
  }
}
