import Validator

extension Mutant {
  static let liveActivity: [Mutant] = [
    Mutant(
      "the app does not declare Live Activities", own: "live-activity/key-missing",
      target: { $0.set(liveActivityKey, nil) }),
    Mutant(
      "the app declares Live Activities by the text YES", own: "live-activity/key-missing",
      target: { $0.set(liveActivityKey, .string("YES")) }),
    Mutant(
      "the app declares that it has no Live Activities", own: "live-activity/key-missing",
      target: { $0.set(liveActivityKey, .boolean(false)) }),
    Mutant(
      "the widget declares Live Activities in place of the app",
      own: "live-activity/key-in-extension",
      app: {
        $0.targets[0].set(liveActivityKey, nil)
        $0.targets[1].set(liveActivityKey, .boolean(true))
      }),
    Mutant(
      "the app and its widget run from iOS 16.0 on", own: "live-activity/minimum-os",
      app: { app in
        for index in app.targets.indices {
          app.targets[index].set("MinimumOSVersion", .string("16.0"))
        }
      }),
  ]
}

private let liveActivityKey = "NSSupportsLiveActivities"
