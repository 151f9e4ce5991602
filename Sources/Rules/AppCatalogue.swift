package import Validator

extension Catalogue {
  /// The rules of apps and their projects, in the order in which reports list them.
  package static let appRules: [Rule] =
    usage
    + localisation
    + propertyList
    + `extension`
    + liveActivity
    + privacy
}
