import Rules
import Support
import Testing
import Validator

@Suite("The catalogue of app rules")
struct AppCatalogueTests {
  @Test func `holds every rule of the six families once`() {
    let ids = Catalogue.appRules.map(\.id)
    #expect(ids.count == 14 + 4 + 4 + 3 + 3 + 1)
    #expect(Set(ids).count == ids.count)
    #expect(
      Set(Catalogue.appRules.map(\.family))
        == ["usage", "localisation", "plist", "extension", "live-activity", "privacy"])
  }

  @Test func `shares no id with the rules of photos`() {
    let others = Set(Catalogue.rules.map(\.id)).subtracting(Catalogue.appRules.map(\.id))
    let apps = Set(Catalogue.appRules.map(\.id))
    #expect(others.isDisjoint(with: apps))
  }

  @Test(arguments: Catalogue.appRules.map(\.id))
  func `says everything in full sentences`(id: String) throws {
    let rule = try #require(Catalogue.appRules.first { $0.id == id })
    for text in [rule.rationale, rule.remedy, rule.staysQuiet] {
      #expect(text.count > 20)
      #expect(text.hasSuffix("."))
      #expect(text.first?.isLowercase == false)
      #expect(!text.contains("  ") && !text.contains("\n"))
    }
    #expect(!rule.title.isEmpty && !rule.title.hasSuffix("."))
    #expect(rule.title.first?.isLowercase == true)
    #expect(!rule.sources.isEmpty)
    #expect(rule.sources.allSatisfy { !$0.text.isEmpty })
    #expect(rule.breaks.contains(.review))
    #expect(id.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "/" })
    for profile in Profile.allCases {
      #expect(rule.severity(in: profile) == rule.levels[profile])
      #expect(rule.levels[profile] == rule.levels[.photos])
    }
  }

  @Test(arguments: Catalogue.appRules.map(\.id))
  func `finds nothing in an app as it ought to be`(id: String) throws {
    let rule = try #require(Catalogue.appRules.first { $0.id == id })
    #expect(!rule.judge(.example).fails)
    #expect(!rule.judge(.exampleWithWidget).fails)
  }

  @Test(arguments: Catalogue.appRules.map(\.id))
  func `says nothing of a run without an app`(id: String) throws {
    let rule = try #require(Catalogue.appRules.first { $0.id == id })
    let nothing = App(name: "", root: FilePath(""), form: .project)
    let judgement = rule.judge(nothing)
    #expect(judgement.isNotApplicable || judgement.passes)
  }

  @Test(
    arguments: ["usage/empty", "usage/photo-add-missing", "usage/vague", "extension/point-missing"])
  func `is unreadable where Info.plist could not be read`(id: String) throws {
    let rule = try #require(Catalogue.appRules.first { $0.id == id })
    var app = App.exampleWithWidget
    app.faults = [
      SettingsFault(
        .malformed, "a tag is not closed",
        at: SettingPlace(file: .exampleInfoPlist, line: 9, column: 2))
    ]
    app.targets = app.targets.map { target in
      var lost = target
      lost.infoPlist = .unreadable(.test)
      lost.values = []
      return lost
    }
    #expect(rule.judge(app).unreadableFile == .exampleInfoPlist)
  }

  @Test func `names the configurations only where they differ`() {
    var app = App.example
    app.targets = ["Debug", "Release"].map { configuration in
      var target = AppTarget.example
      target.configuration = configuration
      target.set(addKey, .string(""))
      return target
    }
    let both = Rule.usageEmpty.judge(app)
    #expect(both.message == "target LiveMaker: \(addKey) (Info.plist) is empty")
    #expect(both.lines == [20])
    app.targets = app.targets.map { target in
      var changed = target
      if target.configuration == "Debug" { changed.set(addKey, .string("Saves your pictures.")) }
      return changed
    }
    #expect(
      Rule.usageEmpty.judge(app).message
        == "target LiveMaker (Release): \(addKey) (Info.plist) is empty")
  }

  @Test func `tells of a line that two targets share once`() {
    var app = App.example
    var first = AppTarget.example
    first.set(addKey, .string(""))
    var second = first
    second.name = "LiveMaker Beta"
    app.targets = [first, second]
    let judgement = Rule.usageEmpty.judge(app)
    #expect(
      judgement.message
        == "targets LiveMaker and LiveMaker Beta: \(addKey) (Info.plist) is empty")
    #expect(judgement.findings.count == 1)
  }
}
