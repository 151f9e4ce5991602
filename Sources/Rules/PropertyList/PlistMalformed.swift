package import Validator

extension Rule {
  /// The settings files are well formed.
  package static let plistMalformed = Rule(
    "plist/malformed",
    title: "the settings files are there and well formed",
    breaks: [.review, .integrity],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("Apple, Property List Programming Guide", "Property list formats"),
      .specification("Extensible Markup Language (XML) 1.0", "section 2.1"),
    ],
    rationale: """
      Xcode stops at a property list that it cannot parse or, where a setting names it, not find, \
      and a built app with one does not install. Nothing else about the file can be judged.
      """,
    remedy: """
      Mend the file at the line and column given; plutil -lint or an XML editor shows the same \
      place.
      """,
    staysQuiet: """
      Comments, a byte order mark, OpenStep and binary property lists, and strings files without \
      outer braces, all of which the system reads. A missing xcconfig file is a warning, as a \
      script may write it, and a note where Flutter or CocoaPods does. A path or link that leads \
      out of the project is a note: the file is not read.
      """,
    symptoms: [.uploadRefused],
    check: .app { app, _ in
      let faults = app.faults.filter(\.isOfForm)
      // What was too much to read, or is yet to be made, may be well formed or not.
      let unread = app.faults.first { $0.kind == .limit || $0.kind == .program }
      if let unread, faults.allSatisfy({ $0.atMost == .note }) { return unread.unreadable }
      guard !faults.isEmpty || !app.files.isEmpty || !app.bundles.isEmpty else {
        return .notApplicable("no settings file was read")
      }
      // Of a file that is there, the rule's own remedy says what to do.
      let remedy = faults.contains { $0.kind == .malformed } ? nil : faults.first?.remedy
      return .passUnless(
        faults.map { fault in
          Finding(
            "\(fault.place.shownWithColumn): \(fault.message)", [Evidence(at: fault.place)],
            atMost: fault.atMost, remedy: remedy)
        })
    })
}

extension SettingsFault {
  /// What to do about a file that is not read; nil for one whose form is wrong.
  fileprivate var remedy: String? {
    switch kind {
    case .missing:
      "Correct the path in the setting that names the file, add the file, or run what writes it "
        + "before the project is judged."
    case .outside:
      "Judge the folder that holds both, or move the file into the project: what leads out of it is "
        + "never read."
    case .malformed, .duplicateKey, .limit, .program: nil
    }
  }

  /// Whether it is one of the file as a whole: its form, or that it is not there to be read.
  fileprivate var isOfForm: Bool {
    switch kind {
    case .malformed, .missing, .outside: true
    case .duplicateKey, .limit, .program: false
    }
  }
}
