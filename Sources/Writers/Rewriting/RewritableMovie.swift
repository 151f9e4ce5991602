import Readers
import Validator

/// A movie that is whole and of a kind whose offsets can be kept right.
struct RewritableMovie {
  /// What the reader makes of it.
  let facts: Movie
  /// The boxes of the file, without what follows them.
  let boxes: [BoxHeader]
  /// The `moov` box.
  let moov: BoxNode
  /// Its `trak` boxes, in the order of the facts' tracks.
  let tracks: [BoxNode]
  private let bytes: SourceBytes

  /// Reads a movie.
  ///
  /// - Throws: where it is damaged, or its data are found in ways that are not rewritten: fragments,
  ///   compressed headers, media in other files.
  init(_ source: any ByteSource) throws(RewriteError) {
    do throws(ReadError) {
      bytes = try SourceBytes(source, headLength: SourceBytes.movieHeadLength)
      var walked = bytes
      let top = TopLevelBoxes(of: &walked)
      if let error = top.error { throw error }
      facts = RewritableMovie.facts(of: bytes)
      try RewritableMovie.requireWhole(facts)
      boxes = top.overrun == nil ? top.boxes : top.boxes.dropLast()
      guard let header = boxes.first(where: { $0.type == "moov" }) else {
        throw ReadError(
          .malformed, "the file has no moov box", at: Place("file", offset: 0, length: bytes.size))
      }
      var reader = try bytes.part(at: header.offset, length: header.size, path: "file")
      guard let box = try reader.nextBox({ _ in "moov" }) else {
        throw ReadError(.malformed, "the moov box is empty", at: reader.place)
      }
      moov = try BoxNode(box)
      tracks = moov.all("trak")
    } catch {
      throw RewriteError(error)
    }
    try requireOwnOffsets()
  }

  /// Reads a part of the file.
  func part(_ range: Range<UInt64>, path: StructurePath) throws(ReadError) -> ByteReader {
    try bytes.part(at: range.lowerBound, length: range.upperBound - range.lowerBound, path: path)
  }

  /// What the reader makes of a movie.
  static func facts(of bytes: SourceBytes) -> Movie {
    let type = FileType(head: bytes.firstBytes, size: bytes.size)
    var movie = Movie(
      file: MediaFile(path: FilePath("movie"), size: bytes.size, type: type),
      unreadable: ReadError(
        .unsupported, "was not looked at", at: Place("file", offset: 0, length: 0)))
    MovieReader.read(bytes, into: &movie)
    return movie
  }

  // MARK: What is refused

  private static func requireWhole(_ facts: Movie) throws(ReadError) {
    if let damage = facts.damages.first(where: { !$0.isMinor }) {
      throw ReadError(.malformed, damage.message, at: damage.place)
    }
    if facts.fragments.value != nil {
      throw ReadError(
        .unsupported, "the movie is in fragments (moof), which are not rewritten",
        at: facts.fragments.place ?? Place("file", offset: 0, length: facts.file.size))
    }
    if let error = facts.tracks.readError { throw error }
  }

  /// Refuses movies with offsets that are kept in other places than the chunk tables.
  private func requireOwnOffsets() throws(RewriteError) {
    for box in boxes where ["sidx", "ssix", "mfra", "moof"].contains(box.type) {
      throw RewriteError(
        "the movie is in segments or fragments ('\(box.type)'), which are not rewritten",
        at: Place("file", offset: box.offset, length: box.size))
    }
    if let announced = moov.first("mvex") {
      throw RewriteError(
        "the movie announces fragments (mvex), which are not rewritten", at: announced.place)
    }
    if let reference = moov.first("rmra") {
      throw RewriteError(
        "the movie refers to other movies (rmra) and holds none itself", at: reference.place)
    }
    for table in moov.all("trak", "mdia", "minf", "dinf", "dref") {
      try requireOwnData(table)
    }
  }

  /// Refuses a track whose samples stand in another file (ISO/IEC 14496-12, 8.7.2: flag 1 says that
  /// they stand in this one).
  private func requireOwnData(_ table: BoxNode) throws(RewriteError) {
    do throws(ReadError) {
      var entries = table.payload
      try entries.skip(8)
      while var entry = try entries.nextBox({ _ in nil }) {
        guard try entry.payload.versionAndFlags().flags & 1 == 0 else { continue }
        throw ReadError(
          .unsupported, "samples of a track stand in another file (data reference '\(entry.type)')",
          at: entry.place)
      }
    } catch {
      throw RewriteError(error)
    }
  }
}

extension RewritableMovie {
  /// Whether items of a `meta` box are found by their offsets in the file, and which box says so
  /// (ISO/IEC 14496-12, 8.11.3).
  func itemLocations() throws(ReadError) -> Place? {
    var lists = moov.all("meta") + moov.all("trak").flatMap { $0.all("meta") }
    for box in boxes where box.type == "meta" {
      var reader = try part(box.offset..<(box.offset + box.size), path: "file")
      if let meta = try reader.nextBox({ _ in "meta" }) { lists.append(try BoxNode(meta)) }
    }
    for list in lists {
      var list = list
      let isFullBox = MetadataTable.hasVersion(list.payload)
      // What is no list of boxes has no such box.
      guard (try? list.readChildren(from: isFullBox ? 4 : 0)) != nil else { continue }
      if let found = list.first("iloc") { return found.place }
    }
    return nil
  }
}
