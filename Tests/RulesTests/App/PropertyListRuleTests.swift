import Rules
import Support
import Testing
import Validator

@Suite("The rules of settings files")
struct PropertyListRuleTests {
  private func place(_ line: Int) -> SettingPlace {
    SettingPlace(file: .exampleInfoPlist, line: line, column: 2)
  }

  @Test func `name the line of a malformed file`() {
    let judgement = Rule.plistMalformed.judgeApp { app in
      app.faults = [SettingsFault(.malformed, "<dict> is not closed", at: place(9))]
    }
    #expect(judgement.message == "Info.plist:9:2: <dict> is not closed")
    #expect(judgement.lines == [9])
    #expect(judgement.evidence.first?.setting?.column == 2)
  }

  @Test func `tell of files that are not there, or not the project's`() {
    let faults = [
      SettingsFault(.missing, "A names B, which is not there", at: place(9)),
      SettingsFault(.missing, "C names D, which is not there", at: place(10), atMost: .warning),
      SettingsFault(.outside, "E leads out", at: place(11), atMost: .note),
    ]
    let judgement = Rule.plistMalformed.judgeApp { $0.faults = faults }
    #expect(judgement.caps == [nil, .warning, .note])
    #expect(judgement.lines == [9, 10, 11])
    #expect(judgement.findings.allSatisfy { $0.remedy?.hasPrefix("Correct the path") == true })
    let malformed = SettingsFault(.malformed, "cut", at: place(12))
    let mixed = Rule.plistMalformed.judgeApp { $0.faults = [malformed] + faults }
    #expect(mixed.findings.allSatisfy { $0.remedy == nil })
    #expect(Rule.plistDuplicateKey.judgeApp { $0.faults = [faults[0]] }.isUnreadable)
    #expect(Rule.plistDuplicateKey.judgeApp { $0.faults = [faults[1]] }.passes)
  }

  @Test func `leave open what a program makes`() {
    let program = SettingsFault(.program, "not run", at: place(1))
    #expect(Rule.plistMalformed.judgeApp { $0.faults = [program] }.isUnreadable)
    #expect(Rule.plistDuplicateKey.judgeApp { $0.faults = [program] }.isUnreadable)
  }

  @Test func `leave open what was too much to read`() {
    let judgement = Rule.plistMalformed.judgeApp { app in
      app.faults = [SettingsFault(.limit, "values are nested too deep", at: place(9))]
    }
    #expect(judgement.isUnreadable)
  }

  @Test func `name both lines of a key that stands twice`() {
    let fault = SettingsFault(
      .duplicateKey(addKey, first: place(8)), "twice", at: place(12))
    let judgement = Rule.plistDuplicateKey.judgeApp { $0.faults = [fault] }
    #expect(
      judgement.message
        == "\(addKey) stands twice in one dictionary, at Info.plist:8 and Info.plist:12")
    #expect(judgement.lines == [8, 12])
    #expect(Rule.plistMalformed.judgeApp { $0.faults = [fault] }.passes)
  }

  private func dead(_ key: String) -> DeadSetting {
    var value = SettingValue.example(
      "INFOPLIST_KEY_\(key)", .string("Saves your Live Photos."), line: 40,
      layer: .buildSetting(isTarget: true))
    value.place.file = FilePath("LiveMaker.xcodeproj/project.pbxproj")
    return DeadSetting(value, reason: "GENERATE_INFOPLIST_FILE is NO")
  }

  @Test func `find a setting without effect that the app needs`() {
    let judgement = Rule.plistDeadSetting.judgeTarget { target in
      target.set(addKey, nil)
      target.deadSettings = [dead(addKey)]
    }
    #expect(
      judgement.message
        == "target LiveMaker: INFOPLIST_KEY_\(addKey) (target build setting) has no effect: "
        + "GENERATE_INFOPLIST_FILE is NO, and the app needs \(addKey)")
    #expect(judgement.lines == [40])
    #expect(judgement.caps == [nil])
  }

  @Test func `warn of one that is not needed`() {
    let other = Rule.plistDeadSetting.judgeTarget { $0.deadSettings = [dead(readKey)] }
    #expect(other.caps == [.warning])
    let elsewhere = Rule.plistDeadSetting.judgeTarget { $0.deadSettings = [dead(addKey)] }
    #expect(elsewhere.caps == [.warning])
    let same = Rule.plistDeadSetting.judgeTarget { target in
      target.set(addKey, .string("Saves your Live Photos."))
      target.deadSettings = [dead(addKey)]
    }
    #expect(same.passes)
  }

  @Test func `note what a build setting replaces`() {
    func judge(upper: String) -> Judgement {
      Rule.plistOverridden.judgeTarget { target in
        target.overridden = [
          OverriddenSetting(
            lower: .example(addKey, "Saves.", line: 8),
            upper: .example(
              addKey, .string(upper), line: 40, layer: .buildSetting(isTarget: false)))
        ]
      }
    }
    let judgement = judge(upper: "Keeps.")
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) (project build setting) is “Keeps.” and replaces “Saves.” "
        + "of the Info.plist")
    #expect(judgement.lines == [8, 40])
    #expect(judge(upper: "Saves.").passes)
  }
}
