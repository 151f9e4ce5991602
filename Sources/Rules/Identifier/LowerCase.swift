package import Validator

extension Rule {
  /// The identifier is a UUID in lower case, which no camera writes.
  package static let identifierLowerCase = Rule(
    "identifier/lower-case",
    title: "the identifier is in upper case",
    breaks: [.provenance],
    levels: Levels(photos: .note, wallpaper: .note, camera: .warning),
    grade: .measured,
    sources: [.cameraStills, .cameraMovies],
    rationale: """
      Cameras write the UUID in upper case. Lower case on both sides does no known harm, but it \
      shows that a tool wrote the identifier, and the pair breaks as soon as another tool changes \
      the case of one half only.
      """,
    remedy: """
      Use UUID().uuidString as it is, which is in upper case, and write it into both halves: key \
      "17" of kCGImagePropertyMakerAppleDictionary with CGImageDestination, and \
      com.apple.quicktime.content.identifier with AVAssetWriter.
      """,
    staysQuiet: """
      Only a UUID that is equal on both sides is judged; a difference in case is \
      identifier/case-differs.
      """,
    symptoms: [],
    mend: .identifier,
    check: .pair { pair, _ in
      pair.judgeBothIdentifiers { still, movie in
        guard still.text == movie.text else {
          return .notApplicable("the identifiers of the halves differ")
        }
        guard still.stored.isUUID else { return .notApplicable("the identifier is no UUID") }
        guard still.text.utf8.contains(where: { $0 >= UInt8(ascii: "a") }) else { return .pass }
        let wanted = still.text.uppercased()
        return .fail(
          Finding(
            "the identifier \(still.text) is in lower case on both sides",
            [still.evidence(wanted: wanted), movie.evidence(wanted: wanted)]))
      }
    })
}
