/// Why some bytes could not be read or understood, and where.
///
/// A class, so that each of the many facts of a file has room for an error and stays small.
public final class ReadError: Error, Hashable, Sendable {
  /// What kind of trouble it is.
  package enum Kind: Hashable, Sendable {
    /// The file could not be opened or the system refused to read it.
    case notOpened
    /// The structure ends before what it announces: bytes needed and bytes there.
    case pastEnd(needed: UInt64, available: UInt64)
    /// The bytes contradict the format.
    case malformed
    /// A limit of this reader, set against hostile files, was reached.
    case limit
    /// The file holds another kind of data than the fact belongs to.
    case otherContent
    /// The format or the feature is not one that this tool reads.
    case unsupported
  }

  package let kind: Kind
  /// What is wrong, as a clause without a final stop: `the IFD has 3 entries but room for 2`.
  package let reason: String
  /// Where it is wrong.
  package let place: Place

  package init(_ kind: Kind, _ reason: String, at place: Place) {
    self.kind = kind
    self.reason = reason
    self.place = place
  }

  public static func == (left: ReadError, right: ReadError) -> Bool {
    left.kind == right.kind && left.reason == right.reason && left.place == right.place
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    hasher.combine(reason)
    hasher.combine(place)
  }
}
