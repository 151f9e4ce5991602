import Readers
import Support
import Testing
import Validator
import Writers

/// JPEGs of the corpus's picture with Exif as asked.
struct ExampleJPEG {
  let media: Media

  init() throws {
    media = try Media(in: Corpus.mediaPath)
  }

  /// A block as a camera writes it, with a MakerNote of some tags.
  func exif(_ note: [TIFFEntry], order: ByteOrder = .bigEndian) -> ExifBlock {
    var exif = ExifBlock(order: order)
    exif.make = "Apple"
    exif.model = "iPhone 15"
    exif.orientation = 6
    exif.captureTime = "2024:06:21 12:00:00"
    exif.zone = "+01:00"
    exif.place = Coordinate(latitude: 51.4779, longitude: -0.0015)
    exif.pixelSize = PixelSize(width: 64, height: 48)
    if !note.isEmpty { exif.makerNote = AppleMakerNote(note).bytes }
    return exif
  }

  let noteTags = [
    TIFFEntry(0x0001, .signedLongs([15])),
    TIFFEntry(0x0008, .signedRationals([TIFFSignedRational(-128, 2_048)])),
    TIFFEntry(0x0020, .ascii("1F4E2D6C-70B3-4A58-9C81-D5E6F7A8B9C0")),
  ]

  func jpeg(_ block: [UInt8]?, further: [JPEGSegment] = []) -> [UInt8] {
    var file = media.jpeg
    file.replaceMetadata(with: (block.map { [.exif($0)] } ?? []) + further)
    return file.bytes
  }

  /// Rewrites, and holds the result against the old file.
  func rewrite(
    _ bytes: [UInt8], _ changes: StillChanges = .identifier(TestIdentifier.new),
    mayChange facts: Set<String> = []
  ) throws -> RewrittenStill {
    let old = try Still(of: bytes)
    let result = try RewrittenStill(bytes, .jpeg, changes)
    if let wanted = changes.identifier {
      #expect(result.still.identifier.value == StoredIdentifier(text: wanted))
    }
    #expect(result.still.differences(from: old) == facts)
    #expect(try JPEGParts(result.bytes).scan == JPEGParts(bytes).scan)
    return result
  }

  func note(_ bytes: [UInt8]) throws -> [UInt8] {
    let still = try Still(of: bytes)
    guard case .present(.apple, let place) = still.makerNote else { return [] }
    return Array(bytes[Int(place.offset)..<Int(place.offset + place.length)])
  }
}
