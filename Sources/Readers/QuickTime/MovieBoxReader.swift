import Validator

/// Reads a `moov` box in one pass and joins what its parts say.
struct MovieBoxReader {
  /// More tracks than any camera writes (10 measured); a hostile file has room for a million.
  private static let trackLimit = 256
  /// More `udta` boxes than a movie has (one); the rest of a hostile file's are passed over.
  private static let userDataLimit = 16
  /// Reports of damage that are kept: a hostile file has room for a million.
  private static let damageLimit = 64

  let bytes: SourceBytes
  let plan: ReadingPlan
  var movie: Movie
  /// The `moov` box.
  let place: Place
  /// Whether the box itself is cut by the end of the file: what overruns it is no further fault.
  let isCut: Bool
  /// Whether the file is known to be cut: samples past its end are no further fault.
  let isFileCut: Bool
  /// The movie time scale of `mvhd`.
  private var timeScale: UInt32?
  private var hasHeader = false
  private var contents: [TrackContent] = []
  /// The sample data that lies farthest past the end of the file.
  private var missing: (bytes: UInt64, place: Place)?
  private var metadata = MovieMetadata()
  /// Why the walk over `moov` stopped early.
  private var walkError: ReadError?

  init(
    bytes: SourceBytes, plan: ReadingPlan, movie: Movie, place: Place, isCut: Bool,
    isFileCut: Bool
  ) {
    self.bytes = bytes
    self.plan = plan
    self.movie = movie
    self.place = place
    self.isCut = isCut
    self.isFileCut = isFileCut
  }

  /// Reads the payload of the box into the movie's facts.
  mutating func read(_ payload: ByteReader) {
    var tracks: [Box] = []
    var userData: [ByteReader] = []
    var boxes = payload
    do throws(ReadError) {
      while var box = try boxes.nextBox(MovieBoxReader.path) {
        switch box.type {
        case "mvhd": readHeader(&box.payload, at: box.place)
        case "meta": readMetadata(&box.payload, at: box.place)
        case "udta" where userData.count < MovieBoxReader.userDataLimit:
          userData.append(box.payload)
        case "trak":
          guard tracks.count < MovieBoxReader.trackLimit else {
            throw ReadError(
              .limit, "more than \(MovieBoxReader.trackLimit) tracks", at: box.place)
          }
          tracks.append(consume box)
        case "cmov":
          throw ReadError(.unsupported, "moov is compressed, which is not read", at: box.place)
        default: break
        }
      }
      if isCut {
        throw ReadError(
          .pastEnd(needed: place.length, available: bytes.size - place.offset),
          "box 'moov' reaches past the end of the file", at: place)
      }
    } catch {
      walkError = error
      note(error)
    }
    if !hasHeader { noteMissingHeader() }
    for index in userData.indices { readUserData(&userData[index]) }
    readTracks(&tracks)
    metadata.fill(&movie, moov: place, walkError: walkError)
    readTimedMetadata()
    if let missing, !isFileCut {
      movie.damages.append(
        Damage(
          .truncated,
          "sample data reaches \(missing.bytes) bytes past the end of the file"
            + MovieReader.blockNote(fileSize: bytes.size),
          at: missing.place, missingBytes: missing.bytes))
    }
  }

  private static func path(of type: FourCharacterCode) -> StructurePath? {
    switch type {
    case "mvhd": "moov/mvhd"
    case "trak": "moov/trak"
    case "meta": "moov/meta"
    case "udta": "moov/udta"
    default: nil
    }
  }

  /// Reports an error as damage where it is one of the file and not of this reader's limits.
  private mutating func note(_ error: ReadError, isMinor: Bool = false) {
    switch error.kind {
    case .malformed: break
    case .pastEnd where !isCut: break
    default: return
    }
    note(Damage(.structure, error.reason, at: error.place, isMinor: isMinor))
  }

  private mutating func note(_ damage: Damage) {
    guard movie.damages.count < MovieBoxReader.damageLimit, !movie.damages.contains(damage) else {
      return
    }
    movie.damages.append(damage)
  }

  private mutating func readMetadata(_ payload: inout ByteReader, at place: Place) {
    do throws(ReadError) {
      try metadata.read(&payload, at: place)
    } catch {
      metadata.error = metadata.error ?? error
      note(error)
    }
  }

  private mutating func readUserData(_ payload: inout ByteReader) {
    do throws(ReadError) {
      try metadata.readUserData(&payload)
    } catch {
      metadata.userDataError = metadata.userDataError ?? error
      note(error, isMinor: true)
    }
  }

  // MARK: Movie header

  /// Reads `mvhd` (ISO/IEC 14496-12, 8.2.2).
  private mutating func readHeader(_ reader: inout ByteReader, at place: Place) {
    guard !hasHeader else {
      note(Damage(.structure, "moov has a second mvhd box, the first is read", at: place))
      return
    }
    hasHeader = true
    do throws(ReadError) {
      let isWide = try reader.versionAndFlags().version == 1
      let datePlace = reader.place(ofNext: isWide ? 8 : 4)
      let created = try reader.unsigned(width: isWide ? 8 : 4)
      movie.headerDate = MovieBoxReader.date(created, at: datePlace)
      try reader.skip(isWide ? 8 : 4)
      let scalePlace = reader.place(ofNext: 4)
      let scale = try reader.uint32()
      let durationPlace = reader.place(ofNext: isWide ? 8 : 4)
      let duration = try reader.unsigned(width: isWide ? 8 : 4)
      guard scale > 0 else {
        throw ReadError(.malformed, "the movie time scale is 0", at: scalePlace)
      }
      timeScale = scale
      // All ones stand for a duration that is not known (8.2.2.3).
      if duration == (isWide ? UInt64.max : UInt64(UInt32.max)) {
        movie.duration = .absent(searched: [durationPlace])
      } else if duration == 0, let fragments = movie.fragments.place {
        movie.duration = .unreadable(
          ReadError(
            .unsupported, "the duration is told by moof fragments, which are not read",
            at: fragments))
      } else if let time = MediaTime(Int64(clamping: duration), scale: scale) {
        movie.duration = .present(time, at: durationPlace)
      }
    } catch {
      movie.duration = .unreadable(error)
      if movie.headerDate.value == nil, !movie.headerDate.isAbsent {
        movie.headerDate = .unreadable(error)
      }
      note(error)
    }
  }

  private static func date(_ seconds: UInt64, at place: Place) -> Field<WallTime> {
    guard seconds > 0 else { return .absent(searched: [place]) }
    guard let time = WallTime(secondsSince1904: seconds) else {
      return .unreadable(
        ReadError(.malformed, "the movie's creation time is after the year 9999", at: place))
    }
    return .present(time, at: place)
  }

  private mutating func noteMissingHeader() {
    let error = walkError ?? ReadError(.malformed, "moov has no mvhd box", at: place)
    movie.duration = .unreadable(error)
    movie.headerDate = .unreadable(error)
    if walkError == nil { note(error) }
  }

  // MARK: Tracks

  private mutating func readTracks(_ boxes: inout [Box]) {
    var fault = walkError
    contents.reserveCapacity(boxes.count)
    for index in boxes.indices {
      contents.append(TrackContent(place: boxes[index].place, number: index + 1))
      do throws(ReadError) {
        try contents[index].read(&boxes[index].payload, movieScale: timeScale)
        // What is needed of the content is taken out of it, because it is large to copy.
        readTrackMetadata(contents[index].metadata, encoder: contents[index].encoder)
        try contents[index].check()
        if let damage = contents[index].contradiction { note(damage) }
        if let end = contents[index].samplesEnd, let place = contents[index].tables.chunkPlace {
          noteEnd(end, of: place)
        }
      } catch {
        note(error)
        fault = fault ?? error
      }
    }
    checkTrackIDs()
    if let fault {
      movie.tracks = .unreadable(fault)
    } else if let fragments = movie.fragments.place,
      contents.contains(where: { $0.track.sampleCount == 0 })
    {
      movie.tracks = .unreadable(
        ReadError(
          .unsupported, "the samples are in moof fragments, which are not read", at: fragments))
    } else {
      movie.tracks = .present(contents.map(\.track), at: place)
    }
  }

  /// Takes what a track's own `meta` box and its sample entry say of the movie.
  private mutating func readTrackMetadata(_ payload: ByteReader?, encoder: Field<String>?) {
    if var payload {
      do throws(ReadError) { try metadata.readStray(&payload, carrier: .track) } catch {
        note(error, isMinor: true)
      }
    }
    if let encoder, metadata.encoder == nil { metadata.encoder = encoder }
  }

  private mutating func noteEnd(_ end: UInt64, of place: Place) {
    guard end > bytes.size else { return }
    let past = end - bytes.size
    if past > missing?.bytes ?? 0 { missing = (past, place) }
  }

  private mutating func checkTrackIDs() {
    for index in contents.indices where contents[index].track.id != 0 {
      let id = contents[index].track.id
      if let first = contents[..<index].indices.first(where: { contents[$0].track.id == id }) {
        movie.damages.append(
          Damage(
            .structure, "tracks \(first + 1) and \(index + 1) both have the id \(id)",
            at: contents[index].track.place, found: "\(id)"))
        return
      }
    }
  }

  // MARK: Timed metadata

  private mutating func readTimedMetadata() {
    if let error = movie.tracks.readError {
      movie.stillTimes = .unreadable(error)
      movie.stillImageTransform = .unreadable(error)
      movie.livePhotoInfo = .unreadable(error)
      return
    }
    var samples = StillTimeSamples()
    do throws(ReadError) {
      for index in contents.indices where contents[index].declaresStillTime {
        try samples.read(contents[index], in: bytes)
      }
      movie.stillTimes = samples.stillTimes(moov: place)
      movie.stillImageTransform =
        samples.transform.map { .present($0.0, at: $0.1) }
        ?? .absent(searched: [samples.place ?? place])
    } catch {
      noteTimed(error)
      movie.stillTimes = .unreadable(error)
      movie.stillImageTransform = .unreadable(error)
    }
    guard plan.readsLivePhotoInfo else {
      movie.leaveOutLivePhotoInfo(at: place)
      return
    }
    guard let index = contents.indices.first(where: { contents[$0].declaresLivePhotoInfo })
    else {
      movie.livePhotoInfo = .absent(searched: [place])
      return
    }
    do throws(ReadError) {
      try readCompositionOffsets()
      movie.livePhotoInfo = .present(
        try LivePhotoInfoReader.read(contents[index], in: bytes), at: contents[index].track.place)
    } catch {
      noteTimed(error)
      movie.livePhotoInfo = .unreadable(error)
    }
  }

  /// Reads when the frames are presented, which `live-photo-info` is held against.
  private mutating func readCompositionOffsets() throws(ReadError) {
    var hasAny = false
    for index in contents.indices where contents[index].track.handler == "vide" {
      guard var table = contents[index].compositionTable else { continue }
      contents[index].track.compositionOffsets = try SampleTables.readCompositionOffsets(&table)
      hasAny = true
    }
    if hasAny { movie.tracks = movie.tracks.map { _ in contents.map(\.track) } }
  }

  /// Reports samples outside the file as the truncation that they are.
  ///
  /// Sample tables that contradict each other have been reported with their track.
  private mutating func noteTimed(_ error: ReadError) {
    guard case .pastEnd(let needed, let available) = error.kind else { return }
    if missing == nil { missing = (needed - min(needed, available), error.place) }
  }
}
