import Validator

/// The subjects that a text report may show, out of any number that come.
///
/// Of subjects that fail alike few are kept once they are many; of the rest, the worst ones.
struct ExampleList: Sendable {
  /// A subject that may be shown.
  struct Example: Sendable {
    let number: Int
    let set: Int
    let urgency: Int
    let report: SubjectReport
    let path: FilePath

    /// Whether it is shown before another one: worst first, then by path.
    func precedes(_ other: Example) -> Bool {
      if urgency != other.urgency { return urgency > other.urgency }
      if path != other.path { return path < other.path }
      return number < other.number
    }
  }

  /// From how many on subjects that fail alike are told as one; nil for never.
  private let groupLimit: Int?
  /// The most entries that are shown; nil for all.
  private let mostEntries: Int?
  /// Kept of a group: further ones stand in where the rest of the run changes the first.
  private static let groupExamples = 3

  private var kept: [Int: Example] = [:]
  /// The numbers of what is kept, by fault set.
  private var bySet: [Int: [Int]] = [:]
  private(set) var groups: Set<Int> = []
  /// The last entry that was kept as there were too many: nothing after it is wanted any more.
  private var last: Example?

  init(groupLimit: Int?, mostEntries: Int?) {
    self.groupLimit = groupLimit
    self.mostEntries = mostEntries
  }

  /// Takes a subject, of which so many have failed alike by now.
  mutating func add(_ example: Example, count: Int) {
    if let groupLimit, count > groupLimit { groups.insert(example.set) }
    if groups.contains(example.set) { return addToGroup(example) }
    if let last, last.precedes(example) { return }
    keep(example)
    if let mostEntries, kept.count > 2 * mostEntries + 2 * ExampleList.groupExamples {
      dropLast(beyond: mostEntries)
    }
  }

  mutating func remove(_ number: Int) {
    guard let example = kept.removeValue(forKey: number) else { return }
    bySet[example.set]?.removeAll { $0 == number }
  }

  private mutating func keep(_ example: Example) {
    kept[example.number] = example
    bySet[example.set, default: []].append(example.number)
  }

  private mutating func addToGroup(_ example: Example) {
    let known = examples(of: example.set)
    if known.count == ExampleList.groupExamples, let worst = known.last, worst.precedes(example) {
      return
    }
    keep(example)
    for extra in examples(of: example.set).dropFirst(ExampleList.groupExamples) {
      remove(extra.number)
    }
  }

  /// What is kept of a fault set, in the order of a report.
  func examples(of set: Int) -> [Example] {
    (bySet[set] ?? []).compactMap { kept[$0] }.sorted { $0.precedes($1) }
  }

  /// What is shown, in its order: subjects by themselves and the first of each group.
  var ranked: [Example] {
    let single = kept.values.filter { !groups.contains($0.set) }
    return (single + groups.compactMap { examples(of: $0).first }).sorted { $0.precedes($1) }
  }

  private mutating func dropLast(beyond limit: Int) {
    let ranked = ranked
    guard ranked.count > limit else { return }
    for example in ranked[limit...] where !groups.contains(example.set) { remove(example.number) }
    last = ranked[limit - 1]
  }
}
