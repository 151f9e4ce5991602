/// A Live Photo identifier as it stands in a file.
package struct StoredIdentifier: Hashable, Sendable {
  /// The text, without the NULs and white space that `oddities` tells of.
  package var text: String
  /// In what way it is stored otherwise than cameras store it.
  package var oddities: [Oddity]

  package init(text: String, oddities: [Oddity] = []) {
    self.text = text
    self.oddities = oddities
  }

  /// A way of storing the identifier that no camera file shows (measured on 8 stills, 43 movies).
  package enum Oddity: Hashable, Sendable {
    /// The `data` box of an `ilst` item says another type than 1, UTF-8.
    case dataType(UInt32)
    /// The MakerNote entry has another type than 2, ASCII.
    case makerNoteType(UInt16)
    /// MakerNote text without its closing NUL.
    case noClosingNUL
    /// More NULs at the end than the form asks for.
    case extraNULs(Int)
    /// White space before or after the text.
    case whiteSpace
    /// Bytes that are not UTF-8.
    case notUTF8
  }
}

extension StoredIdentifier {
  /// Whether the text is a UUID: 8, 4, 4, 4 and 12 hexadecimal digits between hyphens.
  package var isUUID: Bool {
    guard text.utf8.count == 36 else { return false }
    var index = 0
    for byte in text.utf8 {
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return false }
      default: guard byte.isHexadecimalDigit else { return false }
      }
      index += 1
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isHexadecimalDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }
}

/// An identifier found where Apple's software does not look for it.
package struct StrayIdentifier: Hashable, Sendable {
  /// The kind of place it was found in.
  package enum Carrier: Hashable, Sendable {
    /// A still: a second entry 0x0011 of the Apple MakerNote.
    case makerNote
    /// A still: XMP inside the file.
    case xmp
    /// A still: an `.xmp` file beside it.
    case sidecar(FilePath)
    /// A still: a PNG text chunk.
    case pngText
    /// A movie: `moov/udta/meta`, where ffmpeg's `use_metadata_tags` writes.
    case userData
    /// A movie: the `meta` box of one track.
    case track
    /// A movie: an iTunes-style `ilst`, handler `mdir`.
    case iTunesList
    /// A movie under a QuickTime brand: `moov/meta` with the version and flags of an ISO FullBox.
    case fullBoxMeta
  }

  package var identifier: StoredIdentifier
  package var carrier: Carrier
  package var place: Place

  package init(identifier: StoredIdentifier, carrier: Carrier, place: Place) {
    self.identifier = identifier
    self.carrier = carrier
    self.place = place
  }
}

extension StoredIdentifier {
  /// A new identifier as cameras write them: a random UUID (RFC 9562, version 4) in upper case.
  package static func random() -> String {
    var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: true)
      return text.utf8.count == 1 ? "0" + text : text
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
