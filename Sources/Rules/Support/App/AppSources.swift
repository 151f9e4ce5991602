import Validator

/// Sources that several rules of apps rest on.
extension Source {
  static let requestingAccess = specification(
    "Apple Developer Documentation, UIKit", "Requesting access to protected resources")
  static let purposeStringsMissing = specification(
    "Apple, Technical Q&A QA1937", "Resolving the Privacy-Sensitive Data App Rejection")
  static let reviewGuideline = specification(
    "Apple, App Review Guidelines", "5.1.1 (ii), Permission")
  static let clearPurposeStrings = specification(
    "Apple, App Review Help", "5.1.1 (ii), Write clear purpose strings")
  static let buildEngine = publication(
    "https://github.com/swiftlang/swift-build, InfoPlistProcessorTaskAction")
  static let liveActivities = specification(
    "Apple Developer Documentation, ActivityKit", "Displaying live data with Live Activities")
  static let supportsLiveActivities = specification(
    "Apple Developer Documentation, Bundle Resources", "NSSupportsLiveActivities")

  /// Apple's page of an Info.plist key.
  static func informationKey(_ key: String) -> Source {
    specification("Apple Developer Documentation, Bundle Resources", key)
  }
}
