package import Validator

extension Rule {
  /// The value of a usage key is a text.
  package static let usageWrongType = Rule(
    "usage/wrong-type",
    title: "the value of every usage key is a text",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [.purposeStringsMissing, .requestingAccess, .buildEngine],
    rationale: """
      The system reads a usage text only from a string. A Boolean or an array under the key counts \
      as no text: iOS ends the app when it asks, and App Store Connect answers with ITMS-90683.
      """,
    remedy: """
      Change the type of the value to String (<string> in an XML property list) and write one \
      sentence that says what the app does with what it asks for.
      """,
    staysQuiet: """
      NSLocationTemporaryUsageDescriptionDictionary, which is a dictionary of texts.
      """,
    symptoms: [.accessCrash, .uploadRefused],
    check: .app { app, _ in
      app.judge(app.bundles) { bundle in
        bundle.values.compactMap { value in
          guard UsageKey.all.contains(value.key), value.expanded.string == nil else { return nil }
          return BundleFault(
            "\(value.named) is \(value.expanded.shown), not a text",
            [Evidence(at: value.place, found: value.expanded.shown, wanted: "a string")])
        }
      }
    })
}
