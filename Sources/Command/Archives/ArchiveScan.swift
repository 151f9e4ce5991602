import Readers
import Validator

/// Goes through an archive once and puts its members aside.
///
/// Members that stand in a plain archive, or in a zip archive, are only listed: they are read where
/// they stand. A compressed stream can be gone through but once, so its members are read here.
struct ArchiveScan {
  /// How many members an archive may have; each takes 16 bytes of memory.
  private static let memberLimit = 4_000_000
  /// The most that the members of a zip archive may unpack to, in sizes of the archive: bombs of
  /// overlapping members reach millions.
  private static let expansion: UInt64 = 100
  /// Up to how many bytes they may unpack to whatever the archive's size.
  private static let expansionFloor: UInt64 = 1 << 30
  /// The largest `metadata.plist` or sidecar that is kept of a stream; Apple's have 300 bytes,
  /// editors' some 100 KB.
  private static let textLimit: UInt64 = 4 * 1024 * 1024

  private let archive: FilePath
  private let filter: PathFilter
  private let judge: Judge
  private(set) var list: MemberList
  private var count = 0
  private var unpackedSize: UInt64 = 0
  /// Hard links, with the paths of the members whose bytes they share.
  private var links: [(path: FilePath, target: FilePath)] = []

  /// Goes through an archive.
  ///
  /// - Throws: where the run's temporary file cannot be used.
  init(of archive: FilePath, filter: PathFilter, judge: Judge) throws(Spool.Failure) {
    self.archive = archive
    self.filter = filter
    self.judge = judge
    list = MemberList(of: archive)
    do {
      let source = try FileSource(archive)
      let head = try SourceBytes(source, headLength: 512).firstBytes
      switch FileType(head: head, size: source.size) {
      case .zip: try scanZip(source)
      case .empty: note("the file is empty")
      case .unknown where head.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]):
        note("is compressed by xz, which is not read; pack it with zstd or gzip, or unpack it")
      default: try scan(ArchiveReader(source, as: .tar, limits: .dataSet), of: source, isTar: true)
      }
    } catch let failure as Spool.Failure {
      throw failure
    } catch {
      let fault = error as? ReadError
      list.isUnopened = fault?.kind == .notOpened
      list.isIncomplete = list.isUnopened || fault?.kind == .limit
      note(fault?.reason ?? "\(error)")
    }
  }

  private mutating func note(_ message: String, _ path: FilePath? = nil) {
    list.problems.append(InputProblem(path: path ?? archive, message: message))
  }

  // MARK: Zip

  private mutating func scanZip(_ source: FileSource) throws {
    var directory: ZipDirectory
    do throws(ReadError) {
      directory = try ZipDirectory(source)
    } catch {
      // What can still be reached is judged.
      note(error.reason)
      return try scan(ArchiveReader(source, limits: .dataSet), of: source, isTar: false)
    }
    while let entry = try directory.next() {
      guard try countMember(entry.path) else { return }
      guard entry.kind == .regular, var member = member(entry.path, size: entry.size) else {
        continue
      }
      member.access = .packed(entry.headerOffset)
      if entry.isEncrypted {
        member.access = .none
        member.fault = ReadError(
          .unsupported, "\(entry.path) is encrypted",
          at: Place("archive/member", offset: entry.headerOffset, length: 0))
      } else if entry.isStored {
        do throws(ReadError) {
          member.access = .stored(try ZipDirectory.contentOffset(of: entry, in: source))
        } catch {
          member.access = .none
          member.fault = error
        }
      } else {
        unpackedSize = unpackedSize.addingReportingOverflow(entry.size).partialValue
        if unpackedSize > ArchiveScan.expansionFloor,
          unpackedSize / ArchiveScan.expansion > source.size
        {
          note(
            "unpacks to over \(ArchiveScan.expansion) times its size; what stands behind "
              + "\(entry.path) was not looked at")
          return
        }
      }
      try keep(member)
    }
  }

  // MARK: In the order of the members

  /// Goes through a tar archive, or a zip archive that has lost its directory.
  private mutating func scan(_ reader: ArchiveReader, of source: FileSource, isTar: Bool) throws {
    while let entry = try reader.nextMember() {
      guard try countMember(entry.path) else { return }
      guard entry.kind == .regular, var member = member(entry.path, size: entry.size) else {
        continue
      }
      if let fault = entry.fault { member.fault = member.fault ?? fault }
      if let link = entry.link {
        links.append((member.path, archive.member(ArchiveScan.plain(link).bytes)))
      } else if let offset = entry.contentOffset {
        member.access = .stored(offset)
        if let size = entry.size, offset > source.size || size > source.size - offset {
          member.access = .none
          member.fault = ReadError(
            .malformed, "\(entry.path) has \(size) bytes, which reach past the archive's end",
            at: entry.place)
        }
        try keep(member)
      } else if isTar {
        try readStreamed(&member, reader.heldContent(isHashed: true))
        if case .none = member.access, member.fault == nil { continue }
        try keep(member)
      } else {
        member.access = .packed(entry.place.offset)
        try keep(member)
      }
    }
    try keepLinks()
  }

  /// Reads a member that comes by in a stream.
  private mutating func readStreamed(_ member: inout ArchivedMember, _ content: ArchiveContent)
    throws
  {
    if let fault = content.fault { member.fault = fault }
    let isMetadata =
      member.kind == .bundleFile && member.path.name.elementsEqual("metadata.plist".utf8)
    if isMetadata || member.path.isSidecar {
      guard content.source.size <= ArchiveScan.textLimit else { return }
      let length = Int(content.source.size)
      member.access = .bytes(try content.source.bytes(at: 0, count: length))
      return
    }
    switch member.kind {
    case .media, .bundleFile:
      guard var facts = try judge.reader.read(content.source, path: member.path) else { return }
      if let fault = content.fault {
        facts = facts.unreadable(size: member.size ?? content.source.size, fault)
      }
      member.access = .facts(facts.record, hash: content.hash)
    case .livePhoto:
      let subject = judge.livePhoto(member.path, in: content)
      member.access = .facts(subject.record, hash: nil)
    case .animation:
      let animation = AnimationFileReader.read(content.source, path: member.path)
      member.access = .facts(animation.record, hash: nil)
    }
  }

  // MARK: Members

  /// Counts a member; false where there are too many.
  private mutating func countMember(_ path: FilePath) throws -> Bool {
    count += 1
    guard count <= ArchiveScan.memberLimit else {
      note("has more than \(ArchiveScan.memberLimit) members; the rest was not looked at")
      return false
    }
    return true
  }

  /// A member as far as its path tells of it; nil where it is not to be judged.
  private mutating func member(_ name: FilePath, size: UInt64?) -> ArchivedMember? {
    let path = archive.member(ArchiveScan.plain(name).bytes)
    let rootLength = archive.bytes.count + 1
    guard !filter.skipsMember(path, below: rootLength), !path.isInProduct(below: rootLength) else {
      return nil
    }
    if path.isArchive {
      note("lies in an archive; archives in archives are not looked into", path)
      return nil
    }
    guard let kind = ArchiveScan.kind(of: path, below: rootLength) else { return nil }
    var member = ArchivedMember(archive: archive, path: path, kind: kind, size: size, access: .none)
    if name.leadsOutside {
      member.fault = ReadError(
        .malformed, "a member is named \(name), which leads out of the archive",
        at: Place("archive/member", offset: 0, length: 0))
    }
    return member
  }

  private static func kind(of path: FilePath, below rootLength: Int) -> ArchivedMember.Kind? {
    if FilePath(bytes: Array(path.folder)).isBundle, path.folder.count >= rootLength {
      return .bundleFile
    }
    if path.isLivePhotoArchive { return .livePhoto }
    if FileWalker.mayBeAnimation(path) { return .animation }
    return path.isSidecar || FileWalker.mayBeMedia(path.name) ? .media : nil
  }

  /// A member's name without the `./` that tar puts before it.
  private static func plain(_ name: FilePath) -> FilePath {
    var rest = name.bytes[...]
    while rest.starts(with: "./".utf8) { rest = rest.dropFirst(2).drop { $0 == UInt8(ascii: "/") } }
    return FilePath(bytes: Array(rest))
  }

  private mutating func keep(_ member: ArchivedMember) throws {
    if member.path.isSidecar { return keepSidecar(member) }
    if case .none = member.access, let fault = member.fault, !hasRole(member) {
      return note(fault.reason, member.path)
    }
    list.append(member, number: try judge.archived.keep(member))
  }

  /// Whether something will be said of a member without bytes.
  private func hasRole(_ member: ArchivedMember) -> Bool {
    member.kind != .media && member.kind != .bundleFile
      || MediaFile(path: member.path, size: 0, type: nil).halfByExtension != nil
  }

  private func keepSidecar(_ member: ArchivedMember) {
    guard let content = try? judge.archived.content(of: member),
      let found = judge.reader.identifier(inSidecar: content.source, path: member.path)
    else { return }
    judge.archived.keep(found, in: member.path)
  }

  // MARK: Links

  /// Puts hard links aside as files with the bytes of the members that they lead to.
  private mutating func keepLinks() throws {
    guard !links.isEmpty else { return }
    let wanted = Set(links.map(\.target))
    var targets: [FilePath: ArchivedMember] = [:]
    for number in list.numbers {
      let member = try judge.archived.member(number)
      if wanted.contains(member.path) { targets[member.path] = member }
    }
    for link in links {
      guard var member = targets[link.target]?.renamed(link.path) else {
        note("is a link to \(link.target), which is not there or no picture or movie", link.path)
        continue
      }
      member.kind = ArchiveScan.kind(of: link.path, below: archive.bytes.count + 1) ?? member.kind
      try keep(member)
    }
  }
}

extension ArchivedMember {
  /// The same bytes under another path; nil where the facts tell of the path in more than one place.
  fileprivate func renamed(_ path: FilePath) -> ArchivedMember? {
    var access = access
    if case .facts(let record, let hash) = access {
      guard kind == .media, var facts = try? MediaFacts(record: record) else { return nil }
      switch facts {
      case .still(var still):
        still.file.path = path
        facts = .still(still)
      case .movie(var movie):
        movie.file.path = path
        facts = .movie(movie)
      }
      access = .facts(facts.record, hash: hash)
    }
    return ArchivedMember(
      archive: archive, path: path, kind: kind, size: size, access: access, fault: fault)
  }
}

extension FilePath {
  /// Whether it is an `.xmp` file.
  fileprivate var isSidecar: Bool {
    name.suffix(4).elementsEqual(".xmp".utf8) { $0 | 0x20 == $1 }
  }

  /// Whether a folder on the way is a built app or an Xcode project.
  ///
  /// - Parameter rootLength: how many bytes name the archive.
  fileprivate func isInProduct(below rootLength: Int) -> Bool {
    bytes.dropFirst(rootLength).split(separator: UInt8(ascii: "/")).dropLast()
      .contains { FilePath(bytes: Array($0)).isProduct }
  }
}
