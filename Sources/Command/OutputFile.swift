import Readers
import Validator

/// A file that a report is written to.
struct OutputFile: Sendable {
  let path: FilePath

  /// Refuses to write over anything that the run may judge or read.
  ///
  /// - Parameter inputs: the paths that the command line names.
  /// - Throws: where the file is one of them, or looks like a half of a Live Photo or what lies
  ///   beside one.
  func requireNoInput(among inputs: [FilePath]) throws(UsageError) {
    guard let resolved = Directory.resolved(path) else { return }
    if Directory.kind(of: path) == .folder { throw UsageError("\(path): is a folder") }
    guard Directory.kind(of: path) == .regular else { return }
    let isNamed = inputs.contains { Directory.resolved($0) == resolved }
    let file = MediaFile(path: resolved, size: 0, type: nil)
    if isNamed || resolved.isArchive || OutputFile.inputExtensions.contains(file.pathExtension)
      || file.halfByExtension != nil || holdsMedia
    {
      throw UsageError("\(path): is a file to judge; a report is not written over it")
    }
  }

  /// Refuses a report that would take the place of a store, be that there yet or not.
  func requireOtherPlace(than store: FilePath) throws(UsageError) {
    guard let place = OutputFile.place(of: path), place == OutputFile.place(of: store) else {
      return
    }
    throw UsageError("\(path): is the audit store; a report is not written over it")
  }

  /// Refuses reports that would take each other's place.
  ///
  /// - Throws: where two of the files are one; devices and FIFOs take any number.
  static func requireDistinct(_ files: [String]) throws(UsageError) {
    var places: [FilePath: String] = [:]
    for file in files {
      let path = FilePath(typed: file)
      guard Directory.kind(of: path) != .special, let place = OutputFile.place(of: path) else {
        continue
      }
      if let other = places.updateValue(file, forKey: place) {
        let names = other == file ? file : "\(other) and \(file)"
        throw UsageError("two reports go to one file: \(names)")
      }
    }
  }

  /// The absolute path without links of a file that need not be there yet; nil where its folder is
  /// not there either.
  private static func place(of path: FilePath) -> FilePath? {
    if let resolved = Directory.resolved(path) { return resolved }
    let folder = FilePath(bytes: Array(path.folder))
    guard folder.isEmpty else { return Directory.resolved(folder)?.appending(path.name) }
    let isAtRoot = path.bytes.first == UInt8(ascii: "/")
    return Directory.resolved(FilePath(isAtRoot ? "/" : "."))?.appending(path.name)
  }

  /// Sidecars, bundle metadata and archives, which are read too.
  private static let inputExtensions: Set<String> = ["xmp", "plist", "livp", "zip", "aae"]

  private var holdsMedia: Bool {
    guard let bytes = try? SourceBytes(FileSource(path)) else { return false }
    // Another audit's store.
    if bytes.firstBytes.starts(with: "SQLite format 3\0".utf8) { return true }
    return switch FileType(head: bytes.firstBytes, size: bytes.size) {
    case .unknown, .empty: false
    default: true
    }
  }
}
