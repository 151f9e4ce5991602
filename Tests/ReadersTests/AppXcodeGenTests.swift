import Readers
import Testing
import Validator

private let save = "NSPhotoLibraryAddUsageDescription"
private let text = "Keeps the Live Photos you make."

/// A specification of one app, with these lines before and in its target.
private func specification(_ head: String, _ target: String, sources: String = "[App]") -> String {
  """
  name: Maker
  \(head)
  targets:
    Maker:
      type: application
      platform: iOS
      sources: \(sources)
  \(target)
  """
}

@Suite struct `An XcodeGen project takes settings` {
  private func app(_ files: [String: String]) throws -> App {
    try #require(AppFolder(files.merging(["App/A.swift": ""]) { $1 }).read())
  }

  @Test func `from groups, which groups may name, under its own`() throws {
    let head = """
      settingGroups:
        base: {base: {GENERATE_INFOPLIST_FILE: YES, INFOPLIST_KEY_\(save): Lower}}
        all: {groups: [base], base: {INFOPLIST_KEY_\(save): \(text)}}
      """
    let target = "    settings: {groups: [all], base: {PRODUCT_NAME: Own}}"
    let app = try app(["project.yml": specification(head, target)])
    #expect(app.targets.first?.text(save) == text)
    #expect(app.targets.first?.text("CFBundleName") == "Own")
    #expect(app.targets.first?.unreadSettings == nil)
  }

  @Test func `from a group that is not there, so that none is known to be missing`() throws {
    let app = try app(["project.yml": specification("", "    settings: {groups: [photos]}")])
    #expect(app.targets.first?.unreadSettings != nil)
  }

  @Test func `from files that it includes`() throws {
    let base = """
      settings:
        base:
          GENERATE_INFOPLIST_FILE: YES
          INFOPLIST_KEY_\(save): \(text)
      """
    let app = try app(["project.yml": specification("include: [base.yml]", ""), "base.yml": base])
    let value = try #require(app.targets.first?.value(of: save))
    #expect(value.expanded == .string(text))
    #expect(value.place.file.name.elementsEqual("base.yml".utf8) && value.place.line == 4)
  }

  @Test func `from templates in files of other folders`() throws {
    let base = """
      targetTemplates:
        Base:
          info: {path: Info.plist, properties: {\(save): \(text)}}
      """
    let app = try app([
      "project.yml": specification(
        "include: [{path: Specs/base.yml}]", "    templates: [Base]"),
      "Specs/base.yml": base, "Specs/Info.plist": AppFolder.infoPlist(""),
    ])
    #expect(app.targets.first?.text(save) == text)
    #expect(app.files.contains { $0.description.hasSuffix("Specs/Info.plist") })
  }

  @Test(arguments: ["lost.yml", "${PLACE}.yml", "../outside.yml"])
  func `from files that are not read, so that none is known to be missing`(name: String) throws {
    let app = try app(["project.yml": specification("include: [\"\(name)\"]", "")])
    #expect(app.targets.first?.unreadSettings != nil)
  }

  @Test func `from templates, part by part`() throws {
    let head = """
      targetTemplates:
        Base:
          templates: [Lowest]
          settings: {base: {GENERATE_INFOPLIST_FILE: YES, INFOPLIST_KEY_\(save): \(text)}}
        Lowest:
          settings: {base: {INFOPLIST_KEY_\(save): Lowest, PRODUCT_NAME: Other}}
      """
    let target = "    templates: [Base]\n    settings: {base: {PRODUCT_NAME: Own}}"
    let app = try app(["project.yml": specification(head, target)])
    #expect(app.targets.first?.text(save) == text)
    #expect(app.targets.first?.text("CFBundleName") == "Own")
  }

  @Test func `with the target's name and its attributes in a template's texts`() throws {
    let head = """
      targetTemplates:
        Base:
          info:
            path: ${target_name}/Info.plist
            properties: {\(save): "${target_name} keeps photos.", CFBundleDisplayName: "${shown}"}
      """
    let target = "    templates: [Base]\n    templateAttributes: {shown: Live Maker}"
    let app = try app(["project.yml": specification(head, target)])
    let value = try #require(app.targets.first?.value(of: save))
    #expect(value.expanded == .string("Maker keeps photos.") && value.undefinedVariables.isEmpty)
    #expect(app.targets.first?.text("CFBundleDisplayName") == "Live Maker")
  }

  @Test func `from an Info.plist anywhere in its sources`() throws {
    let list = AppFolder.infoPlist("<key>\(save)</key><string>\(text)</string>")
    let app = try app([
      "project.yml": specification("", ""), "App/Supporting/Files/Info.plist": list,
    ])
    #expect(app.targets.first?.text(save) == text)
  }

  @Test func `for its platform`() throws {
    let head = """
      options: {developmentLanguage: ja, deploymentTarget: {iOS: "15.0", watchOS: "9.0"}}
      """
    let watch = """
        Watch:
          type: application
          platform: watchOS
          sources: [Watch]
      """
    let app = try app(["project.yml": specification(head, watch)])
    #expect(app.targets.map(\.platforms) == [[.iOS], [.watchOS]])
    #expect(app.targets.map { $0.text("MinimumOSVersion") } == ["15.0", "9.0"])
    #expect(app.targets.first?.developmentRegion == "ja")
  }
}

@Suite struct `A source folder of XcodeGen` {
  @Test(arguments: [
    ("*.gif", "Shared/a.gif"), ("**/*.gif", "Shared/Deep/Down/a.gif"),
    ("Deep", "Shared/Deep/a.gif"),
    ("Deep/**", "Shared/Deep/Down/a.gif"),
  ])
  func `lacks what it leaves out`(pattern: String, file: String) throws {
    let folder = try AppFolder([
      "project.yml": """
      targets:
        Maker: {type: application, sources: [App, Shared], dependencies: [{target: Widget}]}
        Widget:
          type: app-extension
          sources: [{path: Shared, excludes: ["\(pattern)"]}]
          info:
            path: Widget/Info.plist
            properties:
              NSExtension: {NSExtensionPointIdentifier: com.apple.widgetkit-extension}
      """
    ])
    for name in [file, "Shared/kept/b.apng"] { try folder.write(Array("GIF89a".utf8), to: name) }
    let animations = try #require(folder.read()).animations
    let inWidget = animations.filter(\.isInWidget).map { $0.file.stem }
    #expect(animations.count == 2 && inWidget == ["b"])
  }

  @Test func `is not that of an extension whose list lies in it`() throws {
    let folder = try AppFolder([
      "project.yml": """
      targets:
        Maker: {type: application, sources: [App], info: {path: App/Info.plist}}
        Widget: {type: app-extension, sources: [Widget], info: {path: App/Widget-Info.plist}}
      """, "App/de.lproj/InfoPlist.strings": "\(save) = \"Sichert\";",
    ])
    let targets = try #require(folder.read()).targets
    #expect(targets.map(\.localisations.count) == [1, 0])
  }
}
