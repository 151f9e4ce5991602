import Readers
import Validator

/// Tells what a walk passes over: hidden files, what systems and photo libraries keep for
/// themselves, and what the user has excluded.
struct PathFilter: Sendable {
  /// What the user has excluded.
  var patterns = ExcludePatterns()
  /// The names of the store of the run and of what lies beside it while it is written, and where it
  /// lies: opening these would take away the database's locks on them.
  private let storeNames: Set<[UInt8]>
  private let storeFolder: FilePath?

  init(patterns: ExcludePatterns = ExcludePatterns(), store: FilePath? = nil) {
    self.patterns = patterns
    let place = store.flatMap(Directory.resolved)
    storeNames = Set(
      ["", "-wal", "-shm", "-journal"].compactMap { end in place.map { Array($0.name) + end.utf8 } }
    )
    storeFolder = place.map { FilePath(bytes: Array($0.folder)) }
  }

  /// Whether a path is the store's.
  func isStore(_ path: FilePath) -> Bool {
    guard !storeNames.isEmpty, storeNames.contains(Array(path.name)) else { return false }
    return Directory.resolved(path).map { FilePath(bytes: Array($0.folder)) } == storeFolder
  }

  /// Files and folders of systems: Windows' caches and bins, archives made on a Mac, Synology's
  /// and QNAP's thumbnails.
  private static let systemNames: [StaticString] = [
    "__macosx", "thumbs.db", "desktop.ini", "$recycle.bin", "system volume information", "@eadir",
    "#recycle", "@recycle", ".@__thumb", "lost+found",
  ]
  /// Folders in a Photos library that hold what Photos has made of the originals, by osxphotos'
  /// description of the library.
  private static let libraryCaches: Set<String> = [
    "database", "private", "internal", "external", "thumbnails", "previews", "derivatives",
    "caches", "cpl", "proxies", "partialvideo", "attachments",
  ]

  /// Whether to pass over a file or folder, none of whose folders is passed over.
  ///
  /// - Parameters:
  ///   - path: the path as it was found.
  ///   - rootLength: how many bytes of it name the folder or archive that the walk began with.
  ///   - isFolder: whether it is a folder.
  func skips(_ path: FilePath, below rootLength: Int, isFolder: Bool) -> Bool {
    let name = path.name
    if name.first == UInt8(ascii: ".") || PathFilter.isOfSystem(name) || isStore(path) {
      return true
    }
    if isFolder, PathFilter.isLibraryCache(path) { return true }
    return patterns.match(path.bytes.dropFirst(rootLength), isFolder: isFolder)
  }

  /// Whether to pass over a member of an archive, by its own name or that of one of its folders.
  func skipsMember(_ path: FilePath, below rootLength: Int) -> Bool {
    let slashes = path.bytes[rootLength...].indices.filter {
      path.bytes[$0] == UInt8(ascii: "/")
    }
    return slashes.contains { slash in
      let folder = FilePath(bytes: Array(path.bytes[..<slash]))
      // Members named `../x` or `/x` are looked at: their names are what is to be told.
      return !folder.name.isEmpty && !folder.name.elementsEqual("..".utf8)
        && skips(folder, below: rootLength, isFolder: true)
    } || skips(path, below: rootLength, isFolder: false)
  }

  private static func isOfSystem(_ name: ArraySlice<UInt8>) -> Bool {
    systemNames.contains { own in
      own.utf8CodeUnitCount == name.count
        && own.withUTF8Buffer { own in
          // Only the letters of the names have another form: in capitals.
          unsafe zip(name, own).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
        }
    }
  }

  private static func isLibraryCache(_ path: FilePath) -> Bool {
    guard libraryCaches.contains(String(decoding: path.name, as: UTF8.self).lowercased()) else {
      return false
    }
    return path.folder.split(separator: UInt8(ascii: "/")).contains {
      $0.suffix(14).elementsEqual(".photoslibrary".utf8) { $0 | 0x20 == $1 }
    }
  }
}
