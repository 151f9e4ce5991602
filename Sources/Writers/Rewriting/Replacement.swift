package import Validator

/// Bytes of a file that give way to others, and why.
///
/// Every change of an existing file is a list of these, so that a plan can show it byte for byte
/// before anything is written.
package struct Replacement: Sendable, Equatable {
  /// Where the bytes stand that go; empty where the new ones are put in between.
  package var range: Range<UInt64>
  /// What takes their place; empty where bytes are only taken out.
  package var bytes: [UInt8]
  /// The part of the structure that changes, as reports name it.
  package var path: StructurePath
  /// What the change does, as a clause: `writes the identifier`.
  package var purpose: String

  /// Creates a replacement.
  package init(
    _ range: Range<UInt64>, with bytes: [UInt8], in path: StructurePath, purpose: String
  ) {
    self.range = range
    self.bytes = bytes
    self.path = path
    self.purpose = purpose
  }
}

/// Why a file cannot be changed as asked; nothing of it was written.
package struct RewriteError: Error, Sendable, Equatable {
  /// What stands in the way, as a clause that a file's name can go before.
  package let reason: String
  /// Where it stands.
  package let place: Place?

  /// Creates an error.
  package init(_ reason: String, at place: Place? = nil) {
    self.reason = reason
    self.place = place
  }

  /// The error of a reader that met damage where something was to be changed.
  package init(_ error: ReadError) {
    self.init(error.reason, at: error.place)
  }
}
