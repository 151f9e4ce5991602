import Readers

/// A zip archive (APPNOTE 6.3.10), all its members dated alike.
package struct ZipArchive: Sendable {
  /// The members in their order.
  package var members: [Member]

  /// One member.
  package struct Member: Sendable {
    /// The path in the archive, as bytes.
    package var name: [UInt8]
    /// The contents as the archive holds them.
    package var packed: [UInt8]
    /// How they are packed: 0 for stored, 8 for deflated (4.4.5).
    package var method: UInt16 = 0
    /// The general purpose bits (4.4.4).
    package var flags: UInt16 = 0
    /// The length of the contents once unpacked.
    package var size: Int
    /// The check sum of the contents once unpacked.
    package var checkSum: UInt32

    /// A member that is stored as it is.
    package init(_ name: String, _ contents: [UInt8]) {
      self.name = Array(name.utf8)
      packed = contents
      size = contents.count
      checkSum = contents.checkSum
    }
  }

  /// Creates an archive of members.
  package init(_ members: Member...) {
    self.members = members
  }

  /// The whole file: members, central directory, closing record.
  package var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for member in members {
      directory += member.directoryEntry(at: file.count)
      file += member.localEntry
    }
    let closing = [
      0x0605_4B50.four, 0.four, members.count.two, members.count.two, directory.count.four,
      file.count.four, 0.two,
    ]
    return file + directory + closing.joined()
  }
}

extension ZipArchive.Member {
  /// Version 2.0, which knows folders and deflate (4.4.3).
  private static let version = 20
  /// 21 June 2024, noon, in the form of MS-DOS (4.4.6).
  private static let time = 12 << 11
  private static let date = (2024 - 1980) << 9 | 6 << 5 | 21

  /// The header before the contents, and the contents (4.3.7).
  fileprivate var localEntry: [UInt8] {
    0x0403_4B50.four + common + name + packed
  }

  /// The entry in the central directory (4.3.12).
  fileprivate func directoryEntry(at offset: Int) -> [UInt8] {
    0x0201_4B50.four + Self.version.two + common
      // No comment, first disk, no attributes.
      + [UInt8](repeating: 0, count: 10) + offset.four + name
  }

  /// What both headers hold, from the version to the length of the extra field.
  private var common: [UInt8] {
    let times = Self.time.two + Self.date.two
    let lengths = packed.count.four + size.four + name.count.two + 0.two
    return Self.version.two + flags.bytes(.littleEndian) + method.bytes(.littleEndian) + times
      + checkSum.bytes(.littleEndian) + lengths
  }
}

extension Int {
  fileprivate var two: [UInt8] { UInt16(clamping: self).bytes(.littleEndian) }
  fileprivate var four: [UInt8] { UInt32(clamping: self).bytes(.littleEndian) }
}
