import Validator

/// What to do about a failure: the command that mends it, where there is one, and the way by hand.
struct Remedy {
  /// What the command does, and the command: nil where none mends the fault.
  let mend: (action: String, command: String)?
  /// What a person can do; may be empty.
  let prose: String

  init(of result: RuleResult, in subject: SubjectReport) {
    prose = result.remedy
    guard let mend = result.mend, let paths = subject.mendedPaths, result.state == .fail else {
      self.mend = nil
      return
    }
    // `fix` writes no archives: what it is to be given is there once these are unpacked.
    let words = paths.map { ($0.archiveAndMember?.member ?? $0).shellWord }.joined(separator: " ")
    var archives: [String] = []
    for path in paths {
      let archive = path.archiveAndMember.map {
        FilePath(bytes: Array($0.archive.name)).description
      }
      if let archive, !archives.contains(archive) { archives.append(archive) }
    }
    let action =
      archives.isEmpty
      ? mend.action : "unpack \(archives.joined(separator: " and ")) and \(mend.action)"
    self.mend = (action, "\(Tool.name) fix \(words)")
  }

  /// All of it, the command on a line of its own.
  var text: String {
    guard let mend else { return prose }
    let lead = "\(mend.action): \(mend.command)"
    return prose.isEmpty ? lead : "\(lead)\nBy hand: \(prose)"
  }
}

extension TextPage {
  /// Writes a remedy under a failure.
  mutating func write(_ remedy: Remedy, indent: Int = 4) {
    let label = "fix:"
    let prose = ShownText.escaped(remedy.prose, atMost: ShownText.longestMessage)
    guard let mend = remedy.mend else {
      guard !prose.isEmpty else { return }
      return paragraph([TextSpan("\(label) \(prose)")], indent: indent, hanging: label.count + 1)
    }
    paragraph([TextSpan("\(label) \(mend.action):")], indent: indent, hanging: label.count + 1)
    let inner = indent + label.count + 1
    // A command is copied and pasted: breaking its line would break it.
    paragraph([TextSpan(whole: mend.command, .heading)], indent: inner)
    if !prose.isEmpty { paragraph([TextSpan("By hand: \(prose)")], indent: inner, hanging: 0) }
  }
}

extension SubjectReport {
  /// The paths that `fix` is to be given for this subject; nil where it takes none.
  fileprivate var mendedPaths: [FilePath]? {
    switch kind {
    case .app, .animation: return nil
    case .pair, .still, .movie: break
    }
    let paths = files.map(\.file.path)
    guard bond == .bundle, let first = paths.first else { return paths }
    return [first.enclosingBundle]
  }
}

extension FilePath {
  /// The archive or the folder that a member of a bundle lies in.
  private static let archiveMark = Array(".livp!".utf8)

  var enclosingBundle: FilePath {
    let mark = FilePath.archiveMark
    let start = bytes.indices.first { index in
      bytes[index...].prefix(mark.count).elementsEqual(mark) { $0 | 0x20 == $1 | 0x20 }
    }
    if let start { return FilePath(bytes: Array(bytes[..<(start + mark.count - 1)])) }
    return FilePath(bytes: Array(folder))
  }
}
