import Rules
import Support
import Testing
import Validator

@Suite("usage/…-missing")
struct UsageMissingTests {
  @Test func `names the call, its line and the file that lacks the key`() {
    let judgement = Rule.usagePhotoAddMissing.judgeTarget { $0.set(addKey, nil) }
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) is missing, and PHAssetCreationRequest.forAsset() "
        + "(Saver.swift:12) shows that the app adds photos to the library")
    #expect(judgement.lines == [12])
    #expect(judgement.evidence.last?.file == .exampleInfoPlist)
    #expect(judgement.evidence.last?.wanted == addKey)
    #expect(judgement.caps == [nil])
  }

  @Test func `says so where the user told of the need`() {
    let judgement = Rule.usagePhotoAddMissing.judgeApp { app in
      app.targets[0].set(addKey, nil)
      app.needs = [AppNeed(.save)]
    }
    #expect(judgement.message == "target LiveMaker: \(addKey) is missing, and --needs names save")
  }

  @Test func `leaves open what sources that were not read may show`() {
    let file = FilePath("LiveMaker/Large.swift")
    let error = ReadError(.limit, "is not read: it is long", at: .example)
    let judgement = Rule.usagePhotoReadMissing.judgeApp {
      $0.unreadSources = [UnreadSource(file, error)]
    }
    guard case .unreadable(let reason, let named) = judgement.outcome else {
      Issue.record("\(judgement)")
      return
    }
    #expect(named == file && reason.kind == .limit)
    #expect(
      reason.reason
        == "nothing shows that the app reads the photo library in the sources that were read, but "
        + "Large.swift is not read: it is long")
    let shown = Rule.usagePhotoAddMissing.judgeApp { app in
      app.unreadSources = [UnreadSource(file, error)]
      app.targets[0].set(addKey, nil)
    }
    #expect(shown.fails)
  }

  @Test func `calls no key missing where settings were not read`() {
    let judgement = Rule.usagePhotoAddMissing.judgeTarget { target in
      target.set(addKey, nil)
      target.unreadSettings = UnreadSource(
        FilePath("Team.xcconfig"), ReadError(.notOpened, "is not there", at: .example))
    }
    #expect(judgement.isUnreadable)
  }

  @Test func `has evidence where Xcode makes the whole Info.plist`() {
    let judgement = Rule.usagePhotoAddMissing.judgeApp { app in
      app.targets[0].set(addKey, nil)
      app.targets[0].infoPlist = .absent(searched: [])
      app.needs = [AppNeed(.save)]
    }
    #expect(judgement.evidence.map(\.file) == [FilePath("LiveMaker")])
  }

  @Test func `is a warning with the key for reading alone`() {
    let judgement = Rule.usagePhotoAddMissing.judgeTarget { target in
      target.set(addKey, nil)
      target.set(readKey, .string("Shows your Live Photos to choose from."), line: 30)
    }
    #expect(judgement.caps == [.warning])
    #expect(
      judgement.message.hasSuffix("\(readKey) (Info.plist) does not stand in for it"))
    #expect(judgement.lines == [12, 30])
  }

  @Test func `asks an app that only adds for no other key`() {
    for rule in [Rule.usagePhotoReadMissing, .usageCameraMissing, .usageMicrophoneMissing] {
      #expect(rule.judge(.example).isNotApplicable)
    }
    #expect(Rule.usagePhotoAddMissing.judge(.example).passes)
  }

  @Test func `asks an app that only picks for no key`() {
    for rule in [Rule.usagePhotoAddMissing, .usagePhotoReadMissing] {
      let judgement = rule.judgeApp { app in
        app.targets[0].set(addKey, nil)
        app.needs = [.example(.pick, call: "PHPickerViewController")]
      }
      #expect(judgement.isNotApplicable)
    }
  }

  @Test func `judges nothing where the needs are not known`() {
    let judgement = Rule.usagePhotoAddMissing.judgeApp { app in
      app.targets[0].set(addKey, nil)
      app.needs = []
      app.needsAreKnown = false
    }
    guard case .notApplicable(let why) = judgement.outcome else {
      Issue.record("the rule judged")
      return
    }
    #expect(why.hasPrefix("it is not known whether the app adds photos"))
  }

  @Test(arguments: [
    (AppNeed.Kind.read, "usage/photo-read-missing", "NSPhotoLibraryUsageDescription"),
    (.capture, "usage/camera-missing", "NSCameraUsageDescription"),
    (.microphone, "usage/microphone-missing", "NSMicrophoneUsageDescription"),
  ])
  func `asks for the key of each need`(kind: AppNeed.Kind, id: String, key: String) throws {
    let rule = try #require(Catalogue.appRules.first { $0.id == id })
    var app = App.example
    app.needs = [.example(kind, call: "a call")]
    let judgement = rule.judge(app)
    #expect(judgement.message.contains("\(key) is missing"))
    #expect(judgement.lines == [12])
    app.targets[0].set(key, .string("Shows your pictures to choose from."))
    #expect(rule.judge(app).passes)
  }

  @Test func `asks extensions for nothing`() {
    let judgement = Rule.usagePhotoAddMissing.judge(.exampleWithWidget)
    #expect(judgement.passes)
  }

  @Test func `asks no second app where one has the key`() {
    let judgement = Rule.usagePhotoAddMissing.judgeApp { app in
      var helper = AppTarget.example
      helper.name = "Helper"
      helper.set(addKey, nil)
      app.targets.append(helper)
    }
    #expect(judgement.passes)
  }

  @Test func `asks the app that makes the call, though another one has the key`() {
    var app = App.example
    var helper = AppTarget.example
    helper.name = "Helper"
    helper.set(addKey, nil)
    app.targets.append(helper)
    app.needs[0].targets = ["Helper"]
    #expect(Rule.usagePhotoAddMissing.judge(app).message.hasPrefix("target Helper: "))
    app.needs[0].targets = ["LiveMakerWidget"]
    #expect(Rule.usagePhotoAddMissing.judge(app).isNotApplicable)
  }

  @Test func `asks no app for another system`() {
    let judgement = Rule.usagePhotoAddMissing.judgeTarget { target in
      target.set(addKey, nil)
      target.platforms = [.macOS]
    }
    #expect(judgement.isNotApplicable)
  }

  @Test func `passes over calls that the app's systems never make`() {
    func judge(from oldest: String) -> Judgement {
      Rule.usagePhotoAddMissing.judgeApp { app in
        app.targets[0].set(addKey, nil)
        app.targets[0].set("MinimumOSVersion", .string(oldest))
        app.needs[0].onlyBefore = "14.0"
      }
    }
    #expect(judge(from: "14.0").isNotApplicable && judge(from: "13.4").fails)
  }

  @Test func `leaves keys that are there in another way to the rules for that`() {
    let rule = Rule.usagePhotoAddMissing
    let misspelt = rule.judgeTarget { target in
      target.set(addKey, nil)
      target.set("NSPhotoLibaryAddUsageDescription", .string("Saves your pictures."))
    }
    #expect(misspelt.passes)
    let localised = rule.judgeTarget { target in
      target.set(addKey, nil)
      target.localise("de", [addKey: "Sichert deine Bilder."])
    }
    #expect(localised.passes)
    let dead = rule.judgeTarget { target in
      target.set(addKey, nil)
      target.deadSettings = [
        DeadSetting(.example("INFOPLIST_KEY_\(addKey)", "Saves.", line: 3), reason: "of no use")
      ]
    }
    #expect(dead.passes)
    #expect(rule.judgeText("").passes)
    #expect(rule.judgeTarget { $0.set(addKey, .boolean(true)) }.passes)
  }
}
