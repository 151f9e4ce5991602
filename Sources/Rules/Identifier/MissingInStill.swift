package import Validator

extension Rule {
  /// The still does not carry the identifier where Photos reads it.
  package static let identifierMissingInStill = Rule(
    "identifier/missing-in-still",
    title: "the still carries an identifier in MakerNote tag 0x0011",
    breaks: [.pairs],
    levels: .always(.error),
    grade: .observed,
    sources: [
      .photosErrors, .exiftoolApple, .cameraStills,
      .publication("https://github.com/fluttercandies/flutter_photo_manager/issues/1258"),
      .publication("https://github.com/immich-app/immich/issues/25810"),
    ],
    rationale: """
      Photos joins the halves by the identifier in tag 0x0011 of the still's Apple MakerNote and \
      by nothing else. Without it the two files become a picture and a video.
      """,
    remedy: """
      Write the movie's identifier into the still with ImageIO: CGImageDestination with key "17" \
      of kCGImagePropertyMakerAppleDictionary. exiftool can change the tag where it is there, but \
      it can create neither the tag nor an Apple MakerNote.
      """,
    staysQuiet: """
      Only pairs are judged: a lone still without the tag is an ordinary picture. A MakerNote that \
      could not be read is unreadable, not absent.
      """,
    symptoms: [.twoItems, .savedAsStill, .invalidResource, .internalError, .splitsElsewhere],
    mend: .identifier,
    check: .pair { pair, _ in
      switch pair.still.identifier {
      case .present: return .pass
      case .unreadable(let error): return .unreadable(error, in: pair.still.file.path)
      case .absent(let searched):
        if let error = pair.still.makerNote.readError {
          return .unreadable(error, in: pair.still.file.path)
        }
        return .fail(finding(for: pair, searched: searched.first))
      }
    })
}

private func finding(for pair: Pair, searched: Place?) -> Finding {
  let still = pair.still
  let wanted =
    pair.movie.identifier.value.map { "tag 0x0011 with \($0.text)" } ?? "tag 0x0011 with a UUID"
  var message = state(of: still)
  var evidence = [
    Evidence(
      in: still.file.path, at: still.makerNote.place ?? searched, found: "no tag 0x0011",
      wanted: wanted)
  ]
  for stray in still.strayIdentifiers {
    var file = still.file.path
    if case .sidecar(let path) = stray.carrier { file = path }
    message += "; the identifier \(stray.identifier.text) stands only in \(stray.carrier.named)"
    evidence.append(
      Evidence(in: file, at: stray.place, found: stray.identifier.text, wanted: "tag 0x0011"))
  }
  return Finding(message, evidence, isMendable: isMendable(still))
}

/// Whether the tag can be written: not into another maker's note, which its owner's software reads.
private func isMendable(_ still: Still) -> Bool {
  if case .foreign = still.makerNote.value { false } else { true }
}

/// How far the way to the tag goes.
private func state(of still: Still) -> String {
  switch still.makerNote.value {
  case .noExif, nil:
    return "the still has no Exif, so it has no Apple MakerNote to carry an identifier"
  case .noMakerNote:
    guard still.make.value == "Apple" else {
      return "the still has Exif without a MakerNote to carry an identifier"
    }
    let tool = editor(of: still).map { "\($0), which Exif names as its software," } ?? "a tool"
    return
      "the still has Exif without a MakerNote although Make is Apple: most likely \(tool) stripped "
      + "the MakerNote"
  case .foreign(let start):
    return "the MakerNote of the still is not Apple's, it begins with “\(start)”"
  case .apple:
    return "the Apple MakerNote of the still has no tag 0x0011"
  }
}

/// The program that wrote the still last, where Exif names one: cameras of Apple write the version
/// of the system there, which begins with a digit.
private func editor(of still: Still) -> String? {
  guard let software = still.software.value, let first = software.unicodeScalars.first,
    !("0"..."9").contains(first)
  else { return nil }
  return software
}
