import Validator

/// The keys of Info.plist that hold a text for a permission prompt.
enum UsageKey {
  static let photoAdd = "NSPhotoLibraryAddUsageDescription"
  static let photoRead = "NSPhotoLibraryUsageDescription"
  static let camera = "NSCameraUsageDescription"
  static let microphone = "NSMicrophoneUsageDescription"

  /// All of every platform, so that none of them counts as a slip of another.
  ///
  /// Source: Apple, Bundle Resources, "Protected resources", and the INFOPLIST_KEY settings of Apple's
  /// build settings reference, both as of 2026. Beyond these: NSAlarmKitUsageDescription and
  /// NSAudioCaptureUsageDescription of the pages of AlarmKit and Core Audio, and
  /// NSCrossWebsiteTrackingUsageDescription, which WebKit asks for (DefaultWebBrowserChecks.mm).
  static let all: Set<String> = [
    photoAdd, photoRead, camera, microphone,
    "NFCReaderUsageDescription",
    "NSAccessoryTrackingUsageDescription",
    "NSAlarmKitUsageDescription",
    "NSAppDataUsageDescription",
    "NSAppleEventsUsageDescription",
    "NSAppleMusicUsageDescription",
    "NSAudioCaptureUsageDescription",
    "NSBluetoothAlwaysUsageDescription",
    "NSBluetoothPeripheralUsageDescription",
    "NSBluetoothWhileInUseUsageDescription",
    "NSCalendarsFullAccessUsageDescription",
    "NSCalendarsUsageDescription",
    "NSCalendarsWriteOnlyAccessUsageDescription",
    "NSContactsUsageDescription",
    "NSCriticalMessagingUsageDescription",
    "NSCrossWebsiteTrackingUsageDescription",
    "NSDesktopFolderUsageDescription",
    "NSDocumentsFolderUsageDescription",
    "NSDownloadsFolderUsageDescription",
    "NSEnterpriseMCAMUsageDescription",
    "NSFaceIDUsageDescription",
    "NSFallDetectionUsageDescription",
    "NSFileProviderDomainUsageDescription",
    "NSFileProviderPresenceUsageDescription",
    "NSFinancialDataUsageDescription",
    "NSFocusStatusUsageDescription",
    "NSGKFriendListUsageDescription",
    "NSHandsTrackingUsageDescription",
    "NSHealthClinicalHealthRecordsShareUsageDescription",
    "NSHealthShareUsageDescription",
    "NSHealthUpdateUsageDescription",
    "NSHomeKitUsageDescription",
    "NSIdentityUsageDescription",
    "NSLocalNetworkUsageDescription",
    "NSLocationAlwaysAndWhenInUseUsageDescription",
    "NSLocationAlwaysUsageDescription",
    "NSLocationUsageDescription",
    "NSLocationWhenInUseUsageDescription",
    "NSMainCameraUsageDescription",
    "NSMotionUsageDescription",
    "NSNearbyInteractionAllowOnceUsageDescription",
    "NSNearbyInteractionUsageDescription",
    "NSNetworkVolumesUsageDescription",
    "NSRemindersFullAccessUsageDescription",
    "NSRemindersUsageDescription",
    "NSRemovableVolumesUsageDescription",
    "NSSensorKitUsageDescription",
    "NSSiriUsageDescription",
    "NSSpeechRecognitionUsageDescription",
    "NSSystemAdministrationUsageDescription",
    "NSSystemExtensionUsageDescription",
    "NSUserTrackingUsageDescription",
    "NSVideoSubscriberAccountUsageDescription",
    "NSVoIPUsageDescription",
    "NSWorldSensingUsageDescription",
    "OSBundleUsageDescription",
  ]

  /// The key in the order in which findings name keys.
  static let sorted = all.sorted()

  /// The key whose name in Xcode's editor a text is, such as `Privacy - Camera Usage Description`.
  ///
  /// Marks and letter case are passed over: `Privacy._.Camera.Usage.Description` has been seen.
  static func key(shownAs text: String) -> String? {
    let letters = plainLetters(of: text)
    guard letters.hasPrefix("privacy") else { return nil }
    return keysByShownLetters[letters]
  }

  /// The known key that a key is one slip away from; nil where it is known or somebody else's.
  static func meant(by key: String) -> String? {
    guard !all.contains(key), !isOfOtherVendor(key) else { return nil }
    if let same = sorted.first(where: { $0.lowercased() == key.lowercased() }) { return same }
    let letters = Array(key.utf8)
    return sorted.first { slips(from: letters, to: Array($0.utf8), atMost: 1) == 1 }
  }

  /// Whether only the two capital letters in front differ from a known key, as with `NXCamera…`.
  private static func isOfOtherVendor(_ key: String) -> Bool {
    let prefix = key.prefix(2)
    guard prefix != "NS", prefix != "SN", prefix.allSatisfy({ $0.isUppercase }) else {
      return false
    }
    return all.contains("NS" + key.dropFirst(2))
  }

  private static let keysByShownLetters: [String: String] = {
    var keys: [String: String] = [:]
    for key in sorted {
      let name = key.hasPrefix("NS") ? String(key.dropFirst(2)) : key
      keys["privacy" + plainLetters(of: name)] = key
    }
    // The one display name that is not the key in words.
    keys["privacyphotolibraryadditionsusagedescription"] = photoAdd
    return keys
  }()
}

/// The letters and digits of a text in lower case.
func plainLetters(of text: String) -> String {
  text.filter { $0.isLetter || $0.isNumber }.lowercased()
}

/// How many single slips lead from one word to the other: a letter left out, added, changed, or
/// two neighbours swapped (the restricted Damerau–Levenshtein distance).
///
/// - Parameter limit: words whose lengths differ by more are not compared; the answer is then
///   one over the limit.
func slips(from left: [UInt8], to right: [UInt8], atMost limit: Int) -> Int {
  guard abs(left.count - right.count) <= limit else { return limit + 1 }
  var older: [Int] = []
  var old = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var new = [row + 1]
    new.reserveCapacity(old.count)
    for (column, other) in right.enumerated() {
      var best = min(old[column + 1] + 1, new[column] + 1, old[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        best = min(best, older[column - 1] + 1)
      }
      new.append(best)
    }
    older = old
    old = new
  }
  return old.last ?? 0
}
