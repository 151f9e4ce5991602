package import Validator

extension Catalogue {
  /// Privacy manifests.
  package static let privacy: [Rule] = [.privacyManifestInvalid]
}
