import Readers
import Validator
import Writers

/// Why the files of one subject were not written.
struct MendFailure: Error {
  /// What stands in the way, with the file's name.
  let reason: String
  /// The exit code: 2 for a destination, 70 for a fault of this tool.
  let code: Int32

  /// A file that could not be written.
  static func destination(_ path: FilePath, _ reason: String) -> MendFailure {
    MendFailure(reason: "\(path): \(reason)", code: 2)
  }
}

/// Judges mended files by the same rules as the old ones, before they get their names.
struct MendCheck: Sendable {
  let judge: Judge

  /// Makes sure that what was to be mended is, and that nothing else broke.
  ///
  /// - Parameters:
  ///   - sources: the bytes of the new files, and of those that stay.
  ///   - placement: the paths that they will have.
  ///   - metadata: the bundle's new list, where there is one.
  /// - Throws: a fault of this tool.
  func callAsFunction(
    _ plan: MendPlan, _ subject: MendSubject, sources: [Half: any ByteSource],
    _ placement: MendPlacement
  ) throws(MendFailure) {
    let after = try judged(plan, subject, sources, placement)
    let failing = after.results.filter { $0.state == .fail }
    let mended = Set(plan.faults.filter(\.isMended).map(\.result.rule.id))
    let known = Set(subject.report.results.filter { $0.state == .fail }.map(\.rule.id))
    let wrong = failing.first { result in
      mended.contains(result.rule.id)
        || result.severity == .error && !known.contains(result.rule.id)
    }
    if let wrong {
      throw MendFailure(
        reason: "a fault of the tool itself: the mended files would fail \(wrong.rule.id): "
          + "\(wrong.message); nothing was written", code: 70)
    }
  }

  private func judged(
    _ plan: MendPlan, _ subject: MendSubject, _ sources: [Half: any ByteSource],
    _ placement: MendPlacement
  ) throws(MendFailure) -> SubjectReport {
    var facts: [Half: MediaFacts] = [:]
    for (half, source) in sources {
      guard let path = placement.paths[half] else { continue }
      do {
        facts[half] = try judge.reader.read(source, path: path, meantAs: half)
      } catch {
        throw .destination(path, error.reason)
      }
    }
    switch (subject.report.kind, facts[.still], facts[.movie]) {
    case (.pair, let still?, let movie?):
      let isJoined = still.identifier != nil && still.identifier == movie.identifier
      let old = subject.report.bond ?? .argument
      return judge.pair(
        still: still, movie: movie, bond: old != .bundle && isJoined ? .identifier : old,
        name: subject.report.name, bundle: bundle(plan, subject, placement)
      ).report
    case (_, let still?, nil): return judge.lone(still).report
    case (_, nil, let movie?): return judge.lone(movie).report
    default:
      throw MendFailure(
        reason: "a fault of the tool itself: the mended files of \(subject.report.name) cannot be "
          + "read; nothing was written", code: 70)
    }
  }

  /// What holds the new files, as the rules see it.
  private func bundle(_ plan: MendPlan, _ subject: MendSubject, _ placement: MendPlacement)
    -> Bundle?
  {
    guard case .bundle(let old) = subject.container, let new = placement.bundle?.path else {
      return nil
    }
    let list = old.appending("metadata.plist".utf8)
    let source: (any ByteSource)? =
      plan.writesBundleMetadata ? MemorySource(BundleMetadata.bytes) : try? FileSource(list)
    let version = source.flatMap { try? SourceBytes($0) }
      .map(BundleMetadataReader.readVersion)
    return Bundle(
      path: new, stills: [placement.paths[.still]].compactMap { $0 },
      movies: [placement.paths[.movie]].compactMap { $0 },
      metadataVersion: version ?? .absent(searched: []), needsMetadata: true)
  }
}
