import Readers
import Synchronization
import Validator

/// One run of `check`: finds the files, judges them in parallel and puts the report together.
///
/// What one base name settles is judged and let go at once; only files whose partner may lie
/// elsewhere, and identifiers, are kept to the end.
struct CheckRun: Sendable {
  let paths: [FilePath]
  /// Pairs that the user has named.
  let namedPairs: [(still: FilePath, movie: FilePath)]
  let judge: Judge
  let jobs: Int
  let progress: Progress

  /// Judges everything.
  ///
  /// - Returns: the reports sorted by path, and the inputs that could not be opened.
  func callAsFunction() async -> (subjects: [SubjectReport], problems: [InputProblem]) {
    let walker = FileWalker(paths)
    let chunkJudge = ChunkJudge(
      judge: judge,
      claimed: Set(namedPairs.flatMap { [$0.still, $0.movie] }.compactMap(Directory.resolved)))
    var ledger = Ledger()
    for result in await inParallel(
      { walker.next() }, order: \.number,
      { chunk in
        let result = chunkJudge(chunk.content)
        progress.count(result)
        return result
      })
    {
      ledger.add(result)
    }
    await judgeNamedPairs(into: &ledger)
    await settleWaiting(in: &ledger)
    await judgeShared(in: &ledger)
    let subjects = ledger.reports.sorted { $0.sortPath < $1.sortPath }
    return (subjects, walker.problems + unopened(subjects))
  }

  // MARK: After the walk

  private func judgeNamedPairs(into ledger: inout Ledger) async {
    let judged = await inParallel(namedPairs) { paths in
      judgePair(paths.still, paths.movie, bond: .argument)
    }
    for result in judged { ledger.add(result) }
  }

  /// Pairs the files that had to wait, over all folders, and judges them.
  private func settleWaiting(in ledger: inout Ledger) async {
    let candidates = ledger.waiting.sorted { $0.path < $1.path }
    guard !candidates.isEmpty else { return }
    var matcher = Matcher(candidates)
    matcher.matchByIdentifier()
    matcher.matchByName()
    let byName = Dictionary(grouping: candidates) { $0.path.folder + $0.baseName.stem }
    let matched = await inParallel(matcher.matches) { match in
      let still = candidates[match.still]
      let movie = candidates[match.movie]
      var result = judgePair(still.path, movie.path, bond: match.bond)
      if match.bond == .identifier {
        let namesakes = Set([still, movie].map { $0.path.folder + $0.baseName.stem })
          .flatMap { byName[$0] ?? [] }
        result.strangers[0] = Surroundings.Stranger.beside(
          still: still, movie: movie, among: namesakes)
      }
      return result
    }
    let alone = await inParallel(matcher.unmatched) { index in
      var result = ChunkResult()
      if let facts = judge.reader.read(candidates[index].path) {
        result.append(judge.lone(facts), identifiers: [facts.identifier])
      }
      return result
    }
    for result in matched + alone { ledger.add(result) }
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
  private func judgeShared(in ledger: inout Ledger) async {
    let surroundings = SurroundingsFinder(ledger).surroundings
    let positions = surroundings.keys.sorted()
    let reports = ledger.reports
    let judged = await inParallel(positions) { position -> SubjectReport? in
      judgeAnew(reports[position], with: surroundings[position] ?? Surroundings())
    }
    for (position, report) in zip(positions, judged) {
      if let report { ledger.reports[position] = report }
    }
  }

  private func judgeAnew(_ report: SubjectReport, with surroundings: Surroundings) -> SubjectReport?
  {
    let facts = report.files.map { judge.reader.read($0.file.path, meantAs: $0.half) }
    guard let first = facts.first, let first else { return nil }
    guard report.kind == .pair else { return judge.lone(first, surroundings: surroundings) }
    guard facts.count == 2, let movie = facts[1], let bond = report.bond else { return nil }
    return judge.pair(still: first, movie: movie, bond: bond, surroundings: surroundings)
  }

  // MARK: Parts

  /// The files that the system did not let us read; what an archive does not yield is its fault.
  private func unopened(_ subjects: [SubjectReport]) -> [InputProblem] {
    subjects.flatMap { $0.files }
      .filter { $0.file.type == nil && !$0.file.path.isInLivePhotoArchive }
      .filter { !$0.file.path.isLivePhotoArchive || (try? FileSource($0.file.path)) == nil }
      .map { InputProblem(path: $0.file.path, message: reasonNotOpened($0.file.path)) }
  }

  /// Why a file cannot be opened, as trying it once more tells.
  private func reasonNotOpened(_ path: FilePath) -> String {
    do {
      _ = try SourceBytes(FileSource(path))
      return "could not be opened at first"
    } catch {
      return error.reason
    }
  }

  private func inParallel<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    let next = Mutex(0)
    return await inParallel(
      {
        next.withLock { position in
          guard position < items.count else { return nil }
          defer { position += 1 }
          return position
        }
      }, order: { $0 }, { body(items[$0]) })
  }

  /// Runs a body over items as they come, on all workers, and gives the results in their order.
  private func inParallel<Item: Sendable, Result: Sendable>(
    _ next: @escaping @Sendable () -> Item?, order: @escaping @Sendable (Item) -> Int,
    _ body: @escaping @Sendable (Item) -> Result
  ) async -> [Result] {
    await withTaskGroup(of: [(Int, Result)].self) { group in
      for _ in 0..<jobs {
        group.addTask {
          var results: [(Int, Result)] = []
          while let item = next() { results.append((order(item), body(item))) }
          return results
        }
      }
      var all: [(Int, Result)] = []
      for await results in group { all += results }
      return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
