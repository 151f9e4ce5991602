import Foundation
import Readers
import Testing
import Validator

private let save = "NSPhotoLibraryAddUsageDescription"
private let expoPackage = "{\"dependencies\": {\"expo\": \"~54.0.0\"}}"

@Suite struct `Projects whose settings a program makes` {
  @Test func `are recognised, and their settings not known`() throws {
    let cordova = "<widget xmlns:cdv=\"http://cordova.apache.org/ns/1.0\"></widget>"
    for (name, files) in [
      ("app.config.js", ["app.config.js": "module.exports = {}", "package.json": expoPackage]),
      ("app.config.ts", ["app.config.ts": "import { ExpoConfig } from 'expo/config'"]),
      ("Project.swift", ["Project.swift": "import ProjectDescription"]),
      ("config.xml", ["config.xml": cordova]),
    ] {
      let folder = try AppFolder(files)
      for path in ["", name] {
        let app = try #require(folder.read(path), "\(name)")
        #expect(app.faults.map(\.kind) == [.program])
        #expect(app.faults.first?.message.contains(name) == true)
        #expect(app.targets.first?.infoPlist.readError?.kind == .unsupported)
      }
    }
  }

  @Test func `are not mistaken for other programs`() throws {
    for files in [
      ["app.config.ts": "export default defineAppConfig({})", "package.json": "{\"nuxt\": 1}"],
      ["Project.swift": "import Foundation"], ["config.xml": "<config/>"],
    ] {
      let folder = try AppFolder(files)
      #expect(!AppFinder.isApp(folder.path) && folder.read() == nil)
    }
  }

  @Test func `are read where the program has been run`() throws {
    let project = AppFolder.project(
      "GENERATE_INFOPLIST_FILE = YES; INFOPLIST_KEY_\(save) = Text;")
    for files in [
      [
        "app.config.js": "x", "package.json": expoPackage,
        "ios/M.xcodeproj/project.pbxproj": project,
      ],
      ["Project.swift": "import ProjectDescription", "M.xcodeproj/project.pbxproj": project],
      [
        "config.xml": "<widget>cordova</widget>",
        "platforms/ios/M.xcodeproj/project.pbxproj": project,
      ],
    ] {
      let app = try #require(try AppFolder(files).read())
      #expect(app.faults.isEmpty && app.targets.first?.text(save) == "Text")
    }
  }

  @Test func `keep what app.json says, which the program may change`() throws {
    let folder = try AppFolder([
      "app.json":
        "{\"expo\": {\"name\": \"A\", \"ios\": {\"infoPlist\": {\"\(save)\": \"Text\"}}}}",
      "app.config.js": "x", "package.json": expoPackage,
    ])
    let app = try #require(folder.read())
    #expect(app.targets.first?.text(save) == "Text")
    #expect(app.targets.first?.infoPlist.readError?.kind == .unsupported)
    #expect(app.faults.map(\.kind) == [.program])
  }

  @Test func `of Expo have the texts of installed packages, and no empty or refused ones`() throws {
    let folder = try AppFolder([
      "app.json": """
      {"expo": {"name": "A", "ios": {"infoPlist": {
        "\(save)": "Listed", "NSMicrophoneUsageDescription": "Heard"}},
        "plugins": [["expo-camera", {"cameraPermission": "", "microphonePermission": false}]]}}
      """,
      "package.json": "{\"dependencies\": {\n\"expo-media-library\": \"18\"}}",
    ])
    let target = try #require(folder.read()?.targets.first)
    #expect(target.text(save) == "Listed")
    let read = try #require(target.value(of: "NSPhotoLibraryUsageDescription"))
    #expect(read.expanded == .string("Allow A to access your photos"))
    #expect(read.place.file.description.hasSuffix("package.json") && read.place.line == 2)
    #expect(target.text("NSCameraUsageDescription") == "Allow A to access your camera")
    #expect(target.value(of: "NSMicrophoneUsageDescription") == nil)
  }
}
