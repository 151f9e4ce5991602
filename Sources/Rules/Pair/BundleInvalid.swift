package import Validator

extension Rule {
  /// A `.pvt` folder or `.livp` archive does not hold what its form asks for.
  package static let pairBundleInvalid = Rule(
    "pair/bundle-invalid",
    title: "a bundle holds exactly one still and one movie",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .photosErrors,
      .publication("https://github.com/RhetTbull/makelive"),
    ],
    rationale: """
      An archive that is broken or leads out of its folder is refused by the software that has to \
      unpack it, whatever it holds. A .pvt folder and a .livp archive stand for one Live Photo: \
      with a half missing or doubled nobody can tell which files are meant, and without a readable \
      metadata.plist a .pvt folder is just a folder.
      """,
    remedy: """
      Make the bundle anew with exactly one still and one movie. A .pvt folder also needs a \
      metadata.plist whose PFVideoComplementMetadataVersionKey is the string 1, with nothing, not \
      even white space, before its XML declaration. A .livp archive is an ordinary zip archive \
      without a password: where it was cut short, copy or download it again.
      """,
    staysQuiet: """
      __MACOSX folders and .DS_Store files do not count as members. A .livp archive needs no \
      metadata.plist; one that is encrypted, or larger than this tool unpacks, is not called \
      broken. An archive of many files, such as a .zip or a .tar, is no bundle; a file in it that \
      cannot be unpacked, or whose name leads out of it, is told here all the same.
      """,
    symptoms: [.invalidResource, .missingResource, .doesNotOpen],
    mend: .bundleMetadata,
    check: .subject { subject, _ in
      guard let bundle = subject.bundle else {
        return .notApplicable("concerns .pvt folders and .livp archives only")
      }
      let findings = [
        archiveFault(in: bundle),
        miscount(of: "still", bundle.stills, in: bundle),
        miscount(of: "movie", bundle.movies, in: bundle),
        metadataFault(in: bundle),
      ].compactMap { $0 }
      if findings.isEmpty, let problem = bundle.problem {
        return .unreadable(problem, in: bundle.path)
      }
      if findings.isEmpty, bundle.needsMetadata, let error = bundle.metadataVersion.readError {
        return .unreadable(error, in: metadataPath(of: bundle))
      }
      return .passUnless(findings)
    })
}

private func archiveFault(in bundle: Bundle) -> Finding? {
  guard let problem = bundle.problem, problem.contradictsTheForm else { return nil }
  let form = bundle.path.isArchive ? "archive" : "zip archive"
  return Finding(
    "\(bundle.path.shownName) is not a sound \(form): \(problem.reason)",
    [
      Evidence(
        in: bundle.path, at: problem.place,
        wanted: bundle.path.isArchive ? "an archive that unpacks" : "a zip archive that unpacks")
    ],
    remedy: bundle.path.isArchive ? remedyForArchive(named: bundle.path.shownName) : nil,
    isMendable: false)
}

/// What to do about an archive of many files, which need not hold any Live Photo.
private func remedyForArchive(named name: String) -> String {
  """
  Copy or download \(name) again: it may have been cut short on the way. Where a whole copy does \
  not unpack either, pack the files anew from the originals, under names that stay within the \
  archive. What could not be unpacked was not judged.
  """
}

private func miscount(of half: String, _ files: [FilePath], in bundle: Bundle) -> Finding? {
  // An archive of a data set holds any number of them.
  if files.count == 1 || bundle.path.isArchive { return nil }
  // What is not listed may lie where the archive could not be read.
  if files.isEmpty, bundle.problem != nil { return nil }
  let names = files.map(\.shownName).joined(separator: ", ")
  let count = files.isEmpty ? "no \(half)" : "\(files.count) \(half)s: \(names)"
  return Finding(
    "\(bundle.path.shownName) holds \(count)",
    [Evidence(in: bundle.path, found: count, wanted: "one \(half)")], isMendable: false)
}

private func metadataFault(in bundle: Bundle) -> Finding? {
  guard bundle.needsMetadata else { return nil }
  let wanted = "PFVideoComplementMetadataVersionKey = 1"
  switch bundle.metadataVersion {
  case .present: return nil
  case .absent:
    return Finding(
      "\(bundle.path.shownName) has no metadata.plist with PFVideoComplementMetadataVersionKey",
      [Evidence(in: metadataPath(of: bundle), found: "no such key", wanted: wanted)])
  case .unreadable(let error):
    guard error.contradictsTheForm else { return nil }
    return Finding(
      "metadata.plist of \(bundle.path.shownName) is not well formed: \(error.reason)",
      [Evidence(in: metadataPath(of: bundle), at: error.place, wanted: wanted)])
  }
}

private func metadataPath(of bundle: Bundle) -> FilePath {
  bundle.path.appending("metadata.plist".utf8)
}

extension ReadError {
  /// Whether it was read and contradicts the form: only then is it a fault of the bundle.
  fileprivate var contradictsTheForm: Bool {
    kind != .notOpened && kind != .limit && kind != .unsupported
  }
}
