/// The units of a store that a run has not come upon.
struct UnseenUnits {
  private let seen: [UInt64]

  /// - Parameter seen: hashes of the keys of those that it has come upon, sorted.
  init(beside seen: [UInt64]) {
    self.seen = seen
  }

  /// Removes them with their subjects, but for those in places that could not be opened.
  func remove(
    from database: Database, _ rows: StoreRows, but unopened: UnopenedPlaces
  ) throws(DatabaseFault) {
    let keys = try database.statement(
      "SELECT key FROM units WHERE key > ? ORDER BY key LIMIT 4096")
    var last: [UInt8] = []
    while true {
      var page: [[UInt8]] = []
      try keys.bind([.bytes(last)])
      while try keys.step() { page.append(keys.bytes(0)) }
      guard let end = page.last else { return }
      last = end
      for key in page.map(UnitKey.init(bytes:)) where !isSeen(key) && !unopened.hold(key) {
        try rows.remove(unit: key.bytes)
      }
    }
  }

  private func isSeen(_ key: UnitKey) -> Bool {
    let hash = key.hash
    var (low, high) = (0, seen.count)
    while low < high {
      let middle = (low + high) / 2
      if seen[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < seen.count && seen[low] == hash
  }
}
