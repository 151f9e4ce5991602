/// The name and version that every report states.
package struct Tool: Sendable, Equatable {
  package static let name = "livephotolint"
  package static let version = "0.1.0"
}

/// What one rule said of one subject, ready to be told.
package struct RuleResult: Sendable {
  package enum State: String, Sendable, CaseIterable {
    case pass, fail, notApplicable, unreadable, notRun
  }

  package let rule: Rule
  package let state: State
  /// How severe a failure is in this run's profile; nil for the other states.
  package let severity: Severity?
  /// What is wrong, or why the rule did not apply, was not run or could not tell; empty for a pass.
  package let message: String
  package let evidence: [Evidence]
  /// What to do about a failure; empty for the other states.
  package let remedy: String
  /// What `fix` does about the failure; nil where nothing, and for the other states.
  package let mend: Mend?

  package init(
    rule: Rule, state: State, severity: Severity? = nil, message: String = "",
    evidence: [Evidence] = [], remedy: String = "", mend: Mend? = nil
  ) {
    self.rule = rule
    self.state = state
    self.severity = severity
    self.message = message
    self.evidence = evidence
    self.remedy = remedy
    self.mend = mend
  }
}

/// How many results there are of each state.
package struct ResultCounts: Sendable, Equatable {
  package var pass = 0
  package var fail = 0
  package var notApplicable = 0
  package var unreadable = 0
  package var notRun = 0

  package init() {}

  package var total: Int { pass + fail + notApplicable + unreadable + notRun }

  /// Whether nothing failed and everything could be told.
  package var isClean: Bool { fail == 0 && unreadable == 0 }

  package mutating func count(_ state: RuleResult.State) {
    switch state {
    case .pass: pass += 1
    case .fail: fail += 1
    case .notApplicable: notApplicable += 1
    case .unreadable: unreadable += 1
    case .notRun: notRun += 1
    }
  }

  package static func += (left: inout ResultCounts, right: ResultCounts) {
    left.pass += right.pass
    left.fail += right.fail
    left.notApplicable += right.notApplicable
    left.unreadable += right.unreadable
    left.notRun += right.notRun
  }

  package static func -= (left: inout ResultCounts, right: ResultCounts) {
    left.pass -= right.pass
    left.fail -= right.fail
    left.notApplicable -= right.notApplicable
    left.unreadable -= right.unreadable
    left.notRun -= right.notRun
  }
}

/// How many rules failed, by severity.
package struct FailureCounts: Sendable, Equatable {
  package var error = 0
  package var warning = 0
  package var note = 0

  package init() {}

  package mutating func count(_ severity: Severity) {
    switch severity {
    case .error: error += 1
    case .warning: warning += 1
    case .note: note += 1
    }
  }

  package static func += (left: inout FailureCounts, right: FailureCounts) {
    left.error += right.error
    left.warning += right.warning
    left.note += right.note
  }

  package static func -= (left: inout FailureCounts, right: FailureCounts) {
    left.error -= right.error
    left.warning -= right.warning
    left.note -= right.note
  }

  /// The most severe kind that occurs.
  package var worst: Severity? {
    error > 0 ? .error : warning > 0 ? .warning : note > 0 ? .note : nil
  }
}

/// A file of a subject, with what it is there.
package struct ReportedFile: Sendable, Equatable {
  package enum Role: String, Sendable, CaseIterable {
    case still, movie, settings, animation
  }

  package let role: Role
  package let file: MediaFile

  package init(_ role: Role, _ file: MediaFile) {
    self.role = role
    self.file = file
  }

  /// The half of a Live Photo that it is; nil where it is none.
  package var half: Half? {
    switch role {
    case .still: .still
    case .movie: .movie
    case .settings, .animation: nil
    }
  }
}

/// A subject with what the rules said of it.
package struct SubjectReport: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case pair, still, movie, app, animation
  }

  package let kind: Kind
  package let name: String
  /// What makes a pair one; nil for lone files.
  package let bond: Pair.Bond?
  /// Still first.
  package let files: [ReportedFile]
  /// For pairs only.
  package let verdict: Verdict?
  /// In the order of the catalogue: failures and unreadable ones, or all where they were asked for.
  package let results: [RuleResult]
  package let counts: ResultCounts
  package let failures: FailureCounts
  /// Where the files come from, where it was asked for and, for lone files, can be told.
  package let provenance: Provenance?
  /// Who took it, when and with what, where it was asked for; nil for apps and animations.
  package let traits: SubjectTraits?

  package init(
    kind: Kind, name: String, bond: Pair.Bond?, files: [ReportedFile],
    verdict: Verdict?, results: [RuleResult], counts: ResultCounts, failures: FailureCounts,
    provenance: Provenance? = nil, traits: SubjectTraits? = nil
  ) {
    self.kind = kind
    self.name = name
    self.bond = bond
    self.files = files
    self.verdict = verdict
    self.results = results
    self.counts = counts
    self.failures = failures
    self.provenance = provenance
    self.traits = traits
  }

  /// The path that it is sorted by.
  package var sortPath: FilePath { files.first?.file.path ?? FilePath(name) }
}

/// What a whole run found.
package struct Report: Sendable {
  package let profile: Profile
  /// The rules of the catalogue, in its order.
  package let rules: [Rule]
  /// Sorted by path.
  package let subjects: [SubjectReport]

  /// Where a part was judged for all.
  package let sample: RunSample?
  /// What of the input could not be opened or judged.
  package let problems: [InputProblem]

  package init(
    profile: Profile, rules: [Rule], subjects: [SubjectReport], sample: RunSample? = nil,
    problems: [InputProblem] = []
  ) {
    self.profile = profile
    self.rules = rules
    self.subjects = subjects
    self.sample = sample
    self.problems = problems
  }

  package var totals: RunTotals { subjects.reduce(into: RunTotals()) { $0.add($1) } }

  package var counts: ResultCounts { totals.counts }

  package var failures: FailureCounts { totals.failures }

  /// What the run came to as a whole.
  package var summary: RunSummary {
    RunSummary(profile: profile, totals: totals, sample: sample, problems: problems)
  }
}
