package import Readers
package import Validator

/// Changes stills without loss: the picture is not decoded, and what is not asked to change keeps
/// its bytes.
package enum StillRewriter {
  /// The replacements that make the changes; none where nothing has to change.
  ///
  /// The file is read as it would be before they are given out: they hold what was asked, and nothing
  /// else that is read of a still differs.
  ///
  /// - Parameters:
  ///   - changes: what is to change.
  ///   - source: the file.
  ///   - type: its type; only JPEG and HEIC become halves of Live Photos.
  /// - Throws: where the file is of another type, has no room, or is damaged where it has to change.
  package static func replacements(
    _ changes: StillChanges, in source: any ByteSource, type: FileType
  ) throws(RewriteError) -> [Replacement] {
    guard type == .jpeg || type == .heic else {
      throw RewriteError(
        "Photos joins JPEG and HEIC stills with movies only, and these bytes are \(type.rawValue)")
    }
    try check(changes)
    let (bytes, still) = try read(source, type)
    try check(still, allows: changes)
    let replacements =
      type == .jpeg
      ? try JPEGRewriter.replacements(changes, in: bytes, still)
      : try HEIFRewriter.replacements(changes, in: bytes, still)
    guard !replacements.isEmpty else { return [] }
    let file = try RewrittenFile(source, replacements)
    try StillComparison(before: still, after: read(file, type).still).check(changes)
    return file.replacements
  }

  private static func read(_ source: any ByteSource, _ type: FileType) throws(RewriteError)
    -> (bytes: SourceBytes, still: Still)
  {
    do throws(ReadError) {
      let bytes = try SourceBytes(source)
      let file = MediaFile(path: FilePath(""), size: bytes.size, type: type)
      var still = Still(
        file: file,
        unreadable: ReadError(
          .unsupported, "was not looked at", at: Place("file", offset: 0, length: 0)))
      if type == .jpeg {
        JPEGReader.read(bytes, into: &still)
      } else {
        HEIFReader.read(bytes, into: &still)
      }
      return (bytes, still)
    } catch {
      throw RewriteError(error)
    }
  }

  /// The longest identifier; a UUID takes 36 bytes.
  private static let longestIdentifier = 255

  private static func check(_ changes: StillChanges) throws(RewriteError) {
    if let identifier = changes.identifier {
      let isText = identifier.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      guard isText, (1...longestIdentifier).contains(identifier.utf8.count) else {
        throw RewriteError(
          "an identifier is 1 to \(longestIdentifier) printable ASCII characters without spaces")
      }
    }
    if let orientation = changes.orientation, !(1...8).contains(orientation) {
      throw RewriteError("an Exif orientation is 1 to 8, not \(orientation)")
    }
  }

  /// Refuses where the MakerNote is damaged, or another maker's and to be kept.
  private static func check(_ still: Still, allows changes: StillChanges) throws(RewriteError) {
    guard changes.identifier != nil else { return }
    if let error = still.makerNote.readError { throw RewriteError(error) }
    if let damage = still.damages.first(where: { $0.kind == .makerNote }) {
      throw RewriteError(damage.message, at: damage.place)
    }
    if case .present(.foreign(let name), let place) = still.makerNote,
      !changes.replacesForeignMakerNote
    {
      let maker = still.make.value ?? "another maker, beginning with \(name)"
      throw RewriteError(
        "a picture has room for one MakerNote, and that of \(maker) would be lost", at: place)
    }
  }
}

/// What is read of a still before and after it is changed.
private struct StillComparison {
  let before: Still
  let after: Still

  /// - Throws: where the changed file does not read as asked, or in something else.
  func check(_ changes: StillChanges) throws(RewriteError) {
    if let wanted = changes.identifier {
      try require(after.identifier, is: StoredIdentifier(text: wanted), "the identifier")
      guard after.otherIdentifiers.isEmpty else {
        throw RewriteError("the file as changed would hold a second identifier")
      }
    } else {
      try require(after.identifier, as: before.identifier, "the identifier")
    }
    try require(changes.orientation, after.exifOrientation, before.exifOrientation, "orientation")
    if let size = changes.exifPixelSize {
      try require(after.exifPixelSize, is: size, "the Exif picture size")
    }
    try require(after.software, as: before.software, "the software")
    let shot = before.makerNote.value == .noExif ? changes.shot : StillChanges.Shot()
    if shot.make == nil { try require(after.make, as: before.make, "the maker") }
    if shot.model == nil { try require(after.model, as: before.model, "the model") }
    if shot.captureTime == nil {
      try require(after.captureTime, as: before.captureTime, "the capture time")
    }
    if shot.location == nil { try require(after.location, as: before.location, "the location") }
    try require(after.pixelSize, as: before.pixelSize, "the picture's size")
    try require(after.itemOrientation, as: before.itemOrientation, "the picture's turn")
    try require(after.colourProfile, as: before.colourProfile, "the colour profile")
    try require(after.hasGainMap, as: before.hasGainMap, "the gain map")
    try require(after.trailingData, as: before.trailingData, "what follows the picture")
    let movies = (before.embeddedMovies.map(\.container), after.embeddedMovies.map(\.container))
    guard movies.0 == movies.1,
      before.embeddedMovies.count(where: { $0.movie != nil })
        == after.embeddedMovies.count(where: { $0.movie != nil })
    else { throw StillComparison.difference("the embedded movie") }
    guard after.damages.count <= before.damages.count else {
      let damage = after.damages.last
      throw RewriteError(
        "the file as changed would be damaged: \(damage?.message ?? "")", at: damage?.place)
    }
  }

  private static func difference(_ name: String) -> RewriteError {
    RewriteError("the file is damaged in a way that \(name) would not survive the change")
  }

  private func require(
    _ wanted: UInt16?, _ after: Field<UInt16>, _ before: Field<UInt16>, _ name: String
  ) throws(RewriteError) {
    if let wanted {
      try require(after, is: wanted, "the \(name)")
    } else {
      try require(after, as: before, "the \(name)")
    }
  }

  private func require<Value: Equatable>(_ field: Field<Value>, is wanted: Value, _ name: String)
    throws(RewriteError)
  {
    guard field.value == wanted else { throw StillComparison.difference(name) }
  }

  /// Compares values and whether there are any; a picture without Exif may have got an empty one.
  private func require<Value: Equatable>(
    _ after: Field<Value>, as before: Field<Value>, _ name: String
  ) throws(RewriteError) {
    let isEqual =
      after.value == before.value && (after.readError == nil) == (before.readError == nil)
    guard isEqual else { throw StillComparison.difference(name) }
  }
}
