import Foundation
import Readers
import Testing
import Validator

private let save = "NSPhotoLibraryAddUsageDescription"
private let pbxproj = "app/Maker.xcodeproj/project.pbxproj"
private let secret = "The text of another's file."

@Suite struct `What leads out of a project` {
  private static let foreign = AppFolder.infoPlist(
    "<key>\(save)</key><string>\(secret)</string>")

  /// A project in `app` with these settings, beside a folder that is not its own.
  private func folder(_ settings: String, configuration: String? = nil) throws -> AppFolder {
    try AppFolder([
      pbxproj: AppFolder.project(settings, configuration: configuration),
      "other/Info.plist": Self.foreign, "other/A.xcconfig": "INFOPLIST_KEY_\(save) = \(secret)",
      "other/A.swift": "PHAsset.fetchAssets(with: nil)",
    ])
  }

  private func link(_ folder: AppFolder, _ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: path).path, withDestinationPath: target)
  }

  @Test(arguments: ["../other/Info.plist", "/etc/passwd", "$(SRCROOT)/../other/Info.plist"])
  func `is no Info.plist`(path: String) throws {
    let app = try #require(try folder("INFOPLIST_FILE = \"\(path)\";").read("app"))
    let fault = try #require(app.faults.first)
    // At the line of either configuration.
    #expect(app.faults.count == 2 && fault.kind == .outside && fault.atMost == .note)
    #expect(fault.message.hasPrefix("INFOPLIST_FILE names ") && fault.place.line != nil)
    #expect(app.targets.first?.infoPlist.readError?.kind == .notOpened)
    #expect(!app.files.contains { $0.description.contains("passwd") })
    #expect(app.targets.first?.value(of: save) == nil)
  }

  @Test func `by a link is not followed`() throws {
    let folder = try folder("INFOPLIST_FILE = Info.plist;")
    try link(folder, "app/Info.plist", to: "../other/Info.plist")
    try folder.write([], to: "app/de.lproj/a")
    try link(folder, "app/de.lproj/InfoPlist.strings", to: "/etc/passwd")
    try link(folder, "app/A.swift", to: "../other/A.swift")
    try link(folder, "app/dog.gif", to: "/etc/passwd")
    let app = try #require(folder.read("app"))
    #expect(app.faults.map(\.kind) == [.outside, .outside, .outside, .outside])
    #expect(app.targets.first?.localisations.isEmpty == true && app.animations.isEmpty)
    #expect(app.needs.isEmpty)
    #expect(app.unreadSources.map { String(decoding: $0.file.name, as: UTF8.self) } == ["A.swift"])
  }

  @Test func `by a link inside the project is its own`() throws {
    let folder = try folder("INFOPLIST_FILE = link/Info.plist;")
    try folder.write(Array(Self.foreign.utf8), to: "app/own/Info.plist")
    try link(folder, "app/link", to: "own")
    let app = try #require(folder.read("app"))
    #expect(app.faults.isEmpty && app.targets.first?.text(save) == secret)
  }

  @Test func `is not included`() throws {
    let folder = try folder("GENERATE_INFOPLIST_FILE = YES;", configuration: "A.xcconfig")
    try folder.write(
      Array("#include \"../other/A.xcconfig\"\n#include? \"/etc/hosts\"\n".utf8),
      to: "app/A.xcconfig")
    let app = try #require(folder.read("app"))
    #expect(app.faults.map(\.kind) == [.outside, .outside])
    #expect(app.faults.map(\.place.line) == [1, 2])
    #expect(app.targets.first?.value(of: save) == nil)
    #expect(app.targets.first?.unreadSettings?.error.kind == .notOpened)
  }

  @Test func `is no entitlements file and no table of Expo's`() throws {
    let entitled = try folder(
      "GENERATE_INFOPLIST_FILE = YES; CODE_SIGN_ENTITLEMENTS = ../other/Info.plist;")
    let app = try #require(entitled.read("app"))
    #expect(Set(app.faults.map(\.kind)) == [.outside])
    #expect(app.targets.first?.entitlements.isEmpty == true)
    let expo = try AppFolder([
      "app/app.json": "{\"expo\": {\"name\": \"A\", \"locales\": {\"de\": \"../other.json\"}}}",
      "other.json": "{\"\(save)\": \"\(secret)\"}",
    ])
    let read = try #require(expo.read("app"))
    #expect(read.faults.map(\.kind) == [.outside])
    #expect(read.targets.first?.localisations.isEmpty == true)
  }

  @Test func `of the ios folder of a Flutter tree does not lead out of the tree`() throws {
    let project = AppFolder.project(
      "INFOPLIST_FILE = ../shared/Info.plist;", configuration: "\"../cfg/Debug.xcconfig\"")
    let folder = try AppFolder([
      "pubspec.yaml": "name: maker", "ios/Runner.xcodeproj/project.pbxproj": project,
      "shared/Info.plist": Self.foreign, "cfg/Debug.xcconfig": "A = B",
    ])
    for path in ["", "ios", "ios/Runner.xcodeproj", "ios/Runner.xcodeproj/project.pbxproj"] {
      let app = try #require(folder.read(path))
      #expect(app.faults.isEmpty && app.targets.first?.text(save) == secret, "\(path)")
    }
  }

  @Test func `is read where the user names it`() throws {
    let folder = try folder("")
    try link(folder, "app/Info.plist", to: "../other/Info.plist")
    #expect(folder.read("app/Info.plist")?.targets.first?.text(save) == secret)
  }
}

@Suite struct `Files that settings name` {
  private static let generated = "GENERATE_INFOPLIST_FILE = YES;"

  private func read(
    _ settings: String, _ files: [String: String] = [:], configuration: String? = nil
  )
    throws -> App
  {
    let project = [
      "Maker.xcodeproj/project.pbxproj": AppFolder.project(
        settings, configuration: configuration)
    ]
    return try #require(AppFolder(project.merging(files) { $1 }).read())
  }

  @Test func `are missing at the line that names them`() throws {
    let list = try read("INFOPLIST_FILE = Maker/Info.plist;")
    #expect(list.faults.map(\.kind) == [.missing, .missing])
    #expect(list.faults.allSatisfy { $0.atMost == nil })
    #expect(
      list.faults.first?.message == "INFOPLIST_FILE names Maker/Info.plist, which is not there")
    let entitlements = try read(Self.generated + " CODE_SIGN_ENTITLEMENTS = A.entitlements;")
    #expect(Set(entitlements.faults.map(\.kind)) == [.missing])
    #expect(entitlements.targets.first?.entitlementsFile.readError?.kind == .notOpened)
    let includes = try read(
      Self.generated,
      [
        "A.xcconfig":
          "#include? \"No.xcconfig\"\n#include \"Team.xcconfig\"\n#include \"Generated.xcconfig\""
      ],
      configuration: "A.xcconfig")
    #expect(includes.faults.map(\.place.line) == [2, 3])
    #expect(includes.faults.map(\.atMost) == [.warning, .note])
    #expect(
      includes.targets.first?.unreadSettings?.file.description.hasSuffix("Team.xcconfig") == true)
  }

  @Test func `may be made by the build or by a tool`() throws {
    let made = try read("INFOPLIST_FILE = \"$(DERIVED_FILE_DIR)/Info.plist\";")
    #expect(made.faults.map(\.kind) == [.program])
    #expect(made.targets.first?.infoPlist.readError != nil)
    let pods = try read(Self.generated, configuration: "\"Pods/Pods-Maker.xcconfig\"")
    #expect(pods.faults.map(\.atMost) == [.note, .note])
    #expect(pods.targets.first?.unreadSettings == nil)
  }

  @Test func `are not read past a limit without a word`() throws {
    let lines = String(repeating: "// nothing\n", count: 10_000)
    let app = try read(
      Self.generated, ["A.xcconfig": lines + "INFOPLIST_KEY_\(save) = Text\n"],
      configuration: "A.xcconfig")
    #expect(app.faults.map(\.kind) == [.limit] && app.faults.first?.place.line == 10_001)
    #expect(app.targets.first?.unreadSettings?.error.kind == .limit)
    let whole = try read(
      Self.generated, ["A.xcconfig": String(lines.dropLast(11)) + "INFOPLIST_KEY_\(save) = Text"],
      configuration: "A.xcconfig")
    #expect(whole.faults.isEmpty && whole.targets.first?.text(save) == "Text")
  }

  @Test func `entitle a target, by configuration, with places`() throws {
    let entitlements = AppFolder.infoPlist(
      """
      <key>com.apple.developer.team</key><string>$(TEAM).$(TARGET_NAME)</string>
      <key>groups</key><dict><key>a</key><true/></dict>
      """)
    let project = AppFolder.project(
      Self.generated
        + " TEAM = T; CODE_SIGN_ENTITLEMENTS = \"$(TARGET_NAME)/$(CONFIGURATION).plist\";")
    let app = try #require(
      try AppFolder([
        "Maker.xcodeproj/project.pbxproj": project, "Maker/Release.plist": entitlements,
        "Maker/Debug.plist": "<plist><dict><key>a",
      ]).read())
    #expect(app.targets.map(\.configuration) == ["Release", "Debug"])
    let release = try #require(app.targets.first)
    let team = try #require(release.entitlement("com.apple.developer.team"))
    #expect(team.expanded == .string("T.Maker") && team.layer == .entitlements)
    #expect(team.place.line == 4 && team.place.column == 1)
    #expect(team.place.file.description.hasSuffix("Maker/Release.plist"))
    #expect(release.entitlement("groups/a")?.expanded == .boolean(true))
    #expect(app.targets.last?.entitlementsFile.readError?.kind == .malformed)
    #expect(app.faults.map(\.kind) == [.malformed])
  }

  @Test func `entitle targets of XcodeGen and Expo`() throws {
    let folder = try AppFolder([
      "project.yml": """
      targets:
        Written:
          type: application
          entitlements: {path: A.entitlements, properties: {a: "For ${TARGET_NAME}"}}
        Kept:
          type: application
          entitlements: {path: B.entitlements}
      """,
      "B.entitlements": AppFolder.infoPlist("<key>b</key><string>x</string>"),
    ])
    let app = try #require(folder.read())
    #expect(app.faults.isEmpty)
    #expect(app.targets.first?.entitlement("a")?.expanded == .string("For Written"))
    #expect(app.targets.first?.entitlement("a")?.place.line == 4)
    #expect(app.targets.last?.entitlement("b")?.expanded == .string("x"))
    let expo = try AppFolder([
      "app.json": "{\"expo\": {\"name\": \"A\", \"ios\": {\"entitlements\": {\"a\": true}}}}"
    ])
    let value = try #require(expo.read()?.targets.first?.entitlement("a"))
    #expect(value.expanded == .boolean(true) && value.layer == .expo && value.place.line == 1)
  }
}
