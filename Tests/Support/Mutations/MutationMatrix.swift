import Rules
package import Validator

/// Which rules fail of which mutants.
package struct MutationMatrix: Sendable {
  /// A mutant of one subject.
  package struct Row: Sendable {
    package let mutant: Mutant
    package let subject: GoodSubject
    /// In the order of the catalogue.
    package let failures: [String]

    /// The rules that fail and that nobody has named.
    package var foreign: [String] {
      failures.filter { $0 != mutant.own && mutant.following[$0] == nil }
    }

    /// The rules that were named and do not fail.
    package var silent: [String] {
      ([mutant.own] + mutant.following.keys.sorted()).filter { !failures.contains($0) }
    }
  }

  package let rows: [Row]

  /// Judges all mutants.
  package init(_ media: Media) throws(ReadError) {
    var rows: [Row] = []
    for mutant in Mutant.all {
      for subject in mutant.subjects {
        rows.append(
          Row(mutant: mutant, subject: subject, failures: try mutant.failures(of: subject, media)))
      }
    }
    self.rows = rows
  }
}

// MARK: - The page

extension MutationMatrix {
  /// `Corpus/mutation-matrix.md`.
  package var page: String {
    let foreign = rows.reduce(0) { $0 + $1.foreign.count }
    return """
      # Mutation matrix

      A good pair, app or animation is changed in one fact, and all rules judge it in the profile
      `camera`. A rule must fail of its own mutants and of no other's. Written by `make matrix`; a test fails where this page
      is stale, where a rule has no mutant, and where a rule fails that a mutant does not name.

      There are \(Mutant.all.count) mutants of \(Catalogue.rules.count) rules, judged as
      \(rows.count) subjects, with \(foreign) foreign hits. None of the rules fails of the good subjects
      themselves.

      *Changed in* says where: in the **recipe**, so that the writers write other bytes; in the bytes or
      names of the **files**; or in the **facts** that were read, for what other files of a run tell
      and for what stands in the settings of an app.

      ## Rules

      | rule | fails of its own | fails of others' |
      |---|---:|---|
      \(Catalogue.rules.map { line(of: $0.id) }.joined(separator: "\n"))

      ## Mutants

      A rule in brackets follows from the change: the reason stands behind it.

      | mutant | changed in | of | rules that fail |
      |---|---|---|---|
      \(Mutant.all.map { line(of: $0) }.joined(separator: "\n"))

      """
  }

  private func line(of rule: String) -> String {
    let failing = rows.filter { $0.failures.contains(rule) }
    let own = failing.filter { $0.mutant.own == rule }
    let all = rows.filter { $0.mutant.own == rule }
    var others: [String] = []
    for row in failing where row.mutant.own != rule && !others.contains(row.mutant.name) {
      others.append(row.mutant.name)
    }
    return "| \(rule) | \(own.count) of \(all.count) | \(others.joined(separator: "; ")) |"
  }

  private func line(of mutant: Mutant) -> String {
    let own = rows.filter { $0.mutant.name == mutant.name }
    let kinds = Set(own.map(\.failures))
    let shown = own.map { row in
      let rules = row.failures.map { words(for: $0, of: mutant) }.joined(separator: ", ")
      return kinds.count > 1 ? "\(row.subject.name): \(rules)" : rules
    }
    let subjects =
      mutant.subjects.count > 1 ? "both pairs" : mutant.subjects.map(\.name).joined()
    let failures = kinds.count > 1 ? shown.joined(separator: "; ") : shown.first ?? ""
    return "| \(mutant.name) | \(mutant.level) | \(subjects) | \(failures) |"
  }

  private func words(for rule: String, of mutant: Mutant) -> String {
    if rule == mutant.own { return "**\(rule)**" }
    if let reason = mutant.following[rule] { return "(\(rule): \(reason))" }
    return "\(rule) — foreign"
  }
}
