import Rules
import Validator

/// Finds the rules that a word on the command line means.
enum RuleNames {
  /// How many rules are suggested for a name that nothing has.
  private static let suggestions = 3

  /// The rules that an id, a family (`identifier` or `identifier/*`) or `*` names.
  ///
  /// - Throws: for a word that names none, with the nearest ids.
  static func rules(named word: String) throws(UsageError) -> [Rule] {
    let rules = Catalogue.rules.filter { $0.isNamed(by: word) || $0.family == word }
    guard rules.isEmpty else { return rules }
    let nearest = nearest(to: word)
    guard !nearest.isEmpty else {
      throw UsageError("unknown rule '\(word)'; livephotolint rules lists all")
    }
    throw UsageError("unknown rule '\(word)'; did you mean \(nearest.joined(separator: " or "))?")
  }

  /// The ids and families that are most like a word, best first.
  static func nearest(to word: String) -> [String] {
    // Longer words are no slips, and comparing them takes time.
    let word = String(word.lowercased().prefix(80))
    let rules = Catalogue.rules
    let families = rules.map(\.family).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let names = rules.map(\.id) + families
    let ranked = names.enumerated().compactMap {
      order, name -> (name: String, rank: Int, order: Int)? in
      guard let rank = rank(of: name, for: word) else { return nil }
      return (name, rank, order)
    }
    let best = ranked.map(\.rank).min() ?? 0
    return ranked.filter { $0.rank <= best + 1 }
      .sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }
      .prefix(suggestions).map(\.name)
  }

  /// How far a name is from a word; nil for too far.
  ///
  /// The family may be left out or be wrong, and so may be the end of the name.
  private static func rank(of name: String, for word: String) -> Int? {
    let ownName = name.split(separator: "/").last.map(String.init) ?? name
    let wordName = word.split(separator: "/").last.map(String.init) ?? word
    if ownName == wordName { return 0 }
    if word.utf8.count >= 4, name.contains(word) { return 1 }
    let distance = UsageError.distance(word, name)
    let withoutFamily = word.contains("/") ? distance : UsageError.distance(word, ownName) + 1
    let least = min(distance, withoutFamily)
    return least <= max(2, word.utf8.count / 3) ? least : nil
  }
}
