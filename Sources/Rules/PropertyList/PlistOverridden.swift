package import Validator

extension Rule {
  /// What stands in Info.plist is what the app gets.
  package static let plistOverridden = Rule(
    "plist/overridden",
    title: "no value of Info.plist is replaced by another layer",
    breaks: [.review],
    levels: .always(.note),
    grade: .observed,
    sources: [.buildEngine],
    rationale: """
      Where Xcode generates the Info.plist, a build setting beats the file. Whoever edits the text \
      in the file sees no change in the app.
      """,
    remedy: "Keep the value in one place: remove the key from Info.plist, or the build setting.",
    staysQuiet: """
      Layers that agree on the value, and a target's build setting that stands over the project's or \
      an xcconfig file's, as settings do.
      """,
    symptoms: [],
    check: .app { app, _ in
      app.judge(app.bundles) { bundle in
        bundle.overridden.compactMap { change in
          guard !change.lower.expanded.isSame(as: change.upper.expanded) else { return nil }
          return BundleFault(
            "\(change.upper.named) is \(change.upper.expanded.shown) and replaces "
              + "\(change.lower.expanded.shown) of the \(change.lower.layer.name)",
            [
              Evidence(at: change.lower.place, found: change.lower.expanded.shown),
              Evidence(at: change.upper.place, found: change.upper.expanded.shown),
            ])
        }
      }
    })
}
