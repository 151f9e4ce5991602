/// Coded media of a file: a picture or the samples of a track, as digests of their bytes.
package struct CodedPart: Sendable, Equatable {
  /// What it is, by which its counterpart is found: `picture`, `video`, `sound`, `live-photo-info`.
  package var name: String
  /// What it is made of: samples, tiles, pictures.
  package var noun: String
  /// One digest for each piece, equal for equal bytes within one run.
  package var digests: [Int]
  /// How many samples make a piece: more than one where a sample is a few bytes of sound.
  package var samplesPerDigest = 1
  /// How many samples or tiles there are by the file's own tables.
  package var count: UInt64
  /// Why some of it was not read, as a clause.
  package var problem: String?

  package init(
    _ name: String, of noun: String, digests: [Int] = [], count: UInt64? = nil,
    problem: String? = nil
  ) {
    self.name = name
    self.noun = noun
    self.digests = digests
    self.count = count ?? UInt64(digests.count)
    self.problem = problem
  }
}

/// What became of one of the coded parts.
package struct CodedComparison: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    /// Every sample is byte for byte the same.
    case equal
    /// The candidate's are some of the reference's in a row: cut, not coded anew.
    case excerpt
    case different
    case lost
    case added
    /// One of the two could not be read; nothing is claimed.
    case notCompared = "not-compared"
  }

  package let name: String
  package let noun: String
  package let state: State
  /// How many samples or tiles each file has; nil where it has no such part.
  package let referenceCount: UInt64?
  package let candidateCount: UInt64?
  /// How many of the candidate's samples the reference holds too.
  package let equalCount: UInt64
  /// The number, from 1, of the first sample that differs.
  package let firstDifferent: UInt64?
  /// What was not read, and why.
  package let problem: String?

  /// Compares coded parts, each with that of its name.
  package static func comparisons(reference: [CodedPart], candidate: [CodedPart])
    -> [CodedComparison]
  {
    let shared = reference.map { part in
      CodedComparison(part, candidate.first { $0.name == part.name })
    }
    let known = Set(reference.map(\.name))
    return shared
      + candidate.filter { !known.contains($0.name) }.map { CodedComparison(nil, $0) }
  }

  private init(_ reference: CodedPart?, _ candidate: CodedPart?) {
    name = reference?.name ?? candidate?.name ?? ""
    noun = reference?.noun ?? candidate?.noun ?? ""
    referenceCount = reference?.count
    candidateCount = candidate?.count
    problem =
      reference?.problem.map { "of the reference " + $0 }
      ?? candidate?.problem.map { "of the candidate " + $0 }
    let own = reference?.digests ?? []
    let other = candidate?.digests ?? []
    let step = UInt64(max(reference?.samplesPerDigest ?? 1, 1))
    let same = zip(own, other).prefix { $0 == $1 }.count
    let isComparable = reference?.samplesPerDigest == candidate?.samplesPerDigest
    let all = Set(own)
    let equal = isComparable ? other.count { all.contains($0) } : 0
    equalCount = min(UInt64(equal) * step, candidate?.count ?? 0)
    if reference == nil || candidate == nil {
      state = reference == nil ? .added : .lost
      firstDifferent = nil
    } else if isComparable, same < min(own.count, other.count) || problem == nil {
      let isEqual = own == other
      let isExcerpt = !isEqual && CodedComparison.holds(own, other)
      state = isEqual ? .equal : isExcerpt ? .excerpt : .different
      firstDifferent = isEqual ? nil : UInt64(same) * step + 1
    } else {
      state = isComparable ? .notCompared : .different
      firstDifferent = isComparable ? nil : 1
    }
  }

  /// Places that are tried for an excerpt: equal samples, such as silence, would allow for many.
  private static let triedStarts = 64

  /// Whether some digests stand in a row in others.
  private static func holds(_ all: [Int], _ some: [Int]) -> Bool {
    guard let first = some.first, some.count < all.count else { return false }
    let starts = all.indices.lazy.filter { all[$0] == first }.prefix(triedStarts)
    return starts.contains { all[$0...].starts(with: some) }
  }
}
