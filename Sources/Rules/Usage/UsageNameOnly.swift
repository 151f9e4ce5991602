package import Validator

extension Rule {
  /// A usage text says more than the app's name.
  package static let usageNameOnly = Rule(
    "usage/name-only",
    title: "a usage text says more than the app's name",
    breaks: [.review],
    levels: .always(.warning),
    grade: .documented,
    sources: [.reviewGuideline, .clearPurposeStrings],
    rationale: """
      The prompt names the app above the text already. A text with nothing else in it gives no \
      purpose and is rejected under guideline 5.1.1.
      """,
    remedy: """
      Write one sentence that names the feature and what it does with the data. The app's name need \
      not be in it.
      """,
    staysQuiet: """
      A sentence with the app's name in it, and a variable that holds a whole sentence or whose value \
      is not known.
      """,
    symptoms: [.reviewRejected],
    check: .app { app, _ in
      app.judgeUsageTexts(wanted: "a sentence that says what for") { text in
        guard text.flaw == .nameOnly else { return nil }
        return ("\(text.named) holds only the app's name or marks: \(quoted(text.text))", nil)
      }
    })
}
