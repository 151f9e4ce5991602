package import Validator

extension Rule {
  /// The movie begins with a file type box.
  package static let movieNoFtyp = Rule(
    "movie/no-ftyp",
    title: "the movie says what it is in an ftyp box",
    breaks: [.interop],
    levels: .always(.note),
    grade: .measured,
    sources: [
      .specification("ISO/IEC 14496-12", "4.3, File Type Box"),
      .measurement("one genuine pair of an iPhone 15 Plus on iOS 18.2 begins with wide and mdat"),
      .publication("https://github.com/drewnoakes/metadata-extractor-dotnet/issues/344"),
    ],
    rationale: """
      QuickTime is older than the ftyp box, and some genuine exports lack it. Apple's software plays \
      them; other software may not recognise the file at all.
      """,
    remedy: """
      Nothing is needed for Apple's software. For others, rewrap through AVFoundation with the \
      passthrough preset and the file type .mov, which writes the box.
      """,
    staysQuiet: "Empty files are left to movie/truncated.",
    symptoms: [.splitsElsewhere],
    mend: .container,
    check: .movie(alone: false) { movie, _ in
      if movie.file.type == .empty { return .notApplicable("the file is empty") }
      switch movie.majorBrand {
      case .unreadable(let error): return .unreadable(error, in: movie.file.path)
      case .present: return .pass
      case .absent(let searched):
        let first = movie.firstBoxes.map(\.description).joined(separator: ", ")
        let begins = first.isEmpty ? "" : ": it begins with \(first)"
        return .fail(
          Finding(
            "the movie has no ftyp box\(begins)",
            [
              Evidence(
                in: movie.file.path, at: searched.first ?? Place("", offset: 0, length: 8),
                found: movie.firstBoxes.first?.description, wanted: "ftyp")
            ]))
      }
    })
}
