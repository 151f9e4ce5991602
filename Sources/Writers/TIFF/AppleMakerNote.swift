import Readers

/// The note that Apple cameras leave in Exif tag 0x927C.
///
/// Measured on stills of eight devices: the text `Apple iOS` with its NUL, the version 1, the byte
/// order `MM`, then a directory whose offsets are counted from the note's first byte.
package struct AppleMakerNote: Sendable, Equatable {
  package var entries: [TIFFEntry]

  package init(_ entries: [TIFFEntry]) {
    self.entries = entries
  }

  /// The tag of the Live Photo identifier.
  package static let identifierTag: UInt16 = 0x0011

  /// The note that generators write: the identifier and nothing else, 69 bytes in all.
  package static func generated(identifier: String) -> AppleMakerNote {
    AppleMakerNote([TIFFEntry(identifierTag, .ascii(identifier))])
  }

  package var bytes: [UInt8] {
    let header = Array("Apple iOS".utf8) + [0, 0, 1] + Array("MM".utf8)
    return header + TIFFDirectory(entries).bytes(.bigEndian, at: header.count)
  }
}
