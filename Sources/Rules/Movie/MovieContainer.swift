package import Validator

extension Rule {
  /// The major brand of the movie is QuickTime's.
  package static let movieContainer = Rule(
    "movie/container",
    title: "the movie is a QuickTime file by its brand",
    breaks: [.interop],
    levels: .always(.warning),
    grade: .measured,
    sources: [
      .specification("ISO/IEC 14496-12", "4.3, File Type Box"),
      .specification("Apple, QuickTime File Format", "File Type Compatibility"),
      .measurement("every camera movie with an ftyp has the major brand 'qt  '"),
      .publication("https://github.com/RhetTbull/makelive/issues/28"),
    ],
    rationale: """
      Cameras write QuickTime files. Photos on the Mac was seen to join an MP4 with its still, but \
      other software asks for the QuickTime type before it looks for an identifier, and most tools \
      that write MP4 put the identifier where Apple's software does not look.
      """,
    remedy: """
      Rewrap without re-encoding through AVFoundation: an AVAssetExportSession with the passthrough \
      preset and the file type .mov. Then check that the identifier and the timed tracks came along.
      """,
    staysQuiet: """
      QuickTime-shaped metadata inside such a file is read and judged all the same; a movie without \
      any ftyp is left to movie/no-ftyp.
      """,
    symptoms: [.splitsElsewhere, .savedAsStill],
    mend: .container,
    check: .movie(alone: false) { movie, _ in
      switch movie.majorBrand {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .absent: return .notApplicable("the movie has no ftyp box")
      case .present("qt  ", _): return .pass
      case .present(let brand, let place):
        return .fail(
          Finding(
            "the movie's major brand is '\(brand)', not 'qt  '",
            [
              Evidence(in: movie.file.path, at: place, found: brand.description, wanted: "qt  ")
            ]))
      }
    })
}
