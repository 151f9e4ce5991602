package import Validator

extension Catalogue {
  /// What Live Activities need in Info.plist.
  package static let liveActivity: [Rule] = [
    .liveActivityKeyMissing, .liveActivityKeyInExtension, .liveActivityMinimumOS,
  ]
}
