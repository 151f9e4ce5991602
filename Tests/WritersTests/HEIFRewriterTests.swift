import Foundation
import Readers
import Support
import Testing
import Validator

@testable import Writers

@Suite struct `A HEIC rewritten` {
  private static let exif = block([TIFFEntry(0x0011, .ascii(TestIdentifier.old))])
  private static let exifWithoutTag = block([TIFFEntry(0x0001, .signedLongs([15]))])

  private static func block(_ note: [TIFFEntry]) -> [UInt8] {
    var exif = ExifBlock()
    exif.make = "Apple"
    exif.orientation = 1
    exif.makerNote = AppleMakerNote(note).bytes
    return exif.bytes
  }

  /// Rewrites, and holds the result against the old file.
  private func rewrite(
    _ bytes: [UInt8], _ changes: StillChanges = .identifier(TestIdentifier.new),
    mayChange facts: Set<String> = []
  ) throws -> RewrittenStill {
    let old = try Still(of: bytes)
    let result = try RewrittenStill(bytes, .heic, changes)
    if let wanted = changes.identifier {
      #expect(result.still.identifier.value == StoredIdentifier(text: wanted))
    }
    #expect(result.still.differences(from: old) == facts)
    return result
  }

  private func file(_ exif: [UInt8]?, _ change: (inout ItemFile) -> Void = { _ in }) -> [UInt8] {
    var file = ItemFile(exif: exif)
    change(&file)
    return file.bytes
  }

  /// The bytes that the location table names for an item.
  private func data(of id: UInt32, in bytes: [UInt8]) throws -> [UInt8] {
    let boxes = try ItemBoxes(SourceBytes(MemorySource(bytes)))
    let table = try ItemLocationTable(boxes.locations.payload)
    return table.rangesInFile.filter { $0.id == id }.flatMap {
      Array(bytes[Int($0.range.lowerBound)..<Int($0.range.upperBound)])
    }
  }

  private static let forms: [(String, @Sendable (inout ItemFile) -> Void)] = [
    ("as cameras write it", { _ in }),
    ("iloc version 0", { $0.locationVersion = 0 }),
    ("iloc version 2", { $0.locationVersion = 2 }),
    ("offsets of 64 bits", { $0.offsetWidth = 8 }),
    ("base offsets", { $0.baseWidth = 4 }),
    ("base offsets of 64 bits", { $0.baseWidth = 8 }),
    (
      "base offsets alone",
      {
        $0.baseWidth = 4
        $0.offsetWidth = 0
      }
    ),
    ("iinf version 1", { $0.itemListVersion = 1 }),
    ("iref version 1", { $0.referenceVersion = 1 }),
    ("no iref", { $0.referenceVersion = nil }),
    ("meta last", { $0.metadataComesLast = true }),
    ("mdat without a size", { $0.dataIsOpen = true }),
    ("meta of 64 bits", { $0.metadataIsLarge = true }),
    ("a group", { $0.groupID = 77 }),
    ("a motion photo behind", { $0.behind = [.box("mpvd", .fileType("mp42", compatible: []))] }),
    ("a free box before", { $0.before = [.box("free", .zeros(5))] }),
    ("text behind", { $0.behind = [.text("end of upload\n")] }),
  ]

  @Test func `of equal length changes these bytes alone`() throws {
    for (name, form) in Self.forms {
      let bytes = file(Self.exif, form)
      let result = try rewrite(bytes)
      #expect(result.bytes.count == bytes.count, "\(name)")
      #expect(result.replacements.count == 1 && result.newByteCount <= 36, "\(name)")
    }
  }

  @Test func `with longer Exif has it in an mdat of its own`() throws {
    for (name, form) in Self.forms {
      let bytes = file(Self.exifWithoutTag, form)
      let result = try rewrite(bytes)
      #expect(try data(of: 1, in: result.bytes) == ItemFile.picture, "\(name)")
      #expect(try data(of: 2, in: result.bytes).contains(TestIdentifier.new.utf8), "\(name)")
      // The place of the item, the new data with its header, and nothing else.
      #expect(result.replacements.count == 2, "\(name): \(result.purposes)")
      let kept = result.bytes.starts(with: bytes.prefix(40))
      #expect(kept, "\(name)")
    }
  }

  @Test func `without Exif gets an item about the picture`() throws {
    for (name, form) in Self.forms {
      let bytes = file(nil, form)
      let result = try rewrite(
        bytes, mayChange: ["exifPixelSize", "exifPrefix", "headroom"])
      #expect(try data(of: 1, in: result.bytes) == ItemFile.picture, "\(name)")
      #expect(result.still.exifPixelSize.value == result.still.pixelSize.value, "\(name)")
      let id: UInt32 = name == "a group" ? 78 : 2
      #expect(try data(of: id, in: result.bytes).contains(TestIdentifier.new.utf8), "\(name)")
      let boxes = try ItemBoxes(SourceBytes(MemorySource(result.bytes)))
      let references = try #require(boxes.references, "\(name)")
      #expect(references.payload.rest.contains("cdsc".utf8), "\(name)")
    }
  }

  @Test func `puts new data before what makers put behind the picture`() throws {
    let movie = Part.box("mpvd", .fileType("mp42", compatible: []), .zeros(9))
    let bytes = file(Self.exifWithoutTag) { $0.behind = [movie] }
    let result = try rewrite(bytes)
    #expect(result.bytes.suffix(movie.length).elementsEqual(movie.written()))
  }

  @Test func `keeps Exif in idat where its length stays, and moves it where not`() throws {
    let inPlace = try rewrite(file(Self.exif) { $0.exifMethod = 1 })
    #expect(inPlace.replacements.count == 1)
    let moved = try rewrite(file(Self.exifWithoutTag) { $0.exifMethod = 1 })
    #expect(try data(of: 1, in: moved.bytes) == ItemFile.picture)
    #expect(try data(of: 2, in: moved.bytes).contains(TestIdentifier.new.utf8))
  }

  @Test func `does not change data that another item has too`() throws {
    let bytes = file(Self.exif) { $0.sharesExif = true }
    let result = try rewrite(bytes)
    #expect(try data(of: 9, in: result.bytes) == data(of: 9, in: bytes))
    #expect(result.bytes.count > bytes.count)
  }

  @Test func `with Exif in several pieces is refused`() throws {
    let error = #expect(throws: RewriteError.self) {
      try rewrite(file(Self.exif) { $0.splitsExif = true })
    }
    #expect(error?.reason.contains("several pieces") == true)
    #expect(error?.place != nil)
    // Nothing has to change: nothing stands in the way.
    let asked = StillChanges.identifier(TestIdentifier.old)
    #expect(try rewrite(file(Self.exif) { $0.splitsExif = true }, asked).replacements == [])
  }

  @Test func `with no item number left is refused`() {
    let error = #expect(throws: RewriteError.self) {
      try rewrite(file(nil) { $0.groupID = 65_535 })
    }
    #expect(error?.reason == "no item number is left for an Exif item")
  }

  @Test func `with an image sequence is refused where its data would move`() throws {
    let sequence = Part.box("moov", .zeros(0))
    let error = #expect(throws: RewriteError.self) {
      try rewrite(file(nil) { $0.behind = [sequence] })
    }
    #expect(error?.reason.contains("image sequence") == true)
    _ = try rewrite(file(Self.exifWithoutTag) { $0.behind = [sequence] })
  }

  @Test func `with what else counts from the start of the file is refused`() throws {
    let second = Part.fullBox("meta")
    #expect(throws: RewriteError.self) { try rewrite(file(nil) { $0.behind = [second] }) }
    _ = try rewrite(file(Self.exifWithoutTag) { $0.behind = [second] })
    #expect(throws: RewriteError.self) { try rewrite(file(nil) { $0.dataReference = 1 }) }
  }

  @Test func `over 4 GB has its offsets widened`() throws {
    for exif in [nil, Self.exifWithoutTag] {
      var bytes = file(exif) { $0.dataIsOpen = true }
      // The picture is said to stand just before 4 GB; its entry is the first of `iloc`.
      let table = try #require(bytes.firstRange(of: Array("iloc".utf8))?.upperBound)
      bytes.replaceSubrange(table + 16..<table + 20, with: [0xFF, 0xFF, 0xFF, 0x80])
      let source = LongSource(bytes: bytes, size: 0x1_0000_0000)
      let changes = StillChanges.identifier(TestIdentifier.new)
      let replacements = try StillRewriter.replacements(changes, in: source, type: .heic)
      let changed = try RewrittenFile(source, replacements)
      let boxes = try ItemBoxes(SourceBytes(changed))
      let items = try ItemLocationTable(boxes.locations.payload).rangesInFile
      let growth = changed.size - source.size
      let added = replacements.last?.bytes.count ?? 0
      #expect(items[0].range.lowerBound == 0xFFFF_FF80 + growth - UInt64(added))
      #expect(items[1].range.upperBound == changed.size)
      #expect(try StillRewriter.replacements(changes, in: changed, type: .heic) == [])
    }
  }

  @Test func `cut short is refused`() throws {
    let bytes = file(Self.exifWithoutTag)
    for length in [bytes.count - 1, bytes.count - 40, 300, 100, 20] {
      #expect(throws: RewriteError.self) { try rewrite(Array(bytes.prefix(length))) }
    }
  }

  @Test func `loses the bytes before its TIFF header`() throws {
    let media = try Media(in: Corpus.mediaPath)
    var changes = StillChanges()
    changes.removesExifPrefix = true
    for prefix in [Array("Exif\0\0".utf8) + [0, 0, 0, 0], [0], [1, 2, 3, 4, 5, 6, 7]] {
      var still = HEIFStill(tile: media.tile)
      still.exif = Self.exif
      still.exifPrefix = prefix
      let result = try rewrite(still.bytes, changes, mayChange: ["exifPrefix"])
      #expect(result.still.exifPrefix.value?.extraBytes == 0)
      #expect(result.bytes.count == still.bytes.count)
      #expect(result.newByteCount < 20)
      var both = changes
      both.identifier = "of-another-length"
      _ = try rewrite(still.bytes, both, mayChange: ["exifPrefix"])
    }
  }

  @Test(.enabled(if: OtherReader.heifConvert.isInstalled, "heif-convert is not installed"))
  func `is decoded to the same picture`() throws {
    let media = try Media(in: Corpus.mediaPath)
    var still = HEIFStill(tile: media.tile)
    still.columns = 2
    let old = try decoded(still.bytes)
    for exif in [nil, Self.exifWithoutTag] {
      for isLast in [false, true] {
        still.exif = exif
        still.metadataComesLast = isLast
        let result = try RewrittenStill(
          still.bytes, .heic, .identifier(TestIdentifier.new))
        #expect(try decoded(result.bytes) == old)
      }
    }
  }

  /// What libheif makes of a file: the picture's data of a PNG, which has Exif beside them.
  private func decoded(_ bytes: [UInt8]) throws -> [UInt8] {
    try bytes.withFile("a.heic") { path in
      _ = try OtherReader.heifConvert.output(path, path + ".png")
      let png = [UInt8](try Data(contentsOf: URL(filePath: path + ".png")))
      var reader = ByteReader(png.dropFirst(8), at: 8, path: "PNG")
      var data: [UInt8] = []
      while !reader.isAtEnd {
        let length = UInt64(try reader.uint32())
        let type = try reader.fourCharacterCode()
        let chunk = try reader.take(length)
        if type == "IDAT" { data += chunk.rest }
        try reader.skip(4)
      }
      return data
    }
  }
}

/// A file of some bytes and zeros behind them.
private struct LongSource: ByteSource {
  let bytes: [UInt8]
  let size: UInt64

  func bytes(at offset: UInt64, count: Int) throws(ReadError) -> [UInt8] {
    let end = min(size, offset + UInt64(max(0, count)))
    guard offset < end else { return [] }
    let known = offset < UInt64(bytes.count) ? bytes.dropFirst(Int(offset)).prefix(count) : []
    return known + Array(repeating: 0, count: Int(end - offset) - known.count)
  }
}
