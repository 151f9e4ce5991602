package import Validator

extension Rule {
  /// The halves belong together by identifier but not by name.
  package static let pairNameDiffers = Rule(
    "pair/name-differs",
    title: "both halves have one base name",
    breaks: [.interop],
    levels: .always(.warning),
    grade: .reported,
    sources: [
      .publication(
        "https://github.com/icloud-photos-downloader/icloud_photos_downloader/issues/1065"),
      .publication("https://github.com/photoprism/photoprism/issues/5089"),
      .publication("https://github.com/immich-app/immich/issues/3228"),
    ],
    rationale: """
      Photos joins the halves by identifier whatever their names are. Many other libraries and \
      download tools join by base name and show such a pair as a picture and a video.
      """,
    remedy: """
      Rename the movie to the still's base name, keeping its extension. The bytes need no change.
      """,
    staysQuiet: """
      Letter case in names does not count, and halves of one name in two folders are a note. Members of .pvt folders and .livp archives, and files \
      that were named as a pair on the command line, may have any names.
      """,
    symptoms: [.splitsElsewhere],
    mend: .names,
    check: .pair { pair, _ in
      guard pair.bond == .identifier else {
        return .notApplicable("the names did not have to tell what belongs together")
      }
      let still = pair.still.file
      let movie = pair.movie.file
      // Nearly every pair bears one name, letter for letter: then no text is built.
      if still.stemBytes == movie.stemBytes || still.stem.lowercased() == movie.stem.lowercased() {
        guard still.path.folder != movie.path.folder else { return .pass }
        return .fail(lyingApart(still, movie))
      }
      let names = (still.stem.lowercased(), movie.stem.lowercased())
      let difference =
        addition(to: names.0, in: names.1).map { "the movie's name adds \(shown($0, of: movie))" }
        ?? addition(to: names.1, in: names.0).map {
          "the still's name adds \(shown($0, of: still))"
        }
        ?? "the halves have different names"
      return .fail(
        Finding(
          "\(difference): \(still.path.shownName) and \(movie.path.shownName)",
          [
            Evidence(in: still.path, found: still.stem),
            Evidence(in: movie.path, found: movie.stem, wanted: still.stem),
          ]))
    })
}

/// Software that joins by name looks in one folder; it is no fault where a library is kept so.
private func lyingApart(_ still: MediaFile, _ movie: MediaFile) -> Finding {
  Finding(
    "the halves lie in different folders: \(still.path.description) and \(movie.path.description)",
    [Evidence(in: still.path), Evidence(in: movie.path)], atMost: .note,
    remedy: "Move the movie into the still's folder. The bytes need no change.",
    isMendable: false)
}

/// What a name adds to another, where it is one of the suffixes that tools are known to add:
/// icloudpd's `_HEVC`, the `_3` of Photos libraries, `_Original`, and the count of a second copy.
private func addition(to base: String, in name: String) -> Substring? {
  guard name.hasPrefix(base) else { return nil }
  let rest = name.dropFirst(base.count)
  if ["_hevc", "_3", "_original"].contains(rest) { return rest }
  let count = rest.drop { $0 == " " }
  let digits = count.dropFirst().dropLast()
  let isCopyCount =
    count.first == "(" && count.last == ")" && !digits.isEmpty
    && digits.allSatisfy(\.isWholeNumber)
  return isCopyCount ? count : nil
}

/// A suffix in the letters in which the file's name has it.
private func shown(_ suffix: Substring, of file: MediaFile) -> Substring {
  file.stem.suffix(suffix.count)
}
