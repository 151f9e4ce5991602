import Readers
import Testing
import Validator
import Writers

private let save = "NSPhotoLibraryAddUsageDescription"
private let read = "NSPhotoLibraryUsageDescription"

@Suite struct `Other forms of apps` {
  @Test func `photos are no app`() throws {
    let folder = try AppFolder(["IMG_0001.HEIC": "", "IMG_0001.MOV": "", "metadata.plist": ""])
    #expect(!AppFinder.isApp(folder.path))
    #expect(folder.read() == nil)
  }

  @Test func `the settings of other programs are no app`() throws {
    let backup = AppFolder.infoPlist("<key>Device Name</key><string>iPhone</string>")
    for (name, text) in [
      ("Info.plist", backup), ("app.json", "{\"scripts\": {}}"),
      ("project.yml", "name: photos\nsteps: [a]\n"),
      ("project.yml", "targets:\n  dev:\n    default: true\n"),
    ] {
      let folder = try AppFolder(["IMG_0001.HEIC": "", name: text])
      #expect(!AppFinder.isApp(folder.path), "\(text)")
      #expect(folder.read() == nil)
    }
    // A target of another program may have a type too.
    let targets = try AppFolder(["project.yml": "type: a\ntargets:\n  dev:\n    kind: b\n"])
    #expect(targets.read() == nil)
  }

  @Test func `an Info.plist that cannot be read may be an app's`() throws {
    let folder = try AppFolder(["Info.plist": "<plist><dict>"])
    #expect(folder.read()?.faults.map(\.kind) == [.malformed])
  }

  @Test func `a settings file that is named is read, whatever it is called`() throws {
    let folder = try AppFolder([
      "Maker-iOS.plist": AppFolder.infoPlist("<key>\(save)</key><string>Text</string>"),
      "de.strings": "\"a\" = \"b", "Table.xcstrings": "{\"strings\": ", "old.pbxproj": "{ a = ",
      "Maker.entitlements": "<plist><dict>",
    ])
    #expect(folder.read("Maker-iOS.plist")?.targets.first?.text(save) == "Text")
    for name in ["de.strings", "Table.xcstrings", "old.pbxproj", "Maker.entitlements"] {
      let app = try #require(folder.read(name))
      #expect(app.form == .settingsFile)
      #expect(app.faults.map(\.kind) == [.malformed], "\(name)")
      #expect(app.faults.first?.place.line == 1)
      #expect(app.targets.isEmpty)
    }
    #expect(!AppFinder.isApp(folder.path))
  }

  @Test func `an Info.plist by itself keeps variables that nobody can know`() throws {
    let folder = try AppFolder([
      "Info.plist": AppFolder.infoPlist("<key>\(save)</key><string>For $(PRODUCT_NAME)</string>"),
      "fr.lproj/InfoPlist.strings": "\(save) = \"Pour\";",
    ])
    let app = try #require(folder.read())
    let target = try #require(app.targets.first)
    #expect(app.form == .propertyList)
    #expect(target.text(save) == "For $(PRODUCT_NAME)")
    #expect(target.value(of: save)?.undefinedVariables == [])
    #expect(target.localisations.map(\.language) == ["fr"])
    #expect(folder.read("Info.plist")?.targets.first?.text(save) == "For $(PRODUCT_NAME)")
  }

  @Test func `a Flutter project has its Info.plist in ios`() throws {
    let folder = try AppFolder([
      "pubspec.yaml": "name: maker",
      "ios/Runner/Info.plist": AppFolder.infoPlist("<key>\(save)</key><string>Keeps</string>"),
    ])
    let app = try #require(folder.read())
    #expect(app.form == .project && app.targets.first?.text(save) == "Keeps")
  }

  @Test func `XcodeGen writes the list anew, so hand edits are lost`() throws {
    let folder = try AppFolder([
      "project.yml": """
      name: Maker
      options: {deploymentTarget: {iOS: "16.4"}}
      targetTemplates:
        Base:
          type: application
      targets:
        Maker:
          templates: [Base]
          sources: [App]
          dependencies:
            - target: Widget
          info:
            path: App/Info.plist
            properties:
              \(save): For ${TARGET_NAME}
              NSSupportsLiveActivities: true
        Widget:
          type: app-extension
          settings:
            base:
              GENERATE_INFOPLIST_FILE: YES
              INFOPLIST_KEY_CFBundleDisplayName: "Shown"
            configs:
              debug: {INFOPLIST_KEY_\(read): Debugging}
      """,
      "App/Info.plist": AppFolder.infoPlist("<key>\(read)</key><string>By hand</string>"),
    ])
    let app = try #require(folder.read())
    let target = try #require(app.targets.first)
    let value = try #require(target.value(of: save))
    #expect(app.name == "Maker" && app.targets.map(\.name) == ["Maker", "Widget", "Widget"])
    #expect(value.expanded == .string("For Maker") && value.layer == .xcodeGen)
    #expect(value.place.line == 15 && value.place.column == 9)
    #expect(target.value(of: "NSSupportsLiveActivities")?.expanded == .boolean(true))
    #expect(target.text("MinimumOSVersion") == "16.4")
    #expect(target.value(of: read) == nil && target.deadSettings.map(\.setting.key) == [read])
    #expect(app.targets.last?.hostApp == "Maker")
    #expect(app.targets.map(\.configuration) == [nil, "Release", "Debug"])
    #expect(app.targets[1].text("CFBundleDisplayName") == "Shown")
    #expect(app.targets[2].text(read) == "Debugging")
  }

  @Test func `malformed YAML is a fault with its line`() throws {
    let folder = try AppFolder(["project.yml": "targets:\n  A: [1\n  type: 2\n"])
    let app = try #require(folder.read())
    #expect(app.faults.map(\.kind) == [.malformed] && app.faults.first?.place.line == 3)
  }

  @Test func `Expo's plug-ins write texts, given ones before their own`() throws {
    let folder = try AppFolder([
      "app.json": """
      {"expo": {"name": "Maker",
        "ios": {"infoPlist": {"\(read)": "Listed"}},
        "plugins": ["expo-camera", ["expo-media-library",
          {"photosPermission": "Given", "savePhotosPermission": false}],
          ["expo-image-picker", {"microphonePermission": "Hears"}]],
        "locales": {"de": {"\(read)": "Gegeben"}}
      }}
      """
    ])
    let target = try #require(folder.read()?.targets.first)
    #expect(target.text(read) == "Given" && target.value(of: read)?.layer == .expo)
    #expect(target.value(of: read)?.place.line == 4)
    #expect(target.value(of: save) == nil)
    #expect(target.text("NSCameraUsageDescription") == "Allow Maker to access your camera")
    #expect(target.text("NSMicrophoneUsageDescription") == "Hears")
    #expect(target.localisations.first?.texts.map(\.text) == ["Gegeben"])
    let other = try AppFolder(["app.json": "{\"name\": \"ReactNative\"}"])
    #expect(!AppFinder.isApp(other.path))
  }

  @Test(arguments: [
    ("expo-router", true), ("react-native-vision-camera", false), ("./mine", false),
  ])
  func `plug-ins that may write any key leave open what is missing`(name: String, isKnown: Bool)
    throws
  {
    let folder = try AppFolder(["app.json": "{\"expo\": {\"plugins\": [\"\(name)\"]}}"])
    #expect((try #require(folder.read()?.targets.first).unreadSettings == nil) == isKnown)
  }

  @Test func `a built app is read with its extensions`() throws {
    let widget = AppFolder.infoPlist(
      """
      <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.widgetkit-extension</string></dict>
      """)
    let main = AppFolder.infoPlist("<key>\(save)</key><string>$(KEPT)</string>")
    let folder = try AppFolder([
      "Maker.app/Info.plist": main,
      "Maker.app/de.lproj/InfoPlist.strings": "\(save) = \"Behält\";",
      "Maker.app/PlugIns/Widget.appex/Info.plist": widget,
      "Maker.app/PlugIns/Widget.appex/dog.gif": "GIF89a",
      "Maker.app/cat.gif": "GIF89a", "Maker.app/still.png": "",
    ])
    let app = try #require(folder.read("Maker.app"))
    #expect(app.form == .product && app.name == "Maker")
    #expect(app.targets.map(\.kind) == [.app, .appExtension])
    #expect(app.targets.first?.text(save) == "$(KEPT)")
    #expect(app.targets.first?.localisations.map(\.language) == ["de"])
    #expect(app.targets.last?.hostApp == "Maker")
    #expect(app.animations.map(\.file.stem) == ["dog", "cat"])
    #expect(app.animations.map(\.isInWidget) == [true, false])

    let archive = ZipArchive(
      ZipArchive.Member("Payload/Maker.app/Info.plist", Array(main.utf8)),
      ZipArchive.Member("Payload/Maker.app/PlugIns/W.appex/Info.plist", Array(widget.utf8)))
    try folder.write(archive.bytes, to: "Maker.ipa")
    let packed = try #require(folder.read("Maker.ipa"))
    #expect(packed.faults.isEmpty && packed.targets.map(\.name) == ["Maker", "W"])
    #expect(
      packed.targets.first?.value(of: save)?.place.file.description
        .hasSuffix("Maker.ipa!Payload/Maker.app/Info.plist") == true)
  }

  @Test func `an archive that leads outside or is none is a fault`() throws {
    let folder = try AppFolder(["none.ipa": "no zip archive at all"])
    let archive = ZipArchive(ZipArchive.Member("Payload/../../Info.plist", [1]))
    try folder.write(archive.bytes, to: "outside.ipa")
    try folder.write(ZipArchive(ZipArchive.Member("a", [1])).bytes, to: "other.ipa")
    for name in ["none.ipa", "outside.ipa", "other.ipa"] {
      let app = try #require(folder.read(name))
      #expect(app.faults.map(\.kind) == [.malformed], "\(name)")
      #expect(app.targets.isEmpty)
    }
  }
}
