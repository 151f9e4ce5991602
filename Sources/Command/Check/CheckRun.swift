import Readers
import Synchronization
import Validator

/// One run of `check`: finds the files, judges them in parallel and hands each subject on.
///
/// What one base name settles is judged, handed on and let go at once. Files whose partner may lie
/// elsewhere, and what subjects of one identifier say of each other, are settled at the end.
struct CheckRun: Sendable {
  /// How many chunks may be done before the one whose turn it is: a slow file must not make the
  /// others pile up.
  private static let lead = 512

  let paths: [FilePath]
  /// Pairs that the user has named.
  let namedPairs: [(still: FilePath, movie: FilePath)]
  let judge: Judge
  let jobs: Int
  let progress: Progress
  /// Where a part is to be judged for all.
  var sampling: SampleRequest?

  /// What a run came to.
  struct Outcome: Sendable {
    var totals = RunTotals()
    /// The inputs that could not be opened.
    var problems: [InputProblem] = []
    /// Where a part was judged for all.
    var sample: RunSample?
  }

  /// Judges everything.
  ///
  /// - Parameter sink: takes the subjects.
  /// - Throws: what the sink throws, and where the run's temporary file cannot be used.
  func callAsFunction(_ sink: any RunSink) async throws -> Outcome {
    let walker = FileWalker(paths)
    let sampled = sampling.map { SampledWalk(of: walker, $0) }
    if let sampled {
      progress.expect(sampled.fileCount)
    } else {
      progress.count(ahead: walker.copy)
    }
    let desk = RunDesk(sink)
    let chunkJudge = ChunkJudge(
      judge: judge,
      claimed: Set(namedPairs.flatMap { [$0.still, $0.movie] }.compactMap(Directory.resolved)))
    try await inParallel(
      { sampled.map { $0.next() } ?? walker.next() }, number: \.number,
      { chunk in
        let result = chunkJudge(chunk.content)
        progress.count(result, fileCount: chunk.content.fileCount)
        return result
      }, to: desk)
    try await inParallel(namedPairs, to: desk) { paths in
      judgePair(paths.still, paths.movie, bond: .argument)
    }
    try await settleWaiting(desk)
    try await judgeShared(desk)
    var outcome = desk.outcome
    outcome.problems = walker.problems + outcome.problems
    outcome.sample = sampled?.sample
    return outcome
  }

  // MARK: After the walk

  /// Pairs the files that had to wait, over all folders, and judges them.
  private func settleWaiting(_ desk: RunDesk) async throws {
    let index = desk.index
    let settled = try index.settled()
    let byName = settled.matches.isEmpty ? nil : index.byName
    try await inParallel(settled.matches, to: desk) { match in
      let still = try index.candidate(match.still)
      let movie = try index.candidate(match.movie)
      var result = judgePair(still.path, movie.path, bond: match.bond)
      if match.bond == .identifier, let byName {
        let numbers = Set(byName.namesakes(of: still) + byName.namesakes(of: movie))
        result.strangers[0] = Surroundings.Stranger.beside(
          still: still, movie: movie, among: try numbers.sorted().map { try index.candidate($0) })
      }
      progress.count(result, fileCount: 2, isSettled: true)
      return result
    }
    try await inParallel(settled.alone, to: desk) { number in
      var result = ChunkResult()
      if let facts = judge.reader.read(try index.candidate(number).path) {
        result.append(judge.lone(facts), identifiers: [facts.identifier])
      }
      progress.count(result, fileCount: 1, isSettled: true)
      return result
    }
  }

  private func judgePair(_ still: FilePath, _ movie: FilePath, bond: Pair.Bond) -> ChunkResult {
    var result = ChunkResult()
    guard let still = judge.reader.read(still, meantAs: .still),
      let movie = judge.reader.read(movie, meantAs: .movie)
    else { return result }
    let reports =
      bond == .name
      ? judge.namesakes(still: still, movie: movie)
      : [judge.pair(still: still, movie: movie, bond: bond)]
    for report in reports {
      // Namesakes that are no pair carry no identifiers.
      result.append(report, identifiers: [still.identifier, movie.identifier])
    }
    return result
  }

  /// Judges anew the subjects that other files of the run say something of.
  private func judgeShared(_ desk: RunDesk) async throws {
    let index = desk.index
    let surroundings = try SurroundingsFinder(index).surroundings
    try await inParallel(surroundings.keys.sorted()) { number in
      let entry = try index.entry(number)
      return judgeAnew(entry, with: surroundings[number] ?? Surroundings()).map {
        Amendment(number: number, old: entry, new: $0)
      }
    } each: { amendment in
      if let amendment { try desk.amend(amendment) }
    }
  }

  private func judgeAnew(_ entry: SubjectIndex.Entry, with surroundings: Surroundings)
    -> SubjectReport?
  {
    let facts = entry.files.map { judge.reader.read($0.file.path, meantAs: $0.half) }
    guard let first = facts.first, let first else { return nil }
    guard entry.kind == .pair else { return judge.lone(first, surroundings: surroundings) }
    guard facts.count == 2, let movie = facts[1], let bond = entry.bond else { return nil }
    return judge.pair(still: first, movie: movie, bond: bond, surroundings: surroundings)
  }

  // MARK: Workers

  private func inParallel<Item: Sendable>(
    _ items: [Item], to desk: RunDesk, _ body: @escaping @Sendable (Item) throws -> ChunkResult
  ) async throws {
    try await inParallel(items, body, each: { try desk.take($0) })
  }

  private func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) throws -> Result,
    each: @escaping @Sendable (Result) throws -> Void
  ) async throws {
    let next = Mutex(0)
    try await inParallel(
      {
        next.withLock { position in
          guard position < items.count else { return nil }
          defer { position += 1 }
          return position
        }
      }, number: { $0 }, { try body(items[$0]) }, each: each)
  }

  private func inParallel<Item: Sendable>(
    _ next: @escaping @Sendable () -> Item?, number: @escaping @Sendable (Item) -> Int,
    _ body: @escaping @Sendable (Item) throws -> ChunkResult, to desk: RunDesk
  ) async throws {
    try await inParallel(next, number: number, body, each: { try desk.take($0) })
  }

  /// Runs a body over items as they come, on all workers, and hands the results on in the order of
  /// the items' numbers.
  private func inParallel<Item: Sendable, Result: Sendable>(
    _ next: @escaping @Sendable () -> Item?, number: @escaping @Sendable (Item) -> Int,
    _ body: @escaping @Sendable (Item) throws -> Result,
    each: @escaping @Sendable (Result) throws -> Void
  ) async throws {
    let queue = OrderedQueue(each)
    try await withThrowingTaskGroup { group in
      for _ in 0..<jobs {
        group.addTask {
          while queue.failure == nil {
            guard queue.waitingCount < CheckRun.lead else {
              try await Task.sleep(for: .milliseconds(1))
              continue
            }
            guard let item = next() else { return }
            queue.put(try body(item), number: number(item))
          }
        }
      }
      try await group.waitForAll()
    }
    if let failure = queue.failure { throw failure }
  }
}
