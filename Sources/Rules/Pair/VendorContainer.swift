package import Validator

extension Rule {
  /// A still keeps its motion inside itself, as makers other than Apple do.
  package static let pairVendorContainer = Rule(
    "pair/vendor-container",
    title: "the still holds no embedded movie",
    breaks: [.interop],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .specification("Android Developers, Motion Photo format 1.0", "XMP and file layout"),
      .publication(
        "https://github.com/exiftool/exiftool/blob/master/lib/Image/ExifTool/Samsung.pm"),
      .publication("https://github.com/deckerst/aves/issues/1423"),
    ],
    rationale: """
      Android makers embed the motion in the picture file. Apple's software does not read it: for \
      Photos such a file is a still, and its motion is lost to whoever edits the file.
      """,
    remedy: """
      Cut the movie out at the offset given, write it to a .MOV file with AVAssetWriter, and tie \
      it to the still: one new identifier as an AVMetadataItem of \
      com.apple.quicktime.content.identifier in the movie and under key "17" of \
      kCGImagePropertyMakerAppleDictionary in the still.
      """,
    staysQuiet: """
      Ordinary stills of those makers carry no movie. Apple gain maps and other pictures of a \
      multi-picture JPEG are no movies.
      """,
    symptoms: [.savedAsStill, .longPressDoesNothing],
    replaces: ["still/trailing-data"],
    check: .still(alone: true) { still, _ in
      if still.embeddedMovies.isEmpty {
        // Formats that this tool does not search for trailers hold none that is known.
        if let error = still.trailingData.readError, error.kind != .unsupported {
          return .unreadable(error, in: still.file.path)
        }
        return .pass
      }
      return .fail(still.embeddedMovies.map { finding(for: $0, in: still.file) })
    })
}

private func finding(for embedded: EmbeddedMovie, in file: MediaFile) -> Finding {
  let kind = embedded.container.rawValue
  guard let movie = embedded.movie else {
    return Finding(
      "the still announces an embedded movie, \(kind), that is not there",
      [
        Evidence(
          in: file.path, at: embedded.announcement, found: "an announcement without a movie")
      ],
      remedy: """
        Fetch the picture again from where it came from: the movie was cut off on the way. If it \
        is gone for good, take its announcement out with exiftool -XMP:all=, which removes all of \
        XMP.
        """)
  }
  return Finding(
    "the still holds an embedded movie, \(kind): "
      + "\(movie.length) bytes from offset \(movie.offset)",
    [
      Evidence(in: file.path, at: embedded.announcement, found: kind),
      Evidence(in: file.path, at: movie, found: "a movie of \(movie.length) bytes"),
    ])
}
