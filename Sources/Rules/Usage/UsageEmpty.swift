package import Validator

extension Rule {
  /// A usage text has something to read.
  package static let usageEmpty = Rule(
    "usage/empty",
    title: "no usage text is empty",
    breaks: [.review],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .purposeStringsMissing, .buildEngine,
      .publication("https://github.com/ionic-team/capacitor-plugins/issues/646"),
    ],
    rationale: """
      Xcode builds an app with an empty usage text after a warning, and with white space after none, \
      but App Store Connect takes an empty text for a missing one and answers with ITMS-90683.
      """,
    remedy: """
      Write one sentence that says what the app does with what it asks for, or remove the key if \
      nothing in the app, its libraries included, asks for it.
      """,
    staysQuiet: """
      A text that is empty because a variable is not defined is usage/undefined-variable, a value \
      that is no text is usage/wrong-type.
      """,
    symptoms: [.uploadRefused],
    check: .app { app, _ in
      app.judgeUsageTexts(wanted: "a sentence that says what for") { text in
        guard case .blank(let nothing) = text.flaw else { return nil }
        return ("\(text.named) \(nothing)", nil)
      }
    })
}
