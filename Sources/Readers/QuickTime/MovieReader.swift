package import Validator

/// Reads the facts of a QuickTime or MP4 movie.
package enum MovieReader {
  /// The block in which file transfers hand over data: copies that broke off end at a multiple.
  private static let transferBlock: UInt64 = 64 * 1024
  /// How much of trailing bytes is read at once, to tell padding from data.
  private static let trailingStep: UInt64 = 64 * 1024
  /// How much of them is read at most: transfers pad to a block, not by megabytes.
  private static let trailingLimit: UInt64 = 4 * 1024 * 1024

  /// Reads a movie's facts.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - movie: where the facts go; all of them are unreadable on entry.
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
    var bytes = bytes
    let top = boxes(of: &bytes)
    let indexes = top.boxes.filter { $0.type == "moov" }
    guard let header = indexes.first else {
      noteMissingIndex(top, file: file, in: &movie)
      noteTopLevel(top, of: bytes, in: &movie)
      return
    }
    let place = Place("moov", offset: header.offset, length: header.size)
    let isCut = header.size > bytes.size - header.offset
    do throws(ReadError) {
      let length = isCut ? bytes.size - header.payloadOffset : header.payloadLength
      let payload = try bytes.part(at: header.payloadOffset, length: length, path: "moov")
      noteTopLevel(top, of: bytes, in: &movie)
      var reader = MovieBoxReader(
        bytes: bytes, plan: plan, movie: movie, place: place, isCut: isCut,
        isFileCut: top.overrun != nil)
      reader.read(payload)
      // Exchanged, not copied: facts are kilobytes.
      swap(&movie, &reader.movie)
    } catch {
      movie = Movie(file: movie.file, unreadable: error)
      noteTopLevel(top, of: bytes, in: &movie)
    }
    if let overrun = top.overrun {
      movie.damages.append(damage(of: overrun, fileSize: bytes.size))
    }
    if indexes.count > 1 {
      let second = indexes[1]
      movie.damages.append(
        Damage(
          .structure, "the file has \(indexes.count) moov boxes, the first is read",
          at: Place("moov", offset: second.offset, length: second.size),
          found: "\(indexes.count)", wanted: "1"))
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
  /// After a whole `moov`, only types that do stand at the top level are believed.
  private static func boxes(of bytes: inout SourceBytes) -> TopLevelBoxes {
    var top = TopLevelBoxes(of: &bytes)
    if top.overrun != nil, top.boxes.dropLast().contains(where: { $0.type == "moov" }) {
      top.disbelieveOverrun(fileSize: bytes.size, knownTypes: topLevelTypes)
    }
    return top
  }

  private static let topLevelTypes: Set<FourCharacterCode> = [
    "mdat", "moov", "moof", "mfra", "sidx", "styp", "emsg", "meta", "uuid", "free", "skip", "wide",
    "udta", "ftyp", "pdin", "PICT", "pnot",
  ]

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

  /// Fills in what the file says outside of `moov`.
  private static func noteTopLevel(
    _ top: TopLevelBoxes, of bytes: SourceBytes, in movie: inout Movie
  ) {
    movie.firstBoxes = top.boxes.prefix(4).map(\.type)
    readMajorBrand(top, of: bytes, into: &movie)
    noteFragments(top, size: bytes.size, in: &movie)
    noteTrailingData(top, of: bytes, in: &movie)
  }

  private static func readMajorBrand(
    _ top: TopLevelBoxes, of bytes: SourceBytes, into movie: inout Movie
  ) {
    guard let box = top.boxes.first(where: { $0.type == "ftyp" }) else {
      movie.majorBrand = absence(top, size: bytes.size)
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

  /// That a walk over all boxes did not find something, or why it could not.
  private static func absence<Value>(_ top: TopLevelBoxes, size: UInt64) -> Field<Value> {
    top.error.map { .unreadable($0) }
      ?? .absent(searched: [Place("file", offset: 0, length: size)])
  }

  private static func noteFragments(_ top: TopLevelBoxes, size: UInt64, in movie: inout Movie) {
    if let first = top.boxes.first(where: { $0.type == "moof" }) {
      movie.fragments = .present(
        top.boxes.count { $0.type == "moof" },
        at: Place("moof", offset: first.offset, length: first.size))
    } else if let (box, missing) = top.overrun,
      !top.boxes.dropLast().contains(where: { $0.type == "moov" })
    {
      movie.fragments = .unreadable(
        ReadError(
          .pastEnd(needed: box.size, available: box.size - missing),
          "box '\(box.type)' reaches past the end of the file, what followed it is lost",
          at: Place("file", offset: box.offset, length: size - box.offset)))
    } else if let trailing = top.trailing, !top.boxes.contains(where: { $0.type == "moov" }) {
      movie.fragments = .unreadable(
        ReadError(.malformed, "no box stands here and none holds the movie", at: trailing))
    } else {
      movie.fragments = absence(top, size: size)
    }
  }

  /// Tells data after the last box from zero padding, which does no harm.
  private static func noteTrailingData(
    _ top: TopLevelBoxes, of bytes: SourceBytes, in movie: inout Movie
  ) {
    guard let place = top.trailing else {
      movie.trailingData = absence(top, size: bytes.size)
      return
    }
    guard top.boxes.contains(where: { $0.type == "moov" }) else {
      // What a file without its index ends with may be the beginning of one more box.
      movie.trailingData = .unreadable(
        ReadError(.malformed, "the file has no moov box", at: place))
      return
    }
    do throws(ReadError) {
      guard try holdsData(place, in: bytes) else {
        movie.trailingData = .absent(searched: [place])
        return
      }
      let probe = try bytes.part(at: place.offset, length: min(place.length, 64), path: "file")
      let description: String? =
        switch FileType(head: probe.rest, size: place.length) {
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

  /// Whether there is anything but zeros.
  ///
  /// - Throws: `limit` for zeros without an end.
  private static func holdsData(_ place: Place, in bytes: SourceBytes) throws(ReadError) -> Bool {
    var passed: UInt64 = 0
    while passed < place.length {
      guard passed < trailingLimit else {
        throw ReadError(
          .limit, "more than \(trailingLimit) zero bytes follow the last box", at: place)
      }
      let step = try bytes.part(
        at: place.offset + passed, length: min(place.length - passed, trailingStep), path: "file")
      if step.rest.contains(where: { $0 != 0 }) { return true }
      passed += UInt64(step.count)
    }
    return false
  }
}
