package import Validator

/// Leaves out of reports what is personal, so that they can be pasted where anybody reads them.
///
/// Nothing of a file's own text passes unless it is known to be harmless: identifiers, dates and
/// places become stable stand-ins, file names say the role only, and of everything else just the
/// words remain that the messages themselves are made of. What kind of device and software it was
/// stays, because causes depend on it.
package struct Redaction {
  /// What stands for each text that was left out, by kind.
  private var standIns: [Kind: [String: String]] = [:]
  private var fileNames: [FilePath: String] = [:]
  /// Texts that messages hold as they are, the longest first.
  private var known: [(text: String, kind: Kind)] = []

  private enum Kind: String {
    case identifier, date, place, text
    /// A file's name or path.
    case file
  }

  /// A stretch of a text: already harmless, or still to be looked at.
  private enum Piece {
    case own(String)
    case raw(Substring)
  }

  /// Gets to know what is to be left out.
  ///
  /// - Parameters:
  ///   - subjects: all that is going to be redacted.
  ///   - identifiers: all identifiers in their files, whatever they look like.
  package init(of subjects: [SubjectReport], identifiers: [String]) {
    for (index, subject) in subjects.enumerated() {
      let number = subjects.count == 1 ? "" : "-\(index + 1)"
      for reported in subject.files {
        name(reported.file.path, reported.role.rawValue + number)
      }
    }
    let others = subjects.flatMap { $0.results.flatMap(\.evidence) + $0.provenanceEvidence }
    for file in others.map(\.file) where fileNames[file] == nil {
      name(file, "other-\(fileNames.count + 1)")
    }
    let paths = fileNames.keys.flatMap { path in
      [path.description, FilePath(bytes: Array(path.name)).description]
    }
    known =
      (paths.map { ($0, .file) } + identifiers.map { ($0, .identifier) })
      .filter { !Redaction.isHarmless($0.0) }
      .sorted { ($1.0.utf8.count, $0.0) < ($0.0.utf8.count, $1.0) }
    for (path, name) in fileNames.sorted(by: { $0.key < $1.key }) {
      standIns[.file, default: [:]][path.description] = name
      let own = FilePath(bytes: Array(path.name)).description
      if standIns[.file]?[own] == nil { standIns[.file, default: [:]][own] = name }
    }
  }

  private mutating func name(_ path: FilePath, _ stem: String) {
    guard fileNames[path] == nil else { return }
    let file = MediaFile(path: path, size: 0, type: nil)
    let isKnown = file.halfByExtension != nil || Redaction.extensions.contains(file.pathExtension)
    fileNames[path] = isKnown ? "\(stem).\(file.pathExtension)" : stem
  }

  private static let extensions: Set<String> = ["pvt", "livp", "xmp", "plist", "aae", "gif"]

  /// Whether a name tells nothing and stands in many messages, such as `movie.mov`.
  private static func isHarmless(_ name: String) -> Bool {
    !name.contains { $0.isNumber } && words(in: name[...]).allSatisfy(isOwn)
  }

  // MARK: Reports

  /// A subject without what is personal.
  ///
  /// - Parameter number: its number in the run, from 1; nil where it is the only one.
  package mutating func redacted(_ subject: SubjectReport, number: Int?) -> SubjectReport {
    let pairName = "pair" + (number.map { " \($0)" } ?? "")
    let fileName = subject.files.first.map { redacted($0.file.path).description } ?? ""
    return SubjectReport(
      kind: subject.kind, name: subject.kind == .pair ? pairName : fileName,
      bond: subject.bond,
      files: subject.files.map { reported in
        var file = reported.file
        file.path = redacted(file.path)
        return ReportedFile(reported.role, file)
      },
      verdict: subject.verdict, results: subject.results.map { redacted($0) },
      counts: subject.counts, failures: subject.failures,
      provenance: subject.provenance.map { redacted($0) })
  }

  private mutating func redacted(_ result: RuleResult) -> RuleResult {
    RuleResult(
      rule: result.rule, state: result.state, severity: result.severity,
      message: redacted(result.message), evidence: result.evidence.map { redacted($0) },
      remedy: result.remedy == result.rule.remedy ? result.remedy : redacted(result.remedy),
      mend: result.mend)
  }

  private mutating func redacted(_ provenance: Provenance) -> Provenance {
    Provenance(
      provenance.conclusion,
      facts: provenance.facts.map { fact in
        Provenance.Fact(redacted(fact.text), fact.evidence.map { redacted($0) })
      })
  }

  private mutating func redacted(_ evidence: Evidence) -> Evidence {
    Evidence(
      in: redacted(evidence.file), at: evidence.place,
      found: evidence.found.map { redactedValue($0) },
      wanted: evidence.wanted.map { redactedValue($0) })
  }

  private func redacted(_ path: FilePath) -> FilePath {
    path.bytes.isEmpty ? path : FilePath(fileNames[path] ?? "other")
  }

  // MARK: Texts

  /// A sentence of the tool's own without the texts in it that came from files.
  package mutating func redacted(_ text: String) -> String {
    pieces(of: text).map { piece in
      switch piece {
      case .own(let text): text
      case .raw(let text): withoutStrangeWords(text)
      }
    }.joined()
  }

  /// A value out of a file: kept where all of it is harmless, else left out as a whole.
  private mutating func redactedValue(_ value: String) -> String {
    let pieces = pieces(of: value)
    let isStrange = pieces.contains { piece in
      if case .raw(let text) = piece {
        !Redaction.words(in: text).allSatisfy(Redaction.isOwn)
      } else {
        false
      }
    }
    if isStrange { return standIn(for: value, .text) }
    return pieces.map { piece in
      switch piece {
      case .own(let text): text
      case .raw(let text): String(text)
      }
    }.joined()
  }

  /// The text with everything replaced that is known or has a form of its own.
  private mutating func pieces(of text: String) -> [Piece] {
    var pieces = [Piece.raw(text[...])]
    for (text, kind) in known {
      split(&pieces, kind) { raw in raw.ranges(of: text).filter { raw.standsAlone($0) } }
    }
    split(&pieces, .identifier) { raw in
      raw.ranges(of: /[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}/)
    }
    split(&pieces, .date) { raw in
      raw.ranges(
        of:
          /\d{4}[-:.\/]\d{1,2}[-:.\/]\d{1,2}([ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?(Z\b|UTC|[-+−]\d{2}:?\d{2}))?)?/
      )
    }
    // 20240517_101112, as cameras and messengers name files.
    split(&pieces, .date) { raw in
      raw.ranges(of: /(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([_T]?\d{4,9})?/)
        .filter { raw.standsAlone($0) }
    }
    split(&pieces, .place) { raw in
      raw.ranges(of: /[-+−]?\d{1,3}\.\d+(, |[-+−])[-+−]?\d{1,3}\.\d+([-+−]\d+(\.\d+)?)?\/?/)
    }
    return pieces
  }

  /// Puts stand-ins in the place of what is found.
  private mutating func split(
    _ pieces: inout [Piece], _ kind: Kind, _ find: (Substring) -> [Range<Substring.Index>]
  ) {
    var done: [Piece] = []
    for piece in pieces {
      guard case .raw(let text) = piece else {
        done.append(piece)
        continue
      }
      var start = text.startIndex
      for range in find(text) where range.lowerBound >= start {
        if start < range.lowerBound { done.append(.raw(text[start..<range.lowerBound])) }
        done.append(.own(standIn(for: String(text[range]), kind)))
        start = range.upperBound
      }
      if start < text.endIndex { done.append(.raw(text[start...])) }
    }
    pieces = done
  }

  /// What stands for a text wherever it comes up: `<identifier A>`.
  private mutating func standIn(for text: String, _ kind: Kind) -> String {
    if let known = standIns[kind]?[text] { return known }
    let number = standIns[kind]?.count ?? 0
    let standIn = "<\(kind.rawValue) \(Redaction.letters(number))>"
    standIns[kind, default: [:]][text] = standIn
    return standIn
  }

  /// The letters for a number from 0: A to Z, then AA, AB and so on.
  private static func letters(_ number: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number % 26)))
    return number < 26 ? letter : letters(number / 26 - 1) + letter
  }

  // MARK: Words

  /// The text with a stand-in for each run of words that are not the tool's own.
  private mutating func withoutStrangeWords(_ text: Substring) -> String {
    var shown: [String] = []
    var strange: [Substring] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if Redaction.words(in: word).allSatisfy(Redaction.isOwn) {
        flush(&strange, into: &shown)
        shown.append(String(word))
      } else {
        strange.append(word)
        // The stop after the last strange word is the sentence's own.
        if let last = word.last, ",;:)\"”".contains(last) { flush(&strange, into: &shown) }
      }
    }
    flush(&strange, into: &shown)
    return shown.joined(separator: " ")
  }

  private mutating func flush(_ strange: inout [Substring], into shown: inout [String]) {
    guard !strange.isEmpty else { return }
    let run = strange.joined(separator: " ")
    strange = []
    let stops: Set<Character> = [",", ";", ":"]
    let end = run.last.flatMap { stops.contains($0) ? String($0) : nil } ?? ""
    shown.append(standIn(for: String(run.dropLast(end.count)), .text) + end)
  }

  /// The runs of letters and digits in a text.
  private static func words(in text: Substring) -> [Substring] {
    text.split { character in
      !(character.isLetter || character.isNumber || character == "'" || character == "’")
    }
  }

  /// Whether a run of letters and digits may be shown.
  private static func isOwn(_ word: Substring) -> Bool {
    var bare = word.drop { $0 == "'" }
    while bare.last == "'" { bare.removeLast() }
    if bare.isEmpty || OwnWords.contains(bare) { return true }
    // Offsets, sizes and counts; longer numbers may be telephone or serial numbers.
    if bare.wholeMatch(of: /[0-9]{1,10}/) != nil { return true }
    // Numbers in base 16, escapes, codecs, and programs that write their version to their name.
    return bare.wholeMatch(
      of: /0x[0-9A-F]{1,8}|x[0-9A-F]{2}|[a-z]{2,3}[0-9]{1,2}|(Lavf|Lavc)[0-9]{1,3}|libx26[45]/)
      != nil
  }
}

extension Substring {
  /// Whether a range is no part of a longer word.
  fileprivate func standsAlone(_ range: Range<Index>) -> Bool {
    let isOpen = { (character: Character?) in
      character.map { !$0.isLetter && !$0.isNumber } ?? true
    }
    return isOpen(self[..<range.lowerBound].last) && isOpen(self[range.upperBound...].first)
  }
}

extension SubjectReport {
  fileprivate var provenanceEvidence: [Evidence] {
    provenance?.facts.compactMap(\.evidence) ?? []
  }
}
