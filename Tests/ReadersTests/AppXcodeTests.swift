import Readers
import Testing
import Validator

private let save = "NSPhotoLibraryAddUsageDescription"
private let pbxproj = "Maker.xcodeproj/project.pbxproj"

@Suite struct `The settings of an Xcode project` {
  @Test func `come from Info.plist, with its variables expanded`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        "INFOPLIST_FILE = \"$(SRCROOT)/Maker/Info.plist\"; IPHONEOS_DEPLOYMENT_TARGET = 17.0;"),
      "Maker/Info.plist": AppFolder.infoPlist(
        "<key>\(save)</key>\n<string>${PRODUCT_NAME:lower} saves $X.</string>"),
    ])
    let app = try #require(folder.read())
    let target = try #require(app.targets.first)
    let value = try #require(target.value(of: save))
    #expect(app.form == .project && app.targets.count == 1 && app.faults.isEmpty)
    #expect(target.configuration == nil)
    #expect(value.raw == .string("${PRODUCT_NAME:lower} saves $X."))
    #expect(value.expanded == .string("maker saves $X."))
    #expect(value.layer == .infoPlist)
    #expect(value.place.line == 4 && value.place.file.name.elementsEqual("Info.plist".utf8))
    #expect(target.text("MinimumOSVersion") == "17.0")
    #expect(
      target.value(of: "MinimumOSVersion")?.layer == .buildSetting(isTarget: true))
    #expect(app.files.count == 2)
  }

  @Test func `of a generated list come from the build settings`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        """
        GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = "";
        INFOPLIST_KEY_\(save) = "Saves Live Photos.";
        INFOPLIST_KEY_NSSupportsLiveActivities = YES;
        """)
    ])
    let target = try #require(folder.read()?.targets.first)
    let value = try #require(target.value(of: save))
    #expect(value.expanded == .string("Saves Live Photos."))
    #expect(value.layer == .buildSetting(isTarget: true) && value.place.line == 18)
    #expect(target.value(of: "NSSupportsLiveActivities")?.expanded == .boolean(true))
    #expect(target.infoPlist.value != nil && target.deadSettings.isEmpty)
  }

  @Test func `that both have are those of the build settings`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        """
        GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = Maker/Info.plist;
        INFOPLIST_KEY_\(save) = Upper;
        """, project: "INFOPLIST_KEY_\(save) = Project;"),
      "Maker/Info.plist": AppFolder.infoPlist("<key>\(save)</key><string>Lower</string>"),
    ])
    let target = try #require(folder.read()?.targets.first)
    #expect(target.text(save) == "Upper")
    // That a target's setting stands over the project's is what settings are for.
    #expect(target.overridden.map(\.lower.expanded) == [.string("Lower")])
    #expect(target.overridden.allSatisfy { $0.upper.expanded == .string("Upper") })
  }

  @Test func `that list what the file lists replace nothing`() throws {
    let orientations = "UISupportedInterfaceOrientations"
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        """
        GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = Maker/Info.plist;
        INFOPLIST_KEY_\(orientations) = "UIInterfaceOrientationPortrait UIInterfaceOrientationLandscapeLeft";
        """),
      "Maker/Info.plist": AppFolder.infoPlist(
        """
        <key>\(orientations)</key><array><string>UIInterfaceOrientationPortrait</string>
        <string>UIInterfaceOrientationLandscapeLeft</string></array>
        """),
    ])
    #expect(try #require(folder.read()?.targets.first).overridden.isEmpty)
  }

  @Test(arguments: [
    "INFOPLIST_FILE = Maker/Info.plist; INFOPLIST_PREPROCESS = YES;",
    "INFOPLIST_FILE = \"$(DERIVED_FILE_DIR)/Info.plist\";",
  ])
  func `that the build makes are not known`(settings: String) throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(settings), "Maker/Info.plist": "#ifdef DEBUG\n<plist/>\n#endif",
    ])
    let app = try #require(folder.read())
    #expect(app.faults.map(\.kind) == [.program])
    #expect(app.targets.first?.infoPlist.readError != nil)
  }

  @Test func `tell in which language the project is`() throws {
    let list = "<key>CFBundleDevelopmentRegion</key><string>$(DEVELOPMENT_LANGUAGE)</string>"
    let project = AppFolder.project("INFOPLIST_FILE = Maker/Info.plist;")
    let folder = try AppFolder([
      pbxproj: project.replacing("mainGroup", with: "developmentRegion = ja; mainGroup"),
      "Maker/Info.plist": AppFolder.infoPlist(list),
    ])
    #expect(folder.read()?.targets.first?.text("CFBundleDevelopmentRegion") == "ja")
  }

  @Test func `may name variables of Xcode's own`() throws {
    let text =
      "$(WRAPPER_SUFFIX) $(SDK_VERSION) $(UID) $(XCODE_VERSION_MAJOR) $(OTHER) keeps photos."
    let folder = try AppFolder([
      pbxproj: AppFolder.project("INFOPLIST_FILE = Maker/Info.plist;"),
      "Maker/Info.plist": AppFolder.infoPlist("<key>\(save)</key><string>\(text)</string>"),
    ])
    #expect(folder.read()?.targets.first?.value(of: save)?.undefinedVariables == ["OTHER"])
  }

  @Test(arguments: ["INFOPLIST_FILE = Maker/Info.plist;", "GENERATE_INFOPLIST_FILE = YES;"])
  func `are cut by a comment in a variable's value`(settings: String) throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        settings + "INFOPLIST_KEY_\(save) = \"$(WHY)\";", configuration: "App.xcconfig"),
      "App.xcconfig": "WHY = Keeps photos, see https://example.org",
      "Maker/Info.plist": AppFolder.infoPlist("<key>\(save)</key><string>$(WHY)</string>"),
    ])
    #expect(folder.read()?.targets.first?.value(of: save)?.cutByComment == "//example.org")
  }

  @Test func `that do nothing are told with the reason`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        """
        INFOPLIST_FILE = Maker/Info.plist; INFOPLIST_KEY_\(save) = Text;
        INFOPLIST_KEY_PHPhotoLibraryPreventAutomaticLimitedAccessAlert = YES;
        """, project: "GENERATE_INFOPLIST_FILE = NO;"),
      "Maker/Info.plist": AppFolder.infoPlist(""),
    ])
    let target = try #require(folder.read()?.targets.first)
    #expect(target.value(of: save) == nil)
    #expect(
      Set(target.deadSettings.map(\.reason)) == [
        "GENERATE_INFOPLIST_FILE is NO", "Xcode knows no setting of this name",
      ])
  }

  @Test func `name variables that nothing defines`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project("INFOPLIST_FILE = Maker/Info.plist;"),
      "Maker/Info.plist": AppFolder.infoPlist(
        "<key>\(save)</key><string>$(REASON)$()$(OTHER:default=x:y)</string>"),
    ])
    let value = try #require(folder.read()?.targets.first?.value(of: save))
    #expect(value.expanded == .string("x:y"))
    #expect(value.undefinedVariables == ["REASON"])
  }

  @Test func `differ by configuration where that matters`() throws {
    let release = "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_\(save) = One;"
    let folder = try AppFolder([
      pbxproj: AppFolder.project(release, debug: "GENERATE_INFOPLIST_FILE = YES;")
    ])
    let targets = try #require(folder.read()?.targets)
    #expect(targets.map(\.configuration) == ["Release", "Debug"])
    #expect(targets.map { $0.text(save) } == ["One", nil])
  }

  @Test func `of an xcconfig file lose what a comment cuts off`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_NSCameraUsageDescription = \"$(inherited) Now\";",
        configuration: "App.xcconfig"),
      "App.xcconfig": """
      #include "Shared.xcconfig"
      INFOPLIST_KEY_\(save) = See https://example.org/why;
      INFOPLIST_KEY_NSCameraUsageDescription = Films; // said plainly
      INFOPLIST_KEY_NSMicrophoneUsageDescription[sdk=macosx*] = Elsewhere
      """,
      "Shared.xcconfig": "#include \"App.xcconfig\"\nINFOPLIST_KEY_\(save) = Replaced",
    ])
    let app = try #require(folder.read())
    let target = try #require(app.targets.first)
    let value = try #require(target.value(of: save))
    #expect(value.expanded == .string("See https:"))
    #expect(value.cutByComment == "//example.org/why;")
    #expect(value.layer == .xcconfig && value.place.line == 2 && value.place.column == 1)
    #expect(target.text("NSCameraUsageDescription") == "Films Now")
    #expect(target.value(of: "NSCameraUsageDescription")?.cutByComment == nil)
    #expect(target.value(of: "NSMicrophoneUsageDescription") == nil)
    #expect(
      app.faults.map(\.message) == [
        "the file includes itself: App.xcconfig includes Shared.xcconfig includes App.xcconfig"
      ])
  }

  @Test func `are not called undefined where a file is missing`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_\(save) = \"$(REASON)\";",
        configuration: "Missing.xcconfig")
    ])
    let value = try #require(folder.read()?.targets.first?.value(of: save))
    #expect(value.expanded == .string("$(REASON)") && value.undefinedVariables.isEmpty)
  }

  @Test func `cover the extension with its host, its tables and its moving pictures`() throws {
    let folder = try AppFolder([
      pbxproj: AppFolder.project(
        "GENERATE_INFOPLIST_FILE = YES;", widget: "INFOPLIST_FILE = Widget/Info.plist;"),
      "Widget/Info.plist": AppFolder.infoPlist(
        """
        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
        <string>com.apple.widgetkit-extension</string></dict>
        """),
      "Widget/dog.gif": "GIF89a", "Maker/cat.gif": "GIF89a", "Widget/still.png": "\u{1}PNG",
      "Widget/de.lproj/InfoPlist.strings": "\"\(save)\" = \"Für später.\";",
      "Maker/en.lproj/InfoPlist.strings": "\"\(save)\" = \"For later.\";",
      "Maker/en.lproj/Localizable.strings": "\"\(save)\" = \"Lost.\"; \"Hello\" = \"Hello\";",
      "Maker/PrivacyInfo.xcprivacy": AppFolder.infoPlist("<key>NSPrivacyTracking</key><false/>"),
    ])
    let app = try #require(folder.read())
    let target = try #require(app.targets.first)
    let widget = try #require(app.targets.last)
    #expect(app.targets.map(\.name) == ["Maker", "Widget"])
    #expect(widget.kind == .appExtension && widget.hostApp == "Maker")
    #expect(
      widget.text("NSExtension/NSExtensionPointIdentifier") == "com.apple.widgetkit-extension")
    #expect(widget.localisations.map(\.language) == ["de"])
    #expect(target.localisations.map(\.table) == [.infoPlist, .other("Localizable")])
    #expect(target.localisations.last?.texts.map(\.text) == ["Lost."])
    #expect(target.privacyManifests.count == 1 && widget.privacyManifests.isEmpty)
    #expect(app.animations.filter(\.isInWidget).map(\.file.stem) == ["dog"])
  }

  @Test func `are unreadable, not absent, where Info.plist is not there or malformed`() throws {
    let project = AppFolder.project("INFOPLIST_FILE = Maker/Info.plist;")
    let without = try AppFolder([pbxproj: project])
    #expect(without.read()?.targets.first?.infoPlist.readError?.kind == .notOpened)
    let broken = try AppFolder([pbxproj: project, "Maker/Info.plist": "<plist><dict><key>"])
    let app = try #require(broken.read())
    #expect(app.targets.first?.infoPlist.readError?.kind == .malformed)
    #expect(app.faults.map(\.kind) == [.malformed])
    let none = try AppFolder([pbxproj: AppFolder.project("")])
    #expect(none.read()?.targets.first?.infoPlist.isAbsent == true)
  }
}
