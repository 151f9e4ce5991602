package import Validator

extension Rule {
  /// The usage texts of different languages differ.
  package static let localisationUntranslated = Rule(
    "localisation/untranslated",
    title: "usage texts are translated, not copied",
    breaks: [.review],
    levels: .always(.note),
    grade: .documented,
    sources: [
      .clearPurposeStrings,
      .specification("Apple Developer Documentation, Xcode", "Localizing with string catalogs"),
    ],
    rationale: """
      One sentence in every language, or a string catalogue's unit marked new or needing review, \
      is mostly a text that waits for its translation.
      """,
    remedy: """
      Translate the text, or mark it reviewed in the string catalogue if it is meant to be the same.
      """,
    staysQuiet: """
      Regional forms of one language, such as en-US and en-GB or pt-BR and pt-PT, and the state of the development \
      language, which Xcode leaves at new.
      """,
    symptoms: [.wrongLanguage],
    check: .app { app, _ in
      let localised = app.bundles.filter { !$0.localisedUsageKeys.isEmpty }
      return app.judge(localised, absence: "no usage text is translated", readsTables: true) {
        bundle in
        bundle.localisedUsageKeys.compactMap { faultOfCopies(of: $0, in: bundle) }
      }
    })
}

private func faultOfCopies(of key: String, in bundle: AppTarget) -> BundleFault? {
  let texts = bundle.localisedTexts(of: key).filter { $0.language != baseLanguage }
  let waiting = texts.filter { entry in
    guard let state = entry.text.state else { return false }
    return unfinishedStates.contains(state)
      && !areRelated(entry.language, bundle.developmentLanguage)
  }
  if !waiting.isEmpty {
    let shown = waiting.map { "\($0.language): \($0.text.state ?? "")" }
    return BundleFault(
      "\(key) is not translated yet (\(shown.joined(separator: ", ")))",
      waiting.map { Evidence(at: $0.text.place, found: $0.text.state, wanted: "translated") })
  }
  guard let first = texts.first, wordsForBlank(first.text.text) == nil,
    texts.contains(where: { !areForms($0.language, first.language) }),
    texts.allSatisfy({ plainLetters(of: $0.text.text) == plainLetters(of: first.text.text) })
  else { return nil }
  let languages = texts.map(\.language).joined(separator: ", ")
  return BundleFault(
    "\(key) is the same in \(languages): \(quoted(first.text.text))",
    texts.map {
      Evidence(at: $0.text.place, found: shortened($0.text.text), wanted: "a translation")
    })
}

/// The states of a string catalogue's unit that wait for somebody.
private let unfinishedStates: Set<String> = ["new", "needs_review"]
