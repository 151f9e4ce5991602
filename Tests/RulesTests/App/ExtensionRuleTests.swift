import Rules
import Support
import Testing
import Validator

private let pointKey = "NSExtension/NSExtensionPointIdentifier"

@Suite("extension/…")
struct ExtensionRuleTests {
  @Test func `finds an extension without a point`() {
    let missing = Rule.extensionPointMissing.judgeWidget { $0.set(pointKey, nil) }
    #expect(
      missing.message
        == "target LiveMakerWidget: NSExtensionPointIdentifier is missing, so the system does not "
        + "register the extension")
    #expect(missing.evidence.first?.file == FilePath("LiveMaker/Widget/Info.plist"))
    let empty = Rule.extensionPointMissing.judgeWidget { $0.set(pointKey, .string("")) }
    #expect(empty.lines == [20])
  }

  @Test func `knows the extensions of ExtensionKit`() {
    let judgement = Rule.extensionPointMissing.judgeWidget { widget in
      widget.set(pointKey, nil)
      widget.set("EXAppExtensionAttributes/EXExtensionPointIdentifier", .string("com.apple.a"))
    }
    #expect(judgement.passes)
    #expect(Rule.extensionPointMissing.judge(.example).isNotApplicable)
  }

  @Test func `finds a widget for newer systems than its app`() {
    let judgement = Rule.extensionMinimumOS.judgeWidget {
      $0.set("MinimumOSVersion", .string("18.2"))
    }
    #expect(
      judgement.message
        == "target LiveMakerWidget: the extension needs version 18.2, its app LiveMaker runs from "
        + "17.0 on")
    #expect(judgement.lines == [20, 10])
    #expect(judgement.caps == [nil])
    #expect(Rule.extensionMinimumOS.levels.photos == .error)
  }

  @Test func `finds a widget in an app that is older than widgets`() {
    let judgement = Rule.extensionMinimumOS.judgeWidget(
      { $0.set("MinimumOSVersion", .string("14.0")) },
      app: { $0.set("MinimumOSVersion", .string("12.0")) })
    #expect(judgement.caps == [nil])
  }

  @Test(arguments: [("17", "17.0"), ("16.4", "17.0"), ("17.0", "17.0.0"), ("odd", "17.0")])
  func `compares versions by their numbers`(own: String, hosts: String) {
    let judgement = Rule.extensionMinimumOS.judgeWidget(
      { $0.set("MinimumOSVersion", .string(own)) },
      app: { $0.set("MinimumOSVersion", .string(hosts)) })
    #expect(judgement.passes)
  }

  @Test func `compares no different systems and no unknown app`() {
    let watch = Rule.extensionMinimumOS.judgeWidget(
      { widget in
        widget.set("MinimumOSVersion", .string("18.0"))
        widget.set("CFBundleSupportedPlatforms", .string("WatchOS"))
      }, app: { $0.set("CFBundleSupportedPlatforms", .string("iPhoneOS")) })
    #expect(watch.passes)
    let stranger = Rule.extensionMinimumOS.judgeWidget { widget in
      widget.set("MinimumOSVersion", .string("18.0"))
      widget.hostApp = "Another"
    }
    #expect(stranger.passes)
  }

  @Test func `compares no targets whose SDKs differ`() {
    let judgement = Rule.extensionMinimumOS.judgeWidget(
      { widget in
        widget.set("MinimumOSVersion", .string("18.0"))
        widget.platforms = [.watchOS]
      }, app: { $0.platforms = [.iOS] })
    #expect(judgement.passes)
  }

  @Test func `finds a principal class in a widget`() {
    let key = "NSExtension/NSExtensionPrincipalClass"
    let judgement = Rule.extensionPrincipalClass.judgeWidget { $0.set(key, .string("Widget")) }
    #expect(
      judgement.message
        == "target LiveMakerWidget: \(key) (Info.plist) is set in a WidgetKit extension")
    #expect(judgement.lines == [20])
    let share = Rule.extensionPrincipalClass.judgeWidget { widget in
      widget.set(pointKey, .string("com.apple.share-services"))
      widget.set(key, .string("ShareController"))
    }
    #expect(share.isNotApplicable)
  }
}

@Suite("live-activity/…")
struct LiveActivityRuleTests {
  private func starting(guarded: Bool = false) -> App {
    var app = App.exampleWithWidget
    var need = AppNeed.example(.liveActivity, call: "Activity.request(attributes:content:)")
    need.isGuardedByAvailability = guarded
    app.needs = [need]
    return app
  }

  @Test func `finds an app that does not declare what it starts`() {
    let judgement = Rule.liveActivityKeyMissing.judge(starting())
    #expect(
      judgement.message
        == "target LiveMaker: \(liveKey) is missing, and the app starts Live Activities")
    #expect(judgement.lines == [12])
    #expect(judgement.evidence.last?.wanted == liveKey)
  }

  @Test(arguments: [
    (PropertyListValue.boolean(false), SettingLayer.infoPlist), (.string("YES"), .infoPlist),
    (.string("NO"), .buildSetting(isTarget: true)),
  ])
  func `finds values that do not say yes`(value: PropertyListValue, layer: SettingLayer) {
    var app = starting()
    app.targets[0].set(liveKey, value, layer: layer)
    let judgement = Rule.liveActivityKeyMissing.judge(app)
    #expect(judgement.message.hasSuffix("and the app starts Live Activities"))
    #expect(judgement.lines == [12, 20])
  }

  @Test func `takes a Boolean and a build setting`() {
    var app = starting()
    app.targets[0].set(liveKey, .boolean(true))
    #expect(Rule.liveActivityKeyMissing.judge(app).passes)
    app.targets[0].set(liveKey, .string("YES"), layer: .buildSetting(isTarget: true))
    #expect(Rule.liveActivityKeyMissing.judge(app).passes)
  }

  @Test func `says what the user told, and leaves open what was not read`() {
    var told = starting()
    told.needs = [AppNeed(.liveActivity)]
    #expect(
      Rule.liveActivityKeyMissing.judge(told).message
        == "target LiveMaker: \(liveKey) is missing, and --needs names live-activity")
    var unread = starting(guarded: true)
    unread.targets[0].set("MinimumOSVersion", .string("15.0"))
    unread.unreadSources = [
      UnreadSource(FilePath("A.swift"), ReadError(.limit, "is not read", at: .example))
    ]
    #expect(Rule.liveActivityMinimumOS.judge(unread).isUnreadable)
    unread.needs = []
    #expect(Rule.liveActivityKeyMissing.judge(unread).isUnreadable)
    #expect(Rule.liveActivityMinimumOS.judge(unread).isUnreadable)
  }

  @Test func `says nothing of apps that start none, or of which nothing is known`() {
    #expect(Rule.liveActivityKeyMissing.judge(.example).isNotApplicable)
    var unknown = starting()
    unknown.needsAreKnown = false
    #expect(Rule.liveActivityKeyMissing.judge(unknown).isNotApplicable)
  }

  @Test func `finds the key in the extension only`() {
    var app = starting()
    app.targets[1].set(liveKey, .boolean(true))
    let judgement = Rule.liveActivityKeyInExtension.judge(app)
    #expect(
      judgement.message
        == "target LiveMakerWidget: \(liveKey) (Info.plist) is in the extension, and its app "
        + "LiveMaker does not have it")
    #expect(judgement.lines == [20])
    #expect(Rule.liveActivityKeyMissing.judge(app).passes)
    app.targets[0].set(liveKey, .boolean(true))
    #expect(Rule.liveActivityKeyInExtension.judge(app).passes)
    app.targets.removeFirst()
    #expect(Rule.liveActivityKeyInExtension.judge(app).passes)
  }

  @Test func `finds a call that older systems do not know`() {
    var app = starting()
    app.targets[0].set("MinimumOSVersion", .string("15.0"), line: 10)
    let judgement = Rule.liveActivityMinimumOS.judge(app)
    #expect(
      judgement.message
        == "target LiveMaker: the app runs from iOS 15.0 on, and "
        + "Activity.request(attributes:content:) at Saver.swift:12 is behind no availability check")
    #expect(judgement.lines == [12, 10])
  }

  @Test func `asks only the apps that may make the call`() {
    var app = starting()
    app.targets[0].set(liveKey, .boolean(true))
    var other = AppTarget.example
    other.name = "Other"
    other.set("MinimumOSVersion", .string("14.0"))
    app.targets.append(other)
    #expect(Rule.liveActivityMinimumOS.judge(app).passes)
    #expect(Rule.liveActivityKeyMissing.judge(app).passes)
    app.needs[0].targets = ["Other"]
    #expect(Rule.liveActivityMinimumOS.judge(app).message.hasPrefix("target Other: "))
    #expect(Rule.liveActivityKeyMissing.judge(app).message.hasPrefix("target Other: "))
    app.targets[2].platforms = [.watchOS]
    #expect(Rule.liveActivityMinimumOS.judge(app).isNotApplicable)
    #expect(Rule.liveActivityKeyMissing.judge(app).isNotApplicable)
  }

  @Test func `passes calls behind a check and newer apps`() {
    var guarded = starting(guarded: true)
    guarded.targets[0].set("MinimumOSVersion", .string("15.0"))
    #expect(Rule.liveActivityMinimumOS.judge(guarded).passes)
    var newer = starting()
    newer.targets[0].set("MinimumOSVersion", .string("16.1"))
    #expect(Rule.liveActivityMinimumOS.judge(newer).passes)
    var told = starting()
    told.targets[0].set("MinimumOSVersion", .string("15.0"))
    told.needs = [AppNeed(.liveActivity)]
    #expect(Rule.liveActivityMinimumOS.judge(told).isNotApplicable)
  }
}
