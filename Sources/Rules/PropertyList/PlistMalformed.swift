package import Validator

extension Rule {
  /// The settings files are well formed.
  package static let plistMalformed = Rule(
    "plist/malformed",
    title: "the settings files are well formed",
    breaks: [.review, .integrity],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("Apple, Property List Programming Guide", "Property list formats"),
      .specification("Extensible Markup Language (XML) 1.0", "section 2.1"),
    ],
    rationale: """
      Xcode stops at a property list that it cannot parse, and a built app with one does not \
      install. Nothing else about the file can be judged.
      """,
    remedy: """
      Mend the file at the line and column given; plutil -lint or an XML editor shows the same \
      place.
      """,
    staysQuiet: """
      Comments, a byte order mark, OpenStep and binary property lists, and strings files without \
      outer braces, all of which the system reads.
      """,
    symptoms: [.uploadRefused],
    check: .app { app, _ in
      let faults = app.faults.filter { $0.kind == .malformed }
      // What was too much to read may be well formed or not.
      if faults.isEmpty, let limit = app.faults.first(where: { $0.kind == .limit }) {
        return .unreadable(limit.readError, in: limit.place.file)
      }
      guard !faults.isEmpty || !app.files.isEmpty || !app.bundles.isEmpty else {
        return .notApplicable("no settings file was read")
      }
      return .passUnless(
        faults.map { fault in
          Finding("\(fault.place.shownWithColumn): \(fault.message)", [Evidence(at: fault.place)])
        })
    })
}
