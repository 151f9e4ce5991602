package import Validator

extension Rule {
  /// An extension runs on every system that its app runs on.
  package static let extensionMinimumOS = Rule(
    "extension/minimum-os",
    title: "an extension runs wherever its app does",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("Apple Developer Documentation, Bundle Resources", "MinimumOSVersion"),
      .specification("Apple, Xcode build settings reference", "IPHONEOS_DEPLOYMENT_TARGET"),
    ],
    rationale: """
      Xcode gives a new extension the newest system as its deployment target. On the systems in \
      between the app installs and its widget or Live Activity is not there, which looks like a \
      fault of the app.
      """,
    remedy: """
      Set IPHONEOS_DEPLOYMENT_TARGET of the extension to that of the app, and put what needs a newer \
      system behind an availability check. Where the extension's kind itself needs a newer system, \
      iOS 14 for widgets and 16.1 for Live Activities, raise that of the app.
      """,
    staysQuiet: """
      Extensions for another system than the app's, such as those of a watch app, and extensions \
      whose app is not known.
      """,
    symptoms: [.widgetMissing],
    check: .app { app, _ in
      app.judge(app.extensions, absence: "there is no extension") { bundle in
        guard let host = app.host(of: bundle), !differInPlatform(bundle, host),
          let own = minimumOS(of: bundle), let hosts = minimumOS(of: host),
          hosts.version < own.version
        else { return [] }
        return [
          BundleFault(
            "the extension needs version \(own.text), its app \(host.name) runs from "
              + "\(hosts.text) on",
            [
              Evidence(at: own.place, found: own.text, wanted: "at most \(hosts.text)"),
              Evidence(at: hosts.place, found: hosts.text),
            ])
        ]
      }
    })
}

/// The extension point of widgets and Live Activities.
let widgetExtensionPoint = "com.apple.widgetkit-extension"

private struct StatedOS {
  var version: OSVersion
  var text: String
  var place: SettingPlace
}

private func minimumOS(of bundle: AppTarget) -> StatedOS? {
  guard let value = bundle.value(of: minimumOSKey), let text = value.expanded.string,
    let version = OSVersion(text)
  else { return nil }
  return StatedOS(version: version, text: text, place: value.place)
}

/// Whether the two are known to run on different systems, whose versions do not compare.
private func differInPlatform(_ one: AppTarget, _ other: AppTarget) -> Bool {
  if let own = one.platforms, let others = other.platforms, own.isDisjoint(with: others) {
    return true
  }
  for key in ["DTPlatformName", "CFBundleSupportedPlatforms"] {
    guard let left = one.value(of: key)?.expanded, let right = other.value(of: key)?.expanded else {
      continue
    }
    if left.shownParts != right.shownParts { return true }
  }
  return false
}

extension PropertyListValue {
  /// The texts of a string or of an array of strings.
  fileprivate var shownParts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let items): items.compactMap(\.value.string)
    default: []
    }
  }
}
