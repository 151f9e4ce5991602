package import Validator

extension Catalogue {
  /// The identifier that ties the halves together.
  package static let identifier: [Rule] = [
    .identifierMissingInStill, .identifierMissingInMovie, .identifierMisplaced,
    .identifierMismatch, .identifierCaseDiffers, .identifierNotUUID, .identifierLowerCase,
    .identifierPlaceholder, .identifierEncoding, .identifierMultiple, .identifierReused,
  ]
}
