package import Validator

extension Catalogue {
  /// App extensions, widgets among them.
  package static let `extension`: [Rule] = [
    .extensionPointMissing, .extensionMinimumOS, .extensionPrincipalClass,
  ]
}
