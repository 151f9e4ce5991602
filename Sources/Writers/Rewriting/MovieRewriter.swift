package import Readers
internal import Validator

/// Changes what a movie says of itself, and leaves its media as they are.
///
/// What is written, and why:
///
/// * The identifier goes where cameras have it: `moov/meta` in QuickTime's shape.
/// * The moment of the still is a track of its own, as `TimedTrack.stillTime` writes it.
/// * An MP4 is made a QuickTime file by its brand alone. Sample entries stay: QuickTime files of
///   ffmpeg wrap the `esds` of AAC in a `wave` box, those of Apple's exporters have it directly in
///   `mp4a` as MP4 does, and readers take either. `hdlr` differs in words that ISO files leave zero.
///   `moov/udta/meta` stays an ISO FullBox: readers tell the shape from the bytes.
///
/// Sample data are neither read nor written: only offsets are made right for what grows before them.
package enum MovieRewriter {
  /// The replacements that make a movie as asked; none where it is so already.
  ///
  /// - Throws: where the movie is damaged, is stored in a way that is not rewritten (fragments,
  ///   compressed or several `moov` boxes, media in other files), or shows nothing at the time of
  ///   the still.
  package static func replacements(_ changes: MovieChanges, in source: any ByteSource)
    throws(RewriteError) -> [Replacement]
  {
    let movie = try RewritableMovie(source)
    var edits = MovieEdits()
    if changes.identifier != nil || changes.isQuickTime {
      try editMetadata(movie, changes, &edits)
    }
    var newTrack: NewTrack?
    if let time = changes.stillTime {
      newTrack = try StillTimeEdit(movie, at: time).apply(to: &edits)
    }
    guard !edits.isEmpty || newTrack != nil else { return [] }
    let replacements = try ChunkOffsets(movie, edits, newTrack).replacements()
    try requireResult(of: replacements, in: source, changes)
    return replacements
  }

  private static func editMetadata(
    _ movie: RewritableMovie, _ changes: MovieChanges, _ edits: inout MovieEdits
  ) throws(RewriteError) {
    let metadata = try MovieMetadataEdit(movie)
    if changes.isQuickTime {
      let holdsQuickTimeBoxes =
        metadata.holdsKeys || changes.identifier != nil || changes.stillTime != nil
      try FileTypeEdit(movie: movie, holdsQuickTimeBoxes: holdsQuickTimeBoxes).apply(to: &edits)
    }
    if let identifier = changes.identifier {
      try metadata.apply(identifier, adding: changes.addedTexts, to: &edits)
      return
    }
    // Under QuickTime's brand an identifier in the other shape counts for nothing.
    do throws(ReadError) { try metadata.convertShape(in: &edits) } catch {
      throw RewriteError(error)
    }
  }

  /// Reads the new file, for what a damaged one may hide from the pass over the old.
  private static func requireResult(
    of replacements: [Replacement], in source: any ByteSource, _ changes: MovieChanges
  ) throws(RewriteError) {
    let file = try RewrittenFile(source, replacements)
    let result: Movie
    do throws(ReadError) {
      result = RewritableMovie.facts(
        of: try SourceBytes(file, headLength: SourceBytes.movieHeadLength))
    } catch {
      throw RewriteError(error)
    }
    func require(_ isMet: Bool, _ what: String) throws(RewriteError) {
      guard !isMet else { return }
      throw RewriteError("the movie is built so that \(what) cannot be set")
    }
    try require(!result.damages.contains { !$0.isMinor }, "its structure")
    if let identifier = changes.identifier {
      let isAlone = result.strayIdentifiers.isEmpty && result.otherIdentifiers.isEmpty
      try require(
        result.identifier.value == StoredIdentifier(text: identifier) && isAlone, "its identifier")
    }
    if changes.stillTime != nil {
      try require(
        result.stillTimes.value?.count == 1
          && result.stillTimes.value?.first?.presentationTime != nil, "the moment of the still")
    }
    if changes.isQuickTime { try require(result.majorBrand.value == "qt  ", "its brand") }
  }
}
