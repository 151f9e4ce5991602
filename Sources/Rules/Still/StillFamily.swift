package import Validator

extension Catalogue {
  /// The rules of the still as a file, in the order in which reports list them.
  package static let still: [Rule] = [
    .stillType,
    .stillTruncated,
    .stillStructure,
    .stillMakerNoteDamaged,
    .stillTrailingData,
    .stillColourProfileMissing,
    .stillAuxiliaryLost,
    .stillExifPrefix,
  ]
}
