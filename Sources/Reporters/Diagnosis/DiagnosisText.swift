package import Validator

/// Tells diagnoses to people: the likeliest cause first, with its proof and its cure.
package struct DiagnosisText {
  private let isQuiet: Bool
  private var page: TextPage

  /// Creates a teller.
  ///
  /// - Parameters:
  ///   - width: the columns that lines are filled to.
  ///   - usesColour: whether terminal colours are written.
  ///   - isQuiet: whether only files that explain something are told of.
  package init(width: Int, usesColour: Bool, isQuiet: Bool = false) {
    self.isQuiet = isQuiet
    page = TextPage(width: width, usesColour: usesColour)
  }

  /// The diagnoses one after another.
  package consuming func render(_ diagnoses: [Diagnosis]) -> String {
    let told = isQuiet ? diagnoses.filter(\.explainsSomething) : diagnoses
    for (index, diagnosis) in told.enumerated() {
      if index > 0 { page.blankLine() }
      write(diagnosis)
    }
    guard !isQuiet else { return page.text }
    // What lies outside the files is the same for all: it depends on the symptoms alone.
    if let outside = diagnoses.map(\.outside).first(where: { !$0.isEmpty }) { write(outside) }
    return page.text
  }

  private mutating func write(_ diagnosis: Diagnosis) {
    page.heading(of: diagnosis.subject)
    if !diagnosis.symptoms.isEmpty {
      let names = diagnosis.symptoms.map(\.rawValue).joined(separator: "; ")
      page.paragraph([TextSpan("symptom:"), TextSpan(names, .heading)], indent: 2, hanging: 9)
    }
    page.blankLine()
    page.paragraph([TextSpan(diagnosis.shownConclusion, .heading)], hanging: 0)
    let causes = diagnosis.causes.filter { !$0.isConsequence }
    var number = 1
    for cause in causes where cause.explains { write(cause, of: diagnosis.subject, &number) }
    let others = causes.filter { !$0.explains }
    if !others.isEmpty, let heading = diagnosis.headingOfOthers {
      page.blankLine()
      page.paragraph([TextSpan(heading, .heading)], hanging: 0)
    }
    for cause in others { write(cause, of: diagnosis.subject, &number) }
    let untold = diagnosis.causes.filter(\.isConsequence).flatMap(\.rules)
    if !untold.isEmpty {
      page.blankLine()
      page.paragraph([
        TextSpan("Cannot tell because of the damage:", .heading), TextSpan(few(untold)),
      ])
    }
    writeCleared(by: diagnosis)
  }

  // MARK: What the files show

  private mutating func write(
    _ cause: Cause, of subject: SubjectReport, _ number: inout Int
  ) {
    page.blankLine()
    let mark = "\(number)."
    let indent = 2 + mark.count + 1
    number += 1
    page.paragraph(
      [TextSpan(whole: mark), TextSpan(cause.shownMessage, .heading)], indent: 2,
      hanging: mark.count + 1)
    var spans = [TextSpan(cause.severity?.name ?? "cannot tell:", cause.style)]
    let breaks = cause.result.rule.breaks.map(\.rawValue).joined(separator: ", ")
    spans.append(TextSpan(few(cause.rules)))
    if cause.state == .fail {
      spans.append(TextSpan("· breaks: \(breaks) · known: \(cause.result.rule.grade.rawValue)"))
    }
    page.paragraph(spans, indent: indent, hanging: 2)
    for evidence in cause.result.evidence { page.write(evidence, indent: indent) }
    if cause.state == .fail {
      write(cause.result.rule.rationale, label: "why:", indent)
      page.write(Remedy(of: cause.result, in: subject), indent: indent)
    }
    // A command is copied and pasted: breaking its line would break it.
    for (index, command) in cause.commands.enumerated() {
      let label = "see:"
      page.paragraph(
        (index == 0 ? [TextSpan(label)] : []) + [TextSpan(whole: command, .evidence)],
        indent: index == 0 ? indent : indent + label.count + 1, hanging: label.count + 1)
    }
  }

  private mutating func write(_ prose: String, label: String, _ indent: Int) {
    guard !prose.isEmpty else { return }
    let shown = ShownText.escaped(prose, atMost: ShownText.longestMessage)
    page.paragraph([TextSpan("\(label) \(shown)")], indent: indent, hanging: label.count + 1)
  }

  // MARK: What they do not show

  private mutating func writeCleared(by diagnosis: Diagnosis) {
    guard !diagnosis.cleared.isEmpty, diagnosis.conclusion != .explained else { return }
    page.blankLine()
    let names = diagnosis.cleared.map(\.id).joined(separator: ", ")
    page.paragraph([TextSpan("Ruled out by the files:", .heading), TextSpan(names)])
  }

  private mutating func write(_ outside: [OutsideCause]) {
    page.blankLine()
    page.paragraph([TextSpan("What the files cannot show, and what is worth a look:", .heading)])
    for cause in outside {
      page.blankLine()
      page.paragraph([TextSpan("- \(cause.text)")], indent: 2, hanging: 2)
      write(cause.remedy, label: "try:", 4)
      write("\(cause.grade.rawValue), \(cause.source.text)", label: "known:", 4)
    }
  }
}

/// The names of rules; of many the first, on which most depends.
private func few(_ rules: [Rule]) -> String {
  let shown = rules.prefix(5).map(\.id).joined(separator: ", ")
  return rules.count > 5 ? "\(shown) and \(counted(rules.count - 5, "more rule"))" : shown
}

extension Cause {
  fileprivate var shownMessage: String {
    let message = ShownText.escaped(result.message, atMost: ShownText.longestMessage)
    return state == .unreadable ? "could not be read: \(message)" : message
  }

  fileprivate var style: TextSpan.Style { severity?.style ?? .note }

  /// What this tool shows of it: the rule's page and the bytes.
  var commands: [String] {
    var commands = ["\(Tool.name) explain \(result.rule.id)"]
    if let evidence = result.evidence.first, let place = evidence.place, place.length > 0,
      !evidence.file.bytes.isEmpty, !evidence.file.isInArchive
    {
      let length = min(place.length, 256)
      commands.append(
        "\(Tool.name) inspect --hexdump \(place.offset),\(length) \(evidence.file.shellWord)")
    }
    return commands
  }
}

extension FilePath {
  /// Whether it names what lies inside a file, which other commands do not open.
  fileprivate var isInArchive: Bool {
    description.lowercased().contains(".livp!")
  }
}

extension Diagnosis {
  /// Whether the files show what is wrong, or what may be.
  fileprivate var explainsSomething: Bool {
    switch conclusion {
    case .explained, .uncertain: true
    case .unexplained, .working, .onlyOneHalf: false
    }
  }

  /// The conclusion in a sentence.
  var shownConclusion: String {
    switch conclusion {
    case .explained:
      let count = causes.count { $0.explains && !$0.isConsequence }
      return count == 1
        ? "The files explain it. The cause:" : "The files explain it. Most likely cause first:"
    case .uncertain:
      return
        "Nothing in the files explains it for certain. This may have to do with it:"
    case .unexplained:
      return symptoms.isEmpty
        ? "No fault of the files is known to keep a Live Photo from moving."
        : "No fault of the files is known to cause what is reported."
    case .working:
      return "The files are a working pair as far as they were looked at: the fault lies on the "
        + "way to the screen, in the app or in the content."
    case .onlyOneHalf:
      let half = subject.kind == .movie ? "movie" : "still"
      return "Nothing is wrong with this \(half) as far as it was looked at. It is half of a Live "
        + "Photo at most: name both files to have them judged as a pair."
    }
  }

  /// What stands over the causes that do not explain what is reported.
  fileprivate var headingOfOthers: String? {
    switch conclusion {
    case .explained, .uncertain: "Seen too, but not known to cause it:"
    case .unexplained: "Seen, but not known to cause it:"
    case .working, .onlyOneHalf: "Traits that were seen and do no harm here:"
    }
  }
}
