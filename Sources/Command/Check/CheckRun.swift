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
  /// What the walk passes over.
  var filter = PathFilter()
  /// Whether archives are looked into.
  var readsArchives = true
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
    let walker = FileWalker(paths, filter: filter, readsArchives: readsArchives)
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
        let result = try chunkJudge(chunk.content)
        progress.count(result, fileCount: chunk.content.fileCount)
        return result
      }, to: desk)
    let archiveProblems =
      sampled == nil
      ? try await judgeArchives(walker.archives, chunkJudge, desk)
      : walker.archives.map {
        InputProblem(path: $0, message: "is an archive, which --sample does not draw from")
      }
    try await inParallel(namedPairs, to: desk) { paths in
      try judgePair(RunFile(path: paths.still), RunFile(path: paths.movie), bond: .argument)
    }
    try await settleWaiting(desk)
    try await judgeShared(desk)
    var outcome = desk.outcome
    outcome.problems =
      walker.problems + archiveProblems + outcome.problems + judge.archived.problems
    outcome.sample = sampled?.sample
    return outcome
  }

  // MARK: Archives

  /// Goes through archives, several at once, and judges their members.
  ///
  /// - Returns: what of them could not be read.
  private func judgeArchives(
    _ archives: [FilePath], _ chunkJudge: ChunkJudge, _ desk: RunDesk
  ) async throws -> [InputProblem] {
    let found = Mutex<(lists: [MemberList], problems: [InputProblem])>(([], []))
    try await inParallel(archives) { archive in
      try ArchiveScan(of: archive, filter: filter, judge: judge).list
    } each: { list in
      found.withLock { found in
        found.problems += list.problems
        found.lists.append(list)
      }
    }
    let lists = found.withLock { $0.lists }
    found.withLock { $0.lists = [] }
    let chunks = Mutex(MemberList.Queue(lists))
    try await inParallel(
      { chunks.withLock { $0.next() } }, number: \.number,
      { chunk in
        let result = try chunkJudge(chunk.content)
        progress.count(result, fileCount: chunk.content.fileCount)
        return result
      }, to: desk)
    return found.withLock { $0.problems }
  }

  // MARK: After the walk

  /// Pairs the files that had to wait, over all folders, and judges them.
  private func settleWaiting(_ desk: RunDesk) async throws {
    let index = desk.index
    let settled = try index.settled()
    let byName = settled.matches.isEmpty ? nil : index.byName
    try await inParallel(settled.matches, to: desk) { match in
      let still = try index.file(match.still)
      let movie = try index.file(match.movie)
      var result = try judgePair(still.file, movie.file, bond: match.bond)
      if match.bond == .identifier, let byName, !result.reports.isEmpty {
        let numbers = Set(
          byName.namesakes(of: still.candidate) + byName.namesakes(of: movie.candidate))
        result.strangers[0] = Surroundings.Stranger.beside(
          still: still.candidate, movie: movie.candidate,
          among: try numbers.sorted().map { try index.file($0).candidate })
      }
      progress.count(result, fileCount: 2, isSettled: true)
      return result
    }
    try await inParallel(settled.alone, to: desk) { number in
      var result = ChunkResult()
      let file = try index.file(number)
      if let found = try judge.read(file.file, meantAs: file.candidate.half) {
        result.append(
          judge.lone(found.facts, bundle: found.archive), of: [found],
          identifiers: [found.facts.identifier])
      }
      progress.count(result, fileCount: 1, isSettled: true)
      return result
    }
  }

  private func judgePair(_ still: RunFile, _ movie: RunFile, bond: Pair.Bond) throws
    -> ChunkResult
  {
    var result = ChunkResult()
    guard let still = try judge.read(still, meantAs: .still),
      let movie = try judge.read(movie, meantAs: .movie)
    else { return result }
    let reports =
      bond == .name
      ? judge.namesakes(still: still, movie: movie)
      : [
        judge.pair(
          still: still.facts, movie: movie.facts, bond: bond,
          bundle: still.archive ?? movie.archive)
      ]
    for report in reports {
      // Namesakes that are no pair carry no identifiers.
      result.append(
        report, of: [still, movie], identifiers: [still.facts.identifier, movie.facts.identifier])
    }
    return result
  }

  /// Judges anew the subjects that other files of the run say something of.
  private func judgeShared(_ desk: RunDesk) async throws {
    let index = desk.index
    let surroundings = try SurroundingsFinder(index, judge.archived).surroundings
    try await inParallel(surroundings.keys.sorted()) { number in
      let entry = try index.entry(number)
      return try judgeAnew(entry, with: surroundings[number] ?? Surroundings()).map {
        Amendment(number: number, old: entry, new: $0)
      }
    } each: { amendment in
      if let amendment { try desk.amend(amendment) }
    }
  }

  private func judgeAnew(_ entry: SubjectIndex.Entry, with surroundings: Surroundings) throws
    -> SubjectReport?
  {
    let files = try zip(entry.files, entry.members).map { file, member in
      try judge.read(RunFile(path: file.file.path, member: member), meantAs: file.half)
    }
    guard let first = files.first, let first else { return nil }
    guard entry.kind == .pair else {
      return judge.lone(first.facts, surroundings: surroundings, bundle: first.archive)
    }
    guard files.count == 2, let movie = files[1], let bond = entry.bond else { return nil }
    return judge.pair(
      still: first.facts, movie: movie.facts, bond: bond, surroundings: surroundings,
      bundle: first.archive ?? movie.archive)
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
