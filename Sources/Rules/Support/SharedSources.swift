import Validator

/// Sources that several rules rest on.
extension Source {
  static let photosErrors = specification(
    "Apple Developer Documentation, Photos", "PHPhotosError.Code.invalidResource")
  static let missingResource = specification(
    "Apple Developer Documentation, Photos", "PHPhotosError.Code.missingResource")
  static let quickTimeMetadata = specification(
    "Apple, QuickTime File Format", "Metadata: meta, keys and ilst atoms")
  static let timedMetadata = specification(
    "Apple, QuickTime File Format", "Timed Metadata Media: mebx sample description and samples")
  static let uuidText = specification("RFC 9562, Universally Unique IDentifiers", "section 4")
  static let exiftoolApple = publication(
    "https://github.com/exiftool/exiftool/blob/master/lib/Image/ExifTool/Apple.pm")
  static let importByIdentifier = publication(
    "https://github.com/RhetTbull/osxphotos/issues/1399")
  static let cameraStills = measurement("8 camera stills of iOS 12 to 26")
  static let cameraMovies = measurement("43 movies with an identifier, of cameras and of apps")
}
