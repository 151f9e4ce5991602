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
  var role: Role
  /// The folders whose files belong to it.
  var claims: [FileClaim] = []
  /// Single files that belong to it, and folders that do with all that is in them.
  var files: Set<FilePath> = []
  /// Whether the project says of each source whether it is this target's.
  var listsSources = false
  /// The systems that it is for, where the project says so beside the build settings.
  var platforms: Set<Platform>?
  /// The language of the project.
  var developmentRegion: String?
  /// The names of the targets that it depends on.
  var dependencies: Set<String> = []
  /// An Info.plist that no build setting names.
  var infoPlist: FilePath?
  /// XcodeGen's `info.properties`.
  var properties: PropertyListNode?
  /// XcodeGen's `entitlements`: the file, and what XcodeGen writes into it.
  var entitlements: (file: FilePath?, properties: PropertyListNode)?

  /// A target of this product type; one that yields no app and no extension has no configurations.
  init(
    name: String, productType: String, place: SettingPlace, projectFolder: FilePath,
    configurations: [Configuration]
  ) {
    self.init(
      name: name, kind: TargetSource.kind(ofProductType: productType), place: place,
      projectFolder: projectFolder, configurations: configurations)
    role = TargetSource.role(ofProductType: productType)
  }

  init(
    name: String, kind: AppTarget.Kind, place: SettingPlace, projectFolder: FilePath,
    configurations: [Configuration]
  ) {
    self.name = name
    self.kind = kind
    self.place = place
    self.projectFolder = projectFolder
    self.configurations = configurations
    role = kind == .other ? .linked : .bundle
  }

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

  /// What a product is to an app.
  enum Role {
    /// An app or an extension itself.
    case bundle
    /// A library or framework, whose code runs in those that link it.
    case linked
    /// A program of its own: a tool, a test, a watch app.
    case separate
  }

  private static let typePrefix = "com.apple.product-type."

  private static func role(ofProductType type: String) -> Role {
    guard kind(ofProductType: type) == .other else { return .bundle }
    let short = type.hasPrefix(typePrefix) ? String(type.dropFirst(typePrefix.count)) : type
    let libraries = ["framework", "library", "bundle", "objfile"]
    let isTest = short.contains("test")
    return !isTest && libraries.contains { short.hasPrefix($0) } ? .linked : .separate
  }

  /// The kind of a target by its product type, in Xcode's or XcodeGen's form.
  static func kind(ofProductType type: String) -> AppTarget.Kind {
    let short = type.hasPrefix(typePrefix) ? String(type.dropFirst(typePrefix.count)) : type
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
