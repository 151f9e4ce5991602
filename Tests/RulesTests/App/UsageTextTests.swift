import Rules
import Support
import Testing
import Validator

/// The rules that judge a text; each text has one of them at most.
private let textRules: [Rule] = [
  .usageEmpty, .usagePlaceholder, .usageNameOnly, .usageVague, .usageDefaultText,
]

private func judges(of text: String, key: String = addKey) -> [String] {
  textRules.filter { $0.judgeText(text, key: key).fails }.map(\.id)
}

@Suite("What a usage text says")
struct UsageTextTests {
  @Test(arguments: [
    ("", "is empty"), (" \n", "holds only white space"), ("\u{A0}", "holds only white space"),
    ("\u{200B}", "holds only invisible characters, such as U+200B"),
    ("\u{FEFF} ", "holds only invisible characters, such as U+FEFF"),
    ("\u{2800}", "holds only invisible characters, such as U+2800"),
  ])
  func `is nothing`(text: String, words: String) {
    let judgement = Rule.usageEmpty.judgeText(text)
    #expect(judgement.message == "target LiveMaker: \(addKey) (Info.plist) \(words)")
    #expect(judgement.lines == [20])
    #expect(judges(of: text) == ["usage/empty"])
  }

  @Test(arguments: [
    "TODO", "todo", "TODO: say why", "FIXME", "Lorem ipsum dolor sit amet", "xxx", "Test",
    "Your description here", "description here", "Photo use", "$(PRODUCT_NAME) photo use",
    "NSPhotoLibraryAddUsageDescription", "Privacy - Photo Library Additions Usage Description",
    "Privacy - Camera Usage Description", "YOUR_TEXT", "your usage description here",
  ])
  func `is a placeholder`(text: String) {
    let judgement = Rule.usagePlaceholder.judgeText(text)
    #expect(judgement.message.hasSuffix(": “\(text)”"))
    #expect(judgement.lines == [20])
    #expect(judges(of: text) == ["usage/placeholder"])
  }

  @Test(arguments: ["$(PRODUCT_NAME)", "Live Maker", "LiveMaker.", "${PRODUCT_NAME} - Live Maker"])
  func `is the app's name`(text: String) {
    #expect(judges(of: text) == ["usage/name-only"])
  }

  @Test(arguments: [
    "This app needs access to your photos.",
    "This app requires photo library access to function properly.",
    "App would like to access your photo library",
    "$(PRODUCT_NAME) needs access to your photo library.",
    "Live Maker uses your photos.", "Need photos access", "We need permission to use your photos",
    "Save pics", "保存照片", "사진", "ภาพ",
  ])
  func `gives no purpose`(text: String) {
    let judgement = Rule.usageVague.judgeText(text)
    #expect(judgement.message.contains("“\(text)”"))
    #expect(judges(of: text) == ["usage/vague"])
  }

  @Test func `asks for the microphone without a purpose`() {
    let key = "NSMicrophoneUsageDescription"
    #expect(judges(of: "App needs microphone access", key: key) == ["usage/vague"])
    #expect(judges(of: "Needs the microphone for videos", key: key).isEmpty)
  }

  @Test(arguments: [
    "Allow $(PRODUCT_NAME) to access your photos.", "Allow Live Maker to save photos.",
    "${PRODUCT_NAME} would like to save photos to your photo gallery",
    "need photo library access to get pictures from there",
  ])
  func `comes with a plug-in`(text: String) {
    let judgement = Rule.usageDefaultText.judgeText(text)
    #expect(judgement.message.contains("is the text that comes with"))
    #expect(judges(of: text) == ["usage/default-text"])
  }

  @Test(arguments: [
    "Saves the Live Photos you make to your library.",
    "To read or save photos and videos.",
    "Photo Library access is needed to allow saving photos from the web view.",
    "Ice Cubes would like to save the selected photo in your photo library.",
    "Upload photos & videos to Mastodon", "save livephoto to the gallary",
    "Use the camera to take a photo and save it to the album",
    "This spike previews and saves Live Photos for compatibility testing.",
    "Allow $(PRODUCT_NAME) to access your photos to share them with your friends.",
    "Guarda todo lo que creas en tu fototeca.", "Zugriff auf deine Fotos, um sie zu sichern.",
    "Permet d'accéder aux photos.", "カメラを使用して写真を撮影します。\n", "保存实况照片", "บันทึกภาพถ่าย",
  ])
  func `is left alone`(text: String) {
    #expect(judges(of: text).isEmpty)
  }

  @Test func `is judged in the tables of languages, in English only where the table is`() {
    let text = "This app needs access to your photos."
    let english = Rule.usageVague.judgeTarget { $0.localise("en", [addKey: text]) }
    #expect(
      english.message.hasPrefix("target LiveMaker: \(addKey) (en, InfoPlist.strings) says what"))
    #expect(english.lines == [1])
    #expect(Rule.usageVague.judgeTarget { $0.localise("de", [addKey: text]) }.passes)
    #expect(Rule.usageEmpty.judgeTarget { $0.localise("de", [addKey: " "]) }.fails)
  }

  @Test func `is shown in part where it is long`() {
    let text = "TODO: " + String(repeating: "x", count: 5_000)
    let judgement = Rule.usagePlaceholder.judgeText(text)
    #expect(judgement.message.hasSuffix("x…”"))
    #expect(judgement.message.count < 500)
    #expect(judgement.evidence.allSatisfy { ($0.found ?? "").count < 500 })
  }

  @Test func `is not looked at under keys of other things`() {
    #expect(Rule.usageEmpty.judgeText("", key: "UILaunchStoryboardName").passes)
  }
}

@Suite("usage/wrong-type, duplicate-text, xcconfig-comment and undefined-variable")
struct UsageValueTests {
  @Test func `wants a text`() {
    let judgement = Rule.usageWrongType.judgeTarget { $0.set(addKey, .boolean(true)) }
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) (Info.plist) is the Boolean YES, not a text")
    #expect(judgement.lines == [20])
    let dictionary = Rule.usageWrongType.judgeTarget {
      $0.set("NSLocationTemporaryUsageDescriptionDictionary", .dictionary([]))
    }
    #expect(dictionary.passes)
  }

  @Test func `wants two texts for two prompts`() {
    let text = "To read or save photos and videos."
    let judgement = Rule.usageDuplicateText.judgeTarget { target in
      target.set(addKey, .string(text), line: 20)
      target.set(readKey, .string("to read or save photos and videos"), line: 22)
    }
    #expect(judgement.message.contains("carry one text: “\(text)”"))
    #expect(judgement.lines == [20, 22])
    let empty = Rule.usageDuplicateText.judgeTarget { target in
      target.set(addKey, .string(""))
      target.set(readKey, .string(""))
    }
    #expect(empty.passes)
    #expect(Rule.usageDuplicateText.judge(.example).passes)
  }

  private func judge(_ rule: Rule, kept: String, cut: String) -> Judgement {
    rule.judgeTarget { target in
      target.set(addKey, nil)
      var value = SettingValue.example(addKey, .string(kept), line: 3, layer: .xcconfig)
      value.cutByComment = cut
      target.values.append(value)
    }
  }

  @Test func `finds a text cut at two slashes`() {
    let judgement = judge(.usageXcconfigComment, kept: "See https:", cut: "//example.com for more.")
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) (xcconfig file) ends at “See https:”, for a comment cut "
        + "off “//example.com for more.”")
    #expect(judgement.lines == [3])
    #expect(judge(.usageVague, kept: "See it:", cut: "//example.com").passes)
  }

  @Test(arguments: ["// shown when saving", "//shown when saving"])
  func `takes a comment after a sentence for one`(comment: String) {
    #expect(
      judge(.usageXcconfigComment, kept: "Saves your Live Photos.", cut: comment).passes)
  }

  private func judgeVariable(_ rule: Rule, left: String, _ names: [String]) -> Judgement {
    rule.judgeTarget { target in
      target.set(addKey, nil)
      var value = SettingValue.example(addKey, .string(left), line: 5)
      value.undefinedVariables = names
      target.values.append(value)
    }
  }

  @Test func `finds variables that nothing defines`() {
    let empty = judgeVariable(.usageUndefinedVariable, left: "", ["PHOTO_TEXT"])
    #expect(
      empty.message
        == "target LiveMaker: \(addKey) (Info.plist) uses $(PHOTO_TEXT), which the target does "
        + "not define: nothing is left of the text")
    #expect(empty.caps == [nil])
    #expect(empty.lines == [5])
    let holed = judgeVariable(.usageUndefinedVariable, left: "Saves your .", ["THING"])
    #expect(holed.caps == [.warning])
    #expect(judgeVariable(.usageEmpty, left: "", ["PHOTO_TEXT"]).passes)
    #expect(judgeVariable(.usageNameOnly, left: "", ["PHOTO_TEXT"]).passes)
    #expect(judgeVariable(.usageVague, left: "Saves", ["THING"]).passes)
  }

  @Test(arguments: ["$(PHOTO_TEXT)", "${PHOTO_TEXT}.", "$(A)$(B)"])
  func `leaves open what variables hold that are not known`(text: String) {
    for rule in textRules { #expect(rule.judgeText(text).isUnreadable) }
    #expect(!Rule.usageVague.judgeText("$(PHOTO_TEXT) ok").fails)
    #expect(Rule.usageNameOnly.judgeText("$(PRODUCT_NAME)").fails)
  }

  @Test func `knows the variables that Xcode defines`() {
    let text = "Lets you save pictures in ."
    #expect(judgeVariable(.usageUndefinedVariable, left: text, ["PRODUCT_NAME"]).passes)
  }

  @Test func `finds variables in tables, as a note`() {
    let judgement = Rule.usageUndefinedVariable.judgeTarget {
      $0.localise("de", [addKey: "$(PRODUCT_NAME) sichert deine Bilder."])
    }
    #expect(judgement.caps == [.note])
  }

  @Test func `finds an extension whose name becomes empty`() {
    let judgement = Rule.usageUndefinedVariable.judgeWidget { widget in
      var value = SettingValue.example("CFBundleDisplayName", .string(""), line: 4)
      value.undefinedVariables = ["APP_DISPLAY_NAME"]
      widget.values.append(value)
    }
    #expect(judgement.message.contains("its name is empty"))
    #expect(judgement.lines == [4])
  }
}

@Suite("usage/misspelt-key")
struct UsageMisspeltKeyTests {
  @Test(arguments: [
    ("NSPhotoLibaryAddUsageDescription", addKey), ("NSPhotoLibraryAddUsageDescripton", addKey),
    ("NSPhotolibraryUsageDescription", readKey), ("SNPhotoLibraryUsageDescription", readKey),
    ("NSCameraUseageDescription", "NSCameraUsageDescription"),
    ("NSMicrohpone" + "UsageDescription", "NSMicrophoneUsageDescription"),
    ("nscamerausagedescription", "NSCameraUsageDescription"),
  ])
  func `finds slips`(key: String, meant: String) {
    let judgement = Rule.usageMisspeltKey.judgeTarget { target in
      target.set(addKey, nil)
      target.set(key, .string("Saves your pictures."))
    }
    #expect(
      judgement.message
        == "target LiveMaker: \(key) (Info.plist) is not a key that the system knows, \(meant) is")
    #expect(judgement.lines == [20])
    #expect(judgement.evidence.first?.wanted == meant)
    #expect(judgement.caps == [nil])
  }

  @Test(arguments: [
    "XYCameraUsageDescription", "NSCalendarsUsageDescription", "NSHealthShareUsageDescription",
    "NSHealthUpdateUsageDescription", "NSRemindersUsageDescription", "UIBackgroundModes",
    "NSSomethingElseUsageDescription", "NSWifiUsageDescription", "NSCameraReactionEffectsEnabled",
    "MyCameraUsageDescription", "myCameraUsageDescription", "XCameraUsageDescription",
  ])
  func `leaves other keys alone`(key: String) {
    #expect(Rule.usageMisspeltKey.judgeText("Saves your pictures.", key: key).passes)
  }

  @Test func `is a warning beside the right key, and looks into dead settings`() {
    let key = "NSPhotoLibaryAddUsageDescription"
    #expect(Rule.usageMisspeltKey.judgeText("Saves.", key: key).caps == [.warning])
    let dead = Rule.usageMisspeltKey.judgeTarget { target in
      target.deadSettings = [
        DeadSetting(
          .example("INFOPLIST_KEY_NSCamraUsageDescription", "Films.", line: 9),
          reason: "Xcode knows no such setting")
      ]
    }
    #expect(dead.message.contains("NSCameraUsageDescription is"))
  }
}
