import Readers
import Synchronization
import Validator

/// Files that are judged together: all of one base name lie in one chunk.
struct Chunk: Sendable {
  enum Content: Sendable {
    /// Files of one folder, in groups that bear one base name each; named one by one or found there.
    case files([[FilePath]], areNamed: Bool)
    /// A `.pvt` folder with all that lies in it.
    case bundle(FilePath, [FilePath])
    /// A `.livp` archive.
    case archive(FilePath)
    /// An app, a project that builds one, or its Info.plist.
    case app(FilePath)
    /// A GIF or an APNG that stands by itself.
    case animation(FilePath)
    /// Members of an archive, in groups that are judged together.
    case members([[UInt64]])
    /// All members of an archive have been handed out; what of it could not be read.
    case archiveEnd(FilePath, stamp: UInt64?, [InputProblem])
  }

  /// Its place in the order of the walk, from 0.
  let number: Int
  let content: Content
}

/// Walks over the paths of the command line, folder by folder, as workers ask for more.
final class FileWalker: Sendable {
  /// Large enough that handing out chunks costs nothing, small enough that all workers end together.
  private static let chunkLength = 32
  /// Deeper than people nest folders; keeps a hostile tree from exhausting memory.
  private static let depthLimit = 200

  private struct State {
    var pending: [PendingFolder]
    var ready: [Chunk.Content] = []
    var nextNumber = 0
    var problems: [InputProblem]
    var archives: [FilePath] = []
  }

  private struct PendingFolder {
    let path: FilePath
    let depth: Int
    /// Whether it lies in an app or project, which is judged as a whole.
    let isInApp: Bool
    /// How many bytes of the path were typed, with the slash behind them.
    let rootLength: Int
  }

  private let filter: PathFilter
  private let readsArchives: Bool
  private let state: Mutex<State>

  /// Creates a walk over paths that were typed.
  ///
  /// A path that another one covers is walked once. Files are grouped by their folder.
  ///
  /// - Parameters:
  ///   - filter: tells what to pass over; a path that was typed is passed over for its own name's
  ///     sake only where the user excludes it.
  ///   - readsArchives: whether to collect archives, to be looked into.
  init(_ roots: [FilePath], filter: PathFilter = PathFilter(), readsArchives: Bool = true) {
    self.filter = filter
    self.readsArchives = readsArchives
    var state = State(pending: [], problems: [])
    var files: [FilePath: [FilePath]] = [:]
    let typed = FileWalker.withoutCovered(roots, problems: &state.problems)
    let bundles = FileWalker.listedBundles(typed)
    for root in bundles.sorted() + typed.filter({ !bundles.contains($0.parentFolder) }) {
      switch Directory.kind(of: root.isEmpty ? FilePath(".") : root) {
      case .folder:
        state.pending.append(
          PendingFolder(path: root, depth: 0, isInApp: false, rootLength: root.rootLength))
      case .regular where filter.isStore(root): break
      case .regular where filter.patterns.match(root.bytes[...], isFolder: false): break
      case .regular where readsArchives && FileWalker.isArchive(root): state.archives.append(root)
      case .regular where AppFinder.isApp(root): state.ready.append(.app(root))
      case .regular where FileWalker.mayBeAnimation(root) || FileWalker.isAnimatedPNG(root):
        state.ready.append(.animation(root))
      case .regular: files[FilePath(bytes: Array(root.folder)), default: []].append(root)
      case .special:
        state.problems.append(InputProblem(path: root, message: "is not a regular file or folder"))
      case nil: break
      }
    }
    state.pending.reverse()
    for folder in files.keys.sorted() {
      state.ready += FileWalker.chunks(of: files[folder] ?? [], areNamed: true)
    }
    state.ready.reverse()
    self.state = Mutex(state)
  }

  private init(_ other: FileWalker, from state: State) {
    filter = other.filter
    readsArchives = other.readsArchives
    self.state = Mutex(state)
  }

  /// A walk of its own over what this one has not handed out yet.
  var copy: FileWalker { FileWalker(self, from: state.withLock { $0 }) }

  /// The next files to judge; nil when there are no more.
  func next() -> Chunk? {
    state.withLock { state in
      while state.ready.isEmpty, let folder = state.pending.popLast() {
        open(folder, in: &state)
      }
      guard let content = state.ready.popLast() else { return nil }
      defer { state.nextNumber += 1 }
      return Chunk(number: state.nextNumber, content: content)
    }
  }

  /// The paths that could not be opened so far.
  var problems: [InputProblem] { state.withLock { $0.problems } }

  /// The archives that were found so far, in the order of the walk.
  var archives: [FilePath] { state.withLock { $0.archives } }

  // MARK: Folders

  private func open(_ pending: PendingFolder, in state: inout State) {
    let folder = pending.path
    let entries: [Directory.Entry]
    do {
      entries = try Directory.entries(of: folder.isEmpty ? FilePath(".") : folder)
    } catch {
      state.problems.append(InputProblem(path: folder, message: error.reason))
      return
    }
    let seen = entries.map { (entry: $0, path: folder.appending($0.name)) }.filter {
      !filter.skips($0.path, below: pending.rootLength, isFolder: $0.entry.kind == .folder)
    }
    if folder.isBundle {
      let files = seen.filter { $0.entry.kind == .regular }.map(\.path)
      state.ready.append(.bundle(folder, files))
      return
    }
    let isApp =
      !pending.isInApp
      && AppFinder.isApp(folder.isEmpty ? FilePath(".") : folder, entries: entries)
    if isApp { state.ready.append(.app(folder)) }
    if folder.isProduct { return }
    var media: [FilePath] = []
    media.reserveCapacity(seen.count)
    var (apps, animations): ([FilePath], [FilePath]) = ([], [])
    var holdsPhotos = false
    for (entry, path) in seen where entry.kind == .regular {
      if Half(extensionOf: entry.name[...]) != nil {
        // Nearly all files of a photo library: nothing else is asked of them.
        holdsPhotos = true
        media.append(path)
      } else if path.isAppArchive {
        // A photo library holds none, so only the name is asked.
        apps.append(path)
      } else if !isApp, !pending.isInApp, readsArchives, FileWalker.isArchive(path) {
        // The archives in a project are its own.
        state.archives.append(path)
      } else if FileWalker.mayBeMedia(entry.name[...]) {
        media.append(path)
        if FileWalker.mayBeAnimation(path) { animations.append(path) }
      }
    }
    state.ready += apps.reversed().map(Chunk.Content.app)
    state.ready += FileWalker.chunks(of: media).reversed()
    if !isApp, !pending.isInApp, !holdsPhotos {
      state.ready += animations.map(Chunk.Content.animation)
    }
    for (entry, below) in seen.reversed()
    where entry.kind == .folder && !entry.isLink && !FilePath(bytes: entry.name).isBundleBackup {
      if pending.depth < FileWalker.depthLimit {
        state.pending.append(
          PendingFolder(
            path: below, depth: pending.depth + 1, isInApp: isApp || pending.isInApp,
            rootLength: pending.rootLength))
      } else {
        state.problems.append(
          InputProblem(
            path: below,
            message: "is nested more than \(FileWalker.depthLimit) folders deep"))
      }
    }
  }

  /// Whether a file is to be looked into: by its name, unless it is a misnamed picture or movie.
  private static func isArchive(_ path: FilePath) -> Bool {
    guard path.isArchive else { return false }
    guard let bytes = try? SourceBytes(FileSource(path), headLength: 512) else { return true }
    return FileType(head: bytes.firstBytes, size: bytes.size).half == nil
  }

  /// Cuts files of one folder into chunks, never between files of one base name.
  private static func chunks(of files: [FilePath], areNamed: Bool = false) -> [Chunk.Content] {
    let archives = files.filter(\.isLivePhotoArchive)
    let loose = archives.isEmpty ? files : files.filter { !$0.isLivePhotoArchive }
    let sorted = loose.map { (key: BaseName(of: $0.name).key, path: $0) }.sorted { left, right in
      left.key == right.key
        ? left.path < right.path : left.key.precedes(right.key)
    }
    var chunks = archives.sorted().map(Chunk.Content.archive)
    var groups: [[FilePath]] = []
    var (start, count) = (0, 0)
    for index in sorted.indices {
      let isLast = index + 1 == sorted.count
      guard isLast || sorted[index].key != sorted[index + 1].key else { continue }
      groups.append(sorted[start...index].map(\.path))
      count += index + 1 - start
      start = index + 1
      guard isLast || count >= chunkLength else { continue }
      chunks.append(.files(groups, areNamed: areNamed))
      (groups, count) = ([], 0)
    }
    return chunks
  }

  /// Whether a file's name says that it may move by itself.
  static func mayBeAnimation(_ path: FilePath) -> Bool {
    ["gif", "apng"].contains(MediaFile(path: path, size: 0, type: nil).pathExtension)
  }

  /// Whether a file that was named is an APNG under the name of a PNG, as most are.
  private static func isAnimatedPNG(_ path: FilePath) -> Bool {
    MediaFile(path: path, size: 0, type: nil).pathExtension == "png"
      && PictureKind.isAnimation(path)
  }

  /// Whether a name could be a still's or a movie's: everything but the files that are known to
  /// lie beside them.
  ///
  /// A name without an extension is looked into.
  static func mayBeMedia(_ name: ArraySlice<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return true }
    let pathExtension = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    return !companionExtensions.contains(pathExtension)
  }

  private static let companionExtensions: Set<String> = [
    "aae", "xmp", "json", "jsonl", "csv", "tsv", "txt", "md", "html", "xml", "plist", "yml", "yaml",
    "db", "sqlite", "sqlite-wal", "sqlite-shm", "ini", "log", "sh", "py", "swift", "js", "css",
    "bak",
  ]

  // MARK: Arguments

  /// The roots without those that are the same as another or lie below one.
  private static func withoutCovered(_ roots: [FilePath], problems: inout [InputProblem])
    -> [FilePath]
  {
    var resolved: [(typed: FilePath, place: FilePath)] = []
    for root in roots {
      if let place = Directory.resolved(root.isEmpty ? FilePath(".") : root) {
        resolved.append((root, place))
      } else {
        problems.append(InputProblem(path: root, message: Directory.reasonNotReached(root)))
      }
    }
    let places = Set(resolved.map(\.place))
    var seen: Set<FilePath> = []
    return resolved.filter { root in
      !root.place.foldersAbove.contains(where: places.contains) && seen.insert(root.place).inserted
    }
    .map(\.typed)
  }
}

extension FileWalker {
  /// The `.pvt` folders of which a list names more than one file: these stand for the whole.
  private static func listedBundles(_ files: [FilePath]) -> Set<FilePath> {
    var seen: Set<FilePath> = []
    return Set(
      files.lazy.map(\.parentFolder).filter { $0.isBundle && !seen.insert($0).inserted })
  }
}

extension FilePath {
  fileprivate var parentFolder: FilePath { FilePath(bytes: Array(folder)) }

  /// Whether no path was typed: the working folder, whose files are shown by their names alone.
  var isEmpty: Bool { bytes.isEmpty }

  /// Whether the path is a built app's or an Xcode project's, which is judged as a whole.
  var isProduct: Bool {
    let name = MediaFile(
      path: FilePath(bytes: Array(bytes.reversed().drop { $0 == UInt8(ascii: "/") }.reversed())),
      size: 0, type: nil)
    return ["app", "appex", "xcodeproj"].contains(name.pathExtension)
  }

  /// Whether the path is a `.pvt` folder's, in which Apple's systems hand over a Live Photo.
  var isBundle: Bool {
    // A path that was typed may end with slashes.
    let path = bytes.reversed().drop { $0 == UInt8(ascii: "/") }
    return String(decoding: path.prefix(4).reversed(), as: UTF8.self).lowercased() == ".pvt"
  }

  /// Whether the name is that of a `.pvt` folder that `fix` has kept: `IMG_0001.pvt.bak`.
  var isBundleBackup: Bool {
    let name = String(decoding: name, as: UTF8.self).lowercased()
    return name.hasSuffix(".bak") && name.contains(".pvt.")
  }

  /// Whether the name is that of an `.ipa`, which holds one app.
  var isAppArchive: Bool { bytes.suffix(4).elementsEqual(".ipa".utf8) { $0 | 0x20 == $1 } }

  func isSame(asOrBelow folder: FilePath) -> Bool {
    bytes.starts(with: folder.bytes)
      && (bytes.count == folder.bytes.count || folder.bytes == [UInt8(ascii: "/")]
        || bytes[folder.bytes.count] == UInt8(ascii: "/"))
  }

  /// The folders that an absolute path lies in, from the nearest up to the root.
  fileprivate var foldersAbove: some Sequence<FilePath> {
    bytes.indices.reversed().lazy
      .filter { bytes[$0] == UInt8(ascii: "/") && bytes.count > 1 }
      .map { FilePath(bytes: Array(bytes[..<max($0, 1)])) }
  }

  /// How many bytes name the folder in the paths of what lies in it, with the slash behind it.
  fileprivate var rootLength: Int { appending([UInt8]()).bytes.count }
}
