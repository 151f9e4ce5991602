internal import Validator

/// A target as its project describes it, before its settings are put together.
struct TargetSource {
  /// A build configuration.
  struct Configuration {
    var name: String
    var settings: BuildSettings
  }

  /// The most targets of a project that are looked at; the largest open-source apps have about 100.
  static let targetLimit = 1_000
  /// The most build configurations of a target.
  static let configurationLimit = 20

  var name: String
  var kind: AppTarget.Kind
  /// Where the project describes it.
  var place: SettingPlace
  /// The folder that relative paths in settings start from.
  var projectFolder: FilePath
  /// At least one, the one that is built for the store first.
  var configurations: [Configuration]
  /// The folders whose files belong to it.
  var folders: [FilePath] = []
  /// Single files that belong to it.
  var resources: Set<FilePath> = []
  /// The names of the targets that it depends on.
  var dependencies: Set<String> = []
  /// An Info.plist that no build setting names.
  var infoPlist: FilePath?
  /// XcodeGen's `info.properties`.
  var properties: PropertyListNode?
  /// XcodeGen's `entitlements`: the file, and what XcodeGen writes into it.
  var entitlements: (file: FilePath?, properties: PropertyListNode)?

  /// The configurations with the one for the store first: Xcode archives Release unless told
  /// otherwise.
  static func ordered(_ configurations: [Configuration], default standard: String?)
    -> [Configuration]
  {
    let first =
      configurations.firstIndex { $0.name == "Release" }
      ?? configurations.firstIndex { $0.name == standard } ?? 0
    guard configurations.indices.contains(first) else { return configurations }
    var ordered = configurations
    ordered.insert(ordered.remove(at: first), at: 0)
    return ordered
  }

  /// The kind of a target by its product type, in Xcode's or XcodeGen's form.
  static func kind(ofProductType type: String) -> AppTarget.Kind {
    let prefix = "com.apple.product-type."
    let short = type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    switch short {
    case "application", "application.on-demand-install-capable", "application.messages":
      return .app
    case "app-extension", "app-extension.messages", "app-extension.intents-service",
      "extensionkit-extension", "app-extension.messages-sticker-pack":
      return .appExtension
    default: return .other
    }
  }
}
