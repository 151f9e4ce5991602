package import Validator

extension Catalogue {
  /// The settings files and how they add up to one Info.plist.
  package static let propertyList: [Rule] = [
    .plistMalformed, .plistDuplicateKey, .plistDeadSetting, .plistOverridden,
  ]
}
