import Validator

/// The last lines of a text report: how much was looked at, and what came of it.
struct Summary {
  /// `2 pairs, 1 still: 1 error, 2 warnings; 5 checks could not be made`.
  let line: String
  /// What a pass covers; nil where something failed or nothing was judged in full.
  let scope: String?

  init(_ summary: RunSummary) {
    let totals = summary.totals
    let problems = Summary.counted(summary.problems.count, "input").map {
      ["\($0) could not be judged"]
    }
    guard totals.subjectCount > 0 else {
      let nothing = "nothing to judge: no still, movie, animation or app was found"
      line = ([nothing] + (problems ?? [])).joined(separator: "; ")
      scope = nil
      return
    }
    let failures = totals.failures
    let unreadable = totals.counts.unreadable
    let clean = totals.cleanCount

    let subjects = SubjectReport.Kind.allCases.compactMap { kind in
      Summary.counted(totals.count(of: kind), kind.rawValue)
    }
    let faults = [
      Summary.counted(failures.error, "error"), Summary.counted(failures.warning, "warning"),
      Summary.counted(failures.note, "note"),
    ].compactMap { $0 }

    var clauses = [
      faults.isEmpty ? Summary.words(forNoFault: totals) : faults.joined(separator: ", ")
    ]
    if let checks = Summary.counted(unreadable, "check") {
      clauses.append("\(checks) could not be made")
    }
    clauses += problems ?? []
    if clean > 0, clean < totals.subjectCount {
      clauses.append("\(grouped(clean)) without a fault")
    }
    line = subjects.joined(separator: ", ") + ": " + clauses.joined(separator: "; ")
    // Where nothing was judged in full nothing passed.
    scope = faults.isEmpty && clean > 0 ? Summary.scope(of: summary) : nil
  }

  /// What no fault comes to: the subjects that have none are clean only as far as they were read.
  private static func words(forNoFault totals: RunTotals) -> String {
    let unjudged = totals.subjectCount - totals.cleanCount
    let number = unjudged == totals.subjectCount ? "" : "\(grouped(unjudged)) "
    return unjudged == 0 ? "no fault found" : "\(number)could not be judged in full"
  }

  private static func scope(of summary: RunSummary) -> String {
    let counts = summary.totals.first ?? ResultCounts()
    let rules = Reporters.counted(counts.total, "rule")
    let looked = counts.notRun == 0 ? rules : "\(counts.total - counts.notRun) of \(rules)"
    let kinds = Set(summary.totals.subjects.keys)
    let holdsMedia = !kinds.isDisjoint(with: [.pair, .still, .movie])
    let motion =
      summary.profile == .photos || !holdsMedia
      ? ""
      : " A pass never promises motion on the Lock Screen: the content of the frames decides too."
    return
      "Judged by \(looked) for the profile \(summary.profile.rawValue). A pass covers what the "
      + "rules look at: \(limits(of: kinds, holdsMedia: holdsMedia))." + motion
  }

  /// What was not looked at, of the kinds of subjects that were there.
  private static func limits(of kinds: Set<SubjectReport.Kind>, holdsMedia: Bool) -> String {
    var limits: [String] = []
    if holdsMedia {
      limits.append("pixels and sound were not decoded")
    } else if kinds.contains(.animation) {
      limits.append("pixels were not decoded")
    }
    if kinds.contains(.app) {
      limits.append("of apps the settings and sources were read, not the running app")
    }
    return limits.joined(separator: "; ")
  }

  private static func counted(_ count: Int, _ noun: String) -> String? {
    count == 0 ? nil : manyCounted(count, noun)
  }
}
