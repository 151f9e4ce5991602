package import Validator

extension Rule {
  /// The movie is a copy of the still, or some other picture.
  package static let pairSameBytes = Rule(
    "pair/same-bytes",
    title: "the halves are two files, a picture and a movie",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .documented,
    sources: [
      .photosErrors,
      .publication("https://github.com/photoprism/photoprism/issues/1895"),
    ],
    rationale: """
      A download or rename that went wrong has left a picture under the movie's name, often the \
      still itself. There is no motion to play.
      """,
    remedy: """
      Fetch the movie again from where the pair came from: export the unmodified original from \
      Photos, which gives both files.
      """,
    staysQuiet: """
      A still whose bytes are some other movie than its partner is an extension mismatch, and a \
      movie that is empty or not recognised is judged as a damaged movie.
      """,
    symptoms: [.invalidResource, .longPressDoesNothing, .doesNotOpen],
    replaces: [
      "pair/extension-mismatch", "pair/duplicate-copy", "pair/missing-movie", "pair/missing-still",
      "identifier/*", "movie/*",
    ],
    check: .subject { subject, _ in
      guard subject.kind == .pair else { return .notApplicable("concerns pairs only") }
      guard subject.files.count == 2, let still = subject.files.first?.file,
        let movie = subject.files.last?.file, let type = movie.type, let stillType = still.type
      else {
        return .notApplicable("a file that is not there has no bytes to compare")
      }
      let isCopy = subject.surroundings.copies.contains {
        $0.path == ($0.half == .still ? movie.path : still.path)
      }
      let looksEqual = type == stillType && type.half != nil && still.size == movie.size
      if isCopy || looksEqual {
        return .fail(
          Finding(
            "the movie is a copy of the still\(isCopy ? "" : " by type and size"): "
              + "both files are \(type.named) of \(movie.size) bytes",
            [
              Evidence(in: still.path, found: stillType.named),
              Evidence(in: movie.path, found: type.named, wanted: "a movie"),
            ]))
      }
      guard type.half == .still else { return .pass }
      return .fail(
        Finding(
          "the bytes of the movie are \(type.named)",
          [Evidence(in: movie.path, found: type.named, wanted: "a movie")]))
    })
}
