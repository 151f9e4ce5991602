import Foundation
import Readers
import Testing
import Validator
import Writers

@Suite struct `Built apps` {
  private static let widget = AppFolder.infoPlist(
    """
    <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
    <string>com.apple.widgetkit-extension</string></dict>
    """)
  private static let gif = GIFBuilder(
    size: PixelSize(width: 8, height: 8),
    frames: [GIFBuilder.Frame(delay: 5, colour: 0), GIFBuilder.Frame(delay: 5, colour: 1)]
  ).bytes
  private static let apng = APNGBuilder(
    size: PixelSize(width: 8, height: 8), frameCount: 2, delay: 10
  ).bytes
  private static let files: [(path: String, bytes: [UInt8])] = [
    ("M.app/Info.plist", Array(AppFolder.infoPlist("").utf8)),
    ("M.app/PlugIns/W.appex/Info.plist", Array(widget.utf8)),
    ("M.app/PlugIns/W.appex/dog.gif", gif),
    ("M.app/PlugIns/W.appex/still.png", [0x89, 0x50, 0x4E, 0x47]),
    ("M.app/cat.png", apng),
    ("M.app/cut.gif", Array(gif.dropLast(4))),
    (
      "M.app/archived-expanded-entitlements.xcent",
      Array(AppFolder.infoPlist("<key>a</key><string>$(KEPT)</string>").utf8)
    ),
    (
      "M.app/Frameworks/F.framework/PrivacyInfo.xcprivacy",
      Array(AppFolder.infoPlist("<key>NSPrivacyTracking</key><false/>").utf8)
    ),
  ]

  private func check(_ app: App, _ name: String) {
    #expect(app.faults.isEmpty, "\(name)")
    #expect(app.animations.map(\.file.stem) == ["dog", "cat", "cut"], "\(name)")
    #expect(app.animations.map(\.isInWidget) == [true, false, false], "\(name)")
    #expect(app.animations.map(\.file.type) == [.gif, .apng, .gif], "\(name)")
    #expect(app.animations.map(\.frameCount) == [2, 2, 2] || app.animations.last?.frameCount == 1)
    #expect(app.animations.last?.damages.isEmpty == false, "\(name)")
    let main = app.targets.first
    #expect(main?.entitlement("a")?.expanded == .string("$(KEPT)"), "\(name)")
    #expect(main?.privacyManifests.count == 1, "\(name)")
    #expect(app.targets.count == 2, "\(name)")
  }

  @Test func `give the same in a folder and in an archive`() throws {
    let folder = try AppFolder([:])
    for file in Self.files { try folder.write(file.bytes, to: file.path) }
    check(try #require(folder.read("M.app")), "folder")
    var archive = ZipArchive()
    archive.members = Self.files.map { ZipArchive.Member("Payload/\($0.path)", $0.bytes) }
    try folder.write(archive.bytes, to: "M.ipa")
    let packed = try #require(folder.read("M.ipa"))
    check(packed, "archive")
    #expect(
      packed.animations.first?.file.path.description.hasSuffix(
        "M.ipa!Payload/M.app/PlugIns/W.appex/dog.gif") == true)
  }

  @Test func `tell of pictures that cannot be unpacked`() throws {
    let folder = try AppFolder([:])
    var archive = ZipArchive()
    archive.members = ["a.png", "b.gif"].map {
      ZipArchive.Member("Payload/M.app/\($0)", [UInt8](repeating: 7, count: 40))
    }
    var bytes = archive.bytes
    // The sums of the contents, in the local headers: 14 bytes in.
    for index in bytes.indices.dropLast(30)
    where bytes[index...].starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      bytes[index + 14] ^= 0xFF
    }
    try folder.write(bytes, to: "M.ipa")
    let app = try #require(folder.read("M.ipa"))
    #expect(app.faults.contains { $0.kind == .malformed || $0.kind == .limit })
    #expect(app.animations.allSatisfy { $0.frames.readError != nil })
  }

  @Test func `tell of links that lead out and of entitlements that are cut`() throws {
    let folder = try AppFolder([
      "M.app/Info.plist": AppFolder.infoPlist(""), "secret.gif": "GIF89a",
      "M.app/archived-expanded-entitlements.xcent": "<plist><dict><key>a",
    ])
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "M.app/dog.gif").path,
      withDestinationPath: "../secret.gif")
    let app = try #require(folder.read("M.app"))
    #expect(Set(app.faults.map(\.kind)) == [.outside, .malformed])
    #expect(app.animations.isEmpty)
    #expect(app.targets.first?.entitlementsFile.readError?.kind == .malformed)
  }

  @Test func `a privacy manifest by itself is judged as one`() throws {
    let folder = try AppFolder([
      "PrivacyInfo.xcprivacy": AppFolder.infoPlist("<key>NSPrivacyTypo</key><true/>"),
      "Cut.xcprivacy": "<plist><dict>",
    ])
    let app = try #require(folder.read("PrivacyInfo.xcprivacy"))
    #expect(app.form == .settingsFile && app.targets.map(\.kind) == [.other])
    #expect(app.targets.first?.privacyManifests.count == 1)
    let cut = try #require(folder.read("Cut.xcprivacy"))
    #expect(cut.targets.isEmpty && cut.faults.map(\.kind) == [.malformed])
  }
}
