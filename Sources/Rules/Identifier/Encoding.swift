package import Validator

extension Rule {
  /// The identifier is stored in another form than cameras store it.
  package static let identifierEncoding = Rule(
    "identifier/encoding",
    title: "the identifier is stored as cameras store it",
    breaks: [.pairs],
    levels: .always(.warning),
    grade: .measured,
    sources: [.cameraStills, .cameraMovies, .quickTimeMetadata, .exiftoolApple],
    rationale: """
      Cameras store 36 characters: as ASCII with one closing NUL in the still, as UTF-8 without \
      NUL in the movie. A stray NUL, white space or another data type makes equal identifiers \
      unequal for software that compares them as they stand.
      """,
    remedy: """
      Write the identifier anew: key "17" of kCGImagePropertyMakerAppleDictionary with \
      CGImageDestination in the still, and AVAssetWriter with an AVMetadataItem of \
      com.apple.quicktime.content.identifier and data type UTF-8 for the movie.
      """,
    staysQuiet: "The locale of the movie's key may be any; cameras do not always write zero.",
    symptoms: [.twoItems, .savedAsStill],
    mend: .identifier,
    check: .pair { pair, _ in
      pair.judgeEachIdentifier { identifier in
        identifier.stored.oddities.map { finding(for: $0, of: identifier) }
      }
    })
}

private func finding(
  for oddity: StoredIdentifier.Oddity, of identifier: LocatedIdentifier
) -> Finding {
  let whose = "the identifier of \(identifier.half.named)"
  let (message, found, wanted) =
    switch oddity {
    case .dataType(let type):
      ("\(whose) has data type \(type), not 1 (UTF-8)", "data type \(type)", "data type 1")
    case .makerNoteType(let type):
      ("\(whose) has MakerNote type \(type), not 2 (ASCII)", "type \(type)", "type 2")
    case .noClosingNUL:
      ("\(whose) lacks its closing NUL", "no closing NUL", "one closing NUL")
    case .extraNULs(let count):
      (
        "\(whose) has \(count) NUL\(count == 1 ? "" : "s") too many at its end",
        "\(count) extra NUL\(count == 1 ? "" : "s")", "no extra NUL"
      )
    case .whiteSpace:
      ("\(whose) has white space around it", "white space", "no white space")
    case .notUTF8:
      ("\(whose) holds bytes that are not UTF-8", "bytes that are not UTF-8", "UTF-8")
    }
  return Finding(
    message, [Evidence(in: identifier.file, at: identifier.place, found: found, wanted: wanted)])
}
