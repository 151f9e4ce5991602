import Readers
import Validator

/// Marks the moment of the still at one time.
struct StillTimeEdit {
  private let movie: RewritableMovie
  private let header: MovieHeader
  private let tracks: [Track]
  private let video: Track
  /// The moment in the movie time scale.
  private let tick: UInt64

  /// Prepares a mark.
  ///
  /// - Throws: where the movie shows nothing at the time.
  init(_ movie: RewritableMovie, at time: MediaTime) throws(RewriteError) {
    self.movie = movie
    do throws(ReadError) {
      header = try MovieHeader(of: movie.moov)
      if let error = movie.facts.stillTimes.readError { throw error }
    } catch {
      throw RewriteError(error)
    }
    tracks = movie.facts.tracks.value ?? []
    guard let video = movie.facts.videoTrack.value else {
      throw RewriteError(
        "the movie has no video track that shows anything at the moment of the still",
        at: movie.moov.place)
    }
    self.video = video
    tick = try StillTimeEdit.tick(of: time, timescale: header.timescale, shownBy: video)
  }

  /// A moment in the movie time scale, kept inside the time in which the video is shown.
  private static func tick(of time: MediaTime, timescale: UInt32, shownBy video: Track)
    throws(RewriteError) -> UInt64
  {
    // Less than the finest time scale tells apart, more than the rounding of a division.
    let tolerance = 1e-6
    guard let shown = video.presentation else {
      throw RewriteError(
        "neither an edit list nor a duration tells when the video is shown", at: video.place)
    }
    let scale = Double(timescale)
    let first = (shown.lowerBound * scale - tolerance).rounded(.up)
    let last = (shown.upperBound * scale - tolerance).rounded(.up) - 1
    guard time.seconds >= shown.lowerBound - tolerance, time.seconds < shown.upperBound,
      first <= last,
      let tick = UInt64(exactly: min(max((time.seconds * scale).rounded(), first), last))
    else {
      throw RewriteError(
        "\(time.seconds.inWords) lies outside the video, which is shown from "
          + "\(shown.lowerBound.inWords) to \(shown.upperBound.inWords)", at: video.place)
    }
    return tick
  }

  private var time: Double { Double(tick) / Double(header.timescale) }

  /// The tracks that mark a moment, or say that they do.
  private var marking: [Track] {
    tracks.filter { $0.timedKeys.contains(where: \.marksStill) }
  }

  /// Sets the moment.
  ///
  /// - Returns: the track that is to be written, where there is none that can stay.
  func apply(to edits: inout MovieEdits) throws(RewriteError) -> NewTrack? {
    if let track = trackToKeep {
      let marked = movie.facts.stillTimes.value?.first?.presentationTime?.seconds
      if let marked, (marked - time).magnitude * Double(header.timescale) < 0.5 { return nil }
      if moveMark(of: movie.tracks[track.number - 1], &edits) { return nil }
    }
    return try newTrack(&edits)
  }

  // MARK: A track that stays

  /// The one track that marks a moment as cameras do, whichever moment it is.
  private var trackToKeep: Track? {
    guard marking.count == 1, let track = marking.first, track.sampleCount == 1,
      movie.tracks.indices.contains(track.number - 1),
      let times = movie.facts.stillTimes.value, times.count == 1, let mark = times.first,
      mark.key.name == TimedTrack.stillTimeKey, mark.key.namespace == "mdta",
      mark.key.dataType == 65, mark.declaredLength == 1, mark.actualLength == 1,
      mark.undeclaredIDs.isEmpty,
      // One tick of the movie must not be longer than the sample.
      let scale = track.mediaDuration?.scale,
      let run = track.timeToSample.first(where: {
        $0.count > 0
      }),
      UInt64(run.duration) * UInt64(header.timescale) >= UInt64(scale)
    else { return nil }
    return track
  }

  /// Moves the sample by the edit list of its track, in which cameras keep the moment.
  ///
  /// - Returns: whether the track has room for the time.
  private func moveMark(of track: BoxNode, _ edits: inout MovieEdits) -> Bool {
    let lists = track.all("edts")
    guard lists.count <= 1, let trackHeader = track.first("tkhd") else { return false }
    // Version, flags, two times, id, four reserved bytes, duration (ISO/IEC 14496-12, 8.3.2).
    var header = Array(trackHeader.payload.rest)
    let (at, width) = header.first == 1 ? (28, 8) : (20, 4)
    guard header.count >= at + width, width == 8 || tick < UInt64(UInt32.max) - 1 else {
      return false
    }
    header.replaceSubrange(at..<(at + width), with: (tick + 1).bytes(.bigEndian).suffix(width))
    edits.rewrite(
      trackHeader, with: header, at: trackHeader.place.path, "says that the track lasts until then")
    let pause = tick > 0 ? [EditSegment(tick, showing: nil)] : []
    let list = Part.editList(pause + [EditSegment(1, showing: 0)]).written()
    let path = StructurePath("moov/trak[*]/edts", marking.first?.number ?? 0)
    let purpose = "marks the moment of the still at \(time.inWords)"
    if let box = lists.first {
      edits.rewrite(box, with: Array(list.dropFirst(8)), at: path, purpose)
    } else {
      let end = trackHeader.range.upperBound
      edits.replace(end..<end, with: list, inside: track.headers, at: path, purpose)
    }
    return true
  }

  // MARK: A track that is written

  private func newTrack(_ edits: inout MovieEdits) throws(RewriteError) -> NewTrack {
    let replaced = marking.first
    for track in marking {
      try requireNoOtherData(track, isTakenOver: track.number == replaced?.number)
    }
    for track in marking.dropFirst() {
      edits.remove(
        movie.tracks[track.number - 1], "takes out a further track that marks a moment of the still"
      )
    }
    var mark = TimedTrack.stillTime(at: tick)
    // The scale of the movie, so that the one tick is one there too and does not vanish.
    mark.timescale = header.timescale
    mark.movieTimescale = header.timescale
    for track in marking {
      guard let found = try? TakenOverItems(movie.tracks[track.number - 1], of: movie),
        !found.keys.isEmpty
      else { continue }
      mark.keys += found.keys
      mark.samples = [.sequence(mark.samples + found.items)]
      break
    }
    let end = movie.tracks.last?.range.upperBound ?? movie.moov.contentEnd
    let id = replaced?.id ?? header.freeTrackID(beside: tracks)
    if replaced == nil, header.nextTrackID <= id {
      let next = id < UInt32.max ? id + 1 : id
      edits.overwrite(
        at: header.nextTrackIDPlace.offset, with: next, in: "moov/mvhd",
        "says that the next track id is \(next)")
    }
    return NewTrack(
      track: mark, id: id, videoID: video.id, creationTime: header.creationTime,
      range: replaced.map { movie.tracks[$0.number - 1].range } ?? end..<end,
      mediaOffset: mediaOffset, moov: movie.moov,
      removedTracks: Set(marking.map(\.number)),
      purpose: replaced.map {
        "writes a still-image-time track at \(time.inWords) in place of track \($0.number)"
      } ?? "adds a still-image-time track at \(time.inWords)")
  }

  /// Refuses to take out a track with data of other kinds.
  private func requireNoOtherData(_ track: Track, isTakenOver: Bool) throws(RewriteError) {
    let other = track.timedKeys.first { !$0.marksStill && !$0.describesStill }
    guard let other, !isTakenOver || track.sampleCount > 1 else { return }
    throw RewriteError(
      "track \(track.number) marks the moment of the still and holds other timed data too "
        + "(\(other.name.text))", at: track.place)
  }

  /// Where the box with the sample goes: before `moov` where the media data stand before it, so that
  /// they stay where they are, else behind it: they move with the end of `moov` anyway, and what
  /// follows the last box of the file stays last.
  private var mediaOffset: UInt64 {
    let start = movie.moov.range.lowerBound
    let isBehindMedia = movie.boxes.contains { $0.type == "mdat" && $0.offset < start }
    let isLast = movie.boxes.last?.offset == start
    return isBehindMedia || isLast ? start : movie.moov.range.upperBound
  }
}

extension TimedKey {
  /// Whether readers take samples of the key for marks of the moment of the still.
  fileprivate var marksStill: Bool { name.hasSuffix("still-image-time") }
  /// Whether the key goes with the mark in camera files.
  fileprivate var describesStill: Bool { name.text.contains("live-photo-still-image-transform") }
}

extension Double {
  /// Seconds with three decimals, as plans show them.
  var inWords: String {
    guard magnitude < 1e12 else { return "\(self) s" }
    let thousandths = Int64((self * 1_000).rounded())
    let fraction = "\(thousandths.magnitude % 1_000)"
    return (thousandths < 0 ? "-" : "") + "\(thousandths.magnitude / 1_000)."
      + String(repeating: "0", count: 3 - fraction.count) + fraction + " s"
  }
}
