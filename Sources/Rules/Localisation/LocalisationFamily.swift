package import Validator

extension Catalogue {
  /// Usage texts in the languages of the app.
  package static let localisation: [Rule] = [
    .localisationMissing, .localisationOnlyLocalised, .localisationWrongTable,
    .localisationUntranslated,
  ]
}
