package import Validator

extension Catalogue {
  /// Which file belongs to which, and how the files are named and packed.
  package static let pair: [Rule] = [
    .pairMissingMovie, .pairMissingStill, .pairCrossed, .pairNameDiffers, .pairNameOnly,
    .pairSameBytes, .pairExtensionMismatch, .pairVendorContainer, .pairBundleInvalid,
    .pairEditedMixed, .pairDuplicateCopy, .pairAmbiguous,
  ]
}
