package import Validator

/// All rules, in the order in which reports and the rule book list them.
package enum Catalogue {
  /// The rules of all families, one array a family.
  package static let rules: [Rule] =
    media + appRules + animation

  /// The rules of pairs, stills and movies.
  package static let media: [Rule] =
    pair
    + identifier
    + stillTime
    + movie
    + still
    + geometry
    + capture
    + wallpaper
}
