package import Validator

extension Rule {
  /// Live Activities are started only where the system has them.
  package static let liveActivityMinimumOS = Rule(
    "live-activity/minimum-os",
    title: "an app starts Live Activities on iOS 16.1 or newer only",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("Apple Developer Documentation, ActivityKit", "Activity, availability"),
      .liveActivities,
    ],
    rationale: """
      ActivityKit came with iOS 16.1. A call without an availability check does not compile for an \
      older deployment target, or ends the app on an older system.
      """,
    remedy: """
      Put the call behind if #available(iOS 16.1, *), or set IPHONEOS_DEPLOYMENT_TARGET of the app \
      to 16.1 or newer.
      """,
    staysQuiet: """
      Calls behind #available or @available, apps for iOS 16.1 and newer, and Live Activities that \
      --needs or a built app tells of, where the check cannot be seen. Apps for other systems, apps \
      that are not built from the call's file and, where that is not known, those that declare no \
      Live Activities beside one that does.
      """,
    symptoms: [.activityDoesNotStart],
    check: .app { app, _ in
      let apps = app.apps.filter { $0.mayRun(on: [.iOS]) }
      let calls = app.needs.filter {
        $0.kind == .liveActivity && $0.place?.line != nil && apps.contains(where: $0.mayBe(of:))
      }
      guard !calls.isEmpty else {
        return app.outcomeOfNoCall("no call that starts a Live Activity is known")
      }
      let open = calls.filter { !$0.isGuardedByAvailability }
      guard !open.isEmpty else {
        let allChecked = "all calls that start a Live Activity are behind a check"
        return app.unreadSources.isEmpty ? .pass : app.outcomeOfNoCall(allChecked)
      }
      let isAsked = app.isAskedForActivities
      return app.judge(apps, absence: "no app was found") { bundle in
        let own = open.filter { $0.mayBe(of: bundle) && ($0.targets != nil || isAsked(bundle)) }
        guard let value = bundle.value(of: minimumOSKey), let text = value.expanded.string,
          let version = OSVersion(text), version < firstActivityOS
        else { return [] }
        return own.prefix(shownCalls).compactMap { call in
          guard let place = call.place else { return nil }
          return BundleFault(
            "the app runs from iOS \(text) on, and \(call.call ?? "the call") at \(place.shown) "
              + "is behind no availability check",
            [
              Evidence(at: place, found: call.call, wanted: "if #available(iOS 16.1, *)"),
              Evidence(at: value.place, found: text, wanted: "16.1"),
            ])
        }
      }
    })
}

/// The first system with ActivityKit.
private let firstActivityOS = OSVersion(16, 1)

/// Calls that one finding each is made for; more would say the same again.
private let shownCalls = 3
