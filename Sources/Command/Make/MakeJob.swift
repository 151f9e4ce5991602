import Readers
import Validator

/// One Live Photo that is to be made.
struct MakeJob: Sendable {
  /// Nil where the cover comes out of the clip.
  var still: FilePath?
  var clip: FilePath
  /// The base name of the result, without extension.
  var name: [UInt8]
  /// In seconds from the start of the clip; nil to find it.
  var stillTime: Double?
  /// Where the movie begins in the clip, in seconds; nil to lay it round the key photo.
  var start: Double?
  /// Whether the clip shows something else than the still, so that no frame need be looked for.
  var isPrepared = false
}

/// The Live Photos that a command line of `make` asks for.
struct MakeJobs: Sendable {
  private(set) var jobs: [MakeJob] = []
  /// Files of a folder that nothing is made of, and why.
  private(set) var skipped: [InputProblem] = []

  /// The columns that a list of pairs may have.
  private static let columns = ["still", "movie", "name", "still-time", "start"]

  /// - Throws: where the words name no pair, a list cannot be read, or two results would have one
  ///   name.
  init(_ options: MakeOptions) throws(UsageError) {
    let paths = options.paths.map { FilePath(typed: $0) }
    if let list = options.pairs {
      jobs = try MakeJobs.listed(in: list)
    } else if let clip = options.loopClip.map({ FilePath(typed: $0) }) {
      jobs = paths.map { still in
        var job = MakeJob(still: still, clip: clip, name: still.stemBytes)
        job.isPrepared = true
        return job
      }
    } else if paths.contains(where: { Directory.kind(of: $0) == .folder }) {
      for path in paths { try addFolder(path) }
    } else {
      jobs = [try MakeJobs.job(of: paths)]
    }
    for index in jobs.indices {
      jobs[index].stillTime = jobs[index].stillTime ?? options.stillTime
      jobs[index].start = jobs[index].start ?? options.start
    }
    guard options.identifier == nil || jobs.count < 2 else {
      throw UsageError(
        "--identifier goes with one pair; two pairs must not share an identifier")
    }
    try refuseEqualNames()
  }

  /// Two names that differ in case only are one on many file systems.
  private func refuseEqualNames() throws(UsageError) {
    var seen: [[UInt8]: MakeJob] = [:]
    for job in jobs {
      let key = BaseName(of: job.name + Array(".x".utf8)[...]).stem
      if let other = seen[key] {
        throw UsageError(
          "\(other.source) and \(job.source) would both become "
            + "\(FilePath(bytes: job.name)); name them apart in a list for --pairs")
      }
      seen[key] = job
    }
  }

  // MARK: Words

  private static func job(of paths: [FilePath]) throws(UsageError) -> MakeJob {
    switch paths.count {
    case 1: return MakeJob(still: nil, clip: paths[0], name: paths[0].stemBytes)
    case 2:
      let isSwapped = half(of: paths[0]) == .movie && half(of: paths[1]) != .movie
      let (still, clip) = isSwapped ? (paths[1], paths[0]) : (paths[0], paths[1])
      return MakeJob(still: still, clip: clip, name: still.stemBytes)
    default:
      throw UsageError(
        "make takes a still and a movie, a movie, or folders, not \(paths.count) files; "
          + "--pairs FILE makes many")
    }
  }

  /// What a file's bytes make it, else its name.
  private static func half(of path: FilePath) -> Half? {
    guard let bytes = try? SourceBytes(FileSource(path)) else {
      return MediaFile(path: path, size: 0, type: nil).makeHalf
    }
    return FileType(head: bytes.firstBytes, size: bytes.size).half
      ?? MediaFile(path: path, size: 0, type: nil).makeHalf
  }

  // MARK: Folders

  /// Pairs the stills and clips of a folder by their names.
  private mutating func addFolder(_ folder: FilePath) throws(UsageError) {
    guard Directory.kind(of: folder) == .folder else {
      throw UsageError("\(folder): is no folder; files and folders are made apart")
    }
    let entries: [Directory.Entry]
    do {
      entries = try Directory.entries(of: folder)
    } catch {
      throw UsageError("\(folder): \(error.reason)")
    }
    let files = entries.filter { $0.kind == .regular && $0.name.first != UInt8(ascii: ".") }
      .map { folder.appending($0.name) }
    for group in Dictionary(grouping: files, by: { BaseName(of: $0.name).stem })
      .sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }).map(\.value)
    {
      let stills = group.filter { MediaFile(path: $0, size: 0, type: nil).makeHalf == .still }
      let clips = group.filter { MediaFile(path: $0, size: 0, type: nil).makeHalf == .movie }
      if let still = stills.first, let clip = clips.first, stills.count == 1, clips.count == 1 {
        jobs.append(MakeJob(still: still, clip: clip, name: still.stemBytes))
      } else {
        let reason =
          stills.isEmpty
          ? "no still has its name; make with this file alone takes the cover out of it"
          : clips.isEmpty ? "no clip has its name" : "several files have its name"
        skipped += (stills + clips).map { InputProblem(path: $0, message: reason) }
      }
    }
  }

  // MARK: Lists

  private static func listed(in list: String) throws(UsageError) -> [MakeJob] {
    let path = FilePath(typed: list)
    let rows: NamedRows
    do {
      let bytes = try SettingsFile.bytes(of: path)
      rows = try NamedRows(bytes, file: path, columns: columns)
    } catch let error as ReadError {
      throw UsageError("\(list): \(error.reason)")
    } catch let fault as SettingsFault {
      throw UsageError("\(list):\(fault.place.line ?? 1): \(fault.message)")
    } catch {
      throw UsageError("\(list): \(error)")
    }
    var jobs: [MakeJob] = []
    for row in rows.rows {
      guard !["still", "movie", "name"].contains(where: { row[$0]?.contains(0) == true }) else {
        throw UsageError("\(list):\(row.line): a name holds a zero byte, which no file's can")
      }
      guard let clip = row["movie"].map({ FilePath(bytes: $0) }) else {
        throw UsageError("\(list):\(row.line): the row names no movie")
      }
      let still = row["still"].map { FilePath(bytes: $0) }
      let name = row["name"] ?? (still ?? clip).stemBytes
      guard !name.contains(UInt8(ascii: "/")) else {
        throw UsageError("\(list):\(row.line): the name holds a slash")
      }
      var job = MakeJob(still: still, clip: clip, name: name)
      job.stillTime = try seconds("still-time", of: row, in: list)
      job.start = try seconds("start", of: row, in: list)
      jobs.append(job)
    }
    guard !jobs.isEmpty else { throw UsageError("\(list): names no pair") }
    return jobs
  }

  private static func seconds(_ column: String, of row: NamedRows.Row, in list: String)
    throws(UsageError) -> Double?
  {
    guard let text = row[column] else { return nil }
    return try MakeOptions.seconds(
      String(decoding: text, as: UTF8.self), for: "\(list):\(row.line): \(column)")
  }
}

extension MakeJob {
  /// The file that messages name.
  var source: FilePath { still ?? clip }
}

extension FilePath {
  /// The bytes of the name without its extension.
  fileprivate var stemBytes: [UInt8] {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return Array(name)
    }
    return Array(name[..<dot])
  }
}

extension MediaFile {
  /// The half by the extension, with those of clips that Photos does not play but `make` can turn
  /// into such.
  fileprivate var makeHalf: Half? {
    if let half = halfByExtension { return half }
    return MediaFile.clipExtensions.contains(pathExtension) ? .movie : nil
  }

  private static let clipExtensions: Set<String> = ["mkv", "webm", "avi", "mts", "m2ts", "ts"]
}
