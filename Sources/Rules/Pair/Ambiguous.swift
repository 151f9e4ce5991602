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
      The JPEG export beside its HEIC original carries the same identifier by right. Byte-equal \
      copies are pair/duplicate-copy.
      """,
    symptoms: [.wrongMotion, .invalidResource],
    check: .subject { subject, _ in
      .passUnless(
        subject.files.compactMap { half, file in
          let rivals = subject.surroundings.rivals.filter { $0.half == half && !$0.isExport }
          guard !rivals.isEmpty else { return nil }
          let identifier =
            half == .still ? subject.still?.identifier : subject.movie?.identifier
          let names = rivals.map(\.path.description).joined(separator: ", ")
          return Finding(
            "the identifier of \(half.named) also stands in \(names), with other bytes",
            [Evidence(in: file.path, at: identifier?.place, found: identifier?.value?.text)]
              + rivals.map { Evidence(in: $0.path, found: identifier?.value?.text) })
        })
    })
}
