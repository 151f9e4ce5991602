import Readers
import Synchronization
import Validator

/// One run of `check`: finds the files, judges them in parallel and hands each subject on.
///
/// What one base name settles is judged, handed on and let go at once. Files whose partner may lie
/// elsewhere, and what subjects of one identifier say of each other, are settled at the end.
struct CheckRun: Sendable {
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
  /// Where facts and results are kept.
  var store: AuditStore?

  /// What a run came to.
  struct Outcome: Sendable {
    var totals = RunTotals()
    /// The inputs that could not be opened.
    var problems: [InputProblem] = []
    /// The folders and archives that could not be looked into.
    var unopened: [FilePath] = []
    /// What the user must know of what became of the store; nil where there is nothing.
    var storeRemark: String?
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
    let desk = RunDesk(sink, store)
    let chunkJudge = ChunkJudge(
      judge: judge, keeper: keeper,
      claimed: Set(namedPairs.flatMap { [$0.still, $0.movie] }.compactMap(Directory.resolved)))
    try await judge({ sampled.map { $0.next() } ?? walker.next() }, chunkJudge, desk)
    let archiveProblems =
      sampled == nil
      ? try await judgeArchives(walker.archives, chunkJudge, desk)
      : walker.archives.map {
        InputProblem(path: $0, message: "is an archive, which --sample does not draw from")
      }
    try await judgeNamed(desk)
    try await settleWaiting(desk)
    try await judgeShared(desk)
    var outcome = desk.outcome
    outcome.problems =
      walker.problems + archiveProblems + outcome.problems + judge.archived.problems
    outcome.unopened += UnopenedPlaces.withoutGone(walker.problems.map(\.path), roots: paths)
    outcome.sample = sampled?.sample
    let isAsked = !paths.isEmpty || !namedPairs.isEmpty
    outcome.storeRemark = try store?.finish(outcome, keepsUnseen: !isAsked)
    return outcome
  }

  private func judge(
    _ next: @escaping @Sendable () -> Chunk?, _ chunkJudge: ChunkJudge, _ desk: RunDesk
  ) async throws {
    try await workers(
      next, number: \.number,
      { chunk in
        let result = try chunkJudge(chunk.content)
        progress.count(result, fileCount: chunk.content.fileCount)
        return result
      }, each: { try desk.take($0) })
  }

  private var keeper: UnitKeeper { UnitKeeper(judge: judge, store: store) }

  private func judgeNamed(_ desk: RunDesk) async throws {
    var seen: Set<[FilePath]> = []
    let pairs = namedPairs.filter { seen.insert([$0.still, $0.movie]).inserted }
    try await inParallel(pairs, to: desk) { paths in
      var result = ChunkResult()
      let (still, movie) = (RunFile(path: paths.still), RunFile(path: paths.movie))
      try keeper.settled([still, movie], .namedPair, into: &result) { result in
        try judgePair(still, movie, bond: .argument, into: &result)
      }
      return result
    }
  }

  // MARK: Archives

  /// Goes through archives, several at once, and judges their members.
  ///
  /// - Returns: what of them could not be read.
  private func judgeArchives(
    _ archives: [FilePath], _ chunkJudge: ChunkJudge, _ desk: RunDesk
  ) async throws -> [InputProblem] {
    var problems: [InputProblem] = []
    // A run that is stopped loses no more than the archives that are open.
    var open: [FilePath] = []
    for archive in archives {
      if let mark = try knownMark(of: archive) {
        problems += try await judgeSome(open, chunkJudge, desk)
        problems += try takeKnown(archive, mark, desk)
        open = []
      } else {
        open.append(archive)
        guard open.count == jobs else { continue }
        problems += try await judgeSome(open, chunkJudge, desk)
        open = []
      }
    }
    return problems + (try await judgeSome(open, chunkJudge, desk))
  }

  private func judgeSome(
    _ archives: [FilePath], _ chunkJudge: ChunkJudge, _ desk: RunDesk
  ) async throws -> [InputProblem] {
    let scanned = Mutex<[MemberList]>([])
    try await workers(archives) { archive in
      let stamp = store == nil ? nil : FileStamp(of: [archive])?.value
      var list = try ArchiveScan(of: archive, filter: filter, judge: judge).list
      list.stamp = list.isIncomplete ? nil : stamp
      if let stamp = list.stamp { judge.archived.keep(stamp: stamp, of: archive) }
      return list
    } each: { list in
      scanned.withLock { $0.append(list) }
    }
    let lists = scanned.withLock { $0 }
    scanned.withLock { $0 = [] }
    for list in lists where list.isUnopened { desk.note(unopened: list.archive) }
    let problems = lists.flatMap(\.problems)
    let chunks = Mutex(MemberList.Queue(lists))
    try await judge({ chunks.withLock { $0.next() } }, chunkJudge, desk)
    return problems
  }

  /// What the store has of an archive as a whole; nil where it is to be gone through.
  private func knownMark(of archive: FilePath) throws -> ChunkResult? {
    guard let store else { return nil }
    guard let stamp = FileStamp(of: [archive])?.value,
      let mark = try store.unit(UnitKey(.archive, archive.bytes), stamp: stamp, judge),
      try store.hasOnlyUnits(of: archive, stamp: stamp)
    else { return nil }
    judge.archived.keep(stamp: stamp, of: archive)
    return mark
  }

  /// Takes what the store has of an archive that was gone through before and is as it was.
  ///
  /// - Returns: what of it could not be read.
  private func takeKnown(_ archive: FilePath, _ whole: ChunkResult, _ desk: RunDesk) throws
    -> [InputProblem]
  {
    var last: [UInt8]?
    while let stamp = whole.units.first?.stamp,
      let page = try store?.units(of: archive, after: last, stamp: stamp, judge)
    {
      for result in page.results {
        progress.count(result, fileCount: result.members.count)
        try desk.take(result)
      }
      last = page.last
    }
    // Its problems are those of the archive, which the run tells apart from those of its members.
    var mark = whole
    mark.problems = []
    try desk.take(mark)
    return whole.problems
  }

  // MARK: After the walk

  /// Pairs the files that had to wait, over all folders, and judges them.
  private func settleWaiting(_ desk: RunDesk) async throws {
    let waiting = desk.waiting
    let settled = try waiting.settled()
    let byName = settled.matches.isEmpty ? nil : waiting.byName
    try await inParallel(settled.matches, to: desk) { match in
      let still = try waiting.file(match.still)
      let movie = try waiting.file(match.movie)
      var result = ChunkResult()
      try keeper.settled([still.file, movie.file], into: &result) { result in
        try judgePair(still.file, movie.file, bond: match.bond, into: &result)
      }
      if match.bond == .identifier, let byName, !result.subjects.isEmpty {
        let numbers = Set(
          byName.namesakes(of: still.candidate) + byName.namesakes(of: movie.candidate))
        result.strangers[0] = Surroundings.Stranger.beside(
          still: still.candidate, movie: movie.candidate,
          among: try numbers.sorted().map { try waiting.file($0).candidate })
      }
      progress.count(result, fileCount: 2, isSettled: true)
      return result
    }
    try await inParallel(settled.alone, to: desk) { number in
      var result = ChunkResult()
      let file = try waiting.file(number)
      try keeper.settled([file.file], into: &result) { result in
        guard let found = try judge.read(file.file, meantAs: file.candidate.half) else { return }
        result.append(
          judge.lone(found.facts, bundle: found.archive), of: [found],
          identifiers: [found.facts.identifier])
      }
      progress.count(result, fileCount: 1, isSettled: true)
      return result
    }
  }

  private func judgePair(
    _ still: RunFile, _ movie: RunFile, bond: Pair.Bond, into result: inout ChunkResult
  ) throws {
    guard let still = try judge.read(still, meantAs: .still),
      let movie = try judge.read(movie, meantAs: .movie)
    else { return }
    let subjects =
      bond == .name
      ? judge.namesakes(still: still, movie: movie)
      : [
        judge.pair(
          still: still.facts, movie: movie.facts, bond: bond,
          bundle: still.archive ?? movie.archive)
      ]
    for subject in subjects {
      // Namesakes that are no pair carry no identifiers.
      result.append(
        subject, of: [still, movie], identifiers: [still.facts.identifier, movie.facts.identifier])
    }
  }

  /// Judges anew the subjects that other files of the run say something of.
  private func judgeShared(_ desk: RunDesk) async throws {
    try store?.commit()
    let marks = desk.takeMarks()
    let index = desk.index
    let found = try SurroundingsFinder(index, marks: marks, judge.archived, store)
    let (surroundings, companies) = (found.surroundings, found.companies)
    // Of those that the store had, others may have said something that is not so any more.
    let numbers = Set(surroundings.keys).union(companies.keys).union(desk.formerlyRelated)
    try await workers(numbers.sorted()) { number in
      let entry = try index.entry(number)
      return Amendment(
        number: number, old: entry,
        new: try judgeAnew(entry, with: surroundings[number] ?? Surroundings()),
        company: companies[number] ?? (surroundings[number] == nil ? 0 : 1))
    } each: { amendment in
      try desk.amend(amendment)
    }
  }

  /// - Returns: nil where there is nothing new to say.
  private func judgeAnew(_ entry: SubjectIndex.Entry, with surroundings: Surroundings) throws
    -> JudgedSubject?
  {
    if let id = entry.storedID, case .media(let subject)? = try store?.facts(of: id) {
      var known = surroundings
      known.namesake = subject.surroundings.namesake
      known.identifierWasSeenBefore = subject.surroundings.identifierWasSeenBefore
      guard known != subject.surroundings else { return nil }
      return judge.judged(
        Subject(subject.content, surroundings: known, bundle: subject.bundle))
    }
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

  private func inParallel<Item: Sendable>(
    _ items: [Item], to desk: RunDesk, _ body: @escaping @Sendable (Item) throws -> ChunkResult
  ) async throws {
    try await workers(items, body, each: { try desk.take($0) })
  }

  /// Results that a store waits for hold facts, of which fewer are to pile up.
  private var workers: Workers {
    Workers(count: jobs, lead: store == nil ? 512 : max(32, 2 * jobs))
  }
}
