import Readers
import Support
import Testing
import Validator
import Writers

/// Whatever the bytes, a still is refused or changed as asked.
@Suite struct `Stills in any state` {
  private let media: Media

  init() throws {
    media = try Media(in: Corpus.mediaPath)
  }

  private var changes: StillChanges {
    var changes = StillChanges.identifier(TestIdentifier.new)
    changes.replacesForeignMakerNote = true
    changes.removesExifPrefix = true
    return changes
  }

  /// Rewrites where that is possible.
  ///
  /// - Returns: whether it was.
  @discardableResult
  private func rewrite(_ bytes: [UInt8], _ name: String) throws -> Bool {
    let source = MemorySource(bytes)
    let type = FileType(head: bytes.prefix(512), size: UInt64(bytes.count))
    do {
      let replacements = try StillRewriter.replacements(changes, in: source, type: type)
      let file = try RewrittenFile(source, replacements)
      let still = try Still(of: file.bytes(at: 0, count: Int(file.size)))
      #expect(still.identifier.value == StoredIdentifier(text: TestIdentifier.new), "\(name)")
      return true
    } catch let error as RewriteError {
      #expect(!error.reason.isEmpty)
      return false
    }
  }

  @Test func `of the corpus`() throws {
    var count = 0
    for specimen in Specimen.all(media) {
      for file in specimen.files
      where [".JPG", ".HEIC", ".PNG"].contains(where: file.name.hasSuffix) {
        let isRewritten = try rewrite(file.bytes, "\(specimen.name)/\(file.name)")
        if isRewritten { count += 1 }
        let isWhole = specimen.name.contains("-pass-") && !file.name.hasSuffix("PNG")
        #expect(isRewritten || !isWhole, "\(specimen.name)/\(file.name) is refused")
      }
    }
    #expect(count > 100)
  }

  @Test func `of the mutants`() throws {
    for mutant in Mutant.all {
      for still in mutant.stills(media) { try rewrite(still, mutant.name) }
    }
  }

  @Test func `with one byte changed`() throws {
    let specimens = Specimen.all(media)
    let names = [
      "identifier-mismatch-pass-jpeg-and-h264", "identifier-mismatch-pass-heic-and-hevc",
      "identifier-missing-in-still-fail-makernote-stripped",
      "still-trailing-data-pass-multi-picture", "still-structure-pass-meta-last",
    ]
    for name in names {
      let file = try #require(specimens.first { $0.name == name }?.files.first)
      let bytes = file.bytes
      for index in stride(from: 0, to: min(bytes.count, 1_600), by: 4) {
        var changed = bytes
        changed[index] ^= index % 3 == 0 ? 0xFF : index % 3 == 1 ? 0x01 : 0x80
        try rewrite(changed, "\(name), byte \(index)")
      }
    }
  }

  @Test func `cut anywhere`() throws {
    let specimens = Specimen.all(media).filter { $0.name.hasPrefix("identifier-mismatch-pass") }
    for specimen in specimens {
      let bytes = try #require(specimen.files.first?.bytes)
      for length in stride(from: 0, to: min(bytes.count, 2_000), by: 7) {
        try rewrite(Array(bytes.prefix(length)), "\(specimen.name) cut to \(length)")
      }
    }
  }

  @Test func `of HEIF with one byte of its item boxes changed`() throws {
    for exif in [nil, ExifBlock().bytes] {
      var file = ItemFile(exif: exif)
      file.baseWidth = 4
      file.groupID = 4
      let bytes = file.bytes
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= index % 3 == 0 ? 0xFF : index % 3 == 1 ? 0x01 : 0x40
        try rewrite(changed, "byte \(index)")
      }
    }
  }
}
