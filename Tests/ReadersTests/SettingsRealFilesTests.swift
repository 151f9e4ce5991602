import Foundation
import Readers
import Testing
import Validator

/// Settings files of real projects that are kept beside the repository, not in it.
private enum RealSettings {
  static let shared = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared").standardizedFileURL

  static func files(in folder: String) -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(
      at: shared.appending(path: folder), includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path < $1.path }
  }

  static let catalogues = files(in: "real/plist").filter { $0.pathExtension == "xcstrings" }
  static let lists = files(in: "real/plist").filter {
    !["xcstrings", "ipa"].contains($0.pathExtension)
  }

  static func read(_ file: URL) throws -> SettingsReading {
    let path = FilePath(file.path)
    return PropertyListReader.read(try SettingsFile.bytes(of: path), file: path)
  }
}

@Suite struct `The settings files of real projects` {
  @Test(
    .enabled(if: !RealSettings.lists.isEmpty, "the real files are not there"),
    arguments: RealSettings.lists)
  func `are read or their fault is named`(file: URL) throws {
    let reading = try RealSettings.read(file)
    #expect(reading.root != nil)
    for fault in reading.faults {
      guard case .duplicateKey(let key, let first) = fault.kind else {
        Issue.record("\(fault)")
        continue
      }
      #expect(fault.place.line != nil && first.line != nil)
      #expect(fault.message.hasPrefix("the key \(key) stands twice"))
    }
  }

  @Test(
    .enabled(if: !RealSettings.lists.isEmpty, "the real files are not there"),
    // Foundation keeps the numbers of a keyed archive to itself.
    arguments: RealSettings.lists.filter { !$0.lastPathComponent.contains("photoslib") })
  func `hold what Foundation finds`(file: URL) throws {
    let object = try unsafe PropertyListSerialization.propertyList(
      from: Data(contentsOf: file), format: nil)
    let root = try #require(try RealSettings.read(file).root)
    #expect(root.value.comparable == comparable(object))
  }

  @Test(.enabled(if: !RealSettings.lists.isEmpty, "the real files are not there"))
  func `are the same in XML and binary form`() throws {
    let folder = RealSettings.shared.appending(path: "real")
    let xml = try RealSettings.read(folder.appending(path: "plist/homeassistant_App_Info.plist"))
    let binary = try RealSettings.read(
      folder.appending(path: "derived/homeassistant_App_Info.binary.plist"))
    let root = try #require(xml.root)
    #expect(root.value.entries?.isEmpty == false)
    #expect(root.value.comparable == binary.root?.value.comparable)
  }

  @Test(.enabled(if: !RealSettings.catalogues.isEmpty, "the real files are not there"))
  func `give the texts of string catalogues`() throws {
    for file in RealSettings.catalogues {
      let path = FilePath(file.path)
      let (tables, faults) = StringCatalogueReader.read(
        try SettingsFile.bytes(of: path), file: path)
      #expect(faults.isEmpty)
      #expect(tables.map(\.language) == ["en", "ja"])
      #expect(tables.allSatisfy { $0.texts.count == 5 })
      #expect(tables.first?.texts[2].place.line == 46)
    }
  }

  @Test(.enabled(if: !RealSettings.files(in: "cases-app").isEmpty, "the cases are not there"))
  func `name the line of a broken element and of a key that stands twice`() throws {
    let cases = RealSettings.shared.appending(path: "cases-app")
    let broken = try RealSettings.read(cases.appending(path: "malformed-xml/Info.plist"))
    #expect(broken.root == nil)
    #expect(broken.faults.map(\.kind) == [.malformed])
    #expect(broken.faults.first?.place.line == 5)
    let twice = try RealSettings.read(cases.appending(path: "duplicate-key/Info.plist"))
    #expect(
      twice.messages == [
        "the key NSPhotoLibraryAddUsageDescription stands twice, in lines 7 and 9"
      ])
    #expect(twice.root != nil)
  }
}

/// What Foundation reads in a list, written out with its keys in order, numbers as Foundation has
/// them: it keeps no types apart.
private func comparable(_ object: Any) -> String {
  switch object {
  case let text as String: return "\"\(text)\""
  case let number as NSNumber: return "\(number.doubleValue)"
  case let date as Date: return date.formatted(.iso8601)
  case let data as Data: return "\([UInt8](data))"
  case let array as [Any]: return "[" + array.map(comparable).joined(separator: ", ") + "]"
  case let dictionary as [String: Any]:
    let entries = dictionary.map { "\($0.key): \(comparable($0.value))" }.sorted()
    return "{" + entries.joined(separator: ", ") + "}"
  default: return "unknown"
  }
}

extension PropertyListValue {
  /// The value as the function of this name writes what Foundation reads.
  fileprivate var comparable: String {
    switch self {
    case .string(let text): return "\"\(text)\""
    case .integer(let number): return "\(Double(number))"
    case .real(let number): return "\(number)"
    case .boolean(let flag): return flag ? "1.0" : "0.0"
    case .date(let date): return date
    case .data(let bytes): return "\(bytes)"
    case .array(let nodes):
      return "[" + nodes.map(\.value.comparable).joined(separator: ", ") + "]"
    case .dictionary(let entries):
      // Of a key that stands twice Foundation keeps the last value.
      let last = Dictionary(entries.map { ($0.key, $0.node.value) }) { _, later in later }
      let written = last.map { "\($0.key): \($0.value.comparable)" }.sorted()
      return "{" + written.joined(separator: ", ") + "}"
    }
  }
}
