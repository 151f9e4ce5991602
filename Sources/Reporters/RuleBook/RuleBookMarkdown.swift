import Validator

extension RuleBook {
  /// The rule book as a page for a repository: what rules may claim, all rules in a table, and a
  /// page for each.
  package var markdown: String {
    var page = MarkdownPage(ruleIDs: Set(rules.map(\.id)))
    page.heading(1, "Rules")
    page.writeScope()
    page.writeMeanings(
      of: Promise.allCases.filter { promise in
        rules.contains { $0.breaks.contains(promise) }
      })
    writeContents(to: &page)
    for family in families {
      guard let first = family.first else { continue }
      page.heading(2, "\(first.familyTitle): \(first.family)/")
      for rule in family { page.write(self.page(of: rule)) }
    }
    return page.text
  }

  private func writeContents(to page: inout MarkdownPage) {
    page.heading(2, "All rules")
    page.paragraph(
      "Severities that differ between profiles stand in the order photos/wallpaper/camera, `-` "
        + "where the rule is not run. `livephotolint explain RULE` shows a rule's page in the "
        + "terminal.")
    page.table(
      ["Rule", "What it asks for", "Severity", "Breaks", "Known"],
      rules.map { rule in
        [
          page.link(to: rule.id), page.marked(rule.title), rule.shownLevels,
          rule.breaks.map(\.rawValue).joined(separator: ", "), rule.grade.rawValue,
        ]
      })
  }
}

extension MarkdownPage {
  /// What a rule may claim.
  fileprivate mutating func writeScope() {
    paragraph(
      """
      A rule may claim what the bytes of the files prove, and what is known, with a source, of the \
      software that reads them; nothing else. It names the file, the place in it and the value found. \
      It does not guess what somebody meant, it does not look at what a picture shows, and it does \
      not promise: a pair without a failure holds all that these rules ask for, and Photos or the \
      Lock Screen may still have reasons of their own, above all the content of the movie. One \
      fault is told by one rule, the most exact one. What could not be read is said to be \
      unreadable, never to be missing and never to be right.
      """)
    paragraph(
      """
      This page is written from the rules by `make rules`. Rule ids never change and are never used \
      again for something else.
      """)
  }

  fileprivate mutating func writeMeanings(of promises: [Promise]) {
    heading(2, "How to read a rule")
    paragraph("The **state** is what a rule says of a pair or a file:")
    list(RuleResult.State.allCases.map { ($0.word, $0.meaning) })
    paragraph(
      "The **severity** of a failure belongs to the rule and the profile. A single finding may "
        + "count less, where the report says so, and never more:")
    list(Severity.allCases.reversed().map { ($0.name, $0.meaning) })
    paragraph("The **profile** (`--profile`) is what the pair is meant for:")
    list(Profile.allCases.map { ($0.rawValue, $0.meaning) })
    paragraph("A rule **breaks** a promise where it fails:")
    list(promises.map { ($0.rawValue, $0.meaning) })
    paragraph(
      """
      The verdict of a pair answers for `pairs`, `moves`, `looks` and `wallpaper`. An error that breaks a promise makes the \
      answer *no*; else something unreadable makes it *unknown*; else a warning makes it *risk*; \
      else it is *yes*. A pair that does not join neither moves nor looks right, and one that does \
      not move does not move on the Lock Screen. The Lock Screen is *unknown* where the profile does \
      not run its rules.
      """)
    paragraph("The **grade** tells how the fact behind a rule is known:")
    list(Grade.allCases.map { ($0.rawValue, $0.meaningWithCap) })
  }

  fileprivate mutating func write(_ page: RulePage) {
    let rule = page.rule
    heading(3, rule.id)
    paragraph("**\(marked(capitalised(rule.title))).**")
    let breaks = enumerated(rule.breaks.map { "`\($0.rawValue)`" })
    paragraph("\(rule.levelSentence) Breaks \(breaks).")
    for section in page.sections {
      paragraph("**\(section.heading).** \(marked(section.prose, linkedBeside: rule.id))")
      points(section.points)
    }
    for excerpt in page.excerpts {
      let profile =
        excerpt.profile == .photos ? "" : " with `--profile \(excerpt.profile.rawValue)`"
      paragraph(
        "**In a report**\(profile), of [\(excerpt.specimen)](Corpus/\(excerpt.specimen)):")
      code(excerpt.text)
    }
  }
}
