import Rules
import Support
import Testing
import Validator

private let german = "Sichert deine Live Photos in der Mediathek."
private let spanish = "Guarda tus Live Photos en la fototeca."

@Suite("localisation/missing")
struct LocalisationMissingTests {
  @Test func `names the languages with and without the text`() {
    let judgement = Rule.localisationMissing.judgeTarget { target in
      target.localise("de", [addKey: german])
      target.localise("es", [addKey: spanish])
      target.localise("fr", ["CFBundleDisplayName": "Live Maker"])
      target.localise("ja", ["ok": "はい"], table: .other("Localizable.strings"))
    }
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) is not translated for fr, ja, while de, es have it")
    #expect(
      judgement.evidence.map(\.file) == [
        FilePath("LiveMaker/fr.lproj/InfoPlist.strings"),
        FilePath("LiveMaker/ja.lproj/Localizable.strings"),
      ])
  }

  @Test func `lets the development language and Base take Info.plist's text`() {
    let judgement = Rule.localisationMissing.judgeTarget { target in
      target.localise("de", [addKey: german])
      target.localise("en", ["ok": "OK"], table: .other("Localizable.strings"))
      target.localise("English", ["ok": "OK"], table: .other("Other.strings"))
      target.localise("Base", ["ok": "OK"], table: .other("Localizable.strings"))
    }
    #expect(judgement.passes)
  }

  @Test func `does not call a text missing in a table that could not be read`() {
    let file = FilePath("LiveMaker/fr.lproj/InfoPlist.strings")
    let judgement = Rule.localisationMissing.judgeApp { app in
      app.targets[0].localise("de", [addKey: german])
      app.targets[0].localise("fr", [:])
      app.faults = [
        SettingsFault(
          .malformed, "the text is not closed", at: SettingPlace(file: file, line: 1, column: 9))
      ]
    }
    #expect(judgement.unreadableFile == file)
  }

  @Test func `lets regional forms take their language's text`() {
    let judgement = Rule.localisationMissing.judgeTarget { target in
      target.localise("de", [addKey: german])
      target.localise("de_AT", ["ok": "Passt"], table: .other("Localizable.strings"))
      target.localise("en-GB", ["ok": "OK"], table: .other("Localizable.strings"))
    }
    #expect(judgement.passes)
    let chinese = Rule.localisationMissing.judgeTarget { target in
      target.localise("zh-Hans", [addKey: "保存你的照片。"])
      target.localise("zh-Hant", ["ok": "好"], table: .other("Localizable.strings"))
    }
    #expect(chinese.message.contains("for zh-hant, while zh-hans has it"))
  }

  @Test func `knows languages by tables of other texts, and the project's own`() {
    func judge(_ change: (inout AppTarget) -> Void = { _ in }) -> Judgement {
      Rule.localisationMissing.judgeTarget { target in
        target.localise("de", [addKey: german])
        target.otherLanguages = [OtherLanguage("ja", in: FilePath("ja.lproj/Localizable.strings"))]
        change(&target)
      }
    }
    #expect(judge().message.contains("for ja, while de has it"))
    #expect(judge().evidence.first?.file == FilePath("ja.lproj/Localizable.strings"))
    let own = judge { target in
      target.set("CFBundleDevelopmentRegion", nil)
      target.developmentRegion = "ja"
    }
    #expect(own.passes)
  }

  @Test func `says nothing of keys that no language translates`() {
    let judgement = Rule.localisationMissing.judgeTarget { target in
      target.localise("de", ["CFBundleDisplayName": "Live-Macher"])
      target.localise("fr", ["ok": "OK"], table: .other("Localizable.strings"))
    }
    #expect(judgement.passes)
    #expect(Rule.localisationMissing.judge(.example).isNotApplicable)
  }
}

@Suite("localisation/only-localised")
struct LocalisationOnlyLocalisedTests {
  @Test func `is an error for a key that the app needs`() {
    let judgement = Rule.localisationOnlyLocalised.judgeTarget { target in
      target.set(addKey, nil)
      target.localise("de", [addKey: german])
    }
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) stands only in the tables of languages (de), not in "
        + "Info.plist")
    #expect(judgement.lines == [1])
    #expect(judgement.caps == [nil])
  }

  @Test func `is a warning for a key that may be left over`() {
    let judgement = Rule.localisationOnlyLocalised.judgeTarget {
      $0.localise("de", ["NSCameraUsageDescription": "Filmt."])
    }
    #expect(judgement.caps == [.warning])
  }

  @Test func `passes keys that are in Info.plist or dead`() {
    #expect(
      Rule.localisationOnlyLocalised.judgeTarget { $0.localise("de", [addKey: german]) }.passes)
    let dead = Rule.localisationOnlyLocalised.judgeTarget { target in
      target.set(addKey, nil)
      target.localise("de", [addKey: german])
      target.deadSettings = [
        DeadSetting(.example("INFOPLIST_KEY_\(addKey)", "Saves.", line: 3), reason: "of no use")
      ]
    }
    #expect(dead.passes)
  }
}

@Suite("localisation/wrong-table")
struct LocalisationWrongTableTests {
  @Test func `finds usage texts in Localizable`() {
    let judgement = Rule.localisationWrongTable.judgeTarget {
      $0.localise("de", [addKey: german], table: .other("Localizable.strings"))
    }
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) is translated in Localizable.strings (de), where the "
        + "system does not look it up")
    #expect(judgement.lines == [1])
  }

  @Test(arguments: [
    "Privacy - Camera Usage Description", "Privacy._.Camera.Usage.Description",
  ])
  func `finds the names that Xcode shows`(name: String) {
    let judgement = Rule.localisationWrongTable.judgeTarget { $0.localise("de", [name: "Filmt."]) }
    #expect(judgement.message.contains("“\(name)” in InfoPlist.strings is the name"))
    #expect(judgement.evidence.first?.wanted == "NSCameraUsageDescription in InfoPlist.strings")
  }

  @Test func `leaves a second copy alone`() {
    let judgement = Rule.localisationWrongTable.judgeTarget { target in
      target.localise("de", [addKey: german], table: .other("Localizable.strings"))
      target.localise("de", [addKey: german])
      target.localise("fr", ["privacy": "Confidentialité"], table: .other("Localizable.strings"))
    }
    #expect(judgement.passes)
  }
}

@Suite("localisation/untranslated")
struct LocalisationUntranslatedTests {
  @Test func `finds one sentence in every language`() {
    let judgement = Rule.localisationUntranslated.judgeTarget { target in
      target.localise("de", [addKey: "Saves your Live Photos."])
      target.localise("fr", [addKey: "Saves your Live Photos."])
    }
    #expect(
      judgement.message
        == "target LiveMaker: \(addKey) is the same in de, fr: “Saves your Live Photos.”")
    #expect(judgement.evidence.count == 2)
  }

  @Test func `finds units that wait`() {
    let judgement = Rule.localisationUntranslated.judgeTarget { target in
      target.localise("en", [addKey: "Saves your Live Photos."], state: "new")
      target.localise("de", [addKey: german], state: "needs_review")
    }
    #expect(judgement.message.hasSuffix("\(addKey) is not translated yet (de: needs_review)"))
  }

  @Test func `leaves regional forms, translations and the development language alone`() {
    let regional = Rule.localisationUntranslated.judgeTarget { target in
      target.localise("en", [addKey: "Saves your Live Photos."], state: "new")
      target.localise("en-GB", [addKey: "Saves your Live Photos."])
    }
    #expect(regional.passes)
    func judge(_ one: String, _ other: String) -> Judgement {
      Rule.localisationUntranslated.judgeTarget { target in
        target.localise(one, [addKey: "Saves your Live Photos."])
        target.localise(other, [addKey: "Saves your Live Photos."])
      }
    }
    #expect(judge("pt-BR", "pt-PT").passes && judge("zh-Hans", "zh-Hant").fails)
    let translated = Rule.localisationUntranslated.judgeTarget { target in
      target.localise("de", [addKey: german], state: "translated")
      target.localise("es", [addKey: spanish], state: "translated")
    }
    #expect(translated.passes)
    #expect(Rule.localisationUntranslated.judge(.example).isNotApplicable)
  }
}
