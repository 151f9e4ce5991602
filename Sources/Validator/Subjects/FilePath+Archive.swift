/// Members of archives are named `archive.zip!folder/IMG_0001.HEIC`: the `!` separates as a slash
/// does, but only behind the name of an archive.
extension FilePath {
  /// Endings of the archives that hold many files, in lower case.
  private static let archiveEndings: [StaticString] = [
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz",
    ".txz",
  ]

  /// Whether the name is that of an archive that may hold any number of files.
  package var isArchive: Bool { FilePath.namesArchive(bytes[...]) }

  /// Whether the name is that of a `.livp` archive, which holds one Live Photo.
  package var isLivePhotoArchive: Bool { FilePath.namesLivePhotoArchive(bytes[...]) }

  /// Whether it names a member of an archive, of a `.livp` too.
  package var isInArchive: Bool { lastMemberMark(from: 0) != nil }

  /// The archive of many files that it lies in, and its path there; nil where it lies in none.
  package var archiveAndMember: (archive: FilePath, member: FilePath)? {
    let mark = bytes.indices.first {
      bytes[$0] == UInt8(ascii: "!") && FilePath.namesArchive(bytes[..<$0])
    }
    return mark.map { mark in
      (FilePath(bytes: Array(bytes[..<mark])), FilePath(bytes: Array(bytes[(mark + 1)...])))
    }
  }

  /// Where in the path the last `!` stands that ends an archive's name.
  ///
  /// - Parameter start: where to begin looking.
  func lastMemberMark(from start: Int) -> Int? {
    var rest = bytes[start...]
    while let mark = rest.lastIndex(of: UInt8(ascii: "!")) {
      let before = bytes[..<mark]
      if FilePath.namesArchive(before) || FilePath.namesLivePhotoArchive(before) { return mark }
      rest = bytes[start..<mark]
    }
    return nil
  }

  private static func namesLivePhotoArchive(_ bytes: ArraySlice<UInt8>) -> Bool {
    ends(bytes, with: ".livp")
  }

  private static func namesArchive(_ bytes: ArraySlice<UInt8>) -> Bool {
    archiveEndings.contains { ends(bytes, with: $0) }
  }

  private static func ends(_ bytes: ArraySlice<UInt8>, with ending: StaticString) -> Bool {
    ending.withUTF8Buffer { ending in
      // Or with 0x20 makes letters small and leaves full stops and digits as they are.
      unsafe bytes.suffix(ending.count).elementsEqual(ending) { $0 | 0x20 == $1 }
    }
  }
}
