package import Validator

extension Rule {
  /// The variables in a usage text are defined for the target.
  package static let usageUndefinedVariable = Rule(
    "usage/undefined-variable",
    title: "variables in texts are defined for the target",
    breaks: [.review],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .buildEngine,
      .publication("https://github.com/vellum-ai/vellum-assistant/issues/39557"),
    ],
    rationale: """
      Xcode puts nothing where a variable is not defined, without a warning. Build settings belong \
      to one target, so what the app defines is not defined in its extension: a text becomes empty \
      (ITMS-90683), an extension loses its display name (ITMS-90360), or a sentence has a hole.
      """,
    remedy: """
      Define the variable in the build settings or the xcconfig file of this very target, or write \
      the text out in its Info.plist.
      """,
    staysQuiet: """
      PRODUCT_NAME, TARGET_NAME and others that Xcode always defines. Where something is left of \
      the text it is a warning. Variables in InfoPlist.strings, of which no documentation says that \
      they are expanded, are a note.
      """,
    symptoms: [.uploadRefused, .extensionRefused],
    check: .app { app, _ in
      app.judge(app.bundles, readsTables: true) { bundle in
        bundle.usageTexts.compactMap(faultOfVariables) + faultsOfDisplayName(of: bundle)
      }
    })
}

private func faultOfVariables(in text: UsageText) -> BundleFault? {
  if text.language != nil {
    guard withoutVariables(text.text) != text.text else { return nil }
    return BundleFault(
      "\(text.named) holds a variable, which may be shown as it is: \(quoted(text.text))",
      [Evidence(at: text.place, found: shortened(text.text), wanted: "a text without variables")],
      atMost: .note)
  }
  guard case .undefinedVariables(let variables) = text.flaw else { return nil }
  let isBlank = wordsForBlank(text.text) != nil
  let rest = isBlank ? "nothing is left of the text" : "\(quoted(text.text)) is left"
  return BundleFault(
    "\(text.named) uses \(shown(variables)), which the target does not define: \(rest)",
    [
      Evidence(
        at: text.place, found: shortened(text.text), wanted: "a value for \(shown(variables))")
    ],
    atMost: isBlank ? nil : .warning)
}

/// An extension without a display name is refused; apps fall back to their bundle name.
private func faultsOfDisplayName(of bundle: AppTarget) -> [BundleFault] {
  guard bundle.kind == .appExtension, let name = bundle.value(of: "CFBundleDisplayName"),
    let text = name.expanded.string, wordsForBlank(text) != nil
  else { return [] }
  let variables = name.undefinedVariables.filter { !builtInVariables.contains($0) }
  guard !variables.isEmpty else { return [] }
  return [
    BundleFault(
      "\(name.named) uses \(shown(variables)), which the extension does not define: its name is "
        + "empty",
      [Evidence(at: name.place, found: text, wanted: "a value for \(shown(variables))")])
  ]
}

private func shown(_ variables: [String]) -> String {
  variables.map { "$(\($0))" }.joined(separator: ", ")
}
