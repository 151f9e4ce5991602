/// Runs the rules over subjects.
///
/// An engine is immutable: any number of tasks may judge with it at once.
package struct Engine: Sendable {
  package let rules: [Rule]
  package let profile: Profile
  private let settings: Settings
  package private(set) var keepsAllResults: Bool
  private let provenanceScope: ProvenanceScope
  private let keepsTraits: Bool
  /// The rules of pairs and their files, of apps and of animations: none concerns two of these.
  private let media: RuleSet
  private let apps: RuleSet
  private let animations: RuleSet
  private let judgesWallpaper: Bool

  /// Creates an engine.
  ///
  /// - Parameters:
  ///   - rules: the catalogue, in the order in which reports list it.
  ///   - profile: the consumer to judge for.
  ///   - settings: the thresholds.
  ///   - selection: which rules to run.
  ///   - keepsAllResults: whether reports need passes and the like too, not only faults.
  ///   - provenanceScope: of which subjects reports tell where they come from.
  ///   - keepsTraits: whether reports tell who took a subject, when and with what.
  package init(
    rules: [Rule], profile: Profile, settings: Settings = Settings(),
    selection: Selection = Selection(), keepsAllResults: Bool = false,
    provenanceScope: ProvenanceScope = .none, keepsTraits: Bool = false
  ) {
    self.rules = rules
    self.profile = profile
    self.settings = settings
    self.keepsAllResults = keepsAllResults
    self.provenanceScope = provenanceScope
    self.keepsTraits = keepsTraits
    media = RuleSet(rules.filter { $0.ground == .media }, profile, selection)
    apps = RuleSet(rules.filter { $0.ground == .app }, profile, selection)
    animations = RuleSet(rules.filter { $0.ground == .animation }, profile, selection)
    judgesWallpaper = zip(media.rules, media.plans).contains { rule, plan in
      rule.family == "wallpaper" && plan.notRun == nil
    }
  }

  /// The engine as it judges where passes and the like are wanted too.
  package var keepingAllResults: Engine {
    var engine = self
    engine.keepsAllResults = true
    return engine
  }

  /// What the rules say of a subject.
  package func judge(_ subject: Subject) -> SubjectReport {
    let told = tell(outcomes(for: subject), of: media, in: subject.files)
    return SubjectReport(
      kind: subject.kind, name: subject.name, bond: subject.bond, files: subject.files,
      verdict: subject.kind == .pair
        ? Verdict(results: told.results, judgesWallpaper: judgesWallpaper) : nil,
      results: told.results, counts: told.counts, failures: told.failures,
      provenance: provenance(of: subject, told.counts),
      traits: keepsTraits ? SubjectTraits(of: subject.content) : nil)
  }

  /// What the rules say of an app.
  package func judge(_ app: App) -> SubjectReport {
    let outcomes = apps.plans.map { plan -> Outcome in
      if let reason = plan.notRun { return .notRun(reason) }
      guard case .app(let check) = plan.check else { return .notApplicable("concerns apps only") }
      return check(app, settings)
    }
    let told = tell(apps.withoutReplaced(outcomes), of: apps)
    return SubjectReport(
      kind: .app, name: app.name, bond: nil,
      files: app.files.map {
        ReportedFile(.settings, MediaFile(path: $0, size: 0, type: .plist))
      },
      verdict: nil, results: told.results, counts: told.counts, failures: told.failures)
  }

  /// What is left of an app's results, all of which were kept, where fewer rules are run.
  package func judgeAnew(app report: SubjectReport) -> SubjectReport {
    let reasons = Dictionary(
      zip(apps.rules, apps.plans).map { ($0.id, $1.notRun) }, uniquingKeysWith: { $1 })
    var counts = ResultCounts()
    var failures = FailureCounts()
    var results: [RuleResult] = []
    for kept in report.results {
      let reason = reasons[kept.rule.id] ?? nil
      let result =
        reason.map { RuleResult(rule: kept.rule, state: .notRun, message: $0) } ?? kept
      counts.count(result.state)
      if let severity = result.severity { failures.count(severity) }
      if keepsAllResults || result.state == .fail || result.state == .unreadable {
        results.append(result)
      }
    }
    return SubjectReport(
      kind: report.kind, name: report.name, bond: report.bond, files: report.files,
      verdict: report.verdict, results: results, counts: counts, failures: failures)
  }

  /// What the rules say of an animation.
  package func judge(_ animation: Animation) -> SubjectReport {
    let outcomes = animations.plans.map { plan -> Outcome in
      if let reason = plan.notRun { return .notRun(reason) }
      guard case .animation(let check) = plan.check else {
        return .notApplicable("concerns animations only")
      }
      return check(animation, settings)
    }
    let told = tell(animations.withoutReplaced(outcomes), of: animations)
    return SubjectReport(
      kind: .animation, name: FilePath(bytes: Array(animation.file.path.name)).description,
      bond: nil, files: [ReportedFile(.animation, animation.file)], verdict: nil,
      results: told.results, counts: told.counts, failures: told.failures)
  }

  /// Outcomes as results, counted; only those are kept that reports need.
  private func tell(_ outcomes: [Outcome], of set: RuleSet, in files: [ReportedFile] = []) -> (
    results: [RuleResult], counts: ResultCounts, failures: FailureCounts
  ) {
    var counts = ResultCounts()
    var failures = FailureCounts()
    var results: [RuleResult] = []
    for (index, outcome) in outcomes.enumerated() {
      let state = outcome.state
      counts.count(state)
      guard keepsAllResults || state == .fail || state == .unreadable else { continue }
      let result = result(
        of: set.rules[index], outcome, severity: set.plans[index].severity, in: files)
      if let severity = result.severity { failures.count(severity) }
      results.append(result)
    }
    return (results, counts, failures)
  }

  private func provenance(of subject: Subject, _ counts: ResultCounts) -> Provenance? {
    switch provenanceScope {
    case .none: nil
    case .faulty where counts.fail == 0 && counts.unreadable == 0: nil
    case .faulty, .all:
      // What is said of a file must not depend on how much of it another profile may want to know.
      Provenance(of: profile == .photos ? subject.content.withoutLivePhotoInfo : subject.content)
    }
  }

  // MARK: Outcomes

  private func outcomes(for subject: Subject) -> [Outcome] {
    // The content is taken apart once for all rules: it is kilobytes that each would copy.
    let outcomes =
      switch subject.content {
      case .pair(let pair): outcomes(for: subject, pair)
      case .still(let still): media.plans.map { outcome(of: $0, for: subject, still) }
      case .movie(let movie): media.plans.map { outcome(of: $0, for: subject, movie) }
      }
    return media.withoutReplaced(outcomes)
  }

  private func outcomes(for subject: Subject, _ pair: Pair) -> [Outcome] {
    let still = pair.still
    let movie = pair.movie
    return media.plans.map { plan in
      if let reason = plan.notRun { return .notRun(reason) }
      return switch plan.check {
      case .subject(let check): check(subject, settings)
      case .pair(let check): check(pair, settings)
      case .still(_, let check): check(still, settings)
      case .movie(_, let check): check(movie, settings)
      case .app, .animation: .notApplicable("concerns apps and animations only")
      }
    }
  }

  private func outcome(of plan: RuleSet.Plan, for subject: Subject, _ still: Still) -> Outcome {
    if let reason = plan.notRun { return .notRun(reason) }
    return switch plan.check {
    case .subject(let check): check(subject, settings)
    case .pair: .notApplicable("concerns pairs only")
    case .still(alone: true, let check): check(still, settings)
    case .still: .notApplicable("concerns the halves of pairs only")
    case .movie: .notApplicable("concerns movies only")
    case .app, .animation: .notApplicable("concerns apps and animations only")
    }
  }

  private func outcome(of plan: RuleSet.Plan, for subject: Subject, _ movie: Movie) -> Outcome {
    if let reason = plan.notRun { return .notRun(reason) }
    return switch plan.check {
    case .subject(let check): check(subject, settings)
    case .pair: .notApplicable("concerns pairs only")
    case .still: .notApplicable("concerns stills only")
    case .movie(alone: true, let check): check(movie, settings)
    case .movie: .notApplicable("concerns the halves of pairs only")
    case .app, .animation: .notApplicable("concerns apps and animations only")
    }
  }

  private func result(
    of rule: Rule, _ outcome: Outcome, severity: Severity, in files: [ReportedFile]
  ) -> RuleResult {
    switch outcome {
    case .pass: return RuleResult(rule: rule, state: .pass)
    case .notApplicable(let why):
      return RuleResult(rule: rule, state: .notApplicable, message: why)
    case .notRun(let why): return RuleResult(rule: rule, state: .notRun, message: why)
    case .unreadable(let error, let file):
      return RuleResult(
        rule: rule, state: .unreadable, message: error.reason,
        evidence: [Evidence(in: file, at: error.place)])
    case .fail(let findings):
      let isMendable = findings.allSatisfy(\.isMendable)
      return RuleResult(
        rule: rule, state: .fail,
        severity: findings.map { min(severity, $0.atMost ?? severity) }.max() ?? severity,
        message: findings.map(\.message).joined(separator: "; "),
        evidence: findings.flatMap(\.evidence),
        remedy: findings.lazy.compactMap(\.remedy).first ?? rule.remedy,
        mend: rule.mend.flatMap { isMendable && $0.suits(files) ? $0 : nil })
    }
  }
}

extension Outcome {
  var state: RuleResult.State {
    switch self {
    case .pass: .pass
    case .fail: .fail
    case .notApplicable: .notApplicable
    case .unreadable: .unreadable
    case .notRun: .notRun
    }
  }
}

extension SubjectContent {
  /// The facts as a run in the profile for photos reads them.
  fileprivate var withoutLivePhotoInfo: SubjectContent {
    switch self {
    case .still: return self
    case .movie(var movie):
      guard movie.livePhotoInfo.readError == nil else { return self }
      movie.leaveOutLivePhotoInfo(at: Place("moov", offset: 0, length: 0))
      return .movie(movie)
    case .pair(var pair):
      guard pair.movie.livePhotoInfo.readError == nil else { return self }
      pair.movie.leaveOutLivePhotoInfo(at: Place("moov", offset: 0, length: 0))
      return .pair(pair)
    }
  }
}
