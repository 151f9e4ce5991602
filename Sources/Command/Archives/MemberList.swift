import Readers
import Validator

/// The members of one archive that are to be judged, by their numbers.
///
/// A member takes 16 bytes of memory; the rest is in the spool of the run.
struct MemberList: Sendable {
  fileprivate struct Entry {
    /// Of what they are judged with: files of one base name in one folder, or of one bundle.
    let group: UInt64
    let number: UInt64
  }

  /// Large enough that handing out chunks costs nothing, small enough that all workers end together.
  private static let chunkLength = 64

  let archive: FilePath
  /// Of the archive, from before it was gone through; nil where nobody can tell whether what was
  /// seen is all there is.
  var stamp: UInt64?
  /// Whether the system or a limit kept some of it from us.
  var isIncomplete = false
  /// Whether it was the system, so that what was there before may be there still.
  var isUnopened = false
  private var entries: [Entry] = []
  /// Animations, with their folders: they are judged where no photo and no movie lies beside them.
  private var animations: [(folder: UInt64, entry: Entry)] = []
  private var mediaFolders: Set<UInt64> = []
  /// The numbers of all files in it, but for animations.
  var numbers: [UInt64] { entries.map(\.number) }
  /// What of the archive could not be read.
  var problems: [InputProblem] = []

  init(of archive: FilePath) {
    self.archive = archive
  }

  /// Adds a member.
  mutating func append(_ member: ArchivedMember, number: UInt64) {
    let path = member.path
    let folder = IdentifierMark.hash(of: path.folder)
    switch member.kind {
    case .media:
      if MediaFile(path: path, size: 0, type: nil).halfByExtension != nil {
        mediaFolders.insert(folder)
      }
      let name = path.folder + [UInt8(ascii: "/")] + BaseName(of: path.name).key
      entries.append(Entry(group: IdentifierMark.hash(of: name), number: number))
    case .bundleFile:
      entries.append(Entry(group: ~folder, number: number))
    case .livePhoto:
      entries.append(Entry(group: IdentifierMark.hash(of: path.bytes), number: number))
    case .animation:
      animations.append((folder, Entry(group: IdentifierMark.hash(of: path.bytes), number: number)))
    }
  }

  /// The members in groups that are judged together, in the order in which the archive holds the
  /// first of each, some groups at a time.
  consuming func chunks() -> Chunks {
    entries += animations.filter { !mediaFolders.contains($0.folder) }.map(\.entry)
    entries.sort { ($0.group, $0.number) < ($1.group, $1.number) }
    var starts = entries.indices.filter {
      $0 == 0 || entries[$0 - 1].group != entries[$0].group
    }
    .map { UInt32(clamping: $0) }
    starts.sort { entries[Int($0)].number < entries[Int($1)].number }
    return Chunks(entries: entries, starts: starts)
  }

  /// Hands out the members of one archive after the other, as chunks of the run.
  struct Queue: Sendable {
    private var lists: ArraySlice<MemberList>
    private var current: Chunks?
    /// What ends the archive whose members are being handed out.
    private var end: Chunk.Content?
    private var nextNumber = 0

    init(_ lists: [MemberList]) {
      self.lists = lists[...]
    }

    mutating func next() -> Chunk? {
      while true {
        if let content = current?.nextChunk().map(Chunk.Content.members) ?? end {
          if case .archiveEnd = content { end = nil }
          defer { nextNumber += 1 }
          return Chunk(number: nextNumber, content: content)
        }
        guard let list = lists.popFirst() else { return nil }
        end = .archiveEnd(list.archive, stamp: list.stamp, list.problems)
        current = list.chunks()
      }
    }
  }

  /// Hands out groups of members.
  struct Chunks: Sendable {
    private let entries: [Entry]
    private let starts: [UInt32]
    private var next = 0

    fileprivate init(entries: [Entry], starts: [UInt32]) {
      self.entries = entries
      self.starts = starts
    }

    /// The numbers of the members of the next groups; nil when there are no more.
    mutating func nextChunk() -> [[UInt64]]? {
      guard next < starts.count else { return nil }
      var groups: [[UInt64]] = []
      var count = 0
      while next < starts.count, count < MemberList.chunkLength {
        let start = Int(starts[next])
        let group = entries[start...].prefix { $0.group == entries[start].group }.map(\.number)
        groups.append(group)
        count += group.count
        next += 1
      }
      return groups
    }
  }
}
