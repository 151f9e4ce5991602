import Readers
import Synchronization
import Validator

/// What was read of a file of the run.
struct FoundFile {
  var facts: MediaFacts
  /// What the file is found by again where it lies in an archive.
  var member: UInt64?
  /// The archive that it lies in, where something is wrong with that.
  var archive: Bundle?

  /// Why nothing is known of a member though its archive may be sound: it is encrypted, or larger
  /// than this tool unpacks; a broken archive is a finding.
  var reasonNotJudged: String? {
    guard let problem = archive?.problem, facts.file.type == nil else { return nil }
    return [.limit, .unsupported, .notOpened].contains(problem.kind) ? problem.reason : nil
  }
}

/// The files in archives that a run has come upon.
///
/// Nothing is unpacked to disk: what stands in an archive as it is, or can be unpacked by itself, is
/// read there whenever it is wanted; of what comes by in a compressed stream the facts are kept.
final class ArchivedFiles: Sendable {
  private struct State {
    var sidecars: [FilePath: StrayIdentifier] = [:]
    /// The archives that could be opened at first and cannot any more.
    var problems: [FilePath: String] = [:]
    var stamps: [FilePath: UInt64] = [:]
  }

  private let spool = Spool()
  private let state = Mutex(State())

  /// The archives that got lost during the run.
  var problems: [InputProblem] {
    state.withLock { state in
      state.problems.sorted { $0.key < $1.key }.map { InputProblem(path: $0, message: $1) }
    }
  }

  // MARK: Archives

  /// Keeps the stamp that an archive had before it was gone through.
  func keep(stamp: UInt64, of archive: FilePath) {
    state.withLock { $0.stamps[archive] = stamp }
  }

  /// The stamp that an archive had before it was gone through; nil where nobody can tell whether
  /// what was seen is all there is.
  func stamp(of archive: FilePath) -> UInt64? { state.withLock { $0.stamps[archive] } }

  // MARK: Members

  /// Puts a member aside.
  ///
  /// - Returns: the number that it is found by.
  func keep(_ member: ArchivedMember) throws(Spool.Failure) -> UInt64 {
    try spool.append(member.record)
  }

  /// The member of a number.
  func member(_ number: UInt64) throws(Spool.Failure) -> ArchivedMember {
    let record = try spool.record(at: number)
    do throws(BinaryReader.Fault) {
      return try ArchivedMember(record: record)
    } catch {
      throw Spool.Failure(description: "the temporary file of the run was changed")
    }
  }

  /// Reads a member.
  ///
  /// - Returns: its facts, or nil where nothing makes it a still or a movie.
  func read(_ number: UInt64, meantAs half: Half? = nil, by reader: MediaReader)
    throws(Spool.Failure) -> FoundFile?
  {
    let member = try member(number)
    if case .facts(let record, _) = member.access {
      guard let facts = try? MediaFacts(record: record) else {
        throw Spool.Failure(description: "the temporary file of the run was changed")
      }
      return found(facts, member, number, fault: member.fault)
    }
    do throws(ReadError) {
      let content = try content(of: member)
      guard var facts = try reader.read(content.source, path: member.path, meantAs: half) else {
        return nil
      }
      if let fault = content.fault {
        facts = facts.unreadable(size: member.size ?? content.source.size, fault)
      }
      return found(facts, member, number, fault: member.fault ?? content.fault)
    } catch {
      let file = MediaFile(path: member.path, size: member.size ?? 0, type: nil)
      return reader.unreadable(file, as: half, error).flatMap {
        found($0, member, number, fault: member.fault ?? error)
      }
    }
  }

  private func found(
    _ facts: MediaFacts, _ member: ArchivedMember, _ number: UInt64, fault: ReadError?
  ) -> FoundFile {
    let bundle = fault.map {
      Bundle(
        path: member.archive, stills: [], movies: [], metadataVersion: .absent(searched: []),
        needsMetadata: false, problem: $0)
    }
    return FoundFile(facts: facts, member: number, archive: bundle)
  }

  /// The bytes of a member.
  ///
  /// - Throws: the fault of a member without any, or why its archive cannot be opened.
  func content(of member: ArchivedMember, isHashed: Bool = false) throws(ReadError)
    -> ArchiveContent
  {
    switch member.access {
    case .stored(let offset):
      return ArchiveContent(
        source: RangeSource(try open(member.archive), from: offset, length: member.size),
        fault: nil, hash: nil)
    case .packed(let header):
      return try unpack(member, from: header, isHashed: isHashed)
    case .bytes(let bytes):
      return ArchiveContent(source: MemorySource(bytes), fault: nil, hash: nil)
    case .facts, .none:
      throw member.fault
        ?? ReadError(
          .notOpened, "the bytes were not kept", at: Place("archive", offset: 0, length: 0))
    }
  }

  private func open(_ archive: FilePath) throws(ReadError) -> FileSource {
    do throws(ReadError) {
      return try FileSource(archive)
    } catch {
      state.withLock { $0.problems[archive] = error.reason }
      throw error
    }
  }

  private func unpack(_ member: ArchivedMember, from header: UInt64, isHashed: Bool)
    throws(ReadError) -> ArchiveContent
  {
    let archive = try ArchiveReader(
      RangeSource(try open(member.archive), from: header), as: .zipMember, limits: .dataSet)
    guard try archive.nextMember() != nil else {
      throw ReadError(
        .malformed, "no member stands at offset \(header)",
        at: Place("archive/member", offset: header, length: 0))
    }
    let content = archive.heldContent(isHashed: isHashed)
    guard content.fault == nil, let size = member.size, size != content.source.size else {
      return content
    }
    let fault = ReadError(
      .malformed,
      "\(member.path.shownName) unpacks to \(content.source.size) bytes, the directory says "
        + "\(size)",
      at: Place("archive/member", offset: header, length: 0))
    return ArchiveContent(source: content.source, fault: fault, hash: nil)
  }

  // MARK: Contents

  /// Where the bytes of a member can be read at any place; nil where they come by in a stream.
  func source(of number: UInt64) -> (any ByteSource)? {
    guard let member = try? member(number) else { return nil }
    switch member.access {
    case .stored, .bytes: return try? content(of: member).source
    case .packed, .facts, .none: return nil
    }
  }

  /// A number that is equal for files of equal bytes; nil where they cannot be had.
  func hash(of number: UInt64) -> Int? {
    guard let member = try? member(number) else { return nil }
    switch member.access {
    case .stored, .bytes: return (try? content(of: member)).flatMap { hashOfBytes($0.source) }
    case .packed: return (try? content(of: member, isHashed: true))?.hash
    case .facts(_, let hash): return hash
    case .none: return nil
    }
  }

  // MARK: Sidecars

  /// Keeps the identifier that was found in a sidecar.
  func keep(_ identifier: StrayIdentifier, in sidecar: FilePath) {
    state.withLock { $0.sidecars[sidecar] = identifier }
  }

  /// The identifiers in the sidecars of an archive, in the order of their paths.
  func sidecars(in archive: FilePath) -> [(path: FilePath, identifier: StrayIdentifier)] {
    state.withLock { state in
      state.sidecars.filter { $0.key.archiveAndMember?.archive == archive }
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// The identifier in the sidecar of a still that lies in an archive.
  func identifierInSidecar(of still: Still) -> StrayIdentifier? {
    let paths = MediaReader.sidecars(of: still.file.path)
    return state.withLock { state in
      paths.first { state.sidecars[$0] != nil }.flatMap { state.sidecars[$0] }
    }
  }
}

extension FilePath {
  /// The last name of the path, as text.
  var shownName: String { FilePath(bytes: Array(name)).description }
}
