import Validator

/// A text that a permission prompt shows, with all that is needed to judge and to name it.
struct UsageText {
  var key: String
  /// The text as people would see it, variables expanded.
  var text: String
  /// Where it comes from: a layer, or the table of a language.
  var origin: String
  var place: SettingPlace
  /// The language of its table; nil for the one text of Info.plist.
  var language: String?
  /// The variables in it that nothing defines, without those that Xcode always defines.
  var undefinedVariables: [String] = []
  /// What an xcconfig comment cut off.
  var cutByComment: String?
  /// What the app calls itself, in plain words.
  var appNames: [[String]]

  /// The key and its origin, as messages begin.
  var named: String { "\(key) (\(origin))" }
}

extension AppTarget {
  /// The usage texts of Info.plist and of its tables in other languages.
  ///
  /// Values that are not text are left out; usage/wrong-type tells of them.
  var usageTexts: [UsageText] {
    let names = appNames
    let own = values.compactMap { value -> UsageText? in
      guard UsageKey.all.contains(value.key), let text = value.expanded.string else { return nil }
      return UsageText(
        key: value.key, text: text, origin: value.layer.name, place: value.place,
        undefinedVariables: value.undefinedVariables.filter { !builtInVariables.contains($0) },
        cutByComment: value.cutByComment, appNames: names)
    }
    let localised = localisations.filter { $0.table == .infoPlist }.flatMap { table in
      table.texts.compactMap { text -> UsageText? in
        guard UsageKey.all.contains(text.key) else { return nil }
        return UsageText(
          key: text.key, text: text.text,
          origin: "\(table.language), \(table.file.shownName)", place: text.place,
          language: table.language, appNames: names)
      }
    }
    return own + localised
  }

  /// What the app calls itself: display name, bundle name and the target's own name.
  private var appNames: [[String]] {
    let keys = ["CFBundleDisplayName", "CFBundleName", "CFBundleExecutable"]
    let stated = keys.compactMap { value(of: $0)?.expanded.string }
    let localised = localisations.filter { $0.table == .infoPlist }.flatMap { table in
      table.texts.lazy.filter { keys.contains($0.key) }.map(\.text)
    }
    var seen: Set<[String]> = []
    return (stated + localised + [name]).map { plainWords(of: $0) }.filter {
      !$0.isEmpty && seen.insert($0).inserted
    }
  }
}

/// Variables that Xcode defines for every target, so that they are never missing.
let builtInVariables: Set<String> = [
  "CONFIGURATION", "CURRENT_ARCH", "DEVELOPMENT_LANGUAGE", "EXECUTABLE_NAME", "FULL_PRODUCT_NAME",
  "INFOPLIST_FILE", "PLATFORM_NAME", "PRODUCT_BUNDLE_IDENTIFIER", "PRODUCT_BUNDLE_PACKAGE_TYPE",
  "PRODUCT_MODULE_NAME", "PRODUCT_NAME", "PROJECT", "PROJECT_NAME", "SDKROOT", "SRCROOT",
  "TARGETNAME",
  "TARGET_NAME", "WRAPPER_NAME",
]

extension App {
  /// Judges every usage text; a rule says what is wrong with one, or nil where nothing is.
  func judgeUsageTexts(
    wanted: String, readsTables: Bool = true,
    _ fault: (UsageText) -> (message: String, atMost: Severity?)?
  ) -> Outcome {
    var unknown: UsageText?
    let outcome = judge(bundles, readsTables: readsTables) { bundle in
      bundle.usageTexts.compactMap { text in
        if text.isUnknown { unknown = unknown ?? text }
        guard let (message, atMost) = fault(text) else { return nil }
        return BundleFault(
          message, [Evidence(at: text.place, found: shortened(text.text), wanted: wanted)],
          atMost: atMost)
      }
    }
    guard case .pass = outcome, let unknown else { return outcome }
    let reason = "has \(quoted(unknown.text)) for \(unknown.key), whose value is not known"
    return .unreadable(
      ReadError(.unsupported, reason, at: Place("file", offset: 0, length: 0)),
      in: unknown.place.file)
  }
}
