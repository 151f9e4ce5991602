import Rules
import Support
import Testing
import Validator

private let manifestFile = FilePath("LiveMaker/PrivacyInfo.xcprivacy")

private func node(_ value: PropertyListValue, line: Int = 1) -> PropertyListNode {
  PropertyListNode(value, at: SettingPlace(file: manifestFile, line: line))
}

private func dictionary(_ entries: [(String, PropertyListValue)]) -> PropertyListValue {
  .dictionary(
    entries.enumerated().map { index, entry in
      PropertyListEntry(
        key: entry.0, keyPlace: SettingPlace(file: manifestFile, line: 10 + index),
        node: node(entry.1, line: 20 + index))
    })
}

private func strings(_ texts: [String]) -> PropertyListValue {
  .array(texts.map { node(.string($0), line: 30) })
}

private func interface(_ category: String, _ reasons: [String]) -> PropertyListNode {
  node(
    dictionary([
      ("NSPrivacyAccessedAPIType", .string("NSPrivacyAccessedAPICategory\(category)")),
      ("NSPrivacyAccessedAPITypeReasons", strings(reasons)),
    ]), line: 40)
}

private func collected(_ type: String, purposes: [String]) -> PropertyListNode {
  let key = "NSPrivacyCollectedDataType"
  return node(
    dictionary([
      (key, .string(key + type)), (key + "Linked", .boolean(false)),
      (key + "Tracking", .boolean(false)),
      (key + "Purposes", strings(purposes.map { key + "Purpose" + $0 })),
    ]), line: 50)
}

private func judge(_ entries: [(String, PropertyListValue)]) -> Judgement {
  Rule.privacyManifestInvalid.judgeTarget { $0.privacyManifests = [node(dictionary(entries))] }
}

@Suite("privacy/manifest-invalid")
struct PrivacyRuleTests {
  @Test func `leaves open what a manifest says that is not well formed`() {
    let judgement = Rule.privacyManifestInvalid.judgeApp { app in
      app.faults = [SettingsFault(.malformed, "cut", at: SettingPlace(file: manifestFile))]
    }
    #expect(judgement.isUnreadable)
    #expect(Rule.privacyManifestInvalid.judge(.example).isNotApplicable)
  }

  @Test func `passes a whole manifest, and one without lists`() {
    let whole = judge([
      ("NSPrivacyTracking", .boolean(true)),
      ("NSPrivacyTrackingDomains", strings(["ads.example.com"])),
      (
        "NSPrivacyCollectedDataTypes",
        .array([collected("PhotosorVideos", purposes: ["AppFunctionality"])])
      ),
      (
        "NSPrivacyAccessedAPITypes",
        .array([
          interface("FileTimestamp", ["C617.1", "3B52.1"]), interface("UserDefaults", ["CA92.1"]),
        ])
      ),
    ])
    #expect(whole.passes)
    #expect(judge([("NSPrivacyTracking", .boolean(false))]).passes)
    #expect(judge([]).passes)
    #expect(Rule.privacyManifestInvalid.judge(.example).isNotApplicable)
  }

  @Test func `finds empty lists, those that App Store Connect takes as notes`() {
    let interfaces = judge([("NSPrivacyAccessedAPITypes", .array([]))])
    #expect(
      interfaces.message == "target LiveMaker: NSPrivacyAccessedAPITypes is an empty array")
    #expect(interfaces.caps == [nil] && interfaces.lines == [20])
    let others = judge([
      ("NSPrivacyTrackingDomains", .array([])), ("NSPrivacyCollectedDataTypes", .array([])),
    ])
    #expect(others.caps == [.note, .note])
  }

  @Test func `finds domains of an app that tracks nobody`() {
    let judgement = judge([
      ("NSPrivacyTracking", .boolean(false)),
      ("NSPrivacyTrackingDomains", strings(["ads.example.com"])),
    ])
    #expect(judgement.message.hasSuffix("NSPrivacyTrackingDomains names domains"))
    #expect(judgement.caps == [nil])
  }

  @Test func `finds unknown keys with their line`() {
    let judgement = judge([("NSPrivacyTracking", .boolean(false)), ("NSPrivacyTypo", .integer(1))])
    #expect(
      judgement.message
        == "target LiveMaker: NSPrivacyTypo is not a key of privacy manifests")
    #expect(judgement.lines == [11])
  }

  @Test func `finds wrong types`() {
    #expect(
      judge([("NSPrivacyTracking", .string("NO"))]).message
        == "target LiveMaker: NSPrivacyTracking is “NO”")
    #expect(judge([("NSPrivacyTrackingDomains", .string("a.com"))]).fails)
    #expect(judge([("NSPrivacyAccessedAPITypes", dictionary([]))]).fails)
    #expect(judge([("NSPrivacyCollectedDataTypes", strings(["Name"]))]).fails)
    let root = Rule.privacyManifestInvalid.judgeTarget {
      $0.privacyManifests = [node(.array([]))]
    }
    #expect(root.message == "target LiveMaker: the privacy manifest is an empty array")
  }

  @Test func `finds tracking without domains and domains that are addresses`() {
    let none = judge([
      ("NSPrivacyTracking", .boolean(true)), ("NSPrivacyTrackingDomains", .array([])),
    ])
    #expect(none.message.contains("NSPrivacyTrackingDomains names no domain"))
    let address = judge([
      ("NSPrivacyTracking", .boolean(true)),
      ("NSPrivacyTrackingDomains", strings(["https://example.com/a"])),
    ])
    #expect(address.message.contains("“https://example.com/a”"))
    #expect(address.lines == [30])
  }

  private func judgeInterfaces(_ entries: [PropertyListNode]) -> Judgement {
    judge([("NSPrivacyAccessedAPITypes", .array(entries))])
  }

  @Test func `finds reasons of another category and none at all`() {
    let wrong = judgeInterfaces([interface("FileTimestamp", ["CA92.1"])])
    #expect(
      wrong.message
        == "target LiveMaker: a reason of NSPrivacyAccessedAPICategoryFileTimestamp is “CA92.1”")
    #expect(wrong.lines == [30])
    #expect(wrong.evidence.first?.wanted == "DDA9.1, C617.1, 3B52.1, 0A2A.1")
    #expect(judgeInterfaces([interface("DiskSpace", [])]).message.contains("an empty array"))
    #expect(judgeInterfaces([interface("Weather", ["CA92.1"])]).fails)
    #expect(judgeInterfaces([node(dictionary([]), line: 7)]).lines == [7])
  }

  @Test func `finds a category that has two entries`() {
    let judgement = judgeInterfaces([
      interface("UserDefaults", ["CA92.1"]), interface("UserDefaults", ["1C8F.1"]),
    ])
    #expect(judgement.message.hasSuffix("NSPrivacyAccessedAPICategoryUserDefaults has two entries"))
  }

  @Test func `finds unknown data types and purposes`() {
    func judgeData(_ entry: PropertyListNode) -> Judgement {
      judge([("NSPrivacyCollectedDataTypes", .array([entry]))])
    }
    #expect(judgeData(collected("Photos", purposes: ["Other"])).lines == [20])
    #expect(judgeData(collected("Name", purposes: ["Fun"])).lines == [30])
    #expect(judgeData(collected("Name", purposes: [])).message.contains("an empty array"))
  }

  @Test func `leaves a manifest that could not be parsed to plist/malformed`() {
    let judgement = Rule.privacyManifestInvalid.judgeApp { app in
      app.targets[0].privacyManifests = [node(.array([]))]
      app.faults = [
        SettingsFault(.malformed, "cut", at: SettingPlace(file: manifestFile, line: 1))
      ]
    }
    #expect(judgement.isUnreadable)
  }
}
