import Readers
import Validator

extension Judge {
  /// Judges a `.livp` archive that is a member of another archive.
  func livePhoto(_ file: RunFile) throws(Spool.Failure) -> JudgedSubject {
    guard let number = file.member else { return archive(file.path) }
    let member = try archived.member(number)
    if case .facts(let record, _) = member.access, let subject = try? Subject(record: record) {
      return judged(subject)
    }
    let content: ArchiveContent
    do throws(ReadError) {
      content = try archived.content(of: member)
    } catch {
      content = ArchiveContent(source: MemorySource([]), fault: error, hash: nil)
    }
    return judged(livePhoto(file.path, in: content.adding(member.fault)))
  }

  /// Judges a GIF or an APNG that is a member of an archive.
  func animation(_ file: RunFile) throws(Spool.Failure) -> JudgedSubject {
    guard let number = file.member else { return animation(file.path) }
    let member = try archived.member(number)
    if case .facts(let record, _) = member.access, let animation = try? Animation(record: record) {
      return judged(animation)
    }
    do throws(ReadError) {
      let content = try archived.content(of: member)
      if let fault = content.fault { throw fault }
      return judged(AnimationFileReader.read(content.source, path: file.path))
    } catch {
      let unread = MediaFile(path: file.path, size: member.size ?? 0, type: nil)
      return judged(Animation(file: unread, unreadable: error))
    }
  }
}

extension ChunkResult {
  /// Takes over a subject whose files lie in an archive and are not asked for again.
  mutating func append(_ subject: JudgedSubject, in archive: FilePath) {
    var subject = subject
    subject.archive = archive
    append(subject)
  }

  /// Whether the bytes of a file come out of an archive, whose fault it is what it does not yield.
  ///
  /// Paths do not tell: any file may be named as if it lay in one.
  func isArchived(_ file: FilePath, of subject: JudgedSubject) -> Bool {
    members[file] != nil || subject.archive.map { $0 != file } ?? false
  }
}

extension ArchiveContent {
  /// The contents with a fault of their member, unless they have one of their own.
  fileprivate func adding(_ other: ReadError?) -> ArchiveContent {
    ArchiveContent(source: source, fault: fault ?? other, hash: hash)
  }
}
