package import Validator

/// Reads the facts of a QuickTime or MP4 movie.
package enum MovieReader {
  /// The block in which file transfers hand over data: copies that broke off end at a multiple.
  private static let transferBlock: UInt64 = 64 * 1024
  /// How much of trailing bytes is looked at, to tell padding from data.
  private static let trailingProbe: UInt64 = 64 * 1024

  /// Reads a movie's facts.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - movie: where the facts go; whatever it held before is replaced.
  ///   - plan: what is read beyond the facts that every profile needs.
  package static func read(
    _ bytes: SourceBytes, into movie: inout Movie, plan: ReadingPlan = ReadingPlan()
  ) {
    let file = Place("file", offset: 0, length: bytes.size)
    guard bytes.size > 0 else {
      movie = Movie(
        file: movie.file,
        unreadable: ReadError(
          .pastEnd(needed: 8, available: 0), "the file is empty", at: file))
      movie.damages = [Damage(.truncated, "the file is empty", at: file)]
      return
    }
    let top = boxes(of: bytes)
    let headers = top.boxes.filter { $0.type == "moov" }
    guard let header = headers.first else {
      noteMissingIndex(top, file: file, in: &movie)
      readMajorBrand(top, of: bytes, into: &movie)
      return
    }
    if let error = top.error {
      movie = Movie(file: movie.file, unreadable: error)
    }
    movie.firstBoxes = top.boxes.prefix(4).map(\.type)
    readMajorBrand(top, of: bytes, into: &movie)
    noteFragments(top, file: file, in: &movie)
    noteTrailingData(top, of: bytes, in: &movie)
    if let overrun = top.overrun {
      movie.damages.append(damage(of: overrun, fileSize: bytes.size))
    }
    if headers.count > 1 {
      let second = headers[1]
      movie.damages.append(
        Damage(
          .structure, "the file has \(headers.count) moov boxes, the first is read",
          at: Place("moov", offset: second.offset, length: second.size),
          found: "\(headers.count)", wanted: "1"))
    }
    do {
      let isCut = header.size > bytes.size - header.offset
      let length = header.size - header.headerLength
      let payload =
        isCut
        ? try bytes.available(at: header.payloadOffset, length: length, path: "moov")
        : try bytes.part(at: header.payloadOffset, length: length, path: "moov")
      var reader = MovieBoxReader(
        bytes: bytes, plan: plan, movie: movie,
        place: Place("moov", offset: header.offset, length: header.size),
        isCut: isCut, isFileCut: top.overrun != nil)
      reader.read(payload)
      movie = reader.movie
    } catch {
      let facts = movie
      movie = Movie(file: facts.file, unreadable: error)
      movie.damages = facts.damages
      movie.firstBoxes = facts.firstBoxes
      movie.majorBrand = facts.majorBrand
      movie.fragments = facts.fragments
      movie.trailingData = facts.trailingData
    }
  }

  /// Whether a file of this size ends where a transfer block does.
  static func blockNote(fileSize: UInt64) -> String {
    guard fileSize > 0, fileSize.isMultiple(of: transferBlock) else { return "" }
    return "; the file is \(fileSize / transferBlock) × 64 KiB long, "
      + "which is where a broken-off transfer ends"
  }

  // MARK: Top level

  /// Walks over the top level; what follows the movie and only looks like a box is trailing data.
  ///
  /// Any text gives a box header with a gigantic size: after a whole `moov`, only types that do
  /// stand at the top level are believed.
  private static func boxes(of bytes: SourceBytes) -> TopLevelBoxes {
    var top = TopLevelBoxes(of: bytes)
    guard let box = top.overrun?.box, top.boxes.dropLast().contains(where: { $0.type == "moov" })
    else { return top }
    switch box.type {
    case "mdat", "moov", "moof", "mfra", "sidx", "styp", "emsg", "meta", "uuid", "free", "skip",
      "wide", "udta", "ftyp", "pdin", "PICT", "pnot":
      return top
    default:
      top.boxes.removeLast()
      top.overrun = nil
      top.trailing = Place("file", offset: box.offset, length: bytes.size - box.offset)
      return top
    }
  }

  private static func damage(of overrun: (box: BoxHeader, missing: UInt64), fileSize: UInt64)
    -> Damage
  {
    let box = overrun.box
    return Damage(
      .truncated,
      "box '\(box.type)' says it is \(box.size) bytes long, \(overrun.missing) of them lie past "
        + "the end of the file" + blockNote(fileSize: fileSize),
      at: Place("file", offset: box.offset, length: fileSize - box.offset),
      found: "\(fileSize - box.offset)", wanted: "\(box.size)", missingBytes: overrun.missing)
  }

  /// Fills in what a file without `moov` leaves to say.
  private static func noteMissingIndex(
    _ top: TopLevelBoxes, file: Place, in movie: inout Movie
  ) {
    let error =
      top.error
      ?? ReadError(.pastEnd(needed: 8, available: 0), "the file has no moov box", at: file)
    movie = Movie(file: movie.file, unreadable: error)
    movie.firstBoxes = top.boxes.prefix(4).map(\.type)
    noteFragments(top, file: file, in: &movie)
    guard top.error == nil else { return }
    if let overrun = top.overrun {
      var found = damage(of: overrun, fileSize: file.length)
      found.message = "the file has no moov box: " + found.message
      movie.damages.append(found)
    } else {
      movie.damages.append(
        Damage(
          .truncated,
          "the file has no moov box, which tells where the samples are"
            + blockNote(fileSize: file.length), at: file))
    }
  }

  private static func readMajorBrand(
    _ top: TopLevelBoxes, of bytes: SourceBytes, into movie: inout Movie
  ) {
    guard let box = top.boxes.first(where: { $0.type == "ftyp" }) else {
      if top.error == nil {
        movie.majorBrand = .absent(searched: [Place("file", offset: 0, length: bytes.size)])
      }
      return
    }
    do throws(ReadError) {
      guard box.size - box.headerLength >= 4 else {
        throw ReadError(
          .malformed, "the ftyp box has no room for a brand",
          at: Place("ftyp", offset: box.offset, length: box.size))
      }
      var brand = try bytes.part(at: box.payloadOffset, length: 4, path: "ftyp")
      movie.majorBrand = .present(try brand.fourCharacterCode(), at: brand.place)
    } catch {
      movie.majorBrand = .unreadable(error)
      if case .malformed = error.kind {
        movie.damages.append(Damage(.structure, error.reason, at: error.place))
      }
    }
  }

  private static func noteFragments(_ top: TopLevelBoxes, file: Place, in movie: inout Movie) {
    if let first = top.boxes.first(where: { $0.type == "moof" }) {
      movie.fragments = .present(
        top.boxes.count { $0.type == "moof" },
        at: Place("moof", offset: first.offset, length: first.size))
    } else if top.error == nil {
      movie.fragments = .absent(searched: [file])
    }
  }

  /// Tells data after the last box from zero padding, which does no harm.
  private static func noteTrailingData(
    _ top: TopLevelBoxes, of bytes: SourceBytes, in movie: inout Movie
  ) {
    guard top.error == nil else { return }
    guard let place = top.trailing else {
      movie.trailingData = .absent(searched: [Place("file", offset: 0, length: bytes.size)])
      return
    }
    do {
      let probe = try bytes.part(
        at: place.offset, length: min(place.length, trailingProbe), path: "file")
      guard probe.rest.contains(where: { $0 != 0 }) else {
        movie.trailingData = .absent(searched: [place])
        return
      }
      let description: String? =
        switch FileType(head: probe.rest.prefix(64), size: place.length) {
        case .jpeg: "a JPEG picture"
        case .png: "a PNG picture"
        case .zip: "a ZIP archive"
        default: nil
        }
      movie.trailingData = .present(
        TrailingData(length: place.length, description: description), at: place)
    } catch {
      movie.trailingData = .unreadable(error)
    }
  }
}
