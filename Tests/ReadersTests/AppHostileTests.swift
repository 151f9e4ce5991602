import Foundation
import Readers
import Testing
import Validator

private let save = "NSPhotoLibraryAddUsageDescription"
private let pbxproj = "Maker.xcodeproj/project.pbxproj"

@Suite struct `Hostile projects` {
  private static let real = "../shared/real/plist"

  @Test func `variables that name each other come to an end`() throws {
    var settings = "GENERATE_INFOPLIST_FILE = YES; A = \"$(B)\"; B = \"$(A)$(A)\"; X0 = 12345678;"
    for index in 1...40 { settings += "X\(index) = \"$(X\(index - 1))$(X\(index - 1))\";" }
    settings +=
      "INFOPLIST_KEY_\(save) = \"$(A)$(X40)$(\"; INFOPLIST_KEY_NSCameraUsageDescription = "
    settings += "\"" + String(repeating: "$(", count: 20_000) + "\";"
    let folder = try AppFolder([pbxproj: AppFolder.project(settings)])
    let target = try #require(folder.read()?.targets.first)
    #expect((target.text(save)?.utf8.count ?? 0) <= 64 * 1024)
  }

  @Test func `includes that double end at a limit`() throws {
    var files = [
      pbxproj: AppFolder.project("GENERATE_INFOPLIST_FILE = YES;", configuration: "C0.xcconfig")
    ]
    for index in 0..<30 {
      let line = "#include \"C\(index + 1).xcconfig\"\n"
      files["C\(index).xcconfig"] = line + line
    }
    let app = try #require(try AppFolder(files).read())
    #expect(app.faults.contains { $0.kind == .limit })
    #expect(app.targets.count == 1)
  }

  @Test func `aliases of YAML do not grow`() throws {
    var text = "a0: &a0 {k: v, l: v}\n"
    for index in 1...60 {
      text += "a\(index): &a\(index) {k: *a\(index - 1), l: *a\(index - 1)}\n"
    }
    text += "targets: {A: {type: application, info: {path: I.plist, properties: *a60}}}\n"
    let folder = try AppFolder(["project.yml": text])
    #expect(folder.read()?.faults.map(\.kind) == [.limit])
  }

  @Test func `templates that name each other come to an end`() throws {
    let names = "[" + Array(repeating: "A, B", count: 100).joined(separator: ", ") + "]"
    let folder = try AppFolder([
      "project.yml": """
      targetTemplates:
        A: {templates: \(names)}
        B:
          templates: \(names)
          info: {path: I.plist, properties: {\(save): Text}}
      targets:
        Maker: {type: application, platform: iOS, templates: [A]}
      """
    ])
    #expect(folder.read()?.targets.first?.text(save) == "Text")
  }

  @Test func `fifty megabytes that look like a project are read within bounds`() throws {
    var text = AppFolder.project("GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_\(save) = One;")
    let filler =
      "X = {isa = PBXFileReference; path = \"\(String(repeating: "x", count: 20_000))\"; };\n"
    text = text.replacingOccurrences(
      of: "rootObject = P;",
      with: "filler = {" + String(repeating: filler, count: 2_500) + "}; rootObject = P;")
    let folder = try AppFolder([pbxproj: text])
    let start = ContinuousClock.now
    let app = try #require(folder.read())
    #expect(app.targets.first?.text(save) == "One")
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `a settings file beyond the limit is a fault, not silence`() throws {
    let folder = try AppFolder([pbxproj: "", "I.plist": ""])
    for name in [pbxproj, "I.plist"] {
      let file = try FileHandle(forWritingTo: folder.url.appending(path: name))
      try file.truncate(atOffset: UInt64(SettingsFile.sizeLimit) + 1)
      try file.close()
    }
    #expect(folder.read()?.faults.map(\.kind) == [.limit])
    #expect(folder.read("I.plist")?.faults.map(\.kind) == [.limit])
  }

  @Test func `a project cut anywhere, or nested without end, is read or refused`() throws {
    let text = Array(
      AppFolder.project("INFOPLIST_FILE = I.plist;", widget: "A = B;", configuration: "A.xcconfig")
        .utf8)
    let folder = try AppFolder([:])
    for length in stride(from: 0, to: text.count, by: 23) {
      try folder.write(Array(text[..<length]), to: pbxproj)
      #expect(folder.read() != nil)
    }
    try folder.write(Array(String(repeating: "{a=", count: 100_000).utf8), to: pbxproj)
    #expect(folder.read()?.faults.isEmpty == false)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: real)))
  func `real projects give what Xcode gives`() throws {
    let folder = try AppFolder([:])
    let names = [
      "icecubes": ["IceCubesApp"], "bohdansasko": ["LivePhotos"], "video2livephoto": [],
    ]
    for (name, expected) in names {
      let file = URL(fileURLWithPath: Self.real).appending(path: "\(name)_project.pbxproj")
      try folder.write(Array(Data(contentsOf: file)), to: "\(name)/App.xcodeproj/project.pbxproj")
      let app = try #require(folder.read(name))
      // Of each project there is its file alone, not what it names.
      #expect(app.faults.allSatisfy { $0.kind == .missing } && !app.targets.isEmpty, "\(name)")
      let apps = Set(app.targets.filter { $0.kind == .app }.map(\.name))
      #expect(apps.isSuperset(of: expected), "\(name): \(apps)")
      if name == "video2livephoto" {
        #expect(app.targets.first?.text(save) == "save livephoto to the gallary")
      }
      if name == "icecubes" {
        let extensions = app.targets.filter { $0.kind == .appExtension }
        #expect(extensions.count >= 4)
        #expect(extensions.allSatisfy { $0.hostApp == "IceCubesApp" })
      }
    }
    for (name, target) in [
      ("Info.plist", "snap/Info.plist"), ("InfoPlist.xcstrings", "snap/InfoPlist.xcstrings"),
    ] {
      let file = URL(fileURLWithPath: Self.real).appending(path: "retrosnap_\(name)")
      try folder.write(Array(Data(contentsOf: file)), to: target)
    }
    let snap = try #require(folder.read("snap")?.targets.first)
    #expect(snap.localisations.count > 1)
    #expect(snap.localisations.allSatisfy { $0.table == .infoPlist && !$0.texts.isEmpty })
    let archive = try #require(
      AppReader.read(FilePath(Self.real + "/verifyos_good_app.ipa")))
    #expect(archive.faults.isEmpty && archive.targets.map(\.name) == ["GoodApp"])
    #expect(archive.targets.first?.privacyManifests.count == 1)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "../shared/cases-app")))
  func `reported cases show what was reported`() throws {
    let cases = "../shared/cases-app"
    func app(_ name: String) throws -> App {
      try #require(AppReader.read(FilePath("\(cases)/\(name)")), "\(name)")
    }
    let undefined = try app("undefined-variable").targets.first?.value(of: save)
    #expect(undefined?.undefinedVariables == ["SAVE_REASON"])
    #expect(undefined?.expanded == .string("") && undefined?.place.line != nil)
    #expect(try app("good-generated-plist").targets.first?.value(of: save) != nil)
    #expect(try app("malformed-xml").faults.map(\.kind) == [.malformed])
    #expect(try app("duplicate-key").faults.count == 1)
    #expect(try app("locale-lacks-key").targets.first?.localisations.count == 2)
    let widget = try app("good-app-with-widget/LiveMaker.app")
    #expect(widget.targets.last?.hostApp == "LiveMaker")
  }

  @Test func `templates that give too much leave open what is missing`() throws {
    let lines = (0..<500).map { number in
      let names = (max(0, number - 20)..<number).map { "B\($0)" }.joined(separator: ", ")
      return "  B\(number): {templates: [\(names)], sources: [a, b, c, d]}"
    }
    let targets = (0..<300).map { "  T\($0): {type: application, templates: [B499]}" }
    let text =
      "targets:\n\(targets.joined(separator: "\n"))\ntargetTemplates:\n"
      + lines.joined(separator: "\n")
    let folder = try AppFolder(["project.yml": text])
    let app = try #require(folder.read())
    #expect(app.faults.map(\.kind) == [.limit])
    #expect(app.targets.last?.unreadSettings != nil)
  }

  @Test func `a project of three hundred targets and thousands of files takes little time`() throws
  {
    let folder = try AppFolder([:])
    var objects = ""
    var ids: [String] = []
    for index in 0..<300 {
      ids.append("T\(index)")
      objects += """
        T\(index) = {isa = PBXNativeTarget; name = T\(index); productType = "com.apple.product-type.app-extension"; buildConfigurationList = L\(index); };
        L\(index) = {isa = XCConfigurationList; buildConfigurations = (C\(index), D\(index)); };
        C\(index) = {isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = F\(index)/Info.plist; }; };
        D\(index) = {isa = XCBuildConfiguration; name = Debug; buildSettings = { INFOPLIST_FILE = F\(index)/Info.plist; }; };

        """
      try folder.write(
        Array(AppFolder.infoPlist("<key>\(save)</key><string>$(TARGET_NAME)</string>").utf8),
        to: "F\(index)/Info.plist")
      for file in 0..<15 { try folder.write([1], to: "F\(index)/\(file).swift") }
    }
    let project = """
      { objects = { P = {isa = PBXProject; buildConfigurationList = PL; targets = (\(ids.joined(separator: ","))); };
      \(objects) }; rootObject = P; }
      """
    try folder.write(Array(project.utf8), to: pbxproj)
    let start = ContinuousClock.now
    let app = try #require(folder.read())
    let time = ContinuousClock.now - start
    #expect(app.targets.count == 300 && app.targets.last?.text(save) == "T299")
    // An optimised build takes a small part of it.
    #expect(time < .seconds(10), "\(time)")
  }
}
