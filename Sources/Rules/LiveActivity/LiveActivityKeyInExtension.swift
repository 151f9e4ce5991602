package import Validator

extension Rule {
  /// Live Activities are declared in the app, not in its extension.
  package static let liveActivityKeyInExtension = Rule(
    "live-activity/key-in-extension",
    title: "an app declares Live Activities itself, not in its extension",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .supportsLiveActivities, .liveActivities,
      .publication("https://github.com/csark0812/expo-targets/issues/90"),
    ],
    rationale: """
      The system asks the app's own Info.plist whether Live Activities are allowed. The key in the \
      widget extension, where the views are, has no effect, and Activity.request throws.
      """,
    remedy: """
      Move NSSupportsLiveActivities = YES from the extension to the app target: its Info.plist, or \
      INFOPLIST_KEY_NSSupportsLiveActivities = YES in its build settings.
      """,
    staysQuiet: """
      The key in both, which does no harm, an extension whose app is not at hand, and an app in \
      which the key is a setting without effect.
      """,
    symptoms: [.activityDoesNotStart],
    check: .app { app, _ in
      app.judge(app.extensions, absence: "there is no extension") { bundle in
        guard let value = bundle.value(of: liveActivityKey), value.isTrue,
          let host = app.host(of: bundle), host.isWholeWithout(liveActivityKey),
          !host.deadSettings.contains(where: { $0.informationKey == liveActivityKey })
        else { return [] }
        return [
          BundleFault(
            "\(value.named) is in the extension, and its app \(host.name) does not have it",
            [Evidence(at: value.place, found: value.expanded.shown)]
              + app.evidenceOfAbsence(of: liveActivityKey, in: host))
        ]
      }
    })
}
