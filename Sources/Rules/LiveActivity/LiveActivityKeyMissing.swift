package import Validator

extension Rule {
  /// An app that starts Live Activities says that it does.
  package static let liveActivityKeyMissing = Rule(
    "live-activity/key-missing",
    title: "an app that starts Live Activities declares them",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [.supportsLiveActivities, .liveActivities],
    rationale: """
      Activity.request throws in an app whose Info.plist does not hold NSSupportsLiveActivities as \
      the Boolean YES: no Live Activity starts, and nothing else tells why.
      """,
    remedy: """
      Write NSSupportsLiveActivities as a Boolean with the value YES into the app target's \
      Info.plist, or set INFOPLIST_KEY_NSSupportsLiveActivities = YES in its build settings where \
      Xcode generates the Info.plist.
      """,
    staysQuiet: """
      Apps that start no Live Activity, and apps of which neither sources nor --needs tell. A key \
      in the extension only is live-activity/key-in-extension, a setting without effect is \
      plist/dead-setting.
      """,
    symptoms: [.activityDoesNotStart],
    check: .app { app, _ in
      guard app.needsAreKnown else {
        return .notApplicable(
          "it is not known whether the app starts Live Activities: there is no source to tell, and "
            + "--needs says nothing")
      }
      let apps = app.apps.filter { $0.mayRun(on: [.iOS]) }
      let needs = app.needs.filter {
        $0.kind == .liveActivity && apps.contains(where: $0.mayBe(of:))
      }
      guard !needs.isEmpty else {
        return app.outcomeOfNoCall("nothing shows that the app starts Live Activities")
      }
      let isAsked = app.isAskedForActivities
      return app.judge(apps, absence: "no app was found") { bundle in
        let own = needs.filter { $0.mayBe(of: bundle) && ($0.targets != nil || isAsked(bundle)) }
        return own.isEmpty ? [] : faults(of: bundle, in: app, own)
      }
    })
}

private func faults(of bundle: AppTarget, in app: App, _ needs: [AppNeed]) -> [BundleFault] {
  let calls = needs.prefix(3).compactMap { need in
    need.place.map { Evidence(at: $0, found: need.call) }
  }
  let isCalled = needs.contains { $0.call != nil }
  let reason = isCalled ? "the app starts Live Activities" : app.wordsOfNeed(needs)
  if let value = bundle.value(of: liveActivityKey) {
    guard !value.isTrue else { return [] }
    return [
      BundleFault(
        "\(value.named) is \(value.expanded.shown), and \(reason)",
        calls + [
          Evidence(at: value.place, found: value.expanded.shown, wanted: "the Boolean YES")
        ])
    ]
  }
  guard bundle.isWholeWithout(liveActivityKey),
    !bundle.deadSettings.contains(where: { $0.informationKey == liveActivityKey }),
    !app.extensions.contains(where: { app.isHost(bundle, of: $0) && $0.declaresLiveActivities })
  else { return [] }
  return [
    BundleFault(
      "\(liveActivityKey) is missing, and \(reason)",
      calls + app.evidenceOfAbsence(of: liveActivityKey, in: bundle))
  ]
}
