import Validator

/// The subjects that a text report may show, out of any number that come.
///
/// Of subjects that fail alike one is kept once they are many; of the rest, the worst ones. What is
/// kept does not depend on the order in which they come.
struct ExampleList: Sendable {
  /// A subject that may be shown.
  struct Example: Sendable {
    let number: Int
    let set: Int
    let urgency: Int
    let order: SubjectOrder

    /// Whether it is shown before another one: worst first, then by path.
    func precedes(_ other: Example) -> Bool {
      if urgency != other.urgency { return urgency > other.urgency }
      if order != other.order { return order < other.order }
      return number < other.number
    }
  }

  /// From how many on subjects that fail alike are told as one; nil for never.
  private let groupLimit: Int?
  /// The most entries that are shown; nil for all.
  private let mostEntries: Int?

  /// What is kept of each fault set, in the order of a report.
  private var bySet: [Int: [Example]] = [:]
  private var keptCount = 0
  /// How many may be kept until those that cannot be shown any more are dropped.
  private var room: Int
  private(set) var groups: Set<Int> = []
  /// The last entry that may be shown: whatever else comes, there are enough before it.
  private var last: Example?

  init(groupLimit: Int?, mostEntries: Int?) {
    self.groupLimit = groupLimit
    self.mostEntries = mostEntries
    room = mostEntries.map { 2 * $0 } ?? .max
  }

  /// Takes a subject, of which so many have failed alike by now; 0 for one without a fault.
  ///
  /// - Returns: whether it may be shown.
  @discardableResult
  mutating func add(_ example: Example, count: Int) -> Bool {
    if let groupLimit, count > groupLimit { makeGroup(of: example.set) }
    if let last, last.precedes(example) { return false }
    let isGroup = groups.contains(example.set)
    if isGroup, let first = bySet[example.set]?.first {
      guard example.precedes(first) else { return false }
      bySet[example.set] = [example]
      return true
    }
    insert(example)
    if keptCount > room { dropLast() }
    return true
  }

  /// Of subjects that are told as one only the first is shown.
  private mutating func makeGroup(of set: Int) {
    guard groups.insert(set).inserted, let known = bySet[set] else { return }
    keptCount -= known.count - 1
    bySet[set] = Array(known.prefix(1))
  }

  private mutating func insert(_ example: Example) {
    let known = bySet[example.set] ?? []
    var (low, high) = (0, known.count)
    while low < high {
      let middle = (low + high) / 2
      if known[middle].precedes(example) { low = middle + 1 } else { high = middle }
    }
    bySet[example.set, default: []].insert(example, at: low)
    keptCount += 1
  }

  /// What is shown, in its order: subjects by themselves and the first of each group.
  var ranked: [Example] {
    bySet.values.joined().sorted { $0.precedes($1) }
  }

  /// Drops what comes after so many entries that are shown for certain.
  ///
  /// Further subjects may make a group of those that fail alike, of which one is left then.
  private mutating func dropLast() {
    guard let mostEntries else { return }
    let certain = bySet.values.flatMap { examples in
      examples.prefix(groupLimit != nil && examples[0].urgency > 0 ? 1 : examples.count)
    }
    if certain.count >= mostEntries, mostEntries > 0 {
      let last = certain.sorted { $0.precedes($1) }[mostEntries - 1]
      bySet = bySet.mapValues { examples in examples.filter { !last.precedes($0) } }
        .filter { !$0.value.isEmpty }
      keptCount = bySet.values.reduce(0) { $0 + $1.count }
      self.last = last
    }
    room = keptCount + 2 * mostEntries
  }
}
