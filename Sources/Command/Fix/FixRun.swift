import Readers
import Reporters
import Rules
import Validator
import Writers

/// What came of a run of `fix`.
struct FixOutcome: Sendable {
  var mode: MendSummary.Mode
  /// How many pairs, and files without a partner, were judged.
  var pairCount = 0
  var loneCount = 0
  var reports: [MendReport] = []
  /// The exit code of the gravest failure to write; nil where there was none.
  var failureCode: Int32?
}

/// Plans, and where wanted writes, the mends of subjects one after another.
struct FixRun: Sendable {
  let request: MendRequest
  let destination: MendDestination
  let roots: [FilePath]
  let judge: Judge
  let isDryRun: Bool

  init(
    request: MendRequest, destination: MendDestination, roots: [FilePath], profile: Profile,
    isDryRun: Bool
  ) {
    self.request = request
    self.destination = destination
    self.roots = roots
    self.isDryRun = isDryRun
    judge = Judge(
      reader: MediaReader(plan: ReadingPlan(readsLivePhotoInfo: profile != .photos)),
      engine: Engine(rules: Catalogue.rules, profile: profile))
  }

  private var writes: Bool {
    if case .none = destination { false } else { !isDryRun }
  }

  private var mode: MendSummary.Mode {
    guard writes else { return .plan }
    if case .inPlace = destination { return .inPlace }
    return .output
  }

  /// Mends subjects.
  ///
  /// - Parameter found: all that was judged.
  func callAsFunction(_ subjects: [SubjectReport], among found: [SubjectReport]) -> FixOutcome {
    if writes { StagedFiles.removeOnSignals() }
    var outcome = FixOutcome(mode: mode)
    outcome.pairCount = found.count { $0.kind == .pair }
    outcome.loneCount = found.count { $0.kind == .still || $0.kind == .movie }
    let sources = Set(found.flatMap(\.files).compactMap { Directory.resolved($0.file.path) })
    let writer = MendWriter(
      check: MendCheck(judge: judge), destination: destination, sources: sources)
    var written: Set<FilePath> = []
    for subject in subjects {
      let (report, code) = mend(subject, writer, &written)
      guard !report.faults.isEmpty || report.state != .left else { continue }
      outcome.reports.append(report)
      if let code { outcome.failureCode = max(code, outcome.failureCode ?? 0) }
    }
    return outcome
  }

  private func mend(
    _ report: SubjectReport, _ writer: MendWriter, _ written: inout Set<FilePath>
  ) -> (MendReport, code: Int32?) {
    let subject: MendSubject
    do {
      subject = try MendSubject(report, judge)
    } catch {
      return (left(report, because: error.reason), nil)
    }
    let plan: MendPlan
    do {
      plan = try MendPlan(for: subject.content, report, sources: subject.sources, request)
    } catch {
      var failed = left(report, because: error.reason)
      failed.state = .failed
      failed.problem = "\(report.sortPath): a fault of the tool itself: \(error.reason)"
      return (failed, 70)
    }
    let placement = MendPlacement(plan, of: subject, at: destination, roots: roots)
    var told = MendReport(
      report, state: plan.isEmpty ? .left : .planned, identifier: plan.identifier,
      faults: plan.faults, files: plan.files(placement, subject))
    if let unmet = plan.unmetRequest {
      let file = plan.halves.first { $0.role == unmet.half }?.file.path ?? report.sortPath
      told.state = .failed
      told.problem = "\(file): \(unmet.reason)"
      return (told, 2)
    }
    guard writes, !plan.isEmpty else { return (told, nil) }
    do throws(MendFailure) {
      if let path = placement.paths.values.first(where: written.contains) {
        throw .destination(path, "was written in this run already, for other files of this name")
      }
      try writer(plan, subject, placement)
      written.formUnion(placement.paths.values)
      told.state = .mended
      return (told, nil)
    } catch {
      told.state = .failed
      told.problem = error.reason
      return (told, error.code)
    }
  }

  /// The report of a subject whose files cannot be read to the point where they could be mended.
  private func left(_ report: SubjectReport, because reason: String) -> MendReport {
    MendReport(
      report, state: .left,
      faults: MendPlan.leftFaults(of: report, request, because: reason), files: [])
  }
}

extension MendPlan {
  /// The files before and after, as reports tell of them.
  fileprivate func files(_ placement: MendPlacement, _ subject: MendSubject) -> [MendedFile] {
    var files = halves.map { half in
      var file = MendedFile(
        half.role == .still ? .still : .movie, path: half.file.path,
        size: half.content.source.size,
        newPath: placement.paths[half.role] ?? half.file.path, newSize: half.content.size,
        changes: half.content.replacements.map { replacement in
          MendedBytes(
            replacement.path.description, purpose: replacement.purpose,
            before: replacement.range, after: half.content.newRange(of: replacement))
        })
      file.backup =
        placement.backups[half.role]
        ?? placement.bundle?.backup.map { $0.appending(half.file.path.name) }
      return file
    }
    guard writesBundleMetadata, case .bundle(let old) = subject.container else { return files }
    let path = old.appending("metadata.plist".utf8)
    let oldSize = (try? FileSource(path))?.size ?? 0
    let newSize = UInt64(BundleMetadata.bytes.count)
    files.append(
      MendedFile(
        .metadata, path: path, size: oldSize,
        newPath: (placement.bundle?.path ?? old).appending("metadata.plist".utf8),
        newSize: newSize,
        changes: [
          MendedBytes(
            "metadata.plist", purpose: "writes the list anew, with version 1",
            before: 0..<oldSize, after: 0..<newSize)
        ]))
    return files
  }
}
