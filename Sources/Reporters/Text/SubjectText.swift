import Validator

// The parts of a page that reports of every kind share.

extension TextPage {
  /// Writes what a subject is and its files, then, unless that is all, its verdict and where it comes
  /// from.
  mutating func heading(of subject: SubjectReport, isBare: Bool = false) {
    let name = ShownText.escaped(subject.name)
    let paths = subject.files.map { ShownText.escaped($0.file.path.description) }
    var spans = [
      TextSpan(name, .heading),
      TextSpan("· \(subject.kind.rawValue)"),
    ]
    if let bond = subject.bond { spans.append(TextSpan("by \(bond.rawValue)")) }
    if paths != [name] {
      for (index, path) in paths.enumerated() {
        spans.append(TextSpan(whole: (index == 0 ? "· " : "+ ") + path))
      }
    }
    paragraph(spans)
    if isBare { return }
    if let verdict = subject.verdict {
      let answers = [
        ("pairs", verdict.pairs), ("moves", verdict.moves), ("looks", verdict.looks),
        ("wallpaper", verdict.wallpaper),
      ]
      var spans: [TextSpan] = []
      for (promise, answer) in answers {
        if !spans.isEmpty { spans.append(TextSpan("·")) }
        spans.append(TextSpan(promise))
        spans.append(TextSpan(answer.rawValue, answer.style))
      }
      paragraph(spans, indent: 2)
    }
    if let provenance = subject.provenance { write(provenance) }
  }

  private mutating func write(_ provenance: Provenance) {
    let facts = provenance.facts.map(\.text).joined(separator: "; ")
    paragraph(
      [
        TextSpan("provenance:"), TextSpan(provenance.conclusion.name, .heading),
        TextSpan("— " + ShownText.escaped(facts, atMost: ShownText.longestMessage)),
      ], indent: 2)
  }

  /// Writes where the bytes stand that prove something, and what they say.
  mutating func write(_ evidence: Evidence, indent: Int = 4) {
    let text = EvidenceText(evidence)
    var spans = [TextSpan("at \(text.subject)", .evidence)]
    if let position = text.position { spans.append(TextSpan(whole: position, .evidence)) }
    paragraph(spans, indent: indent)
    if let found = text.found {
      paragraph([TextSpan("found  \(found)", .evidence)], indent: indent + 2, hanging: 7)
    }
    if let wanted = text.wanted {
      paragraph([TextSpan("wanted \(wanted)", .evidence)], indent: indent + 2, hanging: 7)
    }
  }
}

extension Severity {
  var style: TextSpan.Style {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}

extension Verdict.Answer {
  var style: TextSpan.Style {
    switch self {
    case .no: .error
    case .risk: .warning
    case .unknown: .note
    case .yes: .plain
    }
  }
}
