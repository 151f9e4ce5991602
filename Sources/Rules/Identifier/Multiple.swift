package import Validator

extension Rule {
  /// One file carries two different identifiers.
  package static let identifierMultiple = Rule(
    "identifier/multiple",
    title: "each half carries one identifier only",
    breaks: [.pairs],
    levels: .always(.warning),
    grade: .measured,
    sources: [.cameraStills, .cameraMovies, .quickTimeMetadata],
    rationale: """
      Which of two identifiers counts depends on the software that reads the file, so the halves \
      are joined in one place and not in another.
      """,
    remedy: """
      Take the identifier out that the other half does not carry: exiftool -a -G1 \
      -ContentIdentifier -MediaGroupUUID shows where they stand, and AVAssetWriter with one \
      AVMetadataItem of com.apple.quicktime.content.identifier writes a movie with one.
      """,
    staysQuiet: "The same identifier twice in one file does no harm.",
    symptoms: [.wrongMotion, .splitsElsewhere],
    mend: .identifier,
    check: .pair { pair, _ in
      let inStill = pair.still.otherIdentifiers
      let inMovie = pair.movie.otherIdentifiers + pair.movie.strayIdentifiers
      return pair.judgeEachIdentifier { identifier in
        (identifier.half == .still ? inStill : inMovie).compactMap { other in
          guard other.identifier.text != identifier.text else { return nil }
          return Finding(
            "\(identifier.half.named) carries \(identifier.text) and also \(other.identifier.text)",
            [
              identifier.evidence(),
              Evidence(
                in: identifier.file, at: other.place, found: other.identifier.text,
                wanted: identifier.text),
            ])
        }
      }
    })
}
