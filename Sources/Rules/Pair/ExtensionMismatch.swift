package import Validator

extension Rule {
  /// A file holds something else than its extension says.
  package static let pairExtensionMismatch = Rule(
    "pair/extension-mismatch",
    title: "file extensions say what the files hold",
    breaks: [.pairs, .interop],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .photosErrors,
      .publication("https://github.com/strukturag/libheif/issues/675"),
      .publication("https://github.com/simulot/immich-go/issues/67"),
      .publication("https://github.com/immich-app/immich/issues/28602"),
    ],
    rationale: """
      Photos tells stills from movies by the file extension before it looks at a byte: a movie \
      under a picture's extension, or a file without extension, is refused. A picture under \
      another picture's extension may be taken, but decoders that trust the name fail on it.
      """,
    remedy: "Rename the file so that its extension says what it holds; the bytes need no change.",
    staysQuiet: """
      Upper and lower case, .jpeg, .jpe, .heif, .hif and .qt are right, as is an MP4 movie in \
      .MOV, of which movie/container tells. A picture under another picture's extension is a \
      warning only. Empty and unrecognised files are judged by what they lack, and camera raw \
      files that are built as TIFF keep their own extensions.
      """,
    symptoms: [.invalidResource, .doesNotOpen],
    mend: .extensions,
    check: .subject { subject, _ in
      .passUnless(
        subject.files.compactMap { reported in
          var finding = mismatch(of: reported.file)
          // A half that holds the other medium needs its partner, not another name.
          finding?.isMendable = reported.file.type?.half == reported.half
          return finding
        })
    })
}

private func mismatch(of file: MediaFile) -> Finding? {
  guard let type = file.type, let usual = type.pathExtensions.first else { return nil }
  let own = file.pathExtension
  if type.pathExtensions.contains(own) { return nil }
  // Camera raw formats are TIFF files under an extension of the maker's.
  if type == .tiff, !own.isEmpty, file.halfByExtension == nil { return nil }
  let name = file.path.shownName
  let isOtherMedium = file.halfByExtension.map { $0 == type.half?.other } ?? own.isEmpty
  let message =
    own.isEmpty
    ? "\(name) has no extension; it is \(type.named)"
    : "\(name) is \(type.named), not what the extension .\(own) says"
  return Finding(
    message,
    [Evidence(in: file.path, found: type.named, wanted: "the extension .\(usual)")],
    atMost: isOtherMedium ? nil : .warning,
    remedy: "Rename \(name) to \(file.stem).\(usual); the bytes need no change.")
}
