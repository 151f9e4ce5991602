package import Validator

extension Rule {
  /// The same bytes lie in several places of the run.
  package static let pairDuplicateCopy = Rule(
    "pair/duplicate-copy",
    title: "the files of a Live Photo are there once",
    breaks: [.interop],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .publication("https://github.com/immich-app/immich/issues/11947"),
      .publication("https://github.com/SheepTester/hello-world/issues/55"),
      .publication("https://github.com/immich-app/immich/issues/27733"),
    ],
    rationale: """
      Libraries that join by identifier may link the still of one copy to the movie of another, \
      and a clean-up of duplicates then removes one half of each.
      """,
    remedy: """
      Keep one copy of the still and one of the movie, in one folder and under one base name, and \
      remove the others as whole pairs.
      """,
    staysQuiet: "Copies of ordinary pictures and videos, which carry no identifier, do not count.",
    symptoms: [.splitsElsewhere],
    check: .subject { subject, _ in
      if let reason = reasonItIsNoLivePhoto(subject) { return .notApplicable(reason) }
      let own = subject.files.map(\.file.path)
      return .passUnless(
        subject.files.compactMap { reported in
          guard let half = reported.half else { return nil }
          let file = reported.file
          let copies = subject.surroundings.copies.filter {
            $0.half == half && !own.contains($0.path)
          }
          guard !copies.isEmpty else { return nil }
          let places = subject.surroundings.listing(copies.map(\.path.description), "file")
          return Finding(
            "the same bytes as \(half.named) lie in \(places)",
            [Evidence(in: file.path)] + copies.map { Evidence(in: $0.path) })
        })
    })
}

private func reasonItIsNoLivePhoto(_ subject: Subject) -> String? {
  let isPlain =
    switch subject.content {
    case .pair: false
    case .still(let still): still.identifier.isAbsent
    case .movie(let movie): movie.identifier.isAbsent
    }
  return isPlain ? "an ordinary file: it carries no identifier" : nil
}
