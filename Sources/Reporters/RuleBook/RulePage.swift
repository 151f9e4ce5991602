package import Validator

/// A real failure of a rule, as the text report tells it.
package struct RuleExcerpt: Sendable {
  /// The columns of an excerpt.
  private static let width = 80

  /// The folder of the specimen that was judged.
  let specimen: String
  /// The profile that it was judged for.
  let profile: Profile
  let text: String

  /// Takes the failure of one rule out of a report.
  ///
  /// Rationale and remedy stand on the rule's page already; only a remedy that is more exact than
  /// the rule's own is told again.
  ///
  /// - Parameters:
  ///   - rule: the rule whose failure is wanted.
  ///   - subject: what was reported of the specimen.
  ///   - profile: the profile that the specimen was judged for.
  ///   - folder: the path of the specimen's folder, with which paths in the report begin.
  /// - Returns: nil where the rule does not fail.
  package init?(
    of rule: Rule, in subject: SubjectReport, for profile: Profile, from folder: FilePath
  ) {
    guard
      let result = subject.results.first(where: { $0.rule.id == rule.id && $0.state == .fail })
    else { return nil }
    let prefix = folder.description + "/"
    let shortened = SubjectReport(
      kind: subject.kind, name: subject.name, bond: subject.bond,
      files: subject.files.map { ReportedFile($0.role, $0.file.without(prefix)) },
      verdict: subject.verdict,
      results: [result.excerpt(without: prefix)], counts: subject.counts,
      failures: subject.failures)
    let report = Report(profile: profile, rules: [rule], subjects: [shortened])
    let options = ReportOptions(width: RuleExcerpt.width, isQuiet: true)
    self.profile = profile
    specimen = FilePath(bytes: Array(folder.name)).description
    var text = TextReporter(options).render(report)
    while text.last == "\n" { text.removeLast() }
    self.text = text
  }
}

extension RuleResult {
  fileprivate func excerpt(without prefix: String) -> RuleResult {
    let bare = Rule(
      rule.id, title: rule.title, breaks: rule.breaks, levels: rule.levels, grade: rule.grade,
      sources: rule.sources, rationale: "", remedy: "", staysQuiet: rule.staysQuiet,
      symptoms: rule.symptoms, replaces: rule.replaces, check: rule.check)
    return RuleResult(
      rule: bare, state: state, severity: severity,
      message: message.replacing(prefix, with: ""),
      evidence: evidence.map { item in
        var item = item
        item.file = item.file.without(prefix)
        return item
      },
      remedy: remedy == rule.remedy ? "" : remedy.replacing(prefix, with: ""), mend: mend)
  }
}

extension FilePath {
  fileprivate func without(_ prefix: String) -> FilePath {
    bytes.starts(with: prefix.utf8)
      ? FilePath(bytes: Array(bytes.dropFirst(prefix.utf8.count))) : self
  }
}

extension MediaFile {
  fileprivate func without(_ prefix: String) -> MediaFile {
    var file = self
    file.path = path.without(prefix)
    return file
  }
}

/// One rule as its page tells it, before a format is given to it.
struct RulePage {
  /// A part of the page under a heading of its own.
  struct Section {
    let heading: String
    let prose: String
    /// Points under the prose.
    var points: [String] = []
  }

  let rule: Rule
  /// The rules where whose failure this one is silent.
  let replacedBy: [String]
  let excerpts: [RuleExcerpt]

  /// What the page says, in order, but for the excerpts.
  var sections: [Section] {
    var sections = [
      Section(heading: "Why it matters", prose: rule.rationale),
      Section(heading: "What to do", prose: rule.remedy),
      Section(heading: "When it stays quiet", prose: rule.staysQuiet),
    ]
    if let mend = rule.mend {
      sections.insert(
        Section(
          heading: "What the tool can do",
          prose: "\(Tool.name) fix can \(mend.action). Pictures and sound stay as they are."
        ), at: 1)
    }
    if !rule.symptoms.isEmpty {
      sections.append(
        Section(
          heading: "What people report",
          prose: sentence(rule.symptoms.map(\.rawValue).joined(separator: "; "))))
    }
    if let neighbours { sections.append(Section(heading: "Other rules", prose: neighbours)) }
    sections.append(
      Section(
        heading: "How it is known",
        prose: "\(capitalised(rule.grade.rawValue)). \(rule.grade.meaning)",
        points: rule.sources.map { capitalised($0.text) }))
    return sections
  }

  /// What the rule replaces and what replaces it, in sentences; nil where it stands alone.
  private var neighbours: String? {
    var sentences: [String] = []
    if !rule.replaces.isEmpty {
      let names = rule.replaces.map { $0.hasSuffix("/*") ? "all \($0.dropLast(2)) rules" : $0 }
      let isOne = names.count == 1 && names == rule.replaces
      sentences.append(
        "Where it fails, \(enumerated(names)) \(isOne ? "says" : "say") nothing of the same files.")
    }
    if !replacedBy.isEmpty {
      sentences.append(
        "Where \(enumerated(replacedBy, joinedBy: "or")) fails, it says nothing itself.")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
