package import Validator

extension Rule {
  /// Adding and reading photos are explained by two texts.
  package static let usageDuplicateText = Rule(
    "usage/duplicate-text",
    title: "adding and reading photos have a text each",
    breaks: [.review],
    levels: .always(.warning),
    grade: .documented,
    sources: [.clearPurposeStrings, .informationKey(UsageKey.photoAdd)],
    rationale: """
      The two keys belong to two prompts: one to add photos, one to see them all. One sentence for \
      both cannot be true of each, and review wants a text for each resource.
      """,
    remedy: """
      Say under NSPhotoLibraryAddUsageDescription what is saved, and under \
      NSPhotoLibraryUsageDescription what is read and what for. If the app never reads the library, \
      remove NSPhotoLibraryUsageDescription.
      """,
    staysQuiet: """
      Other keys with one text, such as the two for location; empty texts and placeholders, which \
      have rules of their own; the tables of other languages, once the texts of Info.plist differ.
      """,
    symptoms: [.reviewRejected],
    check: .app { app, _ in
      app.judge(app.bundles) { bundle in
        let texts = bundle.usageTexts.filter { $0.language == nil }
        guard let add = texts.first(where: { $0.key == UsageKey.photoAdd }),
          let read = texts.first(where: { $0.key == UsageKey.photoRead }),
          add.saysTheSame(as: read)
        else { return [] }
        return [
          BundleFault(
            "\(add.named) and \(read.named) carry one text: \(quoted(add.text))",
            [add, read].map {
              Evidence(at: $0.place, found: shortened($0.text), wanted: "a text of its own")
            })
        ]
      }
    })
}

extension UsageText {
  /// Whether both texts carry one sentence that is not a fault of another kind already.
  fileprivate func saysTheSame(as other: UsageText) -> Bool {
    switch flaw {
    case .blank, .placeholder, .pluginDefault, .cut, .undefinedVariables: return false
    case .nameOnly, .short, .withoutPurpose, nil: break
    }
    return plainLetters(of: text) == plainLetters(of: other.text)
  }
}
