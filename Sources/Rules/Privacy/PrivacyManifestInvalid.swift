package import Validator

extension Rule {
  /// A privacy manifest holds nothing that App Store Connect refuses.
  package static let privacyManifestInvalid = Rule(
    "privacy/manifest-invalid",
    title: "a privacy manifest has valid keys and values",
    breaks: [.review],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .specification("Apple, Technote TN3181", "Debugging an invalid privacy manifest"),
      .specification("Apple, Technote TN3183", "Adding required reason API entries"),
      .specification(
        "Apple Developer Documentation, Bundle Resources", "Describing use of required reason API"),
      .publication("https://developer.apple.com/forums/thread/770148"),
    ],
    rationale: """
      App Store Connect checks every PrivacyInfo.xcprivacy of an upload. Unknown keys, wrong types, \
      empty lists, reasons that do not belong to the API and entries twice are answered with \
      ITMS-91056, a reason that is not approved with ITMS-91055.
      """,
    remedy: """
      Correct the entry that the finding names. Xcode's editor for PrivacyInfo.xcprivacy offers the \
      valid keys, categories and reasons.
      """,
    staysQuiet: """
      Manifests without some of the four keys. Empty lists of collected data and, where the app \
      tracks nobody, of tracking domains are notes: Apple asks to leave them out, and App Store \
      Connect takes them.
      """,
    symptoms: [.manifestRefused],
    check: .app { app, _ in
      let bundles = app.targets.filter { !$0.privacyManifests.isEmpty }
      let faults = app.faults.filter { $0.kind == .malformed || $0.kind == .limit }
      let unread = faults.first { fault in
        MediaFile(path: fault.place.file, size: 0, type: nil).pathExtension == "xcprivacy"
      }
      guard !bundles.isEmpty || unread != nil else {
        return .notApplicable("there is no privacy manifest")
      }
      let files = Set(faults.map(\.place.file))
      let outcome = app.judge(bundles) { bundle in
        bundle.privacyManifests.filter { !files.contains($0.place.file) }
          .flatMap { PrivacyManifest($0).faults() }
      }
      if case .fail = outcome { return outcome }
      // Whether Info.plist could be read is nothing to a privacy manifest.
      return unread.map { .unreadable($0.readError, in: $0.place.file) } ?? .pass
    })
}
