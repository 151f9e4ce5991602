package import Validator

extension Catalogue {
  /// The rules that compare what the halves tell of the shot, in the order in which reports list
  /// them.
  package static let capture: [Rule] = [
    .captureTimeDiffers,
    .captureDeviceDiffers,
    .captureSoftwareDiffers,
    .captureLocationDiffers,
    .captureSynthetic,
  ]
}
