package import Validator

/// A member of an archive, as its entry describes it.
package struct ArchiveMember: Sendable {
  /// What a member is.
  package enum Kind: Sendable {
    case regular, folder
    /// A link, device or the like.
    case other
  }

  /// Its position in the archive, from 1, as tracks are counted.
  package let number: Int
  /// Its path in the archive; names that are marked as UTF-8 are in composed form.
  package let path: FilePath
  package let kind: Kind
  /// Its length in bytes once unpacked; nil where the entry does not tell.
  package let size: UInt64?
  package let isEncrypted: Bool
  /// Where its entry stands.
  package let place: Place
  /// Where its bytes begin in the source; nil where they do not stand there as they are.
  package let contentOffset: UInt64?
  /// The earlier member whose bytes it shares, where it is a hard link.
  package let link: FilePath?
  /// What is wrong with its entry.
  package let fault: ReadError?

  /// Whether the path would lead out of the folder that the archive is unpacked in.
  package var leadsOutside: Bool { path.leadsOutside }

  /// Whether it is there for the system that packed the archive alone: hidden, or in `__MACOSX`.
  package var isBookkeeping: Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).contains { name in
      name.elementsEqual("__MACOSX".utf8)
        || name.first == UInt8(ascii: ".") && !name.elementsEqual(".".utf8)
          && !name.elementsEqual("..".utf8)
    }
  }

  /// The path by which reports name it: `IMG_0001.livp!IMG_0001.HEIC`.
  package func path(in archive: FilePath) -> FilePath { archive.member(path.bytes) }
}

extension FilePath {
  /// The path by which reports name a member of this archive.
  package func member(_ path: some Collection<UInt8>) -> FilePath {
    FilePath(bytes: bytes + [UInt8(ascii: "!")] + path)
  }

  /// Whether the path of a member would lead out of the folder that its archive is unpacked in.
  package var leadsOutside: Bool {
    bytes.first == UInt8(ascii: "/")
      || bytes.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }
}

/// What was unpacked of a member.
package struct ArchiveContent: Sendable {
  /// The bytes, all of them or those before the fault.
  package let source: any ByteSource
  /// Why the bytes are not all there, or are not to be trusted.
  package let fault: ReadError?
  /// A number for the bytes, where it was asked for and they are all there.
  package let hash: Int?

  package init(source: any ByteSource, fault: ReadError?, hash: Int? = nil) {
    self.source = source
    self.fault = fault
    self.hash = hash
  }
}
