package import Validator

extension Rule {
  /// The mark is written in another form than QuickTime asks for.
  package static let stillTimeEncoding = Rule(
    "still-time/encoding",
    title: "the mark of the still is a whole int8 sample of a declared key",
    breaks: [.moves],
    levels: .always(.warning),
    grade: .documented,
    sources: [
      .timedMetadata,
      .measurement("10 of 10 distinct movies of cameras and Photos declare int8, key space mdta"),
    ],
    rationale: """
      A reader finds the mark by the key table of its track and reads it as the declared type. \
      What the table does not declare, or declares otherwise, it passes over.
      """,
    remedy: """
      Write the track with AVAssetWriterInputMetadataAdaptor from a format description made by \
      CMMetadataFormatDescriptionCreateWithMetadataSpecifications: identifier \
      mdta/com.apple.quicktime.still-image-time, data type com.apple.metadata.datatype.int8.
      """,
    staysQuiet: "The value does not count: cameras write -1, generators write 0, and both work.",
    symptoms: [.longPressDoesNothing, .motionNotAvailable],
    mend: .stillTime,
    check: .pair { pair, _ in
      let movie = pair.movie
      return movie.judgeStillTimes { times in
        .passUnless(times.flatMap { findings(for: $0, in: movie.file.path) })
      }
    })
}

private func findings(for mark: StillTime, in file: FilePath) -> [Finding] {
  var findings: [Finding] = []
  if mark.key.dataType != 65 {
    let type = mark.key.dataType.map { "type \($0)" } ?? "a type named by text"
    findings.append(
      Finding(
        "still-image-time is declared with \(type), not 65 (int8)",
        [Evidence(in: file, at: mark.key.place, found: type, wanted: "type 65")]))
  }
  if mark.key.namespace != "mdta" {
    findings.append(
      Finding(
        "the key still-image-time has the namespace \(mark.key.namespace), not mdta",
        [
          Evidence(
            in: file, at: mark.key.place, found: mark.key.namespace.description, wanted: "mdta")
        ]))
  }
  if mark.actualLength < mark.declaredLength {
    findings.append(
      Finding(
        "the sample declares \(mark.declaredLength) bytes of value and holds \(mark.actualLength)",
        [
          Evidence(
            in: file, at: mark.place, found: "\(mark.actualLength) bytes",
            wanted: "\(mark.declaredLength) bytes")
        ]))
  }
  if !mark.undeclaredIDs.isEmpty {
    let ids = mark.undeclaredIDs.map(String.init).joined(separator: ", ")
    findings.append(
      Finding(
        "the sample uses the local key id \(ids), which the key table does not declare",
        [
          Evidence(
            in: file, at: mark.place, found: "local key id \(ids)",
            wanted: "an id of the key table")
        ]))
  }
  return findings
}
