import Foundation
import Readers
import Support
import Testing
import Validator
import Writers

/// Files of real cameras and tools that are kept beside the repository, not in it.
private enum RealStills {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared").standardizedFileURL

  static let all: [URL] = ["real", "cases", "cases-app"].flatMap { name in
    let found = FileManager.default.enumerator(
      at: folder.appending(path: name), includingPropertiesForKeys: nil)
    return (found?.allObjects ?? []).compactMap { $0 as? URL }
  }
  .filter { ["heic", "heif", "jpg", "jpeg"].contains($0.pathExtension.lowercased()) }
  .sorted { $0.path < $1.path }

  static func name(_ url: URL) -> String { String(url.path.dropFirst(folder.path.count + 1)) }
}

/// A real file and what it becomes.
private struct Rewriting {
  let name: String
  let type: FileType
  /// What was written.
  let identifier: String
  let old: [UInt8]
  let result: RewrittenStill

  var hadExif: Bool { (try? Still(of: old))?.makerNote.value != .noExif }
}

/// Where the files of one run lie, old and new under one number.
private struct Folder: ~Copyable {
  let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init(_ files: [Rewriting]) throws {
    for (name, bytes) in [
      ("old", { (file: Rewriting) in file.old }), ("new", { $0.result.bytes }),
    ] as [(String, (Rewriting) -> [UInt8])] {
      let folder = url.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (index, file) in files.enumerated() {
        let path = folder.appending(path: "\(index).\(file.type.rawValue)")
        try Data(bytes(file)).write(to: path)
      }
    }
  }

  func path(_ kind: String, _ index: Int, _ type: FileType) -> String {
    url.appending(path: "\(kind)/\(index).\(type.rawValue)").path
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

@Suite(.enabled(if: !RealStills.all.isEmpty, "no camera files at hand"))
struct `Real stills rewritten` {
  /// All that can be rewritten, and why the others cannot.
  private static let (files, refusals): ([Rewriting], [(name: String, reason: String)]) = {
    var files: [Rewriting] = []
    var refusals: [(String, String)] = []
    for url in RealStills.all {
      let name = RealStills.name(url)
      guard let data = try? Data(contentsOf: url) else { continue }
      let bytes = [UInt8](data)
      let type = FileType(head: bytes.prefix(512), size: UInt64(bytes.count))
      // One that takes the place of another, and one that needs more room.
      for identifier in [TestIdentifier.new, TestIdentifier.new + "-and-more"] {
        var changes = StillChanges.identifier(identifier)
        changes.replacesForeignMakerNote = true
        do {
          let result = try RewrittenStill(bytes, type, changes)
          files.append(
            Rewriting(name: name, type: type, identifier: identifier, old: bytes, result: result))
        } catch {
          refusals.append((name, (error as? RewriteError)?.reason ?? "\(error)"))
        }
      }
    }
    return (files, refusals)
  }()

  @Test func `hold the identifier, and every other fact as it was`() throws {
    for file in Self.files {
      let old = try Still(of: file.old)
      #expect(
        file.result.still.identifier.value == StoredIdentifier(text: file.identifier),
        "\(file.name)")
      var allowed: Set<String> = []
      switch old.makerNote.value {
      case .noExif: allowed = ["exifPixelSize", "exifPrefix", "headroom"]
      case .noMakerNote, .foreign: allowed = ["headroom", "exifPixelSize"]
      default: break
      }
      // A value that overlapped the directory of its note has got a place of its own.
      if file.name.contains("paintnet") { allowed.insert("oddities") }
      let changed = file.result.still.differences(from: old).subtracting(allowed)
      #expect(changed.isEmpty, "\(file.name): \(changed)")
    }
    #expect(Self.files.count > 160)
  }

  @Test func `are refused only where they are damaged or of another type`() {
    let known = [
      "real/malformed/", "cases/heic-truncated/", "cases/makernote-cut/",
      // PNG data under the name of HEIC.
      "real/tool_pairs/t01", "real/tool_pairs/t03",
      // Its XMP segment says that it is shorter than it is.
      "real/motion/pixel_synth_motionphoto.jpg",
    ]
    for (name, reason) in Self.refusals {
      #expect(known.contains { name.hasPrefix($0) }, "\(name): \(reason)")
      #expect(!reason.isEmpty)
    }
  }

  @Test func `keep all bytes but a few`() throws {
    for file in Self.files {
      // A MakerNote that moves takes up to 4 KB; in HEIC the whole of Exif does.
      let limit = file.type == .jpeg ? 5_000 : 70_000
      #expect(file.result.newByteCount < limit, "\(file.name): \(file.result.newByteCount)")
      if file.type == .jpeg {
        let end = try #require(file.result.replacements.last?.range.upperBound, "\(file.name)")
        let rest = file.old.dropFirst(Int(end))
        #expect(file.result.bytes.suffix(rest.count) == rest, "\(file.name)")
        #expect(rest.count > 20, "\(file.name)")
      }
    }
  }

  @Test(.enabled(if: OtherReader.exiftool.isInstalled, "exiftool is not installed"))
  func `tell exiftool what they told before`() throws {
    let folder = try Folder(Self.files)
    let indices = Self.files.indices
    let paths = ["old", "new"].flatMap { kind in
      indices.map { folder.path(kind, $0, Self.files[$0].type) }
    }
    let output = try OtherReader.exiftool.output(
      ["-j", "-G1", "-a", "-u", "-struct", "-q"] + paths, allowsFailure: true)
    let parsed = try JSONSerialization.jsonObject(with: Data(output.utf8))
    let tags = try #require(parsed as? [[String: Any]])
    try #require(tags.count == paths.count)
    for index in indices {
      let file = Self.files[index]
      let (old, new) = (tags[index], tags[index + Self.files.count])
      #expect(
        "\(new["Apple:MediaGroupUUID"] ?? new["Apple:ContentIdentifier"] ?? "")"
          == file.identifier, "\(file.name)")
      let state = try Still(of: file.old).makerNote.value
      for tag in Set(old.keys).union(new.keys).sorted() where !Self.mayDiffer(tag, state) {
        let (before, after) = (try Self.shown(old[tag]), try Self.shown(new[tag]))
        // What was odd about a note that went is no longer warned of.
        let isGone = after == nil && tag == "ExifTool:Warning"
        #expect(before == after || isGone, "\(file.name): \(tag)")
      }
    }
  }

  private static func shown(_ value: Any?) throws -> String? {
    try value.map {
      let data = try JSONSerialization.data(
        withJSONObject: $0, options: [.sortedKeys, .fragmentsAllowed])
      return String(decoding: data, as: UTF8.self)
    }
  }

  /// Whether a tag tells of the file itself, of where data stand, of the identifier, or of the note or
  /// the Exif that a picture has lost or got.
  private static func mayDiffer(_ tag: String, _ state: MakerNoteState?) -> Bool {
    let group = String(tag.prefix { $0 != ":" })
    let name = String(tag.dropFirst(group.count + 1))
    if group == "SourceFile" || group == "System" || group == "Apple" && name.hasSuffix("UUID")
      || tag == "Apple:ContentIdentifier" || group == "QuickTime" && name.hasPrefix("MediaData")
      || name == "ThumbnailOffset"
    {
      return true
    }
    // Tags that Exif demands of every picture.
    let demanded = [
      "IFD0:XResolution", "IFD0:YResolution", "IFD0:ResolutionUnit", "IFD0:YCbCrPositioning",
      "ExifIFD:ExifVersion", "ExifIFD:FlashpixVersion", "ExifIFD:ColorSpace",
      "ExifIFD:ComponentsConfiguration", "ExifIFD:ExifImageWidth", "ExifIFD:ExifImageHeight",
      "File:ExifByteOrder",
    ]
    let kept = [
      "IFD0", "IFD1", "ExifIFD", "GPS", "InteropIFD", "File", "JFIF", "QuickTime", "Meta",
    ]
    switch state {
    case .noExif: return demanded.contains(tag)
    case .noMakerNote: return demanded.contains(tag) && group == "ExifIFD"
    // The tags of the other maker, and what follows from them, are gone.
    case .foreign:
      return !kept.contains(group) && !group.hasPrefix("XMP") || name.hasPrefix("MakerNote")
    case .apple, nil: return false
    }
  }

  @Test(.enabled(if: OtherReader.heifInfo.isInstalled, "heif-info is not installed"))
  func `open in libheif where they did before`() throws {
    let folder = try Folder(Self.files)
    for index in Self.files.indices where Self.files[index].type == .heic {
      let old = try? OtherReader.heifInfo.output(folder.path("old", index, .heic))
      let new = try? OtherReader.heifInfo.output(folder.path("new", index, .heic))
      guard let old else { continue }
      // Behind `metadata` the sizes of Exif are told.
      let parts = [old, new ?? ""].map { $0.split(separator: "metadata:").first }
      #expect(new != nil && parts[0] == parts[1], "\(Self.files[index].name)")
    }
  }
}
