/// The names behind `INFOPLIST_KEY_` that Xcode writes into a generated Info.plist.
///
/// Taken from Apple's build settings reference, as of 2026, and from the Info.plist step of
/// swift-build, Xcode's build engine (InfoPlistProcessorTaskAction.swift); a setting of any other name
/// is ignored without a word. NSLocationTemporaryUsageDescription and WKApplication are in neither:
/// older Xcode releases offered them.
enum KnownInfoPlistKeys {
  /// The start of the names of such settings.
  static let prefix = "INFOPLIST_KEY_"

  /// The texts that the system shows when it asks for a permission.
  static let usageDescriptions: Set<String> = [
    "NFCReaderUsageDescription", "NSAccessoryTrackingUsageDescription",
    "NSAppDataUsageDescription", "NSAppleEventsUsageDescription", "NSAppleMusicUsageDescription",
    "NSBluetoothAlwaysUsageDescription", "NSBluetoothPeripheralUsageDescription",
    "NSBluetoothWhileInUseUsageDescription", "NSCalendarsFullAccessUsageDescription",
    "NSCalendarsUsageDescription", "NSCalendarsWriteOnlyAccessUsageDescription",
    "NSCameraUsageDescription", "NSContactsUsageDescription",
    "NSCriticalMessagingUsageDescription", "NSDesktopFolderUsageDescription",
    "NSDocumentsFolderUsageDescription", "NSDownloadsFolderUsageDescription",
    "NSFaceIDUsageDescription", "NSFallDetectionUsageDescription",
    "NSFileProviderDomainUsageDescription", "NSFileProviderPresenceUsageDescription",
    "NSFinancialDataUsageDescription", "NSFocusStatusUsageDescription",
    "NSGKFriendListUsageDescription", "NSHandsTrackingUsageDescription",
    "NSHealthClinicalHealthRecordsShareUsageDescription", "NSHealthShareUsageDescription",
    "NSHealthUpdateUsageDescription", "NSHomeKitUsageDescription", "NSIdentityUsageDescription",
    "NSLocalNetworkUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription",
    "NSLocationAlwaysUsageDescription", "NSLocationUsageDescription",
    "NSLocationWhenInUseUsageDescription", "NSMainCameraUsageDescription",
    "NSMicrophoneUsageDescription", "NSMotionUsageDescription",
    "NSNearbyInteractionAllowOnceUsageDescription", "NSNearbyInteractionUsageDescription",
    "NSNetworkVolumesUsageDescription", "NSPhotoLibraryAddUsageDescription",
    "NSPhotoLibraryUsageDescription", "NSRemindersFullAccessUsageDescription",
    "NSRemindersUsageDescription", "NSRemovableVolumesUsageDescription",
    "NSSensorKitUsageDescription", "NSSiriUsageDescription", "NSSpeechRecognitionUsageDescription",
    "NSSystemAdministrationUsageDescription", "NSSystemExtensionUsageDescription",
    "NSUserTrackingUsageDescription", "NSVideoSubscriberAccountUsageDescription",
    "NSVoIPUsageDescription", "NSWorldSensingUsageDescription", "OSBundleUsageDescription",
  ]

  /// Keys whose build setting is YES or NO and becomes a Boolean.
  static let booleans: Set<String> = [
    "GCSupportsControllerUserInteraction", "GCSupportsGameMode", "ITSAppUsesNonExemptEncryption",
    "LSBackgroundOnly", "LSSupportsOpeningDocumentsInPlace", "LSUIElement", "MetalCaptureEnabled",
    "NSSupportsLiveActivities", "NSSupportsLiveActivitiesFrequentUpdates",
    "UIApplicationSupportsIndirectInputEvents", "UIRequiresFullScreen", "UIStatusBarHidden",
    "UISupportsDocumentBrowser", "WKApplication", "WKRunsIndependentlyOfCompanionApp",
    "WKWatchOnly", "UIApplicationSceneManifest_Generation", "UILaunchScreen_Generation",
  ]

  /// Keys whose build setting is a text with spaces between its parts and becomes an array.
  static let lists: Set<String> = [
    "UIRequiredDeviceCapabilities", "UISupportedInterfaceOrientations",
    "UISupportedInterfaceOrientations_iPad", "UISupportedInterfaceOrientations_iPhone",
    "WKSupportsLiveActivityLaunchAttributeTypes",
  ]

  private static let others: Set<String> = [
    "CFBundleDisplayName", "CLKComplicationPrincipalClass", "ITSEncryptionExportComplianceCode",
    "LSApplicationCategoryType", "NSHumanReadableCopyright",
    "NSLocationTemporaryUsageDescription", "NSLocationTemporaryUsageDescriptionDictionary",
    "NSMainNibFile", "NSMainStoryboardFile", "NSPrincipalClass", "NSSensorKitPrivacyPolicyURL",
    "NSStickerSharingLevel", "UILaunchStoryboardName", "UIMainStoryboardFile",
    "UIRequiredDeviceCapabilities", "UIStatusBarStyle", "UISupportedInterfaceOrientations",
    "UISupportedInterfaceOrientations_iPad", "UISupportedInterfaceOrientations_iPhone",
    "UIUserInterfaceStyle", "WKCompanionAppBundleIdentifier", "WKExtensionDelegateClassName",
    "WKSupportsLiveActivityLaunchAttributeTypes",
  ]

  /// Whether Xcode knows `INFOPLIST_KEY_` with this name behind it.
  static func contains(_ name: String) -> Bool {
    usageDescriptions.contains(name) || booleans.contains(name) || others.contains(name)
  }

  /// The key in Info.plist that a known name stands for: `UIKey_iPad` for `UIKey~ipad`.
  static func key(of name: String) -> String {
    if name.hasSuffix("_iPad") { return name.dropLast(5) + "~ipad" }
    if name.hasSuffix("_iPhone") { return name.dropLast(7) + "~iphone" }
    return name
  }

  /// Keys that are left out of the final list where their text is empty.
  ///
  /// Usage descriptions are not among them: an empty one is shipped.
  static let droppedWhenEmpty: Set<String> = [
    "BuildMachineOSBuild", "CFBundleDevelopmentRegion", "CFBundleExecutable",
    "CFBundleGetInfoString", "CFBundleIconFile", "CFBundleIdentifier", "CFBundleName",
    "CFBundlePackageType", "CFBundleResourceSpecification", "CFBundleShortVersionString",
    "CFBundleSignature", "CFBundleTypeIconFile", "CFBundleTypeRole", "CFBundleVersion",
    "DTSwiftPlaygroundsBuild", "DTSwiftPlaygroundsVersion", "DTXcode", "DTXcodeBuild",
    "NSDocumentClass", "NSHelpFile", "NSHumanReadableCopyright", "NSMainNibFile",
    "NSPrincipalClass", "NSStickerSharingLevel",
  ]

  /// The keys that a generated list has from other settings, where these are set.
  static let fromOtherSettings: [(key: String, setting: String)] = [
    ("CFBundleName", "PRODUCT_NAME"), ("CFBundleExecutable", "EXECUTABLE_NAME"),
    ("CFBundleVersion", "CURRENT_PROJECT_VERSION"),
    ("CFBundleDevelopmentRegion", "DEVELOPMENT_LANGUAGE"),
    ("CFBundleIdentifier", "PRODUCT_BUNDLE_IDENTIFIER"),
    ("CFBundleShortVersionString", "MARKETING_VERSION"),
  ]
}
