package import Validator

extension Catalogue {
  /// The timed mark of the moment that the still shows.
  package static let stillTime: [Rule] = [
    .stillTimeMissing, .stillTimeMultiple, .stillTimeOutsideMovie, .stillTimeAtStart,
    .stillTimeEncoding,
  ]
}
