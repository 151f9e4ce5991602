package import Validator

extension Rule {
  /// Two files share a name and nothing else.
  package static let pairNameOnly = Rule(
    "pair/name-only",
    title: "a still and a movie of one name are one shot",
    breaks: [.provenance],
    levels: .always(.note),
    grade: .reported,
    sources: [.publication("https://github.com/immich-app/immich/issues/14459")],
    rationale: """
      Camera counters start over and folders are merged, so a picture and a video of one name may \
      be weeks apart. Software that joins by name alone makes a false Live Photo of them. They are \
      no pair here; each is judged alone.
      """,
    remedy: """
      Rename one of the two files if other software joins them. If they were meant as a Live Photo \
      after all, name them as a pair on the command line to have them judged as one.
      """,
    staysQuiet: """
      Halves of one name without identifiers that look like one shot are judged as a pair that \
      someone meant to make.
      """,
    symptoms: [.wrongMotion],
    check: .subject { subject, _ in
      guard case .still(let still) = subject.content else {
        return .notApplicable("concerns lone stills only")
      }
      guard let namesake = subject.surroundings.namesake else { return .pass }
      return .fail(
        Finding(
          "\(namesake.path.shownName) shares the still's name but not its shot: \(namesake.reason)",
          [Evidence(in: still.file.path), Evidence(in: namesake.path)]))
    })
}
