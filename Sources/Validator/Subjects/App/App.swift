/// The facts of an app or of the project that builds one: its settings as Xcode would see them.
package struct App: Sendable {
  /// What was looked at.
  package enum Form: String, Sendable {
    /// An Xcode, XcodeGen, Expo, Flutter or React Native project.
    case project
    /// A built `.app`, `.appex` or `.ipa`.
    case product
    /// An Info.plist by itself.
    case propertyList
    /// Another settings file by itself, which makes no app: entitlements, texts, a privacy manifest.
    case settingsFile
  }

  package var name: String
  /// The project folder, product or property list.
  package var root: FilePath
  package var form: Form
  /// Apps and extensions, apps first; one entry for each configuration whose settings differ.
  package var targets: [AppTarget] = []
  /// What the app does with photos, camera and Live Activities, and how that is known.
  package var needs: [AppNeed] = []
  /// Whether needs were told by the user or sources were there to infer them from; without either,
  /// a key is never called missing.
  package var needsAreKnown = false
  /// Sources that were not read and folders that were not looked into.
  ///
  /// What their code does is not known. Empty where the user has said what the app does.
  package var unreadSources: [UnreadSource] = []
  /// Faults of the settings files, in file order.
  package var faults: [SettingsFault] = []
  /// The settings files that were read, for the report.
  package var files: [FilePath] = []
  /// The GIF and APNG files of the project or product, sorted by path.
  package var animations: [Animation] = []

  package init(name: String, root: FilePath, form: Form) {
    self.name = name
    self.root = root
    self.form = form
  }
}

/// One app or extension with its settings in one configuration.
package struct AppTarget: Sendable {
  package enum Kind: Hashable, Sendable {
    case app
    case appExtension
    case other
  }

  package var name: String
  package var kind: Kind
  /// The build configuration; nil where it makes no difference or the app is built.
  package var configuration: String?
  /// The final Info.plist: of every key the value that wins, variables expanded.
  ///
  /// Keys of nested dictionaries are joined with slashes: `NSExtension/NSExtensionPointIdentifier`.
  package var values: [SettingValue] = []
  /// Values that a later layer replaced, with the value that won.
  package var overridden: [OverriddenSetting] = []
  /// Settings that look as if they did something and do nothing.
  package var deadSettings: [DeadSetting] = []
  package var localisations: [Localisation] = []
  package var privacyManifests: [PropertyListNode] = []
  /// The file that says what the app is entitled to; absent where no setting names one.
  package var entitlementsFile: Field<FilePath>
  /// The entitlements, variables expanded; keys of nested dictionaries are joined with slashes.
  package var entitlements: [SettingValue] = []
  /// Whether Info.plist could be put together; otherwise why not.
  package var infoPlist: Field<FilePath>
  /// A file of build settings that was not read, as it is missing, leads out of the project or is
  /// too long: what it would set is not known, so no key counts as missing.
  package var unreadSettings: UnreadSource?
  /// For an extension: the name of the app that holds it.
  package var hostApp: String?
  /// The systems that the target is built for; nil where that is not known.
  package var platforms: Set<Platform>?
  /// The language of the project itself, for a target whose Info.plist does not name its own.
  package var developmentRegion: String?
  /// The languages that tables without usage texts show the target to have, with one such table each.
  package var otherLanguages: [OtherLanguage] = []

  package init(name: String, kind: Kind, infoPlist: Field<FilePath>) {
    self.name = name
    self.kind = kind
    self.infoPlist = infoPlist
    entitlementsFile = .absent(searched: [])
  }

  /// The value of an Info.plist key; nil where there is none.
  package func value(of key: String) -> SettingValue? { values.first { $0.key == key } }

  /// The value of an entitlement; nil where there is none.
  package func entitlement(_ key: String) -> SettingValue? {
    entitlements.first { $0.key == key }
  }
}

/// A system that apps are built for.
package enum Platform: String, Hashable, Sendable, CaseIterable {
  case iOS
  case macOS
  case watchOS
  case tvOS
  case visionOS
}

/// A language that a table of other texts shows.
package struct OtherLanguage: Hashable, Sendable {
  /// As folders and string catalogues name it.
  package var language: String
  package var file: FilePath

  package init(_ language: String, in file: FilePath) {
    self.language = language
    self.file = file
  }
}

/// The layer that supplied a setting.
package enum SettingLayer: Hashable, Sendable {
  case infoPlist
  /// A build setting of the project file; whether of the target or of the project.
  case buildSetting(isTarget: Bool)
  case xcconfig
  case xcodeGen
  case expo
  case entitlements

  /// The layer in words.
  package var name: String {
    switch self {
    case .infoPlist: "Info.plist"
    case .buildSetting(let isTarget): isTarget ? "target build setting" : "project build setting"
    case .xcconfig: "xcconfig file"
    case .xcodeGen: "XcodeGen project.yml"
    case .expo: "Expo app.json"
    case .entitlements: "entitlements"
    }
  }
}

/// A setting with the layer and the place that it comes from.
package struct SettingValue: Hashable, Sendable {
  package var key: String
  /// As written.
  package var raw: PropertyListValue
  /// With `$(X)` and `${X}` expanded; an undefined variable becomes nothing, as in Xcode.
  package var expanded: PropertyListValue
  /// The variables in it that no layer of the target defines.
  package var undefinedVariables: [String] = []
  /// What an xcconfig comment (`//`) cut off the value, where it did.
  package var cutByComment: String?
  package var layer: SettingLayer
  package var place: SettingPlace

  package init(
    key: String, raw: PropertyListValue, expanded: PropertyListValue, layer: SettingLayer,
    place: SettingPlace
  ) {
    self.key = key
    self.raw = raw
    self.expanded = expanded
    self.layer = layer
    self.place = place
  }
}

/// A value that another one replaced.
package struct OverriddenSetting: Hashable, Sendable {
  package var lower: SettingValue
  package var upper: SettingValue

  package init(lower: SettingValue, upper: SettingValue) {
    self.lower = lower
    self.upper = upper
  }
}

/// A setting without any effect.
package struct DeadSetting: Hashable, Sendable {
  package var setting: SettingValue
  /// Why: `GENERATE_INFOPLIST_FILE is NO`, `Xcode knows no INFOPLIST_KEY_…`.
  package var reason: String

  package init(_ setting: SettingValue, reason: String) {
    self.setting = setting
    self.reason = reason
  }
}

/// The texts of one language.
package struct Localisation: Hashable, Sendable {
  package enum Table: Hashable, Sendable {
    /// InfoPlist.strings or InfoPlist.xcstrings, which the system reads usage texts from.
    case infoPlist
    /// Localizable.strings and others, which it does not.
    case other(String)
  }

  /// The name of the `.lproj` folder or of the string catalogue's language: `de`, `zh-Hans`, `Base`.
  package var language: String
  package var table: Table
  package var file: FilePath
  package var texts: [LocalisedText]

  package init(language: String, table: Table, file: FilePath, texts: [LocalisedText]) {
    self.language = language
    self.table = table
    self.file = file
    self.texts = texts
  }
}

/// A text of one language.
package struct LocalisedText: Hashable, Sendable {
  package var key: String
  package var text: String
  /// The state of a string catalogue's unit, such as `needs_review`.
  package var state: String?
  package var place: SettingPlace

  package init(key: String, text: String, state: String? = nil, place: SettingPlace) {
    self.key = key
    self.text = text
    self.state = state
    self.place = place
  }
}

/// Something that an app does and that needs a key in Info.plist.
package struct AppNeed: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Adds photos to the library: NSPhotoLibraryAddUsageDescription.
    case save
    /// Reads the library or asks for read and write access: NSPhotoLibraryUsageDescription.
    case read
    /// Uses the camera: NSCameraUsageDescription.
    case capture
    /// Records sound: NSMicrophoneUsageDescription. Inferred only; `--needs capture` leaves it open.
    case microphone
    /// Picks photos through PHPicker: no key.
    case pick
    /// Starts Live Activities: NSSupportsLiveActivities.
    case liveActivity = "live-activity"
  }

  package var kind: Kind
  /// The call that shows it, such as `PHAssetCreationRequest.forAsset()`; nil where the user said so.
  package var call: String?
  package var place: SettingPlace?
  /// Whether the call stands behind an availability check (`#available`, `@available`).
  package var isGuardedByAvailability = false
  /// The iOS release from which on the call is never made, such as `14.0` for what stands in the
  /// `else` of `if #available(iOS 14, *)`; nil where it is made on all.
  package var onlyBefore: String?
  /// The names of the apps and extensions that are built from the call's file; nil where that is not
  /// known, as it may be any of them.
  package var targets: Set<String>?

  package init(_ kind: Kind, call: String? = nil, place: SettingPlace? = nil) {
    self.kind = kind
    self.call = call
    self.place = place
  }
}

/// A source file that was not read, or a folder of sources that was not looked into.
package struct UnreadSource: Hashable, Sendable {
  package var file: FilePath
  /// Why, as a clause that goes on from the file's name.
  package var error: ReadError

  package init(_ file: FilePath, _ error: ReadError) {
    self.file = file
    self.error = error
  }
}
