package import Validator

/// All rules, in the order in which reports and the rule book list them.
package enum Catalogue {
  /// The rules of all families, one array a family.
  package static let rules: [Rule] =
    pair
    + identifier
    + stillTime
    + movie
    + still
    + geometry
    + capture
    + wallpaper
}
