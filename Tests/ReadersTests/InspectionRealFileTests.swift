import Foundation
import Readers
import Testing
import Validator

/// Files of real cameras, tools and fuzzers that are kept beside the repository, not in it.
private enum InspectedFiles {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/real").standardizedFileURL

  static func files(in folders: [String]) -> [URL] {
    folders.flatMap { name in
      let found = try? FileManager.default.contentsOfDirectory(
        at: folder.appending(path: name), includingPropertiesForKeys: nil)
      return found ?? []
    }
    .sorted { $0.path < $1.path }
  }

  static let damaged = files(in: ["malformed", "motion"])
  static let pairs = files(in: ["pairs"])
}

@Suite struct `The structure of real files` {
  @Test(
    .enabled(if: !InspectedFiles.damaged.isEmpty, "the real files are not there"),
    arguments: InspectedFiles.damaged + InspectedFiles.pairs)
  func `is told with true offsets`(file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    let structure = try FileInspector.inspect(FileSource(FilePath(file.path)))
    expectSound(structure, size: UInt64(bytes.count))
    structure.forEachPart { path, part in
      expectNameStands(part, path, in: bytes)
      return true
    }
  }

  /// A box, a segment or a chunk is named by the bytes that stand where it is said to be.
  private func expectNameStands(_ part: StructureNode, _ path: String, in bytes: [UInt8]) {
    let at = Int(part.offset)
    switch part.kind {
    case .box:
      #expect(part.name.hasPrefix(code(at: at + 4, in: bytes)), "\(path) at \(at)")
    case .segment:
      #expect(bytes[at] == 0xFF, "\(path) at \(at)")
      if part.name.hasPrefix("APP"), let digit = part.name.dropFirst(3).first?.wholeNumberValue {
        #expect(bytes[at + 1] & 0xF == UInt8(digit) || bytes[at + 1] >= 0xEA, "\(path) at \(at)")
      }
    case .file, .chunk, .directory, .entry, .sample, .data, .omitted: break
    }
  }

  private func code(at offset: Int, in bytes: [UInt8]) -> String {
    guard offset + 4 <= bytes.count else { return "nothing" }
    return FourCharacterCode(
      rawValue: bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    ).description
  }

  @Test(
    .enabled(if: !InspectedFiles.pairs.isEmpty, "the real files are not there"),
    arguments: InspectedFiles.pairs)
  func `shows no damage in camera originals`(file: URL) throws {
    let structure = try FileInspector.inspect(FileSource(FilePath(file.path)))
    #expect(problems(in: structure) == [])
  }

  @Test(
    .enabled(if: !InspectedFiles.pairs.isEmpty, "the real files are not there"),
    arguments: InspectedFiles.pairs)
  func `has a part for every place that facts name`(file: URL) throws {
    let source = try FileSource(FilePath(file.path))
    let structure = try FileInspector.inspect(source)
    let reader = MediaReader(plan: ReadingPlan(readsLivePhotoInfo: true))
    var places: [Place?] = []
    switch try reader.read(source, path: FilePath(file.path)) {
    case .movie(let movie):
      places = [movie.identifier.place, movie.duration.place, movie.stillTimes.place]
      for track in movie.tracks.value ?? [] {
        places += [track.place, track.matrixPlace, track.editListPlace, track.codecPlace]
      }
    case .still(let still):
      places = [still.pixelSize.place, still.itemOrientation.place, still.identifier.place]
    case nil: break
    }
    for place in places.compactMap({ $0 }) {
      var isFound = false
      structure.forEachPart { path, part in
        // Facts do not number the properties of items: the second `ispe` is `ispe` to them.
        let isNamed = path == "\(place.path)" || StructureNode.unnumbered(path) == "\(place.path)"
        let end = part.offset + part.length
        if isNamed, place.offset >= part.offset, place.offset + place.length <= end {
          isFound = true
        }
        return true
      }
      #expect(isFound, "\(place.path) at \(place.offset)")
    }
  }

  @Test(
    .enabled(if: !InspectedFiles.pairs.isEmpty, "the real files are not there"),
    arguments: InspectedFiles.pairs)
  func `holds the identifier where evidence says it is`(file: URL) throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    let structure = try FileInspector.inspect(FileSource(FilePath(file.path)))
    var found: [String] = []
    structure.forEachPart { path, part in
      if path.hasSuffix("/Exif/MakerNote/0x0011") {
        found.append(
          String(decoding: bytes[Int(part.offset)..<Int(part.offset) + 36], as: UTF8.self))
      }
      if path.hasSuffix("ilst/com.apple.quicktime.content.identifier") {
        let value = Int(part.offset) + 24
        found.append(String(decoding: bytes[value..<value + 36], as: UTF8.self))
      }
      return true
    }
    #expect(found.count == 1)
    #expect(found.allSatisfy { UUID(uuidString: $0) != nil }, "\(found)")
  }
}
