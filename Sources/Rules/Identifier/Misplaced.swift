package import Validator

extension Rule {
  /// The movie carries the identifier in a place that Apple's software does not read.
  package static let identifierMisplaced = Rule(
    "identifier/misplaced",
    title: "the movie's identifier stands in the QuickTime metadata of moov",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .quickTimeMetadata, .cameraMovies,
      .publication(
        "https://github.com/creamhelp/spm_ffmpeg, scripts/patches/movenc-mdta-moov.py"),
      .measurement("ffmpeg 5.1 with use_metadata_tags writes moov/udta/meta"),
    ],
    rationale: """
      Apple's software looks for the key com.apple.quicktime.content.identifier in a QuickTime \
      meta atom directly in moov. Tools that show metadata without its place find the identifier \
      elsewhere too, and Photos does not.
      """,
    remedy: """
      Write the identifier anew in its right place: AVAssetWriter with an AVMetadataItem of \
      com.apple.quicktime.content.identifier in its metadata. ffmpeg cannot write it where it \
      belongs.
      """,
    staysQuiet: """
      A meta atom in QuickTime shape is right under an isom or mp42 brand too. An identifier in a \
      second place does no harm where the right one is there.
      """,
    symptoms: [.twoItems, .savedAsStill, .invalidResource, .internalError],
    replaces: ["identifier/missing-in-movie"],
    mend: .identifier,
    check: .pair { pair, _ in
      switch pair.movie.identifier {
      case .present: return .pass
      case .unreadable(let error): return .unreadable(error, in: pair.movie.file.path)
      case .absent:
        if pair.movie.strayIdentifiers.isEmpty {
          return .notApplicable("the movie holds no identifier in any place")
        }
        return .fail(
          pair.movie.strayIdentifiers.map { stray in
            Finding(
              "the movie's identifier \(stray.identifier.text) stands in "
                + "\(stray.carrier.named), where Photos does not look",
              [
                Evidence(
                  in: pair.movie.file.path, at: stray.place, found: stray.identifier.text,
                  wanted: "com.apple.quicktime.content.identifier in moov/meta, QuickTime form")
              ])
          })
      }
    })
}
