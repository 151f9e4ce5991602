/// The keys and values that privacy manifests may hold.
///
/// Source: Apple, Bundle Resources, "App Privacy Configuration" with its pages
/// NSPrivacyAccessedAPIType, …TypeReasons, NSPrivacyCollectedDataType and …TypePurposes, and
/// TN3183 and TN3184; compared in 2026 with the lists of Godot's exporter for Apple's systems.
enum PrivacyTerms {
  static let topKeys = [
    "NSPrivacyTracking", "NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes",
    "NSPrivacyAccessedAPITypes",
  ]

  /// The categories of required reason API and the reasons approved for each.
  static let reasons: [String: [String]] = [
    "NSPrivacyAccessedAPICategoryFileTimestamp": ["DDA9.1", "C617.1", "3B52.1", "0A2A.1"],
    "NSPrivacyAccessedAPICategorySystemBootTime": ["35F9.1", "8FFB.1", "3D61.1"],
    "NSPrivacyAccessedAPICategoryDiskSpace": ["85F4.1", "E174.1", "7D9E.1", "B728.1"],
    "NSPrivacyAccessedAPICategoryActiveKeyboards": ["3EC4.1", "54BD.1"],
    "NSPrivacyAccessedAPICategoryUserDefaults": ["CA92.1", "1C8F.1", "C56D.1", "AC6B.1"],
  ]

  static func isDataType(_ text: String) -> Bool {
    let prefix = "NSPrivacyCollectedDataType"
    return text.hasPrefix(prefix) && dataTypes.contains(String(text.dropFirst(prefix.count)))
  }

  static func isPurpose(_ text: String) -> Bool {
    let prefix = "NSPrivacyCollectedDataTypePurpose"
    return text.hasPrefix(prefix) && purposes.contains(String(text.dropFirst(prefix.count)))
  }

  private static let dataTypes: Set<String> = [
    "AdvertisingData", "AudioData", "BrowsingHistory", "CoarseLocation", "Contacts", "CrashData",
    "CreditInfo", "CustomerSupport", "DeviceID", "EmailAddress", "EmailsOrTextMessages",
    "EnvironmentScanning", "Fitness", "GameplayContent", "Hands", "Head", "Health", "Name",
    "OtherDataTypes", "OtherDiagnosticData", "OtherFinancialInfo", "OtherUsageData",
    "OtherUserContactInfo", "OtherUserContent", "PaymentInfo", "PerformanceData", "PhoneNumber",
    "PhotosorVideos", "PhysicalAddress", "PreciseLocation", "ProductInteraction",
    "PurchaseHistory", "SearchHistory", "SensitiveInfo", "UserID",
  ]

  private static let purposes: Set<String> = [
    "Analytics", "AppFunctionality", "DeveloperAdvertising", "Other", "ProductPersonalization",
    "ThirdPartyAdvertising",
  ]
}
