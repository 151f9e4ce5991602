package import Validator

extension Rule {
  /// No usage text is cut by two slashes in an xcconfig file.
  package static let usageXcconfigComment = Rule(
    "usage/xcconfig-comment",
    title: "no usage text is cut by two slashes in an xcconfig file",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("Apple, Xcode Help", "Build configuration file format"), .buildEngine,
    ],
    rationale: """
      In an xcconfig file two slashes begin a comment, inside a value too. A text with a web \
      address ends at https: and people see half a sentence.
      """,
    remedy: """
      Write the text into Info.plist, leave the address out, or put an empty variable between the \
      slashes: https:/$()/example.com.
      """,
    staysQuiet: """
      A comment that was meant as one: after a whole sentence, or with a space after the slashes.
      """,
    symptoms: [.reviewRejected],
    check: .app { app, _ in
      app.judgeUsageTexts(wanted: "the whole sentence", readsTables: false) { text in
        guard case .cut(let rest) = text.flaw else { return nil }
        return (
          "\(text.named) ends at \(quoted(text.text)), for a comment cut off \(quoted(rest))", nil
        )
      }
    })
}
