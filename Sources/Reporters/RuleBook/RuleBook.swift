package import Validator

/// Tells the rules themselves, as opposed to what they say of files.
package struct RuleBook: Sendable {
  let rules: [Rule]
  private let excerpts: [String: [RuleExcerpt]]

  /// Creates a rule book.
  ///
  /// - Parameters:
  ///   - rules: the rules in the order of the catalogue.
  ///   - excerpts: real failures by the id of their rule.
  package init(_ rules: [Rule], excerpts: [String: [RuleExcerpt]] = [:]) {
    self.rules = rules
    self.excerpts = excerpts
  }

  /// The families in the order of the catalogue.
  var families: [[Rule]] {
    var families: [[Rule]] = []
    for rule in rules {
      if families.last?.first?.family == rule.family {
        families[families.count - 1].append(rule)
      } else {
        families.append([rule])
      }
    }
    return families
  }

  func page(of rule: Rule) -> RulePage {
    RulePage(
      rule: rule,
      replacedBy: rules.filter { other in
        other.id != rule.id && other.replaces.contains(where: rule.isNamed(by:))
      }.map(\.id),
      excerpts: excerpts[rule.id] ?? [])
  }
}
