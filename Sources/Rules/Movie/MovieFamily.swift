package import Validator

extension Catalogue {
  /// The rules of the movie as a file, in the order in which reports list them.
  package static let movie: [Rule] = [
    .movieContainer,
    .movieNoFtyp,
    .movieNoVideo,
    .movieCodec,
    .movieTooLong,
    .movieTooShort,
    .movieTruncated,
    .movieStructure,
    .movieFragmented,
    .movieTrailingData,
    .movieZeroDates,
    .movieTranscoded,
  ]
}
