import Testing
import Validator

@testable import Readers

/// Camera files and known hard cases, where they are at hand beside the package.
@Suite struct `Real JPEG files` {
  private static let package = #filePath.split(separator: "/").dropLast(3)
  private static let root = "/" + package.dropLast().joined(separator: "/") + "/shared"

  private static func bytes(_ path: String) throws -> SourceBytes {
    try SourceBytes(FileSource(FilePath(path)))
  }

  /// The rows of the manifest, split at tabs; none where it is not there.
  private static let rows: [[String]] = {
    guard let source = try? FileSource(FilePath(root + "/real/MANIFEST.tsv")),
      let text = try? source.bytes(at: 0, count: Int(clamping: source.size))
    else { return [] }
    return String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }()

  private static var stills: [[String]] {
    rows.filter { $0.count > 3 && $0[0].hasSuffix(".jpg") && $0[1] != "malformed" }
  }

  @Test(.enabled(if: !stills.isEmpty, "no camera files at hand"))
  func `hold the identifiers of their manifest`() throws {
    for row in `Real JPEG files`.stills {
      let path = `Real JPEG files`.root + "/real/" + row[0]
      guard let bytes = try? `Real JPEG files`.bytes(path) else { continue }
      var still = Still.blank(.jpeg, size: Int(bytes.size))
      JPEGReader.read(bytes, into: &still)
      #expect(still.identifier.value?.text ?? "" == row[3], "\(row[0])")
      #expect(still.identifier.readError == nil, "\(row[0])")
      #expect(!still.hasUntouchedFact, "\(row[0])")
      if row[1] == "pairs" {
        #expect(still.damages.isEmpty && still.oddities.isEmpty, "\(row[0])")
        #expect(still.trailingData.isAbsent, "\(row[0])")
      }
    }
  }

  @Test(.enabled(if: !rows.isEmpty, "no malformed files at hand"))
  func `do no harm where they are malformed`() throws {
    for row in `Real JPEG files`.rows where row.count > 1 && row[1] == "malformed" {
      let path = `Real JPEG files`.root + "/real/" + row[0]
      guard row[0].hasSuffix(".jpg"), let bytes = try? `Real JPEG files`.bytes(path) else {
        continue
      }
      var still = Still.blank(.jpeg, size: Int(bytes.size))
      JPEGReader.read(bytes, into: &still)
      #expect(!still.hasUntouchedFact, "\(row[0])")
      #expect(still.identifier.value == nil, "\(row[0])")
    }
  }

  @Test(.enabled(if: !rows.isEmpty, "no cases at hand"))
  func `show a MakerNote that is cut and nothing else`() throws {
    let bytes = try `Real JPEG files`.bytes(
      `Real JPEG files`.root + "/cases/makernote-cut/IMG_0001.JPG")
    var still = Still.blank(.jpeg, size: Int(bytes.size))
    JPEGReader.read(bytes, into: &still)
    #expect(still.damages.map(\.kind) == [.makerNote])
    #expect(still.damages.first?.place.offset == 318)
    #expect(still.identifier.readError != nil)
    #expect(still.make.value == "Apple")
  }
}

@Suite struct `Mutated JPEG files` {
  @Test(arguments: [1, 2] as [UInt64]) func `neither trap nor yield garbage`(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let good = [TestJPEG.good, TestJPEG.multiPicture([TestJPEG.picture()])]
    for round in 0..<10_000 {
      var file = good[round % 8 == 0 ? 1 : 0]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let index = Int.random(in: 0..<file.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0: file.removeSubrange(index...)
        case 1: file.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 2: file.remove(at: index)
        case 3: file[index] = [0x00, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        default: file[index] = UInt8.random(in: 0...255, using: &random)
        }
        if file.isEmpty { break }
      }
      let still = try Still.reading(jpeg: file)
      #expect(!still.hasUntouchedFact, "round \(round)")
      if let text = still.identifier.value?.text {
        #expect(!text.isEmpty && TIFFValue.isPrintable(text), "round \(round)")
      }
    }
  }
}
