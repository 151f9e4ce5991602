import Readers

/// The note that Apple cameras leave in Exif tag 0x927C.
///
/// Measured on stills of eight devices: the text `Apple iOS` with its NUL, the version 1, the byte
/// order `MM`, then a directory whose offsets are counted from the note's first byte.
package struct AppleMakerNote: Sendable, Equatable {
  /// The tags in any order; they are sorted when written.
  package var entries: [TIFFEntry]

  /// Creates a note of these tags.
  package init(_ entries: [TIFFEntry]) {
    self.entries = entries
  }

  /// The tag of the Live Photo identifier.
  package static let identifierTag: UInt16 = 0x0011

  /// The note that generators write: the identifier and nothing else, 69 bytes in all.
  package static func generated(identifier: String) -> AppleMakerNote {
    AppleMakerNote([TIFFEntry(identifierTag, .ascii(identifier))])
  }

  /// The value of tag 0x927C.
  package var bytes: [UInt8] {
    let header = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
    return header + TIFFDirectory(entries).bytes(.bigEndian, at: header.count)
  }
}
