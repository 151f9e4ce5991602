package import Validator

extension Rule {
  /// Several different files claim to be the same half.
  package static let pairAmbiguous = Rule(
    "pair/ambiguous",
    title: "one still and one movie carry the identifier",
    breaks: [.pairs],
    levels: .always(.warning),
    grade: .observed,
    sources: [
      .photosErrors,
      .publication("https://github.com/immich-app/immich/issues/11947"),
    ],
    rationale: """
      The identifier ties one still to one movie. Where several different files carry it, software \
      takes whichever it meets first, and a request with all of them is refused.
      """,
    remedy: """
      Keep the files that are meant and move the others away. If they are Live Photos of their \
      own, give each pair a new identifier: key "17" of kCGImagePropertyMakerAppleDictionary with \
      CGImageDestination, and com.apple.quicktime.content.identifier with AVAssetWriter.
      """,
    staysQuiet: """
      The JPEG export of a HEIC original, under its name, carries the same identifier by right and \
      is a note. Byte-equal copies are pair/duplicate-copy.
      """,
    symptoms: [.wrongMotion, .invalidResource],
    check: .subject { subject, _ in
      .passUnless(
        subject.files.compactMap { reported in
          guard let half = reported.half else { return nil }
          let file = reported.file
          let all = subject.surroundings.rivals.filter { $0.half == half }
          guard !all.isEmpty else { return nil }
          let rivals = all.filter { !$0.isExport }
          let shown = rivals.isEmpty ? all : rivals
          let names = subject.surroundings.listing(shown.map(\.path.description), "file")
          let identifier =
            half == .still ? subject.still?.identifier : subject.movie?.identifier
          let evidence =
            [Evidence(in: file.path, at: identifier?.place, found: identifier?.value?.text)]
            + shown.map { Evidence(in: $0.path, found: identifier?.value?.text) }
          return rivals.isEmpty
            ? Finding(
              "the shot is there in another format too, with the name and the identifier of "
                + "\(half.named): \(names)", evidence, atMost: .note,
              remedy: "Nothing needs to be done; where both are shown, keep one of them.")
            : Finding(
              "the identifier of \(half.named) also stands in \(names), with other bytes", evidence)
        })
    })
}
