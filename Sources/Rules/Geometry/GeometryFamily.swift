package import Validator

extension Catalogue {
  /// The rules of what is shown of the halves, in the order in which reports list them.
  package static let geometry: [Rule] = [
    .geometryOrientationDiffers,
    .geometryAspectDiffers,
    .geometryMirrorDiffers,
    .geometryOrientationInvalid,
    .geometryOrientationConflict,
    .geometryExifSizeStale,
  ]
}
