import Readers
import Validator

/// What a `.livp` archive holds, as far as a verdict needs it.
///
/// Members are unpacked one at a time and let go once their facts are read.
private struct ArchivedPair {
  /// How many members are looked at: a `.livp` has two, and one that was packed by hand a few more.
  private static let memberLimit = 64

  private let path: FilePath
  private let reader: MediaReader
  private var size: UInt64 = 0
  private var facts: (still: MediaFacts?, movie: MediaFacts?) = (nil, nil)
  private(set) var stills: [FilePath] = []
  private(set) var movies: [FilePath] = []
  /// The first thing that is wrong with the archive.
  private(set) var problem: ReadError?

  /// Opens an archive on the disk.
  init(_ path: FilePath, _ reader: MediaReader) {
    self.path = path
    self.reader = reader
    do {
      try read(FileSource(path))
    } catch {
      note(error)
    }
  }

  /// Opens an archive that is a member of another.
  init(_ path: FilePath, in content: ArchiveContent, _ reader: MediaReader) {
    self.path = path
    self.reader = reader
    if let fault = content.fault { note(fault) }
    read(content.source)
  }

  private mutating func read(_ source: some ByteSource) {
    size = source.size
    do {
      let archive = try ArchiveReader(source)
      if try !ArchiveReader.hasEnd(source) { note(cutShort(source.size)) }
      try readMembers(of: archive)
    } catch {
      note(error)
    }
  }

  var still: MediaFacts { facts.still ?? .still(Still(file: standIn, unreadable: missing)) }
  var movie: MediaFacts { facts.movie ?? .movie(Movie(file: standIn, unreadable: missing)) }

  /// What stands for a half that was not found: the archive where it may hold it all the same.
  private var standIn: MediaFile {
    problem == nil
      ? MediaFile(path: FilePath(""), size: 0, type: nil)
      : MediaFile(path: path, size: size, type: nil)
  }

  private var missing: ReadError {
    problem
      ?? ReadError(
        .notOpened, "the archive has no such file", at: Place("archive", offset: 0, length: 0))
  }

  private mutating func readMembers(of archive: ArchiveReader) throws(ReadError) {
    var count = 0
    while let member = try archive.nextMember() {
      count += 1
      guard count <= ArchivedPair.memberLimit else {
        throw ReadError(
          .limit, "more than \(ArchivedPair.memberLimit) members", at: member.place)
      }
      if let fault = member.fault { note(fault) }
      if member.leadsOutside {
        note(
          ReadError(
            .malformed, "a member is named \(member.path), which leads out of the archive",
            at: member.place))
      }
      guard member.kind == .regular, !member.isBookkeeping else { continue }
      let content = archive.heldContent()
      if let fault = content.fault { note(fault) }
      try read(member, content)
    }
  }

  private mutating func read(_ member: ArchiveMember, _ content: ArchiveContent) throws(ReadError) {
    let memberPath = member.path(in: path)
    guard var found = try reader.read(content.source, path: memberPath) else { return }
    if let fault = content.fault {
      found = found.unreadable(size: member.size ?? content.source.size, fault)
    }
    switch found.role {
    case .still:
      stills.append(memberPath)
      facts.still = facts.still ?? found
    case .movie:
      movies.append(memberPath)
      facts.movie = facts.movie ?? found
    }
  }

  private mutating func note(_ error: ReadError) {
    problem = problem ?? error
  }

  private func cutShort(_ size: UInt64) -> ReadError {
    ReadError(
      .malformed, "the file ends without the directory that closes every zip archive",
      at: Place("archive", offset: size, length: 0))
  }
}

extension Judge {
  /// Judges a `.livp` archive, whose still and movie are a pair by construction.
  func archive(_ path: FilePath) -> JudgedSubject {
    judged(subject(ArchivedPair(path, reader), path))
  }

  /// What a `.livp` archive in another archive holds.
  func livePhoto(_ path: FilePath, in content: ArchiveContent) -> Subject {
    subject(ArchivedPair(path, in: content, reader), path)
  }

  private func subject(_ found: ArchivedPair, _ path: FilePath) -> Subject {
    let bundle = Bundle(
      path: path, stills: found.stills, movies: found.movies,
      metadataVersion: .absent(searched: []), needsMetadata: false, problem: found.problem)
    return subject(
      still: found.still, movie: found.movie, bond: .bundle, name: path.bundleName, bundle: bundle)
  }
}
