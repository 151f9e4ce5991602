package import Validator

extension Rule {
  /// No dictionary holds a key twice.
  package static let plistDuplicateKey = Rule(
    "plist/duplicate-key",
    title: "no dictionary holds a key twice",
    breaks: [.review],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .measurement("Foundation and plutil take the last of two equal keys without complaint")
    ],
    rationale: """
      Readers take one of the two values and say nothing of the other. Whoever edits the wrong one \
      sees no effect, and other tools may take the other value.
      """,
    remedy: "Remove one of the two entries; the finding names both lines.",
    staysQuiet: "The same key in different dictionaries, such as those of two URL types.",
    symptoms: [],
    check: .app { app, _ in
      let findings = app.faults.compactMap { fault -> Finding? in
        guard case .duplicateKey(let key, let first) = fault.kind else { return nil }
        return Finding(
          "\(key) stands twice in one dictionary, at \(first.shown) and \(fault.place.shown)",
          [
            Evidence(at: first, found: key, wanted: "the key once"),
            Evidence(at: fault.place, found: key, wanted: "the key once"),
          ])
      }
      if findings.isEmpty, let fault = app.faults.first(where: \.leavesUnread) {
        return fault.unreadable
      }
      return .passUnless(findings)
    })
}
