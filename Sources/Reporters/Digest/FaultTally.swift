/// How many subjects there are of each fault set, counted apart by a folder, a device or the like.
///
/// Only so many keys are kept: where there are more, those with the fewest faulty subjects are
/// counted together, so that memory does not grow with hostile names.
struct FaultTally<Key: Hashable & Comparable & Sendable>: Sendable {
  /// The subjects of one key.
  struct Row: Sendable {
    /// By the number of their fault set.
    fileprivate(set) var bySet: [Int: Int] = [:]
    fileprivate(set) var total = 0
    fileprivate(set) var faulty = 0

    fileprivate mutating func add(_ count: Int, of set: Int, isFaulty: Bool) {
      bySet[set, default: 0] += count
      if bySet[set] == 0 { bySet[set] = nil }
      total += count
      if isFaulty { faulty += count }
    }
  }

  private let limit: Int
  private(set) var rows: [Key: Row] = [:]
  /// The subjects of all keys that were not kept.
  private(set) var others = Row()
  private(set) var otherCount = 0

  /// - Parameter limit: the most keys that are kept.
  init(limit: Int = 4_096) {
    self.limit = limit
  }

  mutating func add(_ key: Key, set: Int, isFaulty: Bool) {
    rows[key, default: Row()].add(1, of: set, isFaulty: isFaulty)
    if rows.count > limit { fold() }
  }

  /// Takes a subject back that was added.
  mutating func remove(_ key: Key, set: Int, isFaulty: Bool) {
    guard rows[key]?.bySet[set] != nil else {
      return others.add(-1, of: set, isFaulty: isFaulty)
    }
    rows[key]?.add(-1, of: set, isFaulty: isFaulty)
  }

  /// Counts the lesser half of the keys together.
  private mutating func fold() {
    for (_, row) in ranked.dropFirst(limit / 2) {
      for (set, count) in row.bySet { others.bySet[set, default: 0] += count }
      others.total += row.total
      others.faulty += row.faulty
      otherCount += 1
    }
    rows = Dictionary(uniqueKeysWithValues: ranked.prefix(limit / 2).map { ($0.key, $0.row) })
  }

  /// The keys by their faulty subjects, most first.
  var ranked: [(key: Key, row: Row)] {
    rows.map { (key: $0.key, row: $0.value) }.sorted { left, right in
      if left.row.faulty != right.row.faulty { return left.row.faulty > right.row.faulty }
      if left.row.total != right.row.total { return left.row.total > right.row.total }
      return left.key < right.key
    }
  }
}
