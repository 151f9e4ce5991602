internal import Validator

/// A build setting at one level.
struct BuildSetting: Hashable {
  var name: String
  /// As written, variables and all.
  var value: String
  /// What an xcconfig comment cut off it.
  var cutByComment: String?
  var layer: SettingLayer
  var place: SettingPlace
}

/// The build settings of a target in one configuration.
struct BuildSettings {
  /// The levels from the strongest: target, target's xcconfig, project, project's xcconfig.
  var levels: [[String: BuildSetting]] = []
  /// The values that Xcode itself supplies; they may hold variables.
  var builtIn: [String: String] = [:]
  /// Whether all files that may define variables were there; a variable that is not found is
  /// called undefined only then.
  var isComplete = true
  /// The first of them that may hold any setting and was not read.
  var unread: UnreadSource?

  /// Adds the level of an xcconfig file below those that are there.
  mutating func add(_ result: XCConfigReader.Result) {
    levels.append(result.settings)
    isComplete = isComplete && result.isComplete
    unread = unread ?? result.unread
  }

  /// Goes on without the level of an xcconfig file that is not read.
  mutating func leave(_ file: FilePath, _ error: ReadError) {
    isComplete = false
    if !file.isWrittenByTool { unread = unread ?? UnreadSource(file, error) }
  }

  /// The strongest setting of a name from a level on, and its level.
  func find(_ name: String, from level: Int = 0) -> (setting: BuildSetting, level: Int)? {
    for index in levels.indices.dropFirst(level) {
      if let setting = levels[index][name] { return (setting, index) }
    }
    return nil
  }

  /// The value of a setting, variables expanded; nil where nothing defines it.
  func value(of name: String) -> String? {
    guard let (setting, level) = find(name) else {
      return builtIn[name].map { expand($0).text }
    }
    var expander = VariableExpander(self)
    return expander.expand(setting.value, of: name, at: level)
  }

  /// What texts come to with their variables expanded.
  struct Expansion {
    /// The last of them.
    var text = ""
    /// The variables that nothing defines.
    var undefined: [String] = []
    /// What an xcconfig comment cut off the value of a variable.
    var cutByComment: String?

    /// Takes a further text.
    mutating func add(_ other: Expansion) {
      text = other.text
      undefined += other.undefined
      cutByComment = cutByComment ?? other.cutByComment
    }
  }

  /// A text with its variables expanded.
  func expand(_ text: String) -> Expansion {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return Expansion(text: text) }
    var expander = VariableExpander(self)
    let expanded = expander.expand(text)
    return Expansion(
      text: expanded, undefined: expander.undefined, cutByComment: expander.cutByComment)
  }

  /// A setting as a value of Info.plist.
  func value(_ setting: BuildSetting, at level: Int, for key: String) -> SettingValue {
    var expander = VariableExpander(self)
    let text = expander.expand(setting.value, of: setting.name, at: level)
    var value = SettingValue(
      key: key, raw: .string(setting.value), expanded: .string(text), layer: setting.layer,
      place: setting.place)
    value.undefinedVariables = expander.undefined
    value.cutByComment = setting.cutByComment ?? expander.cutByComment
    return value
  }

  /// A path that a setting names.
  struct NamedPath {
    /// Variables expanded.
    var text: String
    var written: String
    var place: SettingPlace
    /// Whether the file can be looked for: not where the build itself makes it, and not where a
    /// variable in the path is not known.
    var isKnown: Bool
  }

  /// The path that a setting names; nil where it is not set or empty.
  func path(of name: String) -> NamedPath? {
    guard let (setting, level) = find(name) else { return nil }
    var expander = VariableExpander(self)
    let text = expander.expand(setting.value, of: name, at: level)
    guard !text.isEmpty else { return nil }
    let isMade =
      text.hasPrefix("build/")
      || BuildSettings.buildFolders.contains {
        setting.value.contains("(\($0)") || setting.value.contains("{\($0)")
      }
    return NamedPath(
      text: text, written: setting.value, place: setting.place,
      isKnown: !isMade && expander.undefined.isEmpty && !text.contains("$"))
  }

  /// The variables of the folders that a build writes to.
  private static let buildFolders = [
    "BUILT_PRODUCTS_DIR", "CONFIGURATION_BUILD_DIR", "BUILD_DIR", "TARGET_BUILD_DIR",
    "DERIVED_FILE_DIR", "DERIVED_SOURCES_DIR", "OBJROOT", "SYMROOT", "TEMP_DIR", "TARGET_TEMP_DIR",
    "PROJECT_TEMP_DIR", "CONFIGURATION_TEMP_DIR",
  ]

  /// Whether a setting is YES; Xcode takes a few other words for it.
  func isYes(_ name: String) -> Bool { BuildSettings.isYes(value(of: name) ?? "") }

  static func isYes(_ text: String) -> Bool {
    ["yes", "true", "1"].contains(text.lowercased())
  }

  /// What Xcode supplies for a target of this name.
  ///
  /// Where a value depends on the machine or the run, one that an iPhone build has stands for it.
  static func builtIn(
    target: String, projectFolder: FilePath, project: String, configuration: String,
    language: String? = nil
  )
    -> [String: String]
  {
    let folder = projectFolder.description
    var values = fixed
    for (name, value) in [
      ("TARGET_NAME", target), ("TARGETNAME", target), ("PRODUCT_NAME", "$(TARGET_NAME)"),
      ("SRCROOT", folder), ("SOURCE_ROOT", folder), ("PROJECT_DIR", folder),
      ("PROJECT_NAME", project), ("PROJECT", project), ("CONFIGURATION", configuration),
      ("PROJECT_FILE_PATH", "\(folder)/\(project).xcodeproj"),
      ("DEVELOPMENT_LANGUAGE", language ?? "en"),
    ] { values[name] = value }
    return values
  }

  private static let fixed: [String: String] = [
    "EXECUTABLE_NAME": "$(EXECUTABLE_PREFIX)$(PRODUCT_NAME)$(EXECUTABLE_SUFFIX)",
    "EXECUTABLE_PREFIX": "", "EXECUTABLE_SUFFIX": "",
    "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
    "FULL_PRODUCT_NAME": "$(PRODUCT_NAME).$(WRAPPER_EXTENSION)", "WRAPPER_EXTENSION": "app",
    "WRAPPER_NAME": "$(FULL_PRODUCT_NAME)", "PRODUCT_BUNDLE_IDENTIFIER": "",
    "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
    "MARKETING_VERSION": "", "CURRENT_PROJECT_VERSION": "", "DEVELOPMENT_TEAM": "",
    "TeamIdentifierPrefix": "TEAMID.", "AppIdentifierPrefix": "TEAMID.",
    "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)", "BUNDLE_LOADER": "",
    "PLATFORM_NAME": "iphoneos", "PLATFORM_DISPLAY_NAME": "iOS",
    "EFFECTIVE_PLATFORM_NAME": "-iphoneos",
    "SDK_NAME": "iphoneos", "SDKROOT": "iphoneos", "ARCHS": "arm64", "CURRENT_ARCH": "arm64",
    "NATIVE_ARCH": "arm64", "ACTION": "build", "USER": "user", "HOME": "/Users/user",
    "BUILT_PRODUCTS_DIR": "build", "CONFIGURATION_BUILD_DIR": "build", "BUILD_DIR": "build",
    "TARGET_BUILD_DIR": "build", "DERIVED_FILE_DIR": "build", "OBJROOT": "build",
    "SYMROOT": "build", "DEVELOPER_DIR": "/Applications/Xcode.app/Contents/Developer",
    "IPHONEOS_DEPLOYMENT_TARGET": "", "MACOSX_DEPLOYMENT_TARGET": "", "SWIFT_VERSION": "",
    "TVOS_DEPLOYMENT_TARGET": "", "WATCHOS_DEPLOYMENT_TARGET": "", "XROS_DEPLOYMENT_TARGET": "",
    "TARGETED_DEVICE_FAMILY": "", "PRODUCT_TYPE": "", "INFOPLIST_FILE": "",
    "ASSETCATALOG_COMPILER_APPICON_NAME": "",
    "VERSION_INFO_STRING": "", "XCODE_VERSION_ACTUAL": "", "XCODE_PRODUCT_BUILD_VERSION": "",
  ]
}

/// The condition of a setting, as in `KEY[sdk=iphoneos*][config=Debug]`.
enum SettingCondition {
  /// The name without its condition, and whether that holds for an iPhone build.
  ///
  /// - Returns: nil where the condition does not hold.
  static func name(_ written: String, configuration: String)
    -> (name: String, isConditional: Bool)?
  {
    guard let bracket = written.firstIndex(of: "[") else { return (written, false) }
    let conditions = written[bracket...].split { "[],".contains($0) }
    for condition in conditions {
      let parts = condition.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let actual: String
      switch parts[0] {
      case "sdk": actual = "iphoneos"
      case "arch": actual = "arm64"
      case "config": actual = configuration
      default: return nil
      }
      guard matches(actual, String(parts[1])) else { return nil }
    }
    return (String(written[..<bracket]).trimmedWhiteSpace, true)
  }

  /// Whether a text fits a pattern in which only a last `*` stands for anything.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    pattern.hasSuffix("*") ? text.hasPrefix(pattern.dropLast()) : text == pattern
  }
}
