internal import Readers
package import Validator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Makes folders for results.
package enum OutputFolder {
  /// Makes a folder, and those that it lies in, where they are not there yet.
  ///
  /// - Throws: the system's reason, or that something else bears the name.
  package static func create(_ path: FilePath) throws(RewriteError) {
    var path = path
    while path.bytes.count > 1, path.bytes.last == UInt8(ascii: "/") {
      path = FilePath(bytes: path.bytes.dropLast())
    }
    switch Directory.kind(of: path) {
    case .folder: return
    case nil: break
    default: throw RewriteError("is no folder")
    }
    let parent = FilePath(bytes: Array(path.folder))
    if !parent.bytes.isEmpty { try create(parent) }
    guard unsafe mkdir(path.terminated, 0o777) == 0 || errno == EEXIST else {
      throw RewriteError("cannot be made: \(SystemReason.last)")
    }
  }
}
