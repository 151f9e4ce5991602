/// Rules by their ids, for reading back the results that name them.
package struct RuleTable: Sendable {
  private let rules: [String: Rule]

  /// Creates the table of a catalogue; of rules that share an id the first one counts.
  package init(_ rules: [Rule]) {
    self.rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
  }

  /// The rule of an id; nil where the catalogue has none.
  package subscript(id: String) -> Rule? { rules[id] }
}
