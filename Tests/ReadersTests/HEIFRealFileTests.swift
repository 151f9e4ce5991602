import Foundation
import Readers
import Synchronization
import Testing
import Validator

/// Files of real cameras and tools that are kept beside the repository, not in it.
private enum RealFiles {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared").standardizedFileURL

  static func files(in folders: [String]) -> [URL] {
    folders.flatMap { name in
      let found = FileManager.default.enumerator(
        at: folder.appending(path: name), includingPropertiesForKeys: nil)
      return (found?.allObjects ?? []).compactMap { $0 as? URL }
    }
    .filter { ["heic", "heif", "avif"].contains($0.pathExtension.lowercased()) }
    .sorted { $0.path < $1.path }
  }

  static let genuine = files(in: [
    "real/pairs", "real/singles", "real/motion", "real/edited", "real/tool_pairs", "cases",
  ]).filter { !$0.path.contains("heic-truncated") && type(of: $0) == .heic }

  static func type(of url: URL) -> FileType {
    guard let head = try? FileHandle(forReadingFrom: url).read(upToCount: 64) else { return .empty }
    return FileType(head: ArraySlice(head), size: 64)
  }

  static func read(_ url: URL) throws -> Still {
    let source = try FileSource(FilePath(url.path))
    var still = Still(
      file: MediaFile(path: FilePath(url.path), size: source.size, type: .heic),
      unreadable: ReadError(
        .unsupported, "left out by the reader", at: Place("file", offset: 0, length: 0)))
    HEIFReader.read(try SourceBytes(source), into: &still)
    return still
  }

  /// The columns `dims` and `orientation` of the list of files.
  static func listed(_ url: URL) -> (size: String, orientation: String)? {
    guard
      let text = try? String(
        contentsOf: folder.appending(path: "real/MANIFEST.tsv"), encoding: .utf8)
    else { return nil }
    let line = text.split(separator: "\n").first {
      url.path.hasSuffix("/real/" + $0.prefix { $0 != "\t" })
    }
    guard let columns = line?.split(separator: "\t", omittingEmptySubsequences: false),
      columns.count > 6
    else { return nil }
    return (String(columns[5]), String(columns[6]))
  }
}

/// A file that counts how often it is read.
private final class CountingSource: ByteSource {
  private let file: FileSource
  let reads = Mutex(0)

  init(_ file: FileSource) {
    self.file = file
  }

  var size: UInt64 { file.size }

  func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    reads.withLock { $0 += 1 }
    return try file.bytes(at: offset, count: count)
  }
}

@Suite(.enabled(if: !RealFiles.genuine.isEmpty, "the real files are not there"))
struct `Real HEIF files` {
  @Test(arguments: RealFiles.genuine)
  func `are whole`(file: URL) throws {
    let still = try RealFiles.read(file)
    #expect(still.damages == [])
    #expect(still.trailingData.isAbsent)
    #expect(still.exifPrefix.readError == nil)
    #expect(still.hasGainMap.value != nil)
  }

  @Test(arguments: RealFiles.genuine)
  func `have the size and orientation that exiftool tells`(file: URL) throws {
    guard let listed = RealFiles.listed(file) else { return }
    let still = try RealFiles.read(file)
    let size = try #require(still.pixelSize.value)
    #expect("\(size.width)x\(size.height)" == listed.size)
    switch listed.orientation {
    case "Rotate 90 CW": #expect(still.itemOrientation.value?.exifValue == 6)
    case "Horizontal (normal)", "rot 0":
      #expect((still.itemOrientation.value ?? .upright) == .upright)
    default: Issue.record("the list says \(listed.orientation)")
    }
  }

  @Test(arguments: RealFiles.genuine)
  func `take few reads`(file: URL) throws {
    let source = CountingSource(try FileSource(FilePath(file.path)))
    var still = try RealFiles.read(file)
    HEIFReader.read(try SourceBytes(source), into: &still)
    // The first read, `mdat`, `meta`, Exif and XMP; Samsung adds four boxes behind the picture.
    #expect(source.reads.withLock { $0 } <= (file.path.contains("samsung") ? 12 : 5))
  }

  @Test(arguments: RealFiles.files(in: ["real/motion"]).filter { $0.path.contains("samsung_s2") })
  func `of Samsung hold a movie in a box`(file: URL) throws {
    let still = try RealFiles.read(file)
    #expect(still.embeddedMovies.map(\.container) == [.motionPhotoBox])
    #expect(still.embeddedMovies.first?.movie != nil)
  }

  @Test(arguments: RealFiles.files(in: ["cases/heic-truncated"]))
  func `that were cut are short by what is missing`(file: URL) throws {
    let still = try RealFiles.read(file)
    #expect(still.damages.map(\.kind) == [.truncated])
    #expect(still.damages.first?.missingBytes == 1_731)
  }

  @Test(arguments: RealFiles.files(in: ["real/malformed"]))
  func `that are malformed are read to the end`(file: URL) throws {
    let still = try RealFiles.read(file)
    #expect(still.hasGainMap.readError?.reason != "left out by the reader")
    #expect(still.exifPrefix.readError?.reason != "left out by the reader")
  }
}
