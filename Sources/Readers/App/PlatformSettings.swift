internal import Validator

extension Platform {
  /// The system of an SDK or of a name in SUPPORTED_PLATFORMS, such as `iphoneos` or `macosx14.0`.
  init?(sdk: String) {
    let name = sdk.lowercased()
    let starts: [(String, Platform)] = [
      ("iphone", .iOS), ("macosx", .macOS), ("watch", .watchOS), ("appletv", .tvOS),
      ("xr", .visionOS),
    ]
    guard let start = starts.first(where: { name.hasPrefix($0.0) }) else { return nil }
    self = start.1
  }

  /// The system of a destination as XcodeGen names it.
  init?(destination: String) {
    if destination == "macCatalyst" {
      self = .iOS
    } else if let platform = Platform(rawValue: destination) {
      self = platform
    } else {
      return nil
    }
  }

  /// The build setting of the oldest system that a target runs on.
  var deploymentSetting: String {
    switch self {
    case .iOS: "IPHONEOS_DEPLOYMENT_TARGET"
    case .macOS: "MACOSX_DEPLOYMENT_TARGET"
    case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
    case .tvOS: "TVOS_DEPLOYMENT_TARGET"
    case .visionOS: "XROS_DEPLOYMENT_TARGET"
    }
  }

  /// The key of Info.plist that Xcode writes it to.
  var minimumKey: String { self == .macOS ? "LSMinimumSystemVersion" : "MinimumOSVersion" }
}

extension BuildSettings {
  /// The systems that a target is built for; nil where the settings do not say so.
  var platforms: Set<Platform>? {
    guard find("SDKROOT") != nil, let root = value(of: "SDKROOT") else { return nil }
    let supported = find("SUPPORTED_PLATFORMS") == nil ? "" : value(of: "SUPPORTED_PLATFORMS") ?? ""
    let all = Set(supported.split(separator: " ").compactMap { Platform(sdk: String($0)) })
    guard let platform = Platform(sdk: FilePath(root).nameText) else {
      // `auto` leaves it to SUPPORTED_PLATFORMS.
      return root == "auto" && !all.isEmpty ? all : nil
    }
    return all.contains(platform) ? all : [platform]
  }
}

extension PropertyListValue {
  /// The systems that a built product's Info.plist says it runs on.
  var builtPlatforms: Set<Platform>? {
    let names = self["CFBundleSupportedPlatforms"]?.value.strings ?? []
    let stated = names.isEmpty ? [self["DTPlatformName"]?.value.string ?? ""] : names
    let platforms = Set(stated.compactMap { Platform(sdk: $0) })
    return platforms.isEmpty ? nil : platforms
  }
}
