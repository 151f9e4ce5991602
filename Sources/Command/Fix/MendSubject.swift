import Readers
import Validator
import Writers

/// A faulty subject read again, with the bytes of its files at hand.
struct MendSubject {
  let report: SubjectReport
  let content: SubjectContent
  let sources: [Half: any ByteSource]
  let container: Container

  /// What holds the files.
  enum Container {
    case loose
    /// A `.pvt` folder.
    case bundle(FilePath)
    /// A `.livp` archive.
    case archive(FilePath)
  }

  /// Reads the files of a subject.
  ///
  /// - Throws: where one of them can no longer be read.
  init(_ report: SubjectReport, _ judge: Judge) throws(ReadError) {
    self.report = report
    container = Container(of: report)
    sources = try container.sources(of: report)
    var facts: [Half: MediaFacts] = [:]
    for reported in report.files {
      guard let half = reported.half, let source = sources[half] else { continue }
      facts[half] = try judge.reader.read(source, path: reported.file.path, meantAs: half)
    }
    let missing = ReadError(
      .notOpened, "there is no such file", at: Place("file", offset: 0, length: 0))
    switch (report.kind, facts[.still], facts[.movie]) {
    case (.still, let still?, _): content = .still(still.asStill)
    case (.movie, _, let movie?): content = .movie(movie.asMovie)
    case (.pair, let still?, let movie?):
      content = .pair(
        judge.pair(of: still, movie, bond: report.bond ?? .argument, name: report.name))
    default: throw missing
    }
  }
}

extension MendSubject.Container {
  init(of report: SubjectReport) {
    self = .loose
    guard report.bond == .bundle, let path = report.files.first?.file.path else { return }
    let folder = FilePath(bytes: Array(path.folder))
    if folder.isBundle {
      self = .bundle(folder)
    } else if let archive = path.enclosingArchive {
      self = .archive(archive)
    }
  }

  fileprivate func sources(of report: SubjectReport) throws(ReadError) -> [Half: any ByteSource] {
    var sources: [Half: any ByteSource] = [:]
    guard case .archive(let archive) = self else {
      for reported in report.files {
        if let half = reported.half { sources[half] = try FileSource(reported.file.path) }
      }
      return sources
    }
    let reader = try ArchiveReader(FileSource(archive))
    while let member = try reader.nextMember() {
      let path = member.path(in: archive)
      guard let half = report.files.first(where: { $0.file.path == path })?.half else { continue }
      let content = try reader.content()
      if let fault = content.fault { throw fault }
      sources[half] = content.source
    }
    return sources
  }
}

extension FilePath {
  /// The archive that a member's path names; nil where it names none.
  fileprivate var enclosingArchive: FilePath? {
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "!") }
    return ends.lazy.map { FilePath(bytes: Array(bytes[..<$0])) }.first { $0.isLivePhotoArchive }
  }
}
