package import Validator

extension Catalogue {
  /// The keys of Info.plist that permission prompts need, and what their texts say.
  package static let usage: [Rule] = [
    .usagePhotoAddMissing, .usagePhotoReadMissing, .usageCameraMissing, .usageMicrophoneMissing,
    .usageEmpty, .usageWrongType, .usagePlaceholder, .usageNameOnly, .usageVague,
    .usageDefaultText, .usageDuplicateText, .usageUndefinedVariable, .usageXcconfigComment,
    .usageMisspeltKey,
  ]
}
