/// Which rules to run.
package struct Selection: Sendable, Equatable {
  /// Ids and families to run; empty for all.
  package var selected: [String]
  /// Ids and families not to run; they win over `selected`.
  package var ignored: [String]

  package init(selected: [String] = [], ignored: [String] = []) {
    self.selected = selected
    self.ignored = ignored
  }

  /// Why a rule is switched off; nil where it runs.
  package func reasonNotToRun(_ rule: Rule) -> String? {
    if ignored.contains(where: rule.isNamed(by:)) { return "switched off by --ignore" }
    if !selected.isEmpty, !selected.contains(where: rule.isNamed(by:)) {
      return "not among the rules of --select"
    }
    return nil
  }
}
