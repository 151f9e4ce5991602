package import Validator

extension Rule {
  /// Every setting that is to give a key of Info.plist does so.
  package static let plistDeadSetting = Rule(
    "plist/dead-setting",
    title: "every INFOPLIST_KEY setting has an effect",
    breaks: [.review],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .buildEngine,
      .specification("Apple, Xcode build settings reference", "GENERATE_INFOPLIST_FILE"),
    ],
    rationale: """
      Xcode takes INFOPLIST_KEY settings into account only where GENERATE_INFOPLIST_FILE is YES, and \
      only those of a fixed list. The others look right in the project and are not in the app: a \
      usage text set that way is missing at run time and ITMS-90683 follows.
      """,
    remedy: """
      Write the key itself into the target's Info.plist, or set GENERATE_INFOPLIST_FILE = YES where \
      Xcode knows the setting.
      """,
    staysQuiet: """
      A dead setting is an error only if the app needs the key and gets it from nowhere else, and a \
      warning otherwise. It says nothing where the key is in Info.plist with the same value.
      """,
    symptoms: [.accessCrash, .uploadRefused, .activityDoesNotStart],
    check: .app { app, _ in
      app.judge(app.bundles) { bundle in
        bundle.deadSettings.compactMap { dead in
          let key = dead.informationKey
          let living = bundle.value(of: key)
          let isThere = living?.expanded.isSame(as: dead.setting.expanded) ?? false
          guard !isThere, UsageKey.meant(by: key) == nil else { return nil }
          let isOnlySource = living == nil && app.needs(key, in: bundle)
          let harm = isOnlySource ? ", and the app needs \(key)" : ""
          return BundleFault(
            "\(dead.setting.key) (\(dead.setting.layer.name)) has no effect: \(dead.reason)\(harm)",
            [
              Evidence(
                at: dead.setting.place, found: dead.setting.raw.shown,
                wanted: "\(key) in Info.plist")
            ],
            atMost: isOnlySource ? nil : .warning)
        }
      }
    })
}
