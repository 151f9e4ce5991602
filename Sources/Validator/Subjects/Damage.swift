/// A fault of a file's own structure that a reader came upon.
package struct Damage: Hashable, Sendable {
  /// Which rule it belongs to.
  package enum Kind: Hashable, Sendable {
    /// The file ends before its structure does.
    case truncated
    /// The structure contradicts itself.
    case structure
    /// The Apple MakerNote is cut short or points outside itself.
    case makerNote
  }

  package var kind: Kind
  /// What is wrong, as a clause without a final stop.
  package var message: String
  package var place: Place
  /// What stands there, where one value tells.
  package var found: String?
  /// What should stand there.
  package var wanted: String?
  /// How many bytes are missing at the end of the file, where that is known.
  package var missingBytes: UInt64?
  /// Whether it hurts only a part that nobody needs, such as a thumbnail: worth a note, no more.
  package var isMinor: Bool

  package init(
    _ kind: Kind, _ message: String, at place: Place, found: String? = nil, wanted: String? = nil,
    missingBytes: UInt64? = nil, isMinor: Bool = false
  ) {
    self.kind = kind
    self.message = message
    self.place = place
    self.found = found
    self.wanted = wanted
    self.missingBytes = missingBytes
    self.isMinor = isMinor
  }
}

/// Bytes after the end of what the format describes.
package struct TrailingData: Hashable, Sendable {
  package var length: UInt64
  /// What the bytes look like, such as `a second JPEG picture`; nil where nothing is known of them.
  package var description: String?

  package init(length: UInt64, description: String? = nil) {
    self.length = length
    self.description = description
  }
}
