package import Validator

extension Rule {
  /// A usage text is not filler.
  package static let usagePlaceholder = Rule(
    "usage/placeholder",
    title: "no usage text is a placeholder",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [.reviewGuideline, .clearPurposeStrings, .requestingAccess],
    rationale: """
      Review wants every purpose string to describe the use clearly and completely. Filler, or the \
      name of the key itself, is shown to people as it is and is rejected under guideline 5.1.1.
      """,
    remedy: """
      Replace it with one sentence that names the feature and what it does with the data, such as \
      “Saves the Live Photos you make to your library”.
      """,
    staysQuiet: """
      The small word todo inside a sentence, which other languages use, and an app that is called \
      Todo: only TODO in capitals at the start or before a colon counts there.
      """,
    symptoms: [.reviewRejected],
    check: .app { app, _ in
      app.judgeUsageTexts(wanted: "a sentence that says what for") { text in
        guard case .placeholder(let kind) = text.flaw else { return nil }
        return ("\(text.named) is \(kind): \(quoted(text.text))", nil)
      }
    })
}
