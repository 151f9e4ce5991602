import Readers
import Testing
import Validator

private let save = "NSPhotoLibraryAddUsageDescription"
private let pbxproj = "Maker.xcodeproj/project.pbxproj"
private let reading = "let a = PHAsset.fetchAssets(with: .image, options: nil)"

/// A project of targets, each with its product type, settings and further parts.
private func project(
  _ targets: [(name: String, type: String, settings: String, parts: String)],
  objects: String = "", region: String = "en", parts: String = ""
) -> String {
  let nodes = targets.map { target in
    """
    \(target.name) = {isa = PBXNativeTarget; name = \(target.name); productType = \
    "com.apple.product-type.\(target.type)"; buildConfigurationList = L\(target.name); \(target.parts)};
    L\(target.name) = {isa = XCConfigurationList; buildConfigurations = (C\(target.name)); };
    C\(target.name) = {isa = XCBuildConfiguration; name = Release; buildSettings = {\(target.settings)};};
    """
  }
  return """
    { objects = {
    P = {isa = PBXProject; buildConfigurationList = L; developmentRegion = \(region); \(parts)
    targets = (\(targets.map(\.name).joined(separator: ", "))); };
    L = {isa = XCConfigurationList; buildConfigurations = (C); };
    C = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos;
    IPHONEOS_DEPLOYMENT_TARGET = 17.0;}; };
    \(nodes.joined(separator: "\n"))
    \(objects)
    }; rootObject = P; }
    """
}

private let widgetList = AppFolder.infoPlist(
  """
  <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
  <string>com.apple.widgetkit-extension</string></dict>
  """)

@Suite struct `A call in a project` {
  /// The targets of the one need that the files show.
  private func targets(_ files: [String: String]) throws -> [Set<String>?] {
    try #require(AppFolder(files).read()).needs.map(\.targets)
  }

  @Test(
    arguments: [
      ("application", ["Other"]), ("app-extension", ["Other"]), ("framework", nil),
      ("library.static", nil),
    ] as [(String, Set<String>?)])
  func `is of the target in whose folder it stands`(type: String, expected: Set<String>?) throws {
    let list = project([("Maker", "application", "", ""), ("Other", type, "", "")])
    #expect(try targets([pbxproj: list, "Other/A.swift": reading]) == [expected])
  }

  @Test(
    arguments: [
      ("App/Shared", "App/Shared/A.swift", ["Maker", "Widget"]),
      ("App/Shared", "App/A.swift", ["Maker"]),
      ("{path: App/Shared, excludes: [A.swift]}", "App/Shared/A.swift", ["Maker"]),
    ] as [(String, String, Set<String>)])
  func `is of all targets that build its file`(
    shared: String, file: String, expected: Set<String>
  ) throws {
    let list = """
      targets:
        Maker: {type: application, platform: iOS, sources: [App]}
        Widget: {type: app-extension, platform: iOS, sources: [Widget, \(shared)]}
      """
    #expect(try targets(["project.yml": list, file: reading]) == [expected])
  }

  @Test(arguments: ["tool", "bundle.unit-test", "application.watchapp2", "xpc-service"])
  func `of a program of its own is no app's`(type: String) throws {
    let list = project([("Maker", "application", "", ""), ("gen", type, "", "")])
    #expect(try targets([pbxproj: list, "gen/main.swift": reading]).isEmpty)
  }

  @Test func `of a library is of the apps that link it`() throws {
    let list = project(
      [
        ("Maker", "application", "", "dependencies = (D); "), ("Other", "application", "", ""),
        ("Kit", "framework", "", ""),
      ], objects: "D = {isa = PBXTargetDependency; target = Kit; };")
    #expect(try targets([pbxproj: list, "Kit/A.swift": reading]) == [["Maker"]])
  }

  @Test func `of a script, and of a demo with a project of its own, is no app's`() throws {
    let list = project([("Maker", "application", "", "")])
    let script = "#!/usr/bin/swift\n\(reading)"
    #expect(try targets([pbxproj: list, "Scripts/gen.swift": script]).isEmpty)
    let demo = project([("Demo", "application", "", "")])
    let files = [
      pbxproj: list, "Demo/Demo.xcodeproj/project.pbxproj": demo, "Demo/Demo/D.swift": reading,
    ]
    #expect(try targets(files).isEmpty)
  }

  @Test func `of a library's project in the folder may be any app's`() throws {
    let list = project([("Maker", "application", "", "")])
    let kit = project([("Kit", "framework", "", "")])
    let files = [
      pbxproj: list, "Kit/Kit.xcodeproj/project.pbxproj": kit, "Kit/Sources/K.swift": reading,
    ]
    #expect(try targets(files) == [nil])
  }

  @Test func `counts where a target lists its file, and not where none does`() throws {
    let phases = "buildPhases = (S); "
    let objects = """
      S = {isa = PBXSourcesBuildPhase; files = (B); };
      B = {isa = PBXBuildFile; fileRef = F; };
      F = {isa = PBXFileReference; path = Maker/A.swift; sourceTree = SOURCE_ROOT; };
      """
    let list = project([("Maker", "application", "", phases)], objects: objects)
    #expect(try targets([pbxproj: list, "Maker/A.swift": reading]) == [["Maker"]])
    #expect(try targets([pbxproj: list, "Maker/Left.swift": reading]).isEmpty)
    let package = [pbxproj: list, "Kit/Package.swift": "", "Kit/Sources/K.swift": reading]
    #expect(try targets(package) == [nil])
  }
}

@Suite struct `A file of a project` {
  private func widget(_ list: String) -> (String, String, String, String) {
    ("Widget", "app-extension", "INFOPLIST_FILE = \"\(list)\";", "")
  }

  @Test(arguments: ["Maker/Widget-Info.plist", "Maker/Lists/Widget-Info.plist"])
  func `is not the widget's because the widget's list lies beside it`(list: String) throws {
    let folder = try AppFolder([
      pbxproj: project([("Maker", "application", "", ""), widget(list)]), list: widgetList,
      "Maker/a.gif": "GIF89a", "Maker/Lists/b.gif": "GIF89a",
      "Maker/de.lproj/InfoPlist.strings": "\(save) = \"Sichert\";",
    ])
    let app = try #require(folder.read())
    #expect(app.targets.map(\.localisations.count) == [1, 0])
    #expect(app.animations.map(\.isInWidget) == [false, false])
  }

  @Test func `in a folder that holds the lists of several targets is the app's`() throws {
    let folder = try AppFolder([
      pbxproj: project([
        ("Maker", "application", "INFOPLIST_FILE = \"Config/App-Info.plist\";", ""),
        widget("Config/Widget-Info.plist"),
      ]), "Config/Widget-Info.plist": widgetList, "Config/App-Info.plist": AppFolder.infoPlist(""),
      "Config/de.lproj/InfoPlist.strings": "\(save) = \"Sichert\";",
    ])
    #expect(try #require(folder.read()).targets.map(\.localisations.count) == [1, 0])
  }

  @Test func `that its folder leaves out is not the target's`() throws {
    let group = """
      G = {isa = PBXFileSystemSynchronizedRootGroup; path = Widget; exceptions = (E, O); \
      sourceTree = "<group>"; };
      E = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = Widget;
      membershipExceptions = (a.gif, S.swift); };
      O = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = Maker;
      membershipExceptions = (S.swift); };
      """
    let folder = try AppFolder([
      pbxproj: project(
        [
          ("Maker", "application", "", ""),
          (
            "Widget", "app-extension", "INFOPLIST_FILE = \"Widget/Info.plist\";",
            "fileSystemSynchronizedGroups = (G); "
          ),
        ], objects: group),
      "Widget/Info.plist": widgetList, "Widget/a.gif": "GIF89a", "Widget/b.gif": "GIF89a",
      "Widget/S.swift": reading,
    ])
    let app = try #require(folder.read())
    #expect(app.animations.map(\.isInWidget) == [false, true])
    #expect(app.needs.map(\.targets) == [["Maker"]])
  }

  @Test func `that no target claims is of each app that it fits`() throws {
    let folder = try AppFolder([
      pbxproj: project([
        (
          "Maker", "application",
          "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_\(save) = \"Keeps photos.\";", ""
        ), ("Clip", "application.on-demand-install-capable", "GENERATE_INFOPLIST_FILE = YES;", ""),
      ]), "Shared/de.lproj/InfoPlist.strings": "\(save) = \"  \";",
      "Shared/PrivacyInfo.xcprivacy": AppFolder.infoPlist("<key>NSPrivacyFoo</key><false/>"),
    ])
    let targets = try #require(folder.read()).targets
    #expect(targets.map(\.localisations.count) == [1, 0])
    #expect(targets.map(\.privacyManifests.count) == [1, 1])
  }

  @Test func `shows the languages of its target`() throws {
    let folder = try AppFolder([
      pbxproj: project([("Maker", "application", "", "")], region: "ja"),
      "Maker/fr.lproj/Localizable.strings": "ok = \"Bien\";",
      "Maker/Localizable.xcstrings": """
      {"sourceLanguage": "en", "strings": {"ok": {"localizations": {"de": {}}}}}
      """,
      "Maker/Maker-InfoPlist.xcstrings": """
      {"sourceLanguage": "en", "strings": {"\(save)": {"localizations": {"de":
      {"stringUnit": {"state": "new", "value": "Sichert"}}}}}}
      """,
    ])
    let target = try #require(folder.read()?.targets.first)
    #expect(Set(target.otherLanguages.map(\.language)) == ["fr", "en", "de"])
    #expect(target.localisations.flatMap(\.texts).map(\.state) == ["new"])
    #expect(target.developmentRegion == "ja")
  }
}

@Suite struct `A target's system` {
  @Test(
    arguments: [
      ("", Set<Platform>([.iOS]), "MinimumOSVersion", "17.0"),
      (
        "SDKROOT = watchos; WATCHOS_DEPLOYMENT_TARGET = 9.0;", [.watchOS], "MinimumOSVersion", "9.0"
      ),
      (
        "SDKROOT = macosx; MACOSX_DEPLOYMENT_TARGET = 14.0;", [.macOS], "LSMinimumSystemVersion",
        "14.0"
      ),
      (
        "SDKROOT = auto; SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator macosx\";",
        [.iOS, .macOS],
        "MinimumOSVersion", "17.0"
      ),
    ] as [(String, Set<Platform>, String, String)])
  func `is that of its SDK`(
    settings: String, platforms: Set<Platform>, key: String, version: String
  ) throws {
    let folder = try AppFolder([pbxproj: project([("Maker", "application", settings, "")])])
    let target = try #require(folder.read()?.targets.first)
    #expect(target.platforms == platforms && target.text(key) == version)
  }

  @Test func `is not known where nothing says so`() throws {
    let folder = try AppFolder([pbxproj: AppFolder.project("SDKROOT = auto;")])
    #expect(try #require(folder.read()?.targets.first).platforms == nil)
  }

  @Test func `of a product is that of its list or its place`() throws {
    let folder = try AppFolder([
      "L.app/Info.plist": AppFolder.infoPlist(""),
      "L.app/Watch/V.app/Info.plist": AppFolder.infoPlist(""),
      "M.app/Contents/Info.plist": AppFolder.infoPlist("<key>\(save)</key><string>Keeps</string>"),
      "M.app/Contents/Resources/de.lproj/InfoPlist.strings": "\(save) = \"Sichert\";",
    ])
    #expect(folder.read("L.app")?.targets.map(\.platforms) == [nil, [.watchOS]])
    let mac = try #require(folder.read("M.app")?.targets.first)
    #expect(mac.platforms == [.macOS] && mac.text(save) == "Keeps")
    #expect(mac.localisations.map(\.language) == ["de"])
  }
}
