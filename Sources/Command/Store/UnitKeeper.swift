import Readers
import Validator

/// Judges units of a run, unless a store has them and their files are as they were.
struct UnitKeeper: Sendable {
  let judge: Judge
  /// Nil where nothing is kept.
  let store: AuditStore?

  /// Adds what a unit gives to a result.
  ///
  /// - Parameters:
  ///   - files: all that its verdict rests on; nil where nobody knows.
  ///   - body: judges it.
  func unit(
    _ key: @autoclosure () -> UnitKey, of files: @autoclosure () -> [FilePath]?,
    into result: inout ChunkResult, _ body: (inout ChunkResult) throws -> Void
  ) throws {
    try unit(
      key(), stamp: files().flatMap { FileStamp(of: $0)?.value }, into: &result, body)
  }

  /// Adds what a unit gives to a result.
  ///
  /// - Parameters:
  ///   - stamp: of all that its verdict rests on; nil where nobody knows.
  ///   - members: the members of an archive that it is made of.
  ///   - body: judges it.
  func unit(
    _ key: @autoclosure () -> UnitKey, stamp: @autoclosure () -> UInt64?,
    members: @autoclosure () throws -> [ArchivedMember] = [], into result: inout ChunkResult,
    _ body: (inout ChunkResult) throws -> Void
  ) throws {
    guard let store else { return try body(&result) }
    let key = key()
    // Looked at before the files are read: what changes meanwhile is judged again the next time.
    let stamp = stamp()
    if let known = try store.unit(key, stamp: stamp, judge) { return result.append(known) }
    var part = ChunkResult()
    try body(&part)
    part.become(key, stamp: stamp, members: try members())
    result.append(part)
  }

  /// Adds that an archive was gone through to its end.
  func end(
    of archive: FilePath, stamp: UInt64?, _ problems: [InputProblem], into result: inout ChunkResult
  ) {
    guard store != nil else { return }
    var part = ChunkResult()
    part.problems = problems
    part.become(
      UnitKey(.archive, archive.bytes), stamp: stamp, sidecars: judge.archived.sidecars(in: archive)
    )
    // The run tells them by itself.
    part.problems = []
    result.append(part)
  }

  /// Adds what two files give, or one, that had to wait for the whole run.
  func settled(
    _ files: [RunFile], _ kind: UnitKey.Kind = .settled, into result: inout ChunkResult,
    _ body: (inout ChunkResult) throws -> Void
  ) throws {
    guard store != nil else { return try body(&result) }
    let members = try files.compactMap { try $0.member.map(judge.archived.member) }
    try unit(
      UnitKey(kind, files.map(\.path.bytes)), stamp: stamp(of: files, members), members: members,
      into: &result, body)
  }

  /// The stamp of files; of members, that of their archive when it was gone through, as their facts
  /// may be of that time.
  private func stamp(of files: [RunFile], _ members: [ArchivedMember]) -> UInt64? {
    let stamps = members.compactMap { judge.archived.stamp(of: $0.archive) }
    guard stamps.count == members.count else { return nil }
    return FileStamp(of: files.filter { $0.member == nil }.map(\.path), and: stamps)?.value
  }
}

extension UnitKey {
  /// The key of members of an archive that belong together.
  init(ofMembersLike member: ArchivedMember) {
    let path = member.path
    let own: [UInt8] =
      switch member.kind {
      case .media: Array(path.folder) + [UInt8(ascii: "/")] + BaseName(of: path.name).key
      case .bundleFile: Array(path.folder)
      case .livePhoto, .animation: path.bytes
      }
    self.init(.members, member.archive.bytes, Array(member.kind.rawValue.utf8), own)
  }
}
