import Foundation
import Readers
import Testing
import Validator

/// Animations of other programs, where they are at hand beside the package.
@Suite struct `Real animations` {
  private static let package = #filePath.split(separator: "/").dropLast(3)
  private static let root = "/" + package.dropLast().joined(separator: "/") + "/shared"

  private static func names(in folder: String) -> [String] {
    let found = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")
    return (found ?? []).filter { $0.hasSuffix(".gif") }.sorted()
  }

  private static func read(_ path: String) throws -> Animation {
    let bytes = try SourceBytes(FileSource(FilePath("\(root)/\(path)")))
    var animation = Animation(
      file: MediaFile(path: FilePath(path), size: bytes.size, type: .gif),
      unreadable: ReadError(.unsupported, "not set", at: Place("file", offset: 0, length: 0)))
    GIFReader.read(bytes, into: &animation)
    return animation
  }

  @Test(.enabled(if: !names(in: "real/anim").isEmpty, "no animations at hand"))
  func `are read to their end, or their fault has a place`() throws {
    for name in Self.names(in: "real/anim") {
      let animation = try Self.read("real/anim/\(name)")
      let isWhole =
        animation.frameCount > 0 && animation.size.value != nil
        && animation.trailingData.readError == nil
      #expect(isWhole || !animation.damages.isEmpty, "\(name)")
      for damage in animation.damages {
        #expect(damage.place.offset <= animation.file.size, "\(name)")
      }
    }
  }

  @Test(.enabled(if: !names(in: "real/anim").isEmpty, "no animations at hand"))
  func `hold as many frames as other readers count`() throws {
    let counts = [
      "kingfisher_2.gif": 11, "photoprism_pythagoras.gif": 201, "photoprism_example.gif": 1,
      "exiftool_GIF.gif": 1, "mei_pbar_ani_invalid_XMP.gif": 23,
    ]
    for name in Self.names(in: "real/anim") {
      guard let count = counts[name] else { continue }
      #expect(try Self.read("real/anim/\(name)").frameCount == count, "\(name)")
    }
  }

  @Test(.enabled(if: !names(in: "cases-app/animation-good").isEmpty, "no cases at hand"))
  func `of the cases are good, fast and cut`() throws {
    let good = try Self.read("cases-app/animation-good/dog.gif")
    #expect(good.frameCount == 12 && good.damages.isEmpty)
    #expect(good.delays.allSatisfy { ($0?.seconds ?? 0) >= 0.03 })
    let fast = try Self.read("cases-app/animation-fast-frames/dog.gif")
    #expect(fast.frameCount == 12 && fast.damages.isEmpty)
    #expect(fast.delays.contains { ($0?.seconds ?? 0) < 0.03 })
    let cut = try Self.read("cases-app/animation-truncated/dog.gif")
    #expect(cut.damages.map(\.kind) == [.truncated])
    #expect(cut.damages.first.map { $0.place.offset <= cut.file.size } == true)
  }
}
