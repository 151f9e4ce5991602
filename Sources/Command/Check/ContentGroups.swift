import Readers
import Validator

/// The bytes of the files of a run.
struct FileContents {
  var archived: ArchivedFiles?
  /// The numbers of the files that lie in archives.
  var members: [FilePath: UInt64] = [:]

  /// The bytes of a file; nil where they cannot be opened, or not be read at any place.
  fileprivate func source(of file: MediaFile) -> (any ByteSource)? {
    guard let member = members[file.path] else { return try? FileSource(file.path) }
    return archived?.source(of: member)
  }

  /// A number that is equal for files of equal bytes; nil where they cannot be read.
  fileprivate func hash(of file: MediaFile) -> Int? {
    if let member = members[file.path] { return archived?.hash(of: member) }
    return (try? FileSource(file.path)).flatMap { hashOfBytes($0) }
  }

  /// Whether two files hold the same bytes by their numbers; false where one cannot be read.
  fileprivate func haveEqualHashes(_ left: MediaFile, _ right: MediaFile) -> Bool {
    guard let hash = hash(of: left) else { return false }
    return hash == self.hash(of: right)
  }
}

/// Files of one identifier and medium, sorted into groups of equal bytes as soon as anyone asks.
///
/// The work is linear in the number of files: each is compared with two others at most.
struct ContentGroups {
  /// A file, and whether it is half of a pair.
  typealias Entry = (file: MediaFile, isPaired: Bool)

  private struct Group {
    /// The first file that was found with these bytes.
    let representative: MediaFile
    var members: [MediaFile] = []
    var loneMembers: [MediaFile] = []
    /// The first lone files outside of the group, once somebody has asked for them.
    var loneOthers: [MediaFile]?
  }

  /// The longest file whose bytes are held in memory, so that it is read once for all its copies.
  private static let heldLimit: UInt64 = 8 * 1024 * 1024

  private let entries: [Entry]
  /// The bytes of the group that was asked for last: most files are copies of one.
  private var held: (group: Int, bytes: MemorySource)?
  private var isFilled = false
  private var groups: [Group] = []
  private var groupByPath: [FilePath: Int] = [:]
  /// The group of the first file of each size: most files of one size are copies of it.
  private var firstBySize: [UInt64: Int] = [:]
  /// The groups of files that are no such copies, by a hash of all their bytes.
  private var groupByHash: [Int: Int] = [:]

  private let contents: FileContents

  init(_ entries: [Entry], _ contents: FileContents = FileContents()) {
    self.entries = entries
    self.contents = contents
  }

  /// Whether two of the files hold the same bytes.
  mutating func areEqual(_ left: MediaFile, _ right: MediaFile) -> Bool {
    fill()
    guard let group = groupByPath[left.path] else { return false }
    return group == groupByPath[right.path]
  }

  /// The first files of the same bytes beside the file itself, at most `limit`.
  mutating func copies(of file: MediaFile, limit: Int) -> [MediaFile] {
    fill()
    guard let group = groupByPath[file.path] else { return [] }
    return Array(groups[group].members.lazy.filter { $0.path != file.path }.prefix(limit))
  }

  /// The first lone files that hold the bytes of a pair's half, at most `limit`.
  mutating func loneCopies(of half: MediaFile, limit: Int) -> [MediaFile] {
    fill()
    return groupByPath[half.path].map { Array(groups[$0].loneMembers.prefix(limit)) } ?? []
  }

  /// The first lone files that hold other bytes than a pair's half, at most `limit`.
  mutating func loneOthers(than half: MediaFile, limit: Int) -> [MediaFile] {
    fill()
    guard let group = groupByPath[half.path] else { return [] }
    if let known = groups[group].loneOthers { return known }
    // Passes over no more files than the group has members: all groups together, over each once.
    var others: [MediaFile] = []
    for (file, isPaired) in entries where !isPaired && groupByPath[file.path] != group {
      guard others.count < limit else { break }
      others.append(file)
    }
    groups[group].loneOthers = others
    return others
  }

  private mutating func fill() {
    guard !isFilled else { return }
    isFilled = true
    for (file, isPaired) in entries {
      let group = group(of: file)
      groupByPath[file.path] = group
      groups[group].members.append(file)
      if !isPaired { groups[group].loneMembers.append(file) }
    }
  }

  /// The group of a file's bytes; a new one where no file before held them, or where they could
  /// not be read.
  private mutating func group(of file: MediaFile) -> Int {
    let new = groups.count
    let known: Int?
    if file.type == nil {
      known = nil
    } else if let first = firstBySize[file.size] {
      known = holdsBytes(of: first, file) ? first : group(byHashOf: file, orNew: new)
    } else {
      firstBySize[file.size] = new
      known = nil
    }
    if let known { return known }
    groups.append(Group(representative: file))
    return new
  }

  private mutating func group(byHashOf file: MediaFile, orNew new: Int) -> Int? {
    guard let hash = contents.hash(of: file) else { return nil }
    guard let group = groupByHash[hash] else {
      groupByHash[hash] = new
      return nil
    }
    return holdsBytes(of: group, file) ? group : nil
  }

  private mutating func holdsBytes(of group: Int, _ file: MediaFile) -> Bool {
    let representative = groups[group].representative
    guard representative.size == file.size else { return false }
    guard let right = contents.source(of: file) else {
      return contents.haveEqualHashes(representative, file)
    }
    if let held, held.group == group { return haveEqualBytes(held.bytes, right) }
    guard let left = contents.source(of: representative) else {
      return contents.haveEqualHashes(representative, file)
    }
    guard left.size == right.size else { return false }
    guard left.size <= ContentGroups.heldLimit,
      let bytes = try? left.bytes(at: 0, count: Int(left.size)), bytes.count == Int(left.size)
    else { return haveEqualBytes(left, right) }
    let source = MemorySource(bytes)
    held = (group, source)
    return haveEqualBytes(source, right)
  }
}
