package import Validator

/// The movie of a Live Photo as cameras write it, every trait open to change.
///
/// Layout measured on camera movies: `ftyp`, `wide`, `mdat`, `moov`, movie time scale 600, the
/// video track first, then the timed-metadata tracks.
package struct LiveMovie: Sendable {
  /// Units in a second of the movie time: 600 on all camera movies measured.
  package static let timescale: UInt32 = 600

  /// The video, which is written as it was coded.
  package var video: CodedTrack
  /// The timed-metadata tracks, in the order in which they stand behind the video's.
  package var timedTracks: [TimedTrack]
  /// The items of `moov/meta`.
  package var metadata: [MetadataItem]

  // MARK: Container
  /// The major brand, which is its only compatible brand too; nil leaves `ftyp` out.
  package var brand: FourCharacterCode? = "qt  "
  /// Whether `moov` stands before the media data, as for playing over a network.
  package var movieComesFirst = false
  /// Seconds since 1904-01-01 UTC in the headers.
  package var creationTime: UInt32 = 0
  /// Whether `moov/meta` is written as an ISO FullBox.
  package var metadataIsFullBox = false
  /// The items of a `meta` box in `moov/udta`, where ffmpeg's `use_metadata_tags` puts them.
  package var userMetadata: [MetadataItem] = []
  /// What an encoder says of itself in `moov/udta/©swr`; nil for no trace.
  package var encoder: String?
  /// Whether samples stand in a fragment behind `moov`, or are announced to.
  package var fragments = Fragments.none
  /// Bytes after the last box.
  package var trailer: [UInt8] = []

  // MARK: Picture
  /// Bit 0 of the video track's flags.
  package var videoIsEnabled = true
  /// At which moments of the media the video's edit list is cut, in the media time scale; none for
  /// one segment, as cameras write it.
  package var cuts: [UInt32] = []
  /// How long nothing is shown before the video, in the movie time scale.
  package var pause: UInt32 = 0
  /// What of the video is shown, in the media time scale; nil for all of it.
  package var shown: Range<UInt32>?
  /// Whether a track of auxiliary pictures (`auxv`) goes with the video, as newer cameras write it;
  /// it shows the samples of the video.
  package var hasAuxiliaryTrack = false
  /// The turn of the video track; where it moves the picture out, it is moved back.
  package var matrix = TrackMatrix.identity
  /// A clean aperture in whole pixels, in the middle of the picture.
  package var cleanAperture: PixelSize?

  /// Creates a movie in the camera's layout.
  package init(video: CodedTrack, timedTracks: [TimedTrack], metadata: [MetadataItem]) {
    self.video = video
    self.timedTracks = timedTracks
    self.metadata = metadata
  }

  /// The file.
  package var bytes: [UInt8] {
    let opening = brand.map { Part.fileType($0, compatible: [$0]) } ?? .empty
    let parts =
      movieComesFirst
      ? [opening, movie, .box("wide"), media] : [opening, .box("wide"), media, movie]
    return Part.sequence(parts + [fragment(of: videoTrackID), .bytes(trailer)]).written()
  }

  /// The samples of each track in one chunk, the video's last.
  private var media: Part {
    let timed = timedTracks.indices.map { index in
      Part.labelled(label(of: index), .sequence(timedTracks[index].samples))
    }
    return .box("mdat", timed + [.labelled("video", .bytes(video.samples.joined()))])
  }

  private func label(of timedTrack: Int) -> String { "timed \(timedTrack)" }
}

// MARK: - moov

extension LiveMovie {
  private var videoTrackID: UInt32 { 1 }
  private var auxiliaryTrackID: UInt32 { UInt32(clamping: timedTracks.count + 2) }

  /// The stretch of the video that is shown, in the media time scale.
  private var shownMedia: Range<UInt32> { shown ?? 0..<video.duration }

  /// The length of the video in the movie time scale, with the pause before it.
  private var videoDuration: UInt32 {
    let length = shownMedia.upperBound - shownMedia.lowerBound
    return pause + LiveMovie.movieTime(length, timescale: video.timescale)
  }

  /// A media time in the movie time scale; a time scale of zero counts as one.
  private static func movieTime(_ mediaTime: UInt32, timescale: UInt32) -> UInt32 {
    UInt32(
      clamping: UInt64(mediaTime) * UInt64(LiveMovie.timescale) / UInt64(max(1, timescale)))
  }

  private var movie: Part {
    let duration = timedTracks.map(\.trackDuration).reduce(UInt64(videoDuration), max)
    let header = Part.fullBox(
      "mvhd", .uint32(creationTime), .uint32(creationTime), .uint32(LiveMovie.timescale),
      .uint32(UInt32(clamping: duration)), .uint32(0x1_0000), .uint16(0x0100), .zeros(10),
      .matrix(.identity, .zeros(8)), .zeros(24),
      .uint32(auxiliaryTrackID + (hasAuxiliaryTrack ? 1 : 0)))
    let timed = timedTracks.indices.map { track(of: $0) }
    let auxiliary =
      hasAuxiliaryTrack ? pictures(id: auxiliaryTrackID, "auxv", isEnabled: false) : .empty
    let video = pictures(id: videoTrackID, "vide", isEnabled: videoIsEnabled)
    let meta = metadata.isEmpty ? .empty : Part.metadata(metadata, isFullBox: metadataIsFullBox)
    return .box(
      "moov",
      [header, fragments.announcement(of: videoTrackID), video] + timed
        + [auxiliary, userData, meta])
  }

  private var userData: Part {
    var contents: [Part] = []
    if let encoder {
      contents.append(
        .box(
          FourCharacterCode(rawValue: 0xA973_7772), .uint16(UInt16(clamping: encoder.utf8.count)),
          .uint16(0x55C4), .text(encoder)))
    }
    if !userMetadata.isEmpty { contents.append(.metadata(userMetadata, isFullBox: true)) }
    return contents.isEmpty ? .empty : .box("udta", contents)
  }

  // MARK: Tracks

  /// A track of coded pictures.
  private func pictures(id: UInt32, _ handler: FourCharacterCode, isEnabled: Bool) -> Part {
    let mediaHeader = Part.fullBox("vmhd", flags: 1, .uint16(0x40), .grey)
    return .box(
      "trak",
      .trackHeader(
        id: id, creationTime: creationTime, isEnabled: isEnabled, duration: UInt64(videoDuration),
        matrix, video.size, translation),
      videoEdits,
      .box(
        "mdia",
        .mediaHeader(
          creationTime: creationTime, timescale: video.timescale, duration: video.duration),
        .handler("mhlr", handler, name: "Core Media Video"),
        .box(
          "minf", mediaHeader, .dataHandler, .dataInformation,
          .box(
            "stbl",
            [videoDescription] + video.timeTables.map { .bytes($0) }
              + Part.sampleTables(
                video.samples.map(\.count), offsets: .chunkOffset(of: "video"))))))
  }

  /// The segments of the video one after the other (ISO/IEC 14496-12, 8.6.6).
  private var videoEdits: Part {
    let starts = [shownMedia.lowerBound] + cuts
    let ends = cuts + [shownMedia.upperBound]
    let segments = zip(starts, ends).map { start, end in
      let length = LiveMovie.movieTime(end - min(start, end), timescale: video.timescale)
      return EditSegment(UInt64(length), showing: start)
    }
    return .editList(
      pause > 0 ? [EditSegment(UInt64(pause), showing: nil)] + segments : segments)
  }

  private func track(of index: Int) -> Part {
    timedTracks[index].box(
      id: UInt32(clamping: index + 2), video: videoTrackID, creationTime: creationTime,
      offsets: .chunkOffset(of: label(of: index)))
  }

  /// The sample entry of the video, with a clean aperture where one is asked for.
  private var videoDescription: Part {
    guard let cleanAperture else { return .bytes(video.sampleDescription) }
    let entry = video.sampleDescription.dropFirst(16)
    let clap = Part.box(
      "clap", .uint32(cleanAperture.width), .uint32(1), .uint32(cleanAperture.height),
      .uint32(1), .uint32(0), .uint32(1), .uint32(0), .uint32(1))
    return .fullBox(
      "stsd", .uint32(1),
      .sequence(.uint32(entry.count + clap.length), .bytes(entry.dropFirst(4)), clap))
  }

  /// Where the turned picture must be moved so that it begins at the origin.
  ///
  /// QuickTime multiplies (x, y, 1) by the matrix, so a negative column moves the picture out.
  private var translation: Part {
    let width = Int32(clamping: video.size.width)
    let height = Int32(clamping: video.size.height)
    func shift(_ ofX: Int32, _ ofY: Int32) -> Part {
      let outside = min(0, ofX.signum() * width) + min(0, ofY.signum() * height)
      return .int32(-outside << 16)
    }
    return .sequence(shift(matrix.a, matrix.c), shift(matrix.b, matrix.d))
  }
}
