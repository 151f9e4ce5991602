/// How much an archive may cost, whatever it says of itself.
package struct ArchiveLimits: Sendable {
  /// The most bytes that are read on the way to a member.
  ///
  /// A zip archive's central directory is read before its first member, at 46 bytes and a name for
  /// each; libarchive keeps some 250 bytes of each in memory.
  package var directoryBytes: UInt64 = 4 * 1024 * 1024
  /// The most bytes that all members together may unpack to.
  ///
  /// The longest camera Live Photos measured have under 20 MB; this much still unpacks in less
  /// than a second.
  package var contentBytes: UInt64 = 128 * 1024 * 1024
  /// How many times its packed size a member may unpack to, once it is over `expansionFloor`.
  ///
  /// Coded pictures and movies hardly shrink at all; deflate reaches 1032 at most.
  package var expansion: UInt64 = 100
  /// Up to how many bytes a member may unpack from nothing: small files of one value are ordinary.
  package var expansionFloor: UInt64 = 16 * 1024 * 1024

  /// Up to how many bytes a compressed stream, such as a `.tar.zst`, may unpack from nothing.
  ///
  /// This much takes a second or two; beyond, `expansion` holds for the stream as a whole.
  package var streamFloor: UInt64 = 1 << 30

  package init() {}

  /// For archives of data sets, whose members are unpacked and let go one by one: no limit but
  /// those against bombs.
  package static var dataSet: ArchiveLimits {
    var limits = ArchiveLimits()
    limits.contentBytes = .max
    return limits
  }
}
