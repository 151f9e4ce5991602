import Readers
import Validator
import Writers

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The files that one Live Photo is written into.
struct ResultFiles: Sendable {
  private let folder: FilePath
  private let name: [UInt8]
  private let bundle: BundleForm?
  private let replaces: Bool
  /// Whether extensions are written small, as the source's.
  private let isLowerCase: Bool

  init(_ job: MakeJob, in folder: FilePath, _ options: MakeOptions) {
    self.folder = folder
    name = job.name
    bundle = options.bundle
    replaces = options.replacesFiles
    let source = job.source.name
    isLowerCase =
      source.lastIndex(of: UInt8(ascii: ".")).map { dot in
        source[dot...].contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      } ?? false
  }

  /// The name of the still, by the type of its bytes.
  func still(for type: FileType) -> FilePath { path(type == .heic ? "HEIC" : "JPG") }

  /// The name of the movie.
  var movie: FilePath { path("MOV") }

  private func path(_ pathExtension: String) -> FilePath {
    let cased = isLowerCase ? pathExtension.lowercased() : pathExtension
    return folder.appending(name + Array(".\(cased)".utf8))
  }

  private func bundlePath(_ form: BundleForm) -> FilePath {
    folder.appending(name + Array(".\(form.rawValue)".utf8))
  }

  /// Makes sure, before any work is done, that the names are free and are not those of the sources.
  func requireRoom(sources: [FilePath]) throws(MakeError) {
    let paths = bundle.map { [bundlePath($0)] } ?? [still(for: .heic), still(for: .jpeg), movie]
    for path in paths {
      guard Directory.kind(of: path) != nil else { continue }
      let resolved = Directory.resolved(path)
      if sources.contains(where: { Directory.resolved($0) == resolved }) {
        throw MakeError(
          "is a source; choose another folder with -o, or another name in a list for --pairs",
          file: path)
      }
      if !replaces { throw MakeError("is there already; --force replaces it", file: path) }
    }
  }

  /// Writes both halves, so that all is there or nothing.
  ///
  /// - Returns: what was written: the still and the movie, or one bundle.
  func write(still: RewrittenFile, stillType: FileType, movie: RewrittenFile) throws(MakeError)
    -> [FilePath]
  {
    let stillPath = self.still(for: stillType)
    do {
      switch bundle {
      case nil:
        let staged = [try StagedFile(for: stillPath), try StagedFile(for: self.movie)]
        try staged[0].append(still)
        try staged[1].append(movie)
        try StagedFiles.uninterrupted { () throws(PublishError) in
          try StagedFile.publish(staged, replaces: replaces)
        }
        return [stillPath, self.movie]
      case .pvt?:
        let path = bundlePath(.pvt)
        try writeFolder(path, stillPath, still, movie)
        return [path]
      case .livp?:
        let path = bundlePath(.livp)
        let staged = try StagedFile(for: path)
        let archive = try ZipStream(in: staged)
        let now = time(nil)
        try archive.append(still, name: Array(stillPath.name), time: now)
        try archive.append(movie, name: Array(self.movie.name), time: now)
        try archive.finish()
        try StagedFile.publish([staged], replaces: replaces)
        return [path]
      }
    } catch let error as PublishError {
      throw MakeError(error.reason, file: error.destination)
    } catch let error as RewriteError {
      throw MakeError(error.reason, file: bundle.map(bundlePath) ?? stillPath)
    } catch {
      throw MakeError("\(error)", file: stillPath)
    }
  }

  private func writeFolder(
    _ path: FilePath, _ stillPath: FilePath, _ still: RewrittenFile, _ movie: RewrittenFile
  ) throws(RewriteError) {
    let staged = try StagedFolder(for: path)
    for (name, file) in [(stillPath.name, still), (self.movie.name, movie)] {
      let half = try StagedFile(for: staged.temporary.appending(name))
      try half.append(file)
      try half.publish(replaces: false)
    }
    let metadata = try StagedFile(
      for: staged.temporary.appending(Array(BundleMetadata.name.utf8)))
    try metadata.append(BundleMetadata.bytes)
    try metadata.publish(replaces: false)
    try staged.publish(replaces: replaces)
  }
}
