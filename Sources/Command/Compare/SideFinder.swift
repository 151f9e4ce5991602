import Readers
import Rules
import Validator

/// Finds the files that a path of `compare` means, by their bytes.
struct SideFinder: Sendable {
  /// Files of one folder that are looked into; a folder of a whole library is no pair.
  private static let fileLimit = 1_000
  /// Members of an archive that are looked into, as `check` does.
  private static let memberLimit = 64

  let judge: Judge

  init(profile: Profile) {
    // Who names one half alone knows that the other is not there.
    let selection = Selection(ignored: ["pair/missing-still", "pair/missing-movie"])
    judge = Judge(
      reader: MediaReader(plan: ReadingPlan(readsLivePhotoInfo: profile != .photos)),
      engine: Engine(rules: Catalogue.rules, profile: profile, selection: selection))
  }

  /// The side that one path means, or a still and a movie.
  ///
  /// - Throws: `ReadError` where something cannot be opened, `UsageError` where it is not one file
  ///   or pair.
  func side(of paths: [String]) async throws -> ComparedSide {
    let typed = paths.map { FilePath(typed: $0) }
    guard typed.count == 1 else { return try pair(of: typed) }
    let path = typed[0]
    switch Directory.kind(of: path) {
    case .folder: return try folder(path)
    case .regular where path.isLivePhotoArchive: return try archive(path)
    case .regular:
      var side = ComparedSide()
      let file = try opened(path)
      side.files[file.facts.half] = file
      return side
    case .special: throw named(path, "is not a regular file or folder")
    case nil: return try baseName(path)
    }
  }

  // MARK: Files

  private func opened(_ path: FilePath) throws -> OpenedFile {
    do {
      return try opened(FileSource(path), path)
    } catch let error as ReadError {
      throw named(path, error.reason)
    }
  }

  private func opened(_ source: some ByteSource, _ path: FilePath) throws -> OpenedFile {
    guard let facts = try judge.reader.read(source, path: path) else {
      throw UsageError(
        "\(path): is neither a still nor a movie; name a picture, a movie, or a folder with a pair")
    }
    return OpenedFile(path: path, source: source, facts: facts)
  }

  /// An error that says which path it is about.
  private func named(_ path: FilePath, _ reason: String) -> ReadError {
    ReadError(.notOpened, "\(path): \(reason)", at: Place("file", offset: 0, length: 0))
  }

  /// A still and a movie in either order.
  private func pair(of paths: [FilePath]) throws -> ComparedSide {
    var side = ComparedSide()
    for path in paths {
      guard Directory.kind(of: path) != .folder else {
        throw UsageError("\(path): is a folder; of four paths each is a file")
      }
      let file = try opened(path)
      guard side.files[file.facts.half] == nil else {
        throw UsageError(
          "\(paths[0]) and \(paths[1]) are both \(file.facts.half.rawValue)s; name a still and "
            + "a movie for each side")
      }
      side.files[file.facts.half] = file
    }
    return side
  }

  // MARK: Pairs by their place

  /// The pair of a folder, which must hold just one.
  private func folder(_ path: FilePath) throws -> ComparedSide {
    let files = try media(in: path) { _ in true }
    if files.isEmpty, let package = onlyPackage(in: path) {
      return try package.isLivePhotoArchive ? archive(package) : folder(package)
    }
    var side = try onlyPair(of: files, in: path)
    if path.isBundle { side.bond = .bundle }
    return side
  }

  /// The one bundle or archive in a folder; nil where there is none or more than one.
  private func onlyPackage(in folder: FilePath) -> FilePath? {
    let paths = ((try? Directory.entries(of: folder)) ?? []).filter { !$0.isLink }.map {
      folder.appending($0.name)
    }
    let packages = paths.filter { path in
      Directory.kind(of: path) == .folder
        ? path.isBundle && !folder.isBundle : path.isLivePhotoArchive
    }
    return packages.count == 1 ? packages.first : nil
  }

  /// The pair whose files have the path's last name, whatever their extensions.
  private func baseName(_ path: FilePath) throws -> ComparedSide {
    let folder = FilePath(bytes: Array(path.folder))
    let isRoot = path.bytes.first == UInt8(ascii: "/") && folder.bytes.isEmpty
    let wanted = FilePath(bytes: Array(path.name)).description.lowercased()
    let place = isRoot ? FilePath("/") : folder
    guard Directory.kind(of: place.isEmpty ? FilePath(".") : place) == .folder else {
      throw named(path, Directory.reasonNotReached(path))
    }
    let files = try media(in: place) { file in file.stem.lowercased() == wanted }
    guard !files.isEmpty else {
      throw named(path, "there is no such file, and none that begins so and has an extension")
    }
    var side = try onlyPair(of: files, in: path)
    side.bond = .name
    return side
  }

  /// The stills and movies of a folder.
  private func media(in folder: FilePath, where isWanted: (MediaFile) -> Bool) throws
    -> [OpenedFile]
  {
    let entries: [Directory.Entry]
    do {
      entries = try Directory.entries(of: folder.isEmpty ? FilePath(".") : folder)
    } catch {
      throw named(folder, error.reason)
    }
    var found: [OpenedFile] = []
    for entry in entries where entry.kind == .regular && entry.name.first != UInt8(ascii: ".") {
      let path = folder.appending(entry.name)
      let file = MediaFile(path: path, size: 0, type: nil)
      guard isWanted(file) else { continue }
      guard found.count < SideFinder.fileLimit else {
        throw UsageError("\(folder): holds more files than one pair; name the pair's files")
      }
      let source = try FileSource(path)
      // Files that lie beside a pair, such as .aae, are neither half.
      guard let facts = try judge.reader.read(source, path: path) else { continue }
      found.append(OpenedFile(path: path, source: source, facts: facts))
    }
    return found
  }

  private func onlyPair(of files: [OpenedFile], in path: FilePath) throws -> ComparedSide {
    var side = ComparedSide()
    for half in [Half.still, .movie] {
      let ofHalf = files.filter { $0.facts.half == half }
      guard ofHalf.count < 2 else {
        throw UsageError(
          "\(path): holds \(ofHalf.count) \(half.rawValue)s, \(names(ofHalf)); name the pair "
            + "without its extension, such as \(stem(of: ofHalf[0].path)), or its two files")
      }
      if let file = ofHalf.first { side.files[half] = file }
    }
    guard !side.files.isEmpty else {
      throw UsageError("\(path): holds no still and no movie; name a file, or a folder with a pair")
    }
    return side
  }

  private func names(_ files: [OpenedFile]) -> String {
    files.prefix(2).map { FilePath(bytes: Array($0.path.name)).description }
      .joined(separator: ", ") + (files.count > 2 ? ", …" : "")
  }

  private func stem(of path: FilePath) -> FilePath {
    FilePath(bytes: Array(path.folder)).appending(
      MediaFile(path: path, size: 0, type: nil).stem.utf8)
  }

  // MARK: Archives

  /// The pair of a `.livp` archive; its first still and its first movie, as `check` takes them.
  private func archive(_ path: FilePath) throws -> ComparedSide {
    var side = ComparedSide()
    side.bond = .bundle
    do {
      let source = try FileSource(path)
      let archive = try ArchiveReader(source)
      if try !ArchiveReader.hasEnd(source) {
        Terminal.remark("\(path): ends without the directory that closes every zip archive")
      }
      var count = 0
      while count < SideFinder.memberLimit, let member = try archive.nextMember() {
        count += 1
        guard member.kind == .regular, !member.isBookkeeping else { continue }
        let content = try archive.content()
        let memberPath = member.path(in: path)
        guard let file = try? opened(content, memberPath), side.files[file.facts.half] == nil else {
          continue
        }
        side.files[file.facts.half] = file
      }
    } catch {
      // A broken archive may have given its files before it broke.
      if side.files.isEmpty { throw named(path, error.reason) }
      Terminal.remark("\(path): \(error.reason)")
    }
    guard !side.files.isEmpty else {
      throw UsageError("\(path): the archive holds no still and no movie")
    }
    return side
  }

  private func opened(_ content: ArchiveContent, _ path: FilePath) throws -> OpenedFile {
    if let fault = content.fault { Terminal.remark("\(path): \(fault.reason)") }
    return try opened(content.source, path)
  }
}

extension MediaFacts {
  /// The medium of the file: what its bytes are; where they are unknown, what its name says.
  fileprivate var half: Half {
    if case .still = self { return .still }
    return .movie
  }
}
