package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What a path leads to.
package enum FileKind: Sendable {
  case regular, folder
  /// A FIFO, socket or device: opening one could wait for ever.
  case special
}

/// Looks at folders.
package enum Directory {
  /// One name in a folder.
  package struct Entry: Sendable {
    package let name: [UInt8]
    package let kind: FileKind
    /// Whether it is a symbolic link; `kind` is that of what it leads to.
    package let isLink: Bool
  }

  /// The names in a folder, sorted by their bytes, without `.` and `..`.
  ///
  /// - Throws: `notOpened` with the system's reason.
  package static func entries(of path: FilePath) throws(ReadError) -> [Entry] {
    guard let handle = unsafe opendir(terminated(path)) else { throw notOpened() }
    defer { unsafe closedir(handle) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let record = unsafe readdir(handle) else {
        guard errno == 0 else { throw notOpened() }
        break
      }
      let name = unsafe self.name(of: record)
      if name == [UInt8(ascii: ".")] || name == [UInt8(ascii: "."), UInt8(ascii: ".")] { continue }
      let type = Int(unsafe record.pointee.d_type)
      switch type {
      case Int(DT_REG): entries.append(Entry(name: name, kind: .regular, isLink: false))
      case Int(DT_DIR): entries.append(Entry(name: name, kind: .folder, isLink: false))
      case Int(DT_LNK), Int(DT_UNKNOWN):
        let below = path.appending(name)
        // A link that leads nowhere is kept as a file: opening it tells what is wrong.
        entries.append(
          Entry(name: name, kind: kind(of: below) ?? .regular, isLink: isLink(below)))
      default: entries.append(Entry(name: name, kind: .special, isLink: false))
      }
    }
    return entries.sorted { $0.name.precedes($1.name) }
  }

  /// What a path leads to, links followed; nil where there is nothing.
  package static func kind(of path: FilePath) -> FileKind? {
    var status = stat()
    guard unsafe stat(terminated(path), &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .folder
    default: .special
    }
  }

  /// Whether there is certainly nothing at a path, links followed: a folder that may not be looked
  /// into and a disk that does not answer leave that open.
  package static func isGone(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe stat(terminated(path), &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Why a path cannot be reached, as the system says it.
  package static func reasonNotReached(_ path: FilePath) -> String {
    var status = stat()
    guard unsafe stat(terminated(path), &status) != 0 else { return "cannot be opened" }
    return "cannot be opened: \(unsafe String(cString: strerror(errno)))"
  }

  /// The absolute path without links, for telling whether two arguments mean one place.
  package static func resolved(_ path: FilePath) -> FilePath? {
    guard let text = unsafe realpath(terminated(path), nil) else { return nil }
    defer { unsafe free(text) }
    let length = unsafe strlen(text)
    return FilePath(
      bytes: (0..<length).map { unsafe UInt8(bitPattern: text[$0]) })
  }

  private static func isLink(_ path: FilePath) -> Bool {
    var status = stat()
    guard unsafe lstat(terminated(path), &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFLNK
  }

  private static func name(of record: UnsafeMutablePointer<dirent>) -> [UInt8] {
    // `d_name` is imported as a tuple of a fixed size; the name ends at its NUL.
    unsafe withUnsafeBytes(of: &record.pointee.d_name) { bytes in
      unsafe Array(bytes[..<(bytes.firstIndex(of: 0) ?? bytes.endIndex)])
    }
  }

  static func terminated(_ path: FilePath) -> [CChar] {
    path.bytes.map { CChar(bitPattern: $0) } + [0]
  }

  private static func notOpened() -> ReadError {
    ReadError(
      .notOpened, "cannot be opened: \(unsafe String(cString: strerror(errno)))",
      at: Place("folder", offset: 0, length: 0))
  }
}
