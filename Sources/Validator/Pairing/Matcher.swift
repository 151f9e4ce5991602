/// A file that is looking for its partner.
package struct PairingCandidate: Sendable, Equatable {
  package var path: FilePath
  /// The medium of its bytes; nil where they are neither.
  package var half: Half?
  /// The medium that its extension stands for.
  package var halfByName: Half?
  package var identifier: String?
  package var baseName: BaseName

  package init(path: FilePath, half: Half?, halfByName: Half?, identifier: String?) {
    self.path = path
    self.half = half
    self.halfByName = halfByName
    self.identifier = identifier
    baseName = BaseName(of: path.name)
  }
}

/// Two candidates that belong together, by their positions.
package struct PairingMatch: Sendable, Equatable {
  package let still: Int
  package let movie: Int
  package let bond: Pair.Bond

  package init(still: Int, movie: Int, bond: Pair.Bond) {
    self.still = still
    self.movie = movie
    self.bond = bond
  }
}

/// Finds which files belong together.
///
/// The work is linear in the number of files, also where thousands carry one identifier.
package struct Matcher: Sendable {
  package let candidates: [PairingCandidate]
  package private(set) var matches: [PairingMatch] = []
  private var isTaken: [Bool]

  /// Creates a matcher.
  ///
  /// - Parameter candidates: sorted by path, which decides where nothing better does.
  package init(_ candidates: [PairingCandidate]) {
    self.candidates = candidates
    isTaken = Array(repeating: false, count: candidates.count)
  }

  /// The candidates that have no partner yet.
  package var unmatched: [Int] { candidates.indices.filter { !isTaken[$0] } }

  /// Joins files that carry one identifier: first within one folder under one base name, then
  /// within one folder, then under one base name, then in path order.
  package mutating func matchByIdentifier() {
    // Nearly every group is a still and a movie of one name: all passes would say the same of it.
    if candidates.count == 2, !isTaken[0], !isTaken[1] { return matchTwoByIdentifier() }
    let passes: [(PairingCandidate) -> Key] = [
      { Key(folder: Array($0.path.folder), name: $0.baseName.stem) },
      { Key(folder: Array($0.path.folder), name: $0.baseName.key) },
      { Key(folder: Array($0.path.folder), name: []) },
      { Key(folder: [], name: $0.baseName.key) },
      { _ in Key(folder: [], name: []) },
    ]
    for pass in passes {
      match(bond: .identifier, half: \.half) { candidate in
        guard let identifier = candidate.identifier else { return nil }
        var key = pass(candidate)
        key.identifier = identifier
        return key
      }
    }
  }

  private mutating func matchTwoByIdentifier() {
    guard candidates[0].identifier != nil, candidates[0].identifier == candidates[1].identifier,
      let still = candidates.firstIndex(where: { $0.half == .still }),
      let movie = candidates.firstIndex(where: { $0.half == .movie })
    else { return }
    join(still: still, movie: movie, bond: .identifier)
  }

  /// Joins what is left by base name within one folder, each file in the role of its extension.
  ///
  /// Different copy numbers, as in `IMG_1.HEIC` and `IMG_1(1).MOV`, make a pair only of files
  /// without identifiers: those that carry one belong to a shot, and the number is another's.
  package mutating func matchByName() {
    let passes: [(PairingCandidate) -> Key?] = [
      { Key(folder: [], name: $0.baseName.stem) },
      { Key(folder: [], name: $0.baseName.key, copyNumber: $0.baseName.copyNumber ?? []) },
      { $0.identifier == nil ? Key(folder: [], name: $0.baseName.key) : nil },
    ]
    for pass in passes {
      match(bond: .name, half: \.roleByName) { candidate in
        guard var key = pass(candidate) else { return nil }
        key.folder = Array(candidate.path.folder)
        return key
      }
    }
  }

  private struct Key: Hashable {
    var folder: [UInt8]
    var name: [UInt8]
    var copyNumber: [UInt8]?
    var identifier: String?
  }

  /// Joins stills and movies of one key, first come first served.
  private mutating func match(
    bond: Pair.Bond, half: (PairingCandidate) -> Half?, by key: (PairingCandidate) -> Key?
  ) {
    var movies: [Key: [Int]] = [:]
    for index in candidates.indices.reversed()
    where !isTaken[index] && half(candidates[index]) == .movie {
      if let key = key(candidates[index]) { movies[key, default: []].append(index) }
    }
    guard !movies.isEmpty else { return }
    for index in candidates.indices
    where !isTaken[index] && half(candidates[index]) == .still {
      guard let key = key(candidates[index]), let movie = movies[key]?.popLast() else { continue }
      join(still: index, movie: movie, bond: bond)
    }
  }

  private mutating func join(still: Int, movie: Int, bond: Pair.Bond) {
    isTaken[still] = true
    isTaken[movie] = true
    matches.append(PairingMatch(still: still, movie: movie, bond: bond))
  }
}

extension PairingCandidate {
  /// The role in a pair meant by name: that of the extension, else that of the bytes.
  package var roleByName: Half? { halfByName ?? half }
}
